//! What would be lost.

use super::seconds;
use crate::scenario::measure::Measure;

const FLUID: &str = "Redo as a fluid over 24 hourly rates: greatest lag to the second, mean within 0.1 % of a brute force. What the line really carries is the larger doubt: 35 % either way where a TCP formula limits it.";

pub(super) static MEASURES: &[Measure] = &[
    seconds(
        "exposure.database",
        "Lost with the database, at most",
        "Age of the oldest redo that no surviving standby or far sync instance has when the primary database is lost and its site is not, at the worst time of the day. 0: every acknowledged commit is safe while the SYNC destination is not dropped.",
        "least over all standbys of the lag on their way; 0 on a SYNC way, or behind a SYNC far sync instance",
        FLUID,
    ),
    seconds(
        "exposure.site",
        "Lost with the site, at most",
        "The same when the primary's site is lost with all that stands there. A far sync instance beside the primary is lost with it, and what it had not forwarded.",
        "as above, over standbys of other sites; behind a far sync instance at the primary's site its forwarding lag counts",
        FLUID,
    ),
    seconds(
        "exposure.site.mean",
        "Lost with the site, on average",
        "The same at a random time of the day.",
        "as above, with mean lags",
        FLUID,
    ),
];
pub(super) const LAG: &str = FLUID;
