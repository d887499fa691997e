//! Finite buffers against independent arithmetic, closed forms and an event simulation.

mod common;
mod stations;

use common::{Report, cases, ms, number};
use farsight::latency::{Law, Resolution, Shape};
use farsight::queueing::finite_buffer::{Ring, halt, share_blocked, turns};
use farsight::units::{Bytes, BytesPerSecond};
use stations::{count, invalid_fields, ok, scv};

const MIB: f64 = 1_048_576.0;

fn bytes(value: f64) -> Bytes {
    Bytes::new("test", value).expect("in range")
}

fn per_second(value: f64) -> BytesPerSecond {
    BytesPerSecond::new("test", value).expect("in range")
}

#[test]
fn halts_and_turns_equal_independent_arithmetic() {
    let mut report = Report::default();
    for case in cases("b_buffer") {
        let (id, inputs, expected) = (&case["id"], &case["inputs"], &case["expected"]);
        let tol = number(&case["tol"], "*");
        let rate = per_second(1e6 * number(inputs, "redo_MB_per_s"));
        let mut check =
            |name: &str, got: f64| report.check(&format!("{id} {name}"), got, number(expected, name), tol);
        if inputs["stall_ms"].is_number() {
            let room = MIB * (number(inputs, "log_buffer_MiB") - number(inputs, "batch_in_write_MiB"));
            let answer = ok(halt(ms(number(inputs, "stall_ms")), rate, bytes(room)));
            check("time_to_fill_ms", answer.fill_time);
            check("blocked_on_log_buffer_space_ms", answer.blocked);
            check("redo_accumulated_MB", answer.gathered / 1e6);
        } else {
            let ring = Ring {
                buffers: count(number(inputs, "groups")),
                size: bytes(MIB * number(inputs, "log_MiB")),
                emptying: number(inputs, "archive_s"),
            };
            let answer = ok(turns(&ring, rate));
            check("switches_per_h", answer.per_hour);
            check("fill_s", answer.fill_time);
            check("switch_wait_s", answer.wait);
            assert_eq!(answer.wait > 0.0, expected["status"] != "ok", "{id}");
        }
    }
    report.done(6 * 3);
}

#[test]
fn a_full_buffer_blocks_the_rest_of_the_halt() {
    let answer = ok(halt(ms(500.0), per_second(1e6), bytes(2e5)));
    assert_eq!((answer.fill_time, answer.blocked, answer.gathered), (200.0, 300.0, 2e5));
    let none = ok(halt(ms(500.0), per_second(1e6), bytes(0.0)));
    assert_eq!((none.blocked, none.gathered), (500.0, 0.0));
}

/// Turns of a ring in which each buffer remembers when it is empty again: share of time the source stands still, and
/// turns an hour, once the first rounds are over.
fn simulated(buffers: usize, fill: f64, emptying: f64) -> (f64, f64) {
    const ROUNDS: usize = 1000;
    let turns = ROUNDS * buffers;
    let mut empty_at = vec![0.0_f64; buffers];
    let (mut now, mut waited, mut warm) = (0.0_f64, 0.0, (0.0, 0.0));
    for turn in 0..2 * turns {
        if turn == turns {
            warm = (now, waited);
        }
        let start = now.max(empty_at[turn % buffers]);
        waited += start - now;
        now = start + fill;
        empty_at[turn % buffers] = now + emptying;
    }
    let time = now - warm.0;
    ((waited - warm.1) / time, 3600.0 * turns as f64 / time)
}

#[test]
fn a_ring_turns_as_its_buffers_become_empty() {
    for (buffers, emptying) in [(1, 7.0), (2, 5.0), (2, 9.0), (3, 25.0), (4, 25.0), (5, 100.0), (10, 100.0)] {
        let ring = Ring { buffers: count(buffers as f64), size: bytes(1e7), emptying };
        let answer = ok(turns(&ring, per_second(1e6)));
        let (share, per_hour) = simulated(buffers, 10.0, emptying);
        assert!((answer.share_blocked - share).abs() < 1e-9, "{ring:?}: {answer:?} for {share}");
        assert!((answer.carried_per_hour - per_hour).abs() < 1e-9 * per_hour, "{ring:?}: {per_hour}");
        // A wait at every turn, not once a round, would be caught.
        let every = answer.wait / (10.0 + answer.wait);
        assert!(buffers == 1 || answer.wait == 0.0 || (every - share).abs() > 1e-3);
    }
}

#[test]
fn the_share_blocked_equals_closed_forms() {
    // Room for 3 ms at 1 kB/ms, services of 4 ms started every 10 ms.
    let (rate, room) = (per_second(1e6), bytes(3000.0));
    let on_grid = |law: Law| law.on_grid(Resolution::Interactive);
    let share = |law: Law, room: f64| ok(share_blocked(&on_grid(law), ms(10.0), rate, bytes(room)));
    assert!((share(Law::constant(ms(4.0)), 3000.0) - 0.1).abs() < 1e-12);
    assert_eq!(share(Law::constant(ms(4.0)), 5000.0), 0.0);
    // E (S - t)+ of an exponential is m exp(-t / m). A cell around t is at most t / 32 wide, and taking its mass at its ends
    // adds at most an eighth of its squared width times the density: (t / 32 m)² / 8 of the mean excess.
    for limit in [0.0, 0.5, 1.0, 3.0, 10.0, 18.4] {
        let got = share(Law::new(Shape::Exponential, ms(4.0), scv(1.0)), 1000.0 * limit);
        let exact = 0.4 * (-limit / 4.0_f64).exp();
        let high = got / exact - 1.0;
        assert!((-1e-4..=1e-4 + (limit / 128.0).powi(2) / 8.0).contains(&high), "{limit}: {high}");
        assert!(high < 0.003);
    }
    // A room below the shift is gone before any service ends.
    let shifted = Law::new(Shape::Exponential, ms(1.0), scv(1.0)).shifted(ms(3.0));
    assert!((share(shifted, 2000.0) - 0.2).abs() < 1e-9);
    assert!((ok(share_blocked(&on_grid(Law::constant(ms(4.0))), ms(4.0), rate, room)) - 0.25).abs() < 1e-12);
}

#[test]
fn questions_without_meaning() {
    let service = Law::constant(ms(4.0)).on_grid(Resolution::Interactive);
    let (rate, room) = (per_second(1e6), bytes(1e6));
    let slow = per_second(1e-300);
    assert_eq!(invalid_fields(halt(ms(1.0), slow, room)), ["rate"]);
    assert_eq!(invalid_fields(share_blocked(&service, ms(10.0), slow, room)), ["rate"]);
    assert_eq!(invalid_fields(share_blocked(&service, ms(0.0), rate, room)), ["interval"]);
    assert_eq!(invalid_fields(share_blocked(&service, ms(3.0), rate, room)), ["interval"]);
    let ring = Ring { buffers: count(3.0), size: room, emptying: 60.0 };
    assert_eq!(invalid_fields(turns(&ring, slow)), ["rate"]);
    assert_eq!(invalid_fields(turns(&Ring { size: bytes(0.0), ..ring }, rate)), ["size of a buffer"]);
    for emptying in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(invalid_fields(turns(&Ring { emptying, ..ring }, rate)), ["time to empty a buffer"]);
    }
}
