//! The fields of the primary.

use super::reader::Reader;
use crate::latency::{Delay, Law, Shape};
use crate::scenario::topology::{LogFiles, LogWriter, Primary, Protection, SlowWrites, WriteOrder};
use crate::units::{Bytes, BytesPerSecond, Count, Milliseconds, OutOfRange, Scv};

/// Spread of held-up writes; the catalogue's help names it.
const SLOW_WRITE_SCV: f64 = 1.0;

impl Reader<'_> {
    pub(super) fn primary(&mut self) -> Result<Primary, OutOfRange> {
        let local_write = self.local_write()?;
        let slow_writes = self.slow_writes()?;
        let wake_up = self.ms("primary.wake_up")?;
        let local_bandwidth = self.optional("primary.local_write.bandwidth");
        let writes = match self.choice("primary.writes") {
            "serial" => WriteOrder::Serial,
            _ => WriteOrder::Parallel,
        };
        let instances = self.instances();
        let broadcast = if instances.len() > 1 {
            let law = self.lognormal("primary.broadcast.mean", "primary.broadcast.scv")?;
            (law.mean() > 0.0).then_some(law)
        } else {
            None
        };
        let log_writer = match self.choice("primary.log_writer") {
            "scalable" => LogWriter::Scalable,
            _ => LogWriter::Single,
        };
        Ok(Primary {
            local_write,
            local_bandwidth: local_bandwidth.map(|b| BytesPerSecond::new("bandwidth", b)).transpose()?,
            slow_writes,
            wake_up,
            writes,
            log_writer,
            instances,
            broadcast,
            log_buffer: Bytes::new("log buffer", self.number("primary.log_buffer", 1.0))?,
            log_files: self.log_files()?,
            protection: self.protection(),
            sync_latency: self.sync_latency()?,
        })
    }

    fn local_write(&mut self) -> Result<Law, OutOfRange> {
        let law = self.choice("primary.local_write.law");
        let mean = self.ms("primary.local_write.mean");
        let scv = Scv::new("SCV", self.number("primary.local_write.scv", 1.0))?;
        let shape = match law {
            "histogram" => {
                let histogram = self.histogram("primary.local_write.histogram");
                return Ok(histogram.map_or_else(|| Law::constant(Milliseconds::ZERO), Law::from_histogram));
            }
            "gamma" => Shape::Gamma,
            "exponential" => Shape::Exponential,
            "constant" => Shape::Constant,
            _ => Shape::Lognormal,
        };
        Ok(Law::new(shape, mean?, scv))
    }

    fn slow_writes(&mut self) -> Result<Option<SlowWrites>, OutOfRange> {
        let share = self.share("primary.slow_writes.share", 0.0)?;
        let time = self.lognormal_of("primary.slow_writes.mean", SLOW_WRITE_SCV)?;
        Ok((share.get() > 0.0).then_some(SlowWrites { share, time }))
    }

    fn instances(&mut self) -> Vec<f64> {
        // At most 32, by the catalogue.
        let count = self.number("primary.instances", 1.0) as usize;
        let equal = vec![1.0 / count.max(1) as f64; count.max(1)];
        match self.numbers("primary.shares") {
            Some(shares) if shares.len() == count => shares,
            Some(shares) => {
                self.refuse(
                    "primary.shares",
                    format!("there are {} shares for {count} instances", shares.len()),
                    "Enter one share for each instance, or leave it empty for equal shares.",
                );
                equal
            }
            None => equal,
        }
    }

    fn log_files(&mut self) -> Result<LogFiles, OutOfRange> {
        Ok(LogFiles {
            size: Bytes::new("log size", self.number("primary.log_file.size", 1.0))?,
            groups: Count::new("log groups", self.number("primary.log_file.groups", 2.0))?,
            archive_time: self.ms("primary.log_file.archive_time")?,
        })
    }

    fn protection(&mut self) -> Protection {
        match self.choice("primary.protection") {
            "maximum_availability" => Protection::Availability,
            "maximum_protection" => Protection::Full,
            _ => Protection::Performance,
        }
    }

    fn sync_latency(&mut self) -> Result<Milliseconds, OutOfRange> {
        const PATH: &str = "primary.data_guard_sync_latency";
        let time = Milliseconds::new("time", self.number(PATH, 0.0))?;
        if time.get() % 1000.0 != 0.0 {
            self.refuse(
                PATH,
                "Oracle takes whole seconds",
                "Enter 0 to wait for all destinations, or 1 s and more: it is a limit for trouble, not for tuning.",
            );
        }
        Ok(time)
    }
}
