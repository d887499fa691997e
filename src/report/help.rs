//! The mechanisms in a paragraph each, with their sources, and what the model leaves out.

/// Title and paragraph.
pub const MECHANISMS: &[(&str, &str)] = &[
    (
        "log file sync and group commit",
        "A commit waits in log file sync until its redo is on disk and acknowledged. The log writer (LGWR) writes everything in the log buffer at once; commits that arrive while a write is in flight join the next one. A commit that finds the log writer busy therefore waits the rest of the running write and then its own: between one and two writes when writes are alike, more when they vary, because a commit is more likely to meet a long write than a short one. Sharing writes saves throughput, not time. (Oracle Database Reference, log file sync and log file parallel write; the formula is exact for Poisson commits and one write in flight.)",
    ),
    (
        "SYNC transport",
        "With a SYNC destination the redo of each log write goes out while the local write runs. The write is finished when the local write and every SYNC acknowledgement are in: it takes the longest of them, not their sum (since 11.2). Each remote write costs a round trip, the redo over the bandwidth, the work of the receiving process (RFS), and with AFFIRM the write into the standby redo log. (Oracle Data Guard Concepts and Administration; MAA, Best Practices for Synchronous Redo Transport.)",
    ),
    (
        "AFFIRM, NOAFFIRM and FASTSYNC",
        "AFFIRM acknowledges when the redo is on the remote disk; it is the default with SYNC. NOAFFIRM acknowledges when the redo is in remote memory; the broker calls it FASTSYNC (12.1 and later). It takes the remote write out of the path, and nothing else: the round trip stays. A commit gains only where that destination is the slowest part.",
    ),
    (
        "Far sync",
        "A far sync instance (12.1 and later, needs Active Data Guard) holds a control file and standby redo logs, no data. It takes redo SYNC near the primary and forwards it ASYNC to the standby, so commits pay the short way only. Zero data loss then holds while the far sync instance survives: if it is lost together with the primary, what it had not yet forwarded is lost too.",
    ),
    (
        "Open and closed load",
        "An open load brings commits at a given rate, whatever they take: the cautious assumption. In a closed load a fixed number of sessions wait for their commit before they go on, so longer commits lower the rate. A line that carries less redo than an open load offers has no steady state; the answer is then its capacity and how fast the backlog grows. Closed sessions slow down instead.",
    ),
    (
        "Jitter, spread and percentiles",
        "Every part is a distribution, not an average. Spread is entered as the squared coefficient of variation (SCV): variance over mean squared. Percentiles of sums and maxima are computed from the distributions on a log-linear grid from 1 microsecond to 134 seconds; percentiles are never added.",
    ),
    (
        "Measured histograms",
        "V$EVENT_HISTOGRAM counts waits in buckets that double: bucket 8 holds waits from 4 to 8 ms. Where inside the bucket they lie is unknown, so the figure draws the whole bucket. Waits shorter than any predicted commit are shown as unexplained, and nothing is tuned to them.",
    ),
];

/// What the answers leave out.
pub const LIMITS: &[&str] = &[
    "One log writer with one write in flight. Adaptive scalable LGWR (two writes in flight) is not modelled.",
    "The local write does not depend on its size. Log writes above 1 MB, a full log buffer and log switches are not modelled.",
    "NET_TIMEOUT, REOPEN and the hang while a destination is lost are not modelled: the answers are for a line that stays up.",
    "Lost packets, retransmission timers and a congestion window that restarts after idle are not modelled: put their effect into jitter, or treat results on a lossy line as a lower bound.",
    "Local and remote writes, and several destinations, vary independently. Where destinations share a line, the true mean lies between the largest of their means and the one shown.",
    "RAC: each instance has its own log writer; enter the load of one instance. Commit broadcast to other instances is not included.",
    "The ASYNC way from a far sync instance to the standby delays no commit; its lag, and the data at risk in it, are not computed.",
];
