//! How much longer one customer may wait before its throughput falls by a given share.
//!
//! Knows: one customer that thinks and waits by turns. Does not know: queues; several customers slow each other down.
//! Source: throughput of one customer is `1 / (think + response)`.

use crate::units::{Answer, Milliseconds, OutOfRange, Probability, Range};

/// Longest response in ms that costs one customer at most `tolerated_loss` of its throughput at `response`:
/// `(Z + R0) / (1 - loss) - Z`. Exact. A loss of everything is tolerated by any response: invalid.
///
/// ```
/// use farsight::units::{Milliseconds, Probability};
/// use farsight::whatif::break_even::longest_response;
/// let (think, response) = (Milliseconds::new("think", 20.0)?, Milliseconds::new("response", 1.0)?);
/// let longest = longest_response(think, response, Probability::new("loss", 0.05)?).value().unwrap();
/// assert!((longest - 2.105_263).abs() < 1e-6);
/// # Ok::<(), farsight::units::OutOfRange>(())
/// ```
pub fn longest_response(
    think_time: Milliseconds,
    response_time: Milliseconds,
    tolerated_loss: Probability,
) -> Answer<f64> {
    let allowed = Range::closed(0.0, 0.999_999);
    let (think, loss) = (think_time.get(), tolerated_loss.get());
    if allowed.contains(loss) {
        Answer::Ok((think + response_time.get()) / (1.0 - loss) - think)
    } else {
        let field = "tolerated loss of throughput";
        Answer::Invalid(vec![OutOfRange { field, value: loss, allowed, unit: "" }])
    }
}
