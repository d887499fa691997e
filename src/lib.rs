//! Farsight: what distance, jitter and loss cost per commit.
