//! What is counted.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::time::Duration;
use wire::table::FromServer;

/// Counters and gauges; they say how much happens, never what.
pub struct Metrics {
    registry: Registry,
    /// HTTP requests.
    pub requests: Counter,
    /// Those that the server could not answer.
    pub failures: Counter,
    /// Commands that were done.
    pub done: Counter,
    /// Commands that were refused.
    pub rejected: Counter,
    /// From a command to its answer.
    pub seconds: Histogram,
    /// Tables in memory.
    pub tables: Gauge,
    /// Sockets and streams that are open.
    pub sockets: Gauge,
    /// Decisions of the computer's that wait to be thought about.
    pub thoughts: Gauge,
    /// How many may wait.
    pub thoughts_room: Gauge,
    /// Games that are being analysed.
    pub analyses: Gauge,
}

impl Metrics {
    /// All at nothing, but for how long answers of the computer's are waited for: the thinkers count that.
    pub fn new(waits: Histogram) -> Metrics {
        let mut metrics = Metrics {
            registry: Registry::with_prefix("bastide"),
            requests: Counter::default(),
            failures: Counter::default(),
            done: Counter::default(),
            rejected: Counter::default(),
            seconds: Histogram::new(exponential_buckets(0.000_5, 2.0, 14)),
            tables: Gauge::default(),
            sockets: Gauge::default(),
            thoughts: Gauge::default(),
            thoughts_room: Gauge::default(),
            analyses: Gauge::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "HTTP requests", metrics.requests.clone());
        registry.register("failures", "Requests the server could not answer", metrics.failures.clone());
        registry.register("commands_done", "Commands done", metrics.done.clone());
        registry.register("commands_rejected", "Commands refused", metrics.rejected.clone());
        registry.register("command_seconds", "From a command to its answer", metrics.seconds.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("sockets", "Open sockets and streams", metrics.sockets.clone());
        let thoughts = "The computer's decisions that wait for a thread";
        registry.register("thoughts_waiting", thoughts, metrics.thoughts.clone());
        registry.register("thoughts_room", "How many of them may wait", metrics.thoughts_room.clone());
        let waited = "From the computer's turn to its decision";
        registry.register("thought_seconds", waited, waits);
        registry.register("analyses", "Games that are being analysed", metrics.analyses.clone());
        metrics
    }

    /// A command was answered after so long.
    pub fn answered(&self, answer: &FromServer, after: Duration) {
        self.seconds.observe(after.as_secs_f64());
        match answer {
            FromServer::Rejected(_) => self.rejected.inc(),
            _ => self.done.inc(),
        };
    }

    /// Everything, as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
