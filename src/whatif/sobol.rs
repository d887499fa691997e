//! Sobol points: a low-discrepancy sequence that fills a unit cube evenly at every length.
//!
//! Knows: direction numbers for 64 dimensions, the Gray-code order, random digital shifts from a seed.
//! Does not know: what the coordinates stand for.
//! Sources: Sobol 1967; Antonov and Saleev 1979 (Gray-code order); Joe and Kuo 2008, file new-joe-kuo-6.21201.
//!
//! The estimate of a smooth mean from `n` points is off by about `1/n`, against `1/sqrt(n)` for random points; shifted
//! by different seeds, its spread tells the error. Lengths that are powers of two fill the cube best.

use crate::units::{Answer, OutOfRange, Range};

/// Most dimensions that there are direction numbers for.
pub const MOST_DIMENSIONS: usize = 64;
/// Bits of a coordinate; after `2^32` points the sequence starts again.
const BITS: usize = 32;

/// (coefficients of the primitive polynomial without its ends, initial direction numbers) from the second dimension on.
const DIRECTIONS: [(u32, &[u32]); MOST_DIMENSIONS - 1] = [
    (0, &[1]),
    (1, &[1, 3]),
    (1, &[1, 3, 1]),
    (2, &[1, 1, 1]),
    (1, &[1, 1, 3, 3]),
    (4, &[1, 3, 5, 13]),
    (2, &[1, 1, 5, 5, 17]),
    (4, &[1, 1, 5, 5, 5]),
    (7, &[1, 1, 7, 11, 19]),
    (11, &[1, 1, 5, 1, 1]),
    (13, &[1, 1, 1, 3, 11]),
    (14, &[1, 3, 5, 5, 31]),
    (1, &[1, 3, 3, 9, 7, 49]),
    (13, &[1, 1, 1, 15, 21, 21]),
    (16, &[1, 3, 1, 13, 27, 49]),
    (19, &[1, 1, 1, 15, 7, 5]),
    (22, &[1, 3, 1, 15, 13, 25]),
    (25, &[1, 1, 5, 5, 19, 61]),
    (1, &[1, 3, 7, 11, 23, 15, 103]),
    (4, &[1, 3, 7, 13, 13, 15, 69]),
    (7, &[1, 1, 3, 13, 7, 35, 63]),
    (8, &[1, 3, 5, 9, 1, 25, 53]),
    (14, &[1, 3, 1, 13, 9, 35, 107]),
    (19, &[1, 3, 1, 5, 27, 61, 31]),
    (21, &[1, 1, 5, 11, 19, 41, 61]),
    (28, &[1, 3, 5, 3, 3, 13, 69]),
    (31, &[1, 1, 7, 13, 1, 19, 1]),
    (32, &[1, 3, 7, 5, 13, 19, 59]),
    (37, &[1, 1, 3, 9, 25, 29, 41]),
    (41, &[1, 3, 5, 13, 23, 1, 55]),
    (42, &[1, 3, 7, 3, 13, 59, 17]),
    (50, &[1, 3, 1, 3, 5, 53, 69]),
    (55, &[1, 1, 5, 5, 23, 33, 13]),
    (56, &[1, 1, 7, 7, 1, 61, 123]),
    (59, &[1, 1, 7, 9, 13, 61, 49]),
    (62, &[1, 3, 3, 5, 3, 55, 33]),
    (14, &[1, 3, 1, 15, 31, 13, 49, 245]),
    (21, &[1, 3, 5, 15, 31, 59, 63, 97]),
    (22, &[1, 3, 1, 11, 11, 11, 77, 249]),
    (38, &[1, 3, 1, 11, 27, 43, 71, 9]),
    (47, &[1, 1, 7, 15, 21, 11, 81, 45]),
    (49, &[1, 3, 7, 3, 25, 31, 65, 79]),
    (50, &[1, 3, 1, 1, 19, 11, 3, 205]),
    (52, &[1, 1, 5, 9, 19, 21, 29, 157]),
    (56, &[1, 3, 7, 11, 1, 33, 89, 185]),
    (67, &[1, 3, 3, 3, 15, 9, 79, 71]),
    (70, &[1, 3, 7, 11, 15, 39, 119, 27]),
    (84, &[1, 1, 3, 1, 11, 31, 97, 225]),
    (97, &[1, 1, 1, 3, 23, 43, 57, 177]),
    (103, &[1, 3, 7, 7, 17, 17, 37, 71]),
    (115, &[1, 3, 1, 5, 27, 63, 123, 213]),
    (122, &[1, 1, 3, 5, 11, 43, 53, 133]),
    (8, &[1, 3, 5, 5, 29, 17, 47, 173, 479]),
    (13, &[1, 3, 3, 11, 3, 1, 109, 9, 69]),
    (16, &[1, 1, 1, 5, 17, 39, 23, 5, 343]),
    (22, &[1, 3, 1, 5, 25, 15, 31, 103, 499]),
    (25, &[1, 1, 1, 11, 11, 17, 63, 105, 183]),
    (44, &[1, 1, 5, 11, 9, 29, 97, 231, 363]),
    (47, &[1, 1, 5, 15, 19, 45, 41, 7, 383]),
    (52, &[1, 3, 7, 7, 31, 19, 83, 137, 221]),
    (55, &[1, 1, 1, 3, 23, 15, 111, 223, 83]),
    (59, &[1, 1, 5, 13, 31, 15, 55, 25, 161]),
    (62, &[1, 1, 3, 13, 25, 47, 39, 87, 257]),
];

/// The sequence, point by point, for ever.
#[derive(Debug, Clone)]
pub struct Sobol {
    directions: Vec<[u32; BITS]>,
    state: Vec<u32>,
    shift: Option<Vec<u32>>,
    index: u32,
}

impl Sobol {
    /// The sequence itself, from its first point, the origin.
    ///
    /// ```
    /// use farsight::whatif::sobol::Sobol;
    /// let mut points = Sobol::new(2).value().unwrap();
    /// assert_eq!(points.nth(2), Some(vec![0.75, 0.25]));
    /// ```
    pub fn new(dimensions: usize) -> Answer<Self> {
        let allowed = Range::closed(1.0, MOST_DIMENSIONS as f64);
        if !(1..=MOST_DIMENSIONS).contains(&dimensions) {
            let wrong = OutOfRange { field: "number of inputs", value: dimensions as f64, allowed, unit: "" };
            return Answer::Invalid(vec![wrong]);
        }
        let directions = (0..dimensions).map(direction_numbers).collect();
        Answer::Ok(Self { directions, state: vec![0; dimensions], shift: None, index: 0 })
    }

    /// The sequence under a random digital shift: as even, without the origin, and unbiased over `seed`.
    pub fn shifted(dimensions: usize, seed: u64) -> Answer<Self> {
        let mut random = SplitMix(seed);
        Self::new(dimensions).map(|mut sobol| {
            sobol.shift = Some((0..dimensions).map(|_| random.next_u32()).collect());
            sobol
        })
    }

    fn point(&self) -> Vec<f64> {
        /// 2^-32.
        const STEP: f64 = 1.0 / 4_294_967_296.0;
        match &self.shift {
            None => self.state.iter().map(|x| f64::from(*x) * STEP).collect(),
            Some(shift) => {
                // The middle of the cell, since a shifted coordinate may be 0.
                self.state.iter().zip(shift).map(|(x, s)| (f64::from(x ^ s) + 0.5) * STEP).collect()
            }
        }
    }
}

impl Iterator for Sobol {
    type Item = Vec<f64>;

    /// One point; the next differs in the direction of the lowest zero bit of the index.
    fn next(&mut self) -> Option<Vec<f64>> {
        let point = self.point();
        let lowest_zero = self.index.trailing_ones() as usize % BITS;
        self.state.iter_mut().zip(&self.directions).for_each(|(x, d)| *x ^= d[lowest_zero]);
        self.index = self.index.wrapping_add(1);
        Some(point)
    }
}

/// Direction numbers of a dimension, from 0, as 32-bit fractions.
fn direction_numbers(dimension: usize) -> [u32; BITS] {
    let mut v: [u32; BITS] = std::array::from_fn(|i| 1 << (BITS - 1 - i));
    let Some((coefficients, initial)) = dimension.checked_sub(1).map(|i| DIRECTIONS[i]) else { return v };
    let degree = initial.len();
    for i in 0..BITS {
        v[i] = match initial.get(i) {
            Some(m) => m << (BITS - 1 - i),
            None => {
                let taps = (1..degree).filter(|k| coefficients >> (degree - 1 - k) & 1 == 1);
                taps.fold(v[i - degree] ^ (v[i - degree] >> degree), |sum, k| sum ^ v[i - k])
            }
        };
    }
    v
}

/// Steele, Lea and Flood 2014: enough to shift a sequence by.
struct SplitMix(u64);

impl SplitMix {
    fn next_u32(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) >> 32) as u32
    }
}
