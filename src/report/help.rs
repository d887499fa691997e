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
        "AFFIRM acknowledges when the redo is on the remote disk; it is the default with SYNC. NOAFFIRM acknowledges when the redo is in remote memory; the broker calls it FASTSYNC (12.1 and later, in maximum availability only). It takes the remote write out of the path, and nothing else: the round trip stays. A commit gains only where that destination is the slowest part.",
    ),
    (
        "Far sync",
        "A far sync instance (12.1 and later, needs Active Data Guard) holds a control file and standby redo logs, no data. It takes redo SYNC near the primary and forwards it ASYNC to the standby, so commits pay the short way only. Zero data loss then holds while the far sync instance is synchronised and survives: if it is lost together with the primary, what it had not yet forwarded is lost too.",
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
    (
        "Losses and retransmission timers",
        "Redo of a log write is a request that is answered before the next one: a lost last segment, or a lost acknowledgement, has nothing behind it that reveals the loss, and TCP waits for its timer, on Linux the round trip and 200 ms more, doubling each time. A few such writes in a thousand hold up many commits each. What is lost in the middle is repaired in a round trip. After an idle time longer than the timer a connection starts with ten segments again, and a large write needs further round trips. (RFC 6298, RFC 6928, RFC 8985; Linux tcp_slow_start_after_idle.)",
    ),
    (
        "Bad spells, firewalls and compression",
        "A hop adds a delay and losses of its own, and may drop the first packet of a connection, which costs 1 s and doubles. Bad spells are states of the line: each combination of good and bad lines is solved by itself and weighted by its time, since a spell outlasts many commits. Compression (COMPRESSION=ENABLE, needs the Advanced Compression licence) sends less and takes processor time on each write. (Gilbert 1960, Elliott 1963; Data Guard Concepts.)",
    ),
    (
        "RAC instances, broadcast and the scalable log writer",
        "Each instance has its own log writer and connections and gets its share of the load; the answer weights them by commits. Instances wait behind each other on a shared line. The commit SCN is announced to all instances beside the write, and the commit waits for the last of them. The scalable log writer (12.1 and later) keeps two writes in flight, acknowledged in log order: exact for exponential writes, measured by simulation otherwise. (Oracle Database Reference; oracle-l, February 2012, on broadcast on commit.)",
    ),
    (
        "Session classes",
        "Classes of sessions share processors, storage and the interconnect: mean value analysis gives what each class gets, with the commit as a delay whose length follows from group commit at that throughput. (Reiser and Lavenberg 1980.)",
    ),
    (
        "ASYNC, lag and exposure",
        "ASYNC delays no commit. Redo leaves at what the line or its TCP connections carry; when the day's load is above that, a backlog grows, and its age is the transport lag and what a failure loses. Losing the database and losing the site differ: a far sync instance beside the primary forwards what it has when the database is lost, and is lost itself with the site. (Data Guard Concepts; Oracle High Availability Overview.)",
    ),
    (
        "NET_TIMEOUT, REOPEN and stalls",
        "When a SYNC destination stops answering, every commit waits until it answers again or NET_TIMEOUT drops it; then commits go on without it, and after REOPEN the log writer tries again. Transport decides whether commits wait, the protection mode what happens on loss: maximum protection stops the primary instead. DATA_GUARD_SYNC_LATENCY (12.2 and later, whole seconds) drops a destination that is that much later than the first. (Data Guard Concepts; Oracle Database Reference; MOS 808469.1.)",
    ),
    (
        "Alternates and groups",
        "ALTERNATE, or GROUP and PRIORITY since 12.2, name who takes over. Each destination is taken to fail by itself; the first in the order that is up serves. With REOPEN above 0 and without MAX_FAILURE an ALTERNATE is ignored. (Oracle Database Reference, LOG_ARCHIVE_DEST_n.)",
    ),
    (
        "After a switchover",
        "The standby becomes the primary: a destination at its own site serves it over a round trip of 0.3 ms (assumed); otherwise a standby that was SYNC keeps the old primary as its SYNC standby over the same line, and one that was ASYNC goes on ASYNC, which is when nothing is near. (Data Guard Concepts, role transitions.)",
    ),
];

/// What the answers leave out.
pub const LIMITS: &[&str] = &[
    "Two log writes in flight are answered for a commit rate only, and an ALTERNATE that fails together with its leader is not known to.",
    "Log writes above 1 MB go in parts in reality; here a write is one message. A full log buffer and a log switch are told as times, and are not in log file sync.",
    "Losses are independent outside bad spells; burst losses within a write are not modelled.",
    "Stalls are beside log file sync, in the mean with stalls: percentiles are those of normal life.",
    "Local and remote writes, and several destinations, vary independently. Where destinations share a line, the true mean lies between the largest of their means and the one shown.",
    "What instances wait for each other on a line is a mean, not a law, and is taken with all instances alike.",
    "The polling of adaptive log file sync, CPU starvation and waits within the log writer itself are not modelled: what they cost is among what is shown as unexplained.",
];
