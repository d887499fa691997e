//! The fields of a destination.

use super::reader::{Reader, TurnFields};
use crate::latency::retransmission::TailLossProbe;
use crate::scenario::path::part_path;
use crate::scenario::topology::{
    Acknowledgement, AfterIdle, Compression, Destination, Hop, Link, OutageLaw, Outages, Resume, Role, Route,
    Site, Source, Spells, Tcp, Transport, Turn,
};
use crate::units::{Bytes, BytesPerSecond, Kilometres, OutOfRange};

/// Spread of the receiving work and of what bad spells add; the catalogue's help names both.
const RECEIVE_SCV: f64 = 0.5;
const SPELL_SCV: f64 = 1.0;

impl Reader<'_> {
    pub(super) fn destination(&mut self, name: &str) -> Result<Destination, OutOfRange> {
        let at = |leaf: &str| part_path(&format!("destination[].{leaf}"), name);
        let turn = TurnFields {
            leader: self.name(&at("alternate_of")),
            group: self.number(&at("group"), 0.0),
            priority: self.number(&at("priority"), 1.0),
        };
        self.turns.push(turn);
        Ok(Destination {
            name: name.into(),
            role: if self.choice(&at("role")) == "far_sync" { Role::FarSync } else { Role::Standby },
            transport: self.transport(&at("transport")),
            source: match self.name(&at("source")) {
                Some(name) if name != "primary" => Source::FarSync(name),
                _ => Source::Primary,
            },
            site: match self.name(&at("site")) {
                Some(site) if site.eq_ignore_ascii_case("primary") => Site::Primary,
                Some(site) => Site::Named(site),
                None => Site::Named(name.into()),
            },
            link: self.link(&at)?,
            receive: self.lognormal_of(&at("receive"), RECEIVE_SCV)?,
            remote_write: self.lognormal(&at("remote_write.mean"), &at("remote_write.scv"))?,
            compression: self.compression(&at)?,
            async_delay: self.ms(&at("async_delay"))?,
            outages: self.outages(&at)?,
            // Who takes over from whom is known when all destinations are.
            turn: Turn::Active,
        })
    }

    fn transport(&mut self, path: &str) -> Transport {
        match self.choice(path) {
            "noaffirm" => Transport::Sync(Acknowledgement::Noaffirm),
            "async" => Transport::Async,
            "none" => Transport::Reserved,
            _ => Transport::Sync(Acknowledgement::Affirm),
        }
    }

    fn link(&mut self, at: &impl Fn(&str) -> String) -> Result<Link, OutOfRange> {
        Ok(Link {
            route: self.route(at)?,
            jitter: self.lognormal(&at("jitter.mean"), &at("jitter.scv"))?,
            bandwidth: BytesPerSecond::new("bandwidth", self.number(&at("bandwidth"), 1.0))?,
            loss: self.share(&at("loss"), 0.0)?,
            tcp: self.tcp(at)?,
            hop: self.hop(at)?,
            spells: self.spells(at)?,
        })
    }

    fn route(&mut self, at: &impl Fn(&str) -> String) -> Result<Route, OutOfRange> {
        if self.choice(&at("route")) != "distance" {
            return Ok(Route::RoundTrip(self.ms(&at("round_trip"))?));
        }
        Ok(Route::Distance {
            distance: Kilometres::new("distance", self.number(&at("distance"), 0.0))?,
            route_factor: self.number(&at("route_factor"), 1.0),
            equipment: self.ms(&at("equipment"))?,
        })
    }

    fn tcp(&mut self, at: &impl Fn(&str) -> String) -> Result<Tcp, OutOfRange> {
        Ok(Tcp {
            least_wait: self.ms(&at("rto_min"))?,
            probe: match self.choice(&at("tail_loss_probe")) {
                "disabled" => TailLossProbe::Disabled,
                _ => TailLossProbe::Enabled,
            },
            segment_size: Bytes::new("segment size", self.number(&at("segment_size"), 1448.0))?,
            after_idle: match self.choice(&at("slow_start_after_idle")) {
                "off" => AfterIdle::Keep,
                _ => AfterIdle::SlowStart,
            },
            window: self.optional(&at("window")).map(|w| Bytes::new("socket buffer", w)).transpose()?,
        })
    }

    fn hop(&mut self, at: &impl Fn(&str) -> String) -> Result<Option<Hop>, OutOfRange> {
        let present = self.choice(&at("hop")) == "present";
        let hop = Hop {
            delay: self.lognormal(&at("hop.mean"), &at("hop.scv"))?,
            loss: self.share(&at("hop.loss"), 0.0)?,
            syn_loss: self.share(&at("hop.syn_loss"), 0.0)?,
        };
        Ok(present.then_some(hop))
    }

    fn spells(&mut self, at: &impl Fn(&str) -> String) -> Result<Option<Spells>, OutOfRange> {
        let present = self.choice(&at("spells")) == "present";
        let spells = Spells {
            interval: self.ms(&at("spells.interval"))?,
            length: self.ms(&at("spells.length"))?,
            delay: self.lognormal_of(&at("spells.delay"), SPELL_SCV)?,
            loss: self.share(&at("spells.loss"), 0.0)?,
        };
        Ok(present.then_some(spells))
    }

    fn compression(&mut self, at: &impl Fn(&str) -> String) -> Result<Option<Compression>, OutOfRange> {
        let enabled = self.choice(&at("compression")) == "enable";
        let compression = Compression {
            ratio: self.number(&at("compression_ratio"), 1.0),
            time: self.ms(&at("compression_time"))?,
        };
        Ok(enabled.then_some(compression))
    }

    fn outages(&mut self, at: &impl Fn(&str) -> String) -> Result<Outages, OutOfRange> {
        Ok(Outages {
            interval: self.ms(&at("outage.interval"))?,
            length: self.ms(&at("outage.length"))?,
            law: match self.choice(&at("outage.law")) {
                "constant" => OutageLaw::Constant,
                _ => OutageLaw::Exponential,
            },
            net_timeout: self.ms(&at("net_timeout"))?,
            reopen: self.ms(&at("reopen"))?,
            max_failure: self.number(&at("max_failure"), 0.0),
            attempt: self.ms(&at("attempt"))?,
            resume: match self.choice(&at("resume")) {
                "at_once" => Resume::AtOnce,
                _ => Resume::Retransmission,
            },
        })
    }
}
