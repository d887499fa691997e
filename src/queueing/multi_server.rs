//! Several identical servers with one queue, general arrivals and service: G/G/c by two moments.
//!
//! No exact solution exists beyond special cases, so each case takes the approximation that was measured best for it
//! ([`Approximation::Selected`]); the others stay available by name. Against 225 simulated cases (c 1 to 40, utilization
//! 0.5 to 0.9, arrival SCV 0.25, 1 and 4, service SCV 0 to 4), error relative to the response time:
//!
//! | arrivals | mean: average, worst | wait alone (above 1 % of the service) | p95 | p99 |
//! |---|---|---|---|---|
//! | Poisson | 0.4 %, 3.9 % | 2.2 %, 17 % | 1.1 %, 7.8 % | 1.9 %, 12 % |
//! | Erlang-4 | 1.5 %, 6.1 % | 21 %, 117 % | 5 %, 32 % | 11 %, 44 % |
//! | hyperexponential, SCV 4 | 4 %, 29 % | 22 %, 85 % | 8 %, 38 % | 11 %, 34 % |
//!
//! Sources: Whitt 1993, Approximations for the GI/G/m queue; Kimura 1994; Cosmetatos 1976; Kraemer and
//! Langenbach-Belz 1976; Allen 1990 for Allen-Cunneen.

use statrs::function::gamma::gamma_ur;

use super::erlang::{mean_wait, waiting_chance};
use super::gamma_mixture::{GammaMixture, GammaPart};
use super::load::Load;
use super::refusal::Refusal;
use crate::latency::Distribution;
use crate::units::{Answer, Scv, Warning};

/// How irregular arrivals and service are, as squared coefficients of variation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variability {
    /// Of the time between arrivals; 1 for Poisson.
    pub arrivals: Scv,
    /// Of the service time.
    pub service: Scv,
}

/// Which formula gives the mean wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approximation {
    /// Half the sum of the SCVs times the M/M/c wait.
    AllenCunneen,
    /// Interpolates harmonically between M/M/c and M/D/c; for service SCV up to 1, Allen-Cunneen above.
    Kimura1994,
    /// Heavy-traffic scaling with a correction for light traffic.
    Whitt1993,
    /// The one measured best: Pollaczek-Khinchine (exact) for Poisson arrivals at one server; Kimura for Poisson
    /// arrivals and service SCV up to 1; Kraemer and Langenbach-Belz for arrivals more regular than Poisson at one
    /// server; Whitt otherwise.
    Selected,
}

/// Whether a value holds to rounding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exactness {
    /// Exact under the stated assumptions.
    Exact,
    /// Approximate, with the measured error in the documentation of its function.
    Approximate,
}

/// Steady state of G/G/c.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MultiServer {
    /// What is offered.
    pub load: Load,
    /// Share of time that each server works.
    pub utilization: f64,
    /// Chance that an arrival waits.
    pub wait_probability: f64,
    /// Mean wait over all arrivals, ms.
    pub waiting_time: f64,
    /// Mean of wait and service, ms.
    pub response_time: f64,
    /// Mean number that wait.
    pub queue_length: f64,
    /// SCV of the wait of those who wait.
    pub delayed_scv: f64,
    /// Of the mean wait.
    pub exactness: Exactness,
}

/// G/G/c by the formula measured best for the case, see [`Approximation::Selected`].
///
/// Warns where the error was measured large or not at all: arrival SCV above 2; below 0.5 with more than 6 servers;
/// service SCV above 4; and below utilization 0.5 if the wait is more than 1 % of the service, because the wait quoted
/// alone is then uncertain.
///
/// ```
/// use farsight::queueing::{Load, multi_server::{Variability, ggc}};
/// use farsight::units::{Count, Milliseconds, PerSecond, Scv};
/// let load = Load {
///     arrival_rate: PerSecond::new("arrivals", 54.0)?,
///     service_time: Milliseconds::new("service", 100.0)?,
///     servers: Count::new("servers", 6.0)?,
/// };
/// let variability = Variability { arrivals: Scv::new("arrivals", 1.0)?, service: Scv::new("service", 0.25)? };
/// let answer = ggc(&load, variability).value().unwrap();
/// assert!((answer.waiting_time - 78.371274).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn ggc(load: &Load, variability: Variability) -> Answer<MultiServer> {
    ggc_by(Approximation::Selected, load, variability)
}

/// G/G/c with the mean wait by the formula of choice; the rest as in [`ggc`].
pub fn ggc_by(approximation: Approximation, load: &Load, variability: Variability) -> Answer<MultiServer> {
    match solve(approximation, load, variability) {
        Ok(station) => Answer::with_warnings(station, warnings(&station, variability)),
        Err(refusal) => refusal.into(),
    }
}

/// [`ggc`] for Poisson arrivals, as other models use it.
pub(super) fn mgc(load: &Load, service: Scv) -> Result<MultiServer, Refusal> {
    solve(Approximation::Selected, load, Variability { arrivals: poisson(), service })
}

/// SCV of Poisson arrivals.
pub(super) fn poisson() -> Scv {
    Scv::new("arrivals", 1.0).unwrap_or_else(|_| unreachable!("1 is a legal SCV"))
}

fn solve(
    approximation: Approximation,
    load: &Load,
    variability: Variability,
) -> Result<MultiServer, Refusal> {
    load.stable()?;
    let station = Station {
        c: f64::from(load.servers()),
        rho: load.utilization(),
        ca2: variability.arrivals.get(),
        c2: variability.service.get(),
        erlang_c: waiting_chance(load),
        mmc: mean_wait(load),
    };
    let waiting_time = station.wait(approximation);
    Ok(MultiServer {
        load: *load,
        utilization: station.rho,
        wait_probability: station.wait_probability(),
        waiting_time,
        response_time: waiting_time + load.service_time.get(),
        queue_length: load.arrival_rate.per_ms() * waiting_time,
        delayed_scv: station.delayed_scv(),
        exactness: station.exactness(approximation),
    })
}

fn warnings(station: &MultiServer, variability: Variability) -> Vec<Warning> {
    let (ca2, c2) = (variability.arrivals.get(), variability.service.get());
    let approximate = station.exactness == Exactness::Approximate;
    let noticeable = station.waiting_time > 0.01 * station.load.service_time.get();
    let many = station.load.servers() > 6;
    let reasons = [
        (ca2 > 2.0, "arrivals are bursty (SCV above 2): the mean response was up to 29 % off"),
        (ca2 < 0.5 && many, "arrivals are regular (SCV below 0.5) at more than 6 servers"),
        (c2 > 4.0, "the service varies more (SCV above 4) than was measured"),
        (station.utilization < 0.5 && noticeable, "below 50 % utilization the wait alone is uncertain"),
    ];
    reasons
        .into_iter()
        .filter(|(applies, _)| approximate && *applies)
        .map(|(_, why)| Warning::new(why))
        .collect()
}

/// A stable station in the letters of the papers: `c` servers, utilization `rho`, SCVs `ca2` and `c2`.
struct Station {
    c: f64,
    rho: f64,
    ca2: f64,
    c2: f64,
    erlang_c: f64,
    mmc: f64,
}

/// The four corrections of Whitt 1993, (2.16) to (2.22).
struct Phis {
    phi1: f64,
    phi3: f64,
    psi: f64,
}

impl Station {
    fn is_poisson(&self) -> bool {
        self.ca2 == 1.0
    }

    fn exactness(&self, approximation: Approximation) -> Exactness {
        let pollaczek = self.c == 1.0 && approximation == Approximation::Selected;
        if self.is_poisson() && (self.c2 == 1.0 || pollaczek) {
            Exactness::Exact
        } else {
            Exactness::Approximate
        }
    }

    fn wait(&self, approximation: Approximation) -> f64 {
        // Nothing varies, or more servers than ever fill: nobody waits.
        if self.ca2 + self.c2 == 0.0 || self.mmc == 0.0 {
            return 0.0;
        }
        match approximation {
            Approximation::AllenCunneen => self.allen_cunneen(),
            Approximation::Kimura1994 if self.c2 <= 1.0 => self.kimura(),
            Approximation::Kimura1994 => self.allen_cunneen(),
            Approximation::Whitt1993 => self.whitt(),
            Approximation::Selected if self.c == 1.0 && self.ca2 < 1.0 => self.kraemer(),
            Approximation::Selected if self.c == 1.0 && self.is_poisson() => self.allen_cunneen(),
            Approximation::Selected if self.is_poisson() && self.c2 <= 1.0 => self.kimura(),
            Approximation::Selected => self.whitt(),
        }
    }

    /// Exact (Pollaczek-Khinchine) for Poisson arrivals at one server.
    fn allen_cunneen(&self) -> f64 {
        (self.ca2 + self.c2) / 2.0 * self.mmc
    }

    /// Kraemer and Langenbach-Belz, for one server and arrivals more regular than Poisson.
    fn kraemer(&self) -> f64 {
        let irregular = (1.0 - self.ca2).powi(2) / (self.ca2 + self.c2);
        self.allen_cunneen() * (-2.0 * (1.0 - self.rho) / (3.0 * self.rho) * irregular).exp()
    }

    /// Cosmetatos's growth of the M/D/c wait over half the M/M/c wait.
    fn light_traffic_gain(&self) -> f64 {
        (1.0 - self.rho) * (self.c - 1.0) * ((4.0 + 5.0 * self.c).sqrt() - 2.0) / (16.0 * self.c * self.rho)
    }

    fn kimura(&self) -> f64 {
        let constant_service = 0.5 * (1.0 + self.light_traffic_gain()) * self.mmc;
        (1.0 + self.c2) / (2.0 * self.c2 / self.mmc + (1.0 - self.c2) / constant_service)
    }

    fn whitt(&self) -> f64 {
        let (ca2, c2) = (self.ca2, self.c2);
        let Phis { phi1, phi3, psi } = self.phis();
        let phi = if ca2 >= c2 {
            let whole = 4.0 * ca2 - 3.0 * c2;
            4.0 * (ca2 - c2) / whole * phi1 + c2 / whole * psi
        } else {
            let whole = 2.0 * (ca2 + c2);
            (c2 - ca2) / whole * phi3 + (c2 + 3.0 * ca2) / whole * psi
        };
        phi * self.allen_cunneen()
    }

    fn phis(&self) -> Phis {
        let gain = self.light_traffic_gain().min(0.24);
        let phi1 = 1.0 + gain;
        let phi3 = (1.0 - 4.0 * gain) * (-2.0 * (1.0 - self.rho) / (3.0 * self.rho)).exp();
        let phi4 = f64::midpoint(phi1, phi3).min(1.0);
        let mean_scv = f64::midpoint(self.ca2, self.c2);
        let psi = if mean_scv >= 1.0 { 1.0 } else { phi4.powf(2.0 * (1.0 - mean_scv)) };
        Phis { phi1, phi3, psi }
    }

    /// Whitt 1993, (3.1) to (3.12): mean absolute error 0.016 over the simulated cases, worst 0.12.
    fn wait_probability(&self) -> f64 {
        let (ca2, c2, rho) = (self.ca2, self.c2, self.rho);
        if ca2 + c2 == 0.0 {
            return 0.0;
        }
        let z = (ca2 + c2) / (1.0 + c2);
        let h = (self.c * (1.0 - rho) - 0.5) / (self.c * rho * z).sqrt();
        let slack = (1.0 - rho) * self.c.sqrt();
        let p4 = self.scaled_erlang_c(slack / z, slack);
        let p5 = self.scaled_erlang_c(2.0 * slack / (1.0 + ca2), slack);
        let p1 = rho * rho * p4 + (1.0 - rho * rho) * p5;
        if self.c <= 6.0 || h <= 0.5 || ca2 >= 1.0 {
            return p1;
        }
        let p2 = ca2 * p1 + (1.0 - ca2) * ln_normal_survival(h).exp();
        let blend = (2.0 * (1.0 - ca2) * (h - 0.5)).min(1.0);
        if h >= 1.0 { p2 } else { blend * p2 + (1.0 - blend) * p1 }
    }

    /// Erlang C times the ratio of two normal tails, at most 1.
    fn scaled_erlang_c(&self, above: f64, below: f64) -> f64 {
        let ratio = (ln_normal_survival(above) - ln_normal_survival(below)).exp();
        let scaled = self.erlang_c * ratio;
        // Tiny chance times huge ratio may leave the range of doubles.
        if scaled.is_nan() { 0.0 } else { scaled.min(1.0) }
    }

    /// SCV of the wait of those who wait, Whitt 1993 (4.5).
    fn delayed_scv(&self) -> f64 {
        let c2 = self.c2;
        let third = if c2 >= 1.0 { 3.0 * c2 * (1.0 + c2) } else { (2.0 * c2 + 1.0) * (c2 + 1.0) };
        (2.0 * self.rho - 1.0 + 4.0 * (1.0 - self.rho) * third / (3.0 * (c2 + 1.0).powi(2))).max(0.05)
    }
}

/// Logarithm of the chance that a standard normal exceeds `x >= 0`, also where the chance itself underflows.
fn ln_normal_survival(x: f64) -> f64 {
    if x < 1e-100 {
        return 0.5_f64.ln();
    }
    if x < 30.0 {
        // erfc by the incomplete gamma function: the library's own erfc is good to 1e-10 only.
        return (gamma_ur(0.5, x * x / 2.0) / 2.0).ln();
    }
    // Mills' ratio to third order; 1e-7 relative at 30.
    let inverse = 1.0 / (x * x);
    let mills = (1.0 - inverse * (1.0 - 3.0 * inverse * (1.0 - 5.0 * inverse))) / x;
    -x * x / 2.0 - (2.0 * std::f64::consts::PI).sqrt().ln() + mills.ln()
}

impl MultiServer {
    /// Wait of an arrival: 0 for those who find a server free, else a gamma with mean `W / P(wait)` and
    /// [`Self::delayed_scv`].
    #[must_use]
    pub fn waiting(&self) -> GammaMixture {
        let share = self.wait_probability;
        // Nobody waits, to any digit that a percentile could show.
        let part = (share > 1e-15).then(|| GammaPart {
            share,
            mean: self.waiting_time / share,
            scv: self.delayed_scv,
        });
        GammaMixture::new(part)
    }

    /// The wait that a share `p` of arrivals does not exceed, ms.
    #[must_use]
    pub fn waiting_percentile(&self, p: f64) -> f64 {
        self.waiting().percentile(p)
    }

    /// Law of wait and service for the service law that the means came from.
    #[must_use]
    pub fn response(&self, service: &Distribution) -> Distribution {
        self.waiting().on_grid(service.resolution()).plus(service)
    }
}
