//! TCP rates against independent arithmetic and a round-by-round simulation.

mod common;

use common::{Report, cases, ms, number, ok, share};
use farsight::latency::tcp_rate::{
    Acks, CongestionControl, Connection, advised_socket_buffer, bandwidth_delay_product, cubic, mathis,
    padhye, padhye_short, rate, window_limit,
};
use farsight::units::{Answer, Bytes, BytesPerSecond};
use serde_json::Value;

fn bytes(value: f64) -> Bytes {
    Bytes::new("test", value).expect("in range")
}

fn connection(inputs: &Value) -> Connection {
    Connection {
        segment_size: bytes(number(inputs, "mss_B")),
        round_trip: ms(number(inputs, "rtt_ms")),
        loss: share(number(inputs, "loss")),
        window: bytes(number(inputs, "window_MiB") * 1_048_576.0),
        timeout: ms(number(inputs, "T0_ms")),
    }
}

#[test]
fn formulas_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("c_tcp").iter().filter(|c| c["inputs"]["mss_B"].is_number()) {
        let (c, tol) = (connection(&case["inputs"]), number(&case["tol"], "*"));
        let got = [
            ("window_limit_MBps", window_limit(&c)),
            ("mathis_MBps", mathis(&c, Acks::EverySegment)),
            ("pftk_full_b1_MBps", padhye(&c, Acks::EverySegment)),
            ("pftk_approx_b1_MBps", padhye_short(&c, Acks::EverySegment)),
            ("pftk_full_b2_MBps", padhye(&c, Acks::EverySecond)),
            ("cubic_rfc8312_MBps", cubic(&c)),
        ];
        for (name, answer) in got {
            let what = format!("{} {name}", case["id"]);
            report.check(&what, ok(answer) / 1e6, number(&case["expected"], name), tol);
        }
        let simulated = number(&case["mc"]["reno_rounds_MBps"], "mean");
        let reno = ok(rate(&c, CongestionControl::Reno(Acks::EverySegment))) / 1e6;
        let what = format!("{} simulated", case["id"]);
        report.check(&what, reno, simulated, number(&case["tol"], "model_vs_sim"));
    }
    report.done(42);
}

#[test]
fn bandwidth_delay_products_equal_the_reference() {
    let mut report = Report::default();
    for case in cases("c_tcp").iter().filter(|c| c["inputs"]["gbps"].is_number()) {
        let (inputs, expected, tol) = (&case["inputs"], &case["expected"], number(&case["tol"], "*"));
        let bandwidth = BytesPerSecond::new("test", number(inputs, "gbps") * 125e6).expect("in range");
        let round_trip = ms(number(inputs, "rtt_ms"));
        let product = bandwidth_delay_product(bandwidth, round_trip) / 1e6;
        let buffer = advised_socket_buffer(bandwidth, round_trip) / 1e6;
        report.check(&format!("{} bdp", case["id"]), product, number(expected, "bdp_MB"), tol);
        let name = "recommended_socket_buffer_3xBDP_MB";
        report.check(&format!("{} buffer", case["id"]), buffer, number(expected, name), tol);
    }
    report.done(10);
}

fn with_loss(loss: f64) -> Connection {
    Connection {
        segment_size: bytes(1460.0),
        round_trip: ms(10.0),
        loss: share(loss),
        window: bytes(1e6),
        timeout: ms(210.0),
    }
}

#[test]
fn without_loss_the_window_limits() {
    let c = with_loss(0.0);
    let limit = ok(window_limit(&c));
    for control in [CongestionControl::Cubic, CongestionControl::Reno(Acks::EverySecond)] {
        assert_eq!(ok(rate(&c, control)), limit);
    }
    assert_eq!((ok(mathis(&c, Acks::EverySegment)), ok(padhye(&c, Acks::EverySegment))), (limit, limit));
}

#[test]
fn rates_fall_with_loss_and_never_exceed_the_window() {
    for control in [CongestionControl::Cubic, CongestionControl::Reno(Acks::EverySegment)] {
        let mut last = f64::INFINITY;
        for exponent in (1..=60).rev() {
            let now = ok(rate(&with_loss(10f64.powf(-f64::from(exponent) / 10.0) * 0.29), control));
            assert!(now <= last && now <= 1e8 && now > 0.0, "{control:?} {exponent}: {now} {last}");
            last = now;
        }
    }
}

#[test]
fn heavy_loss_warns_and_then_saturates() {
    let control = CongestionControl::Reno(Acks::EverySegment);
    assert!(matches!(rate(&with_loss(0.3), control), Answer::Warn(..)));
    for loss in [0.5, 0.7, 1.0] {
        assert!(matches!(rate(&with_loss(loss), control), Answer::Saturated(_)));
    }
}

#[test]
fn empty_connections_are_named() {
    let c =
        Connection { segment_size: bytes(0.0), round_trip: ms(0.0), window: bytes(0.0), ..with_loss(0.1) };
    let Answer::Invalid(fields) = window_limit(&c) else { panic!("not invalid") };
    assert_eq!(fields.iter().map(|f| f.field).collect::<Vec<_>>(), ["segment size", "round trip", "window"]);
}
