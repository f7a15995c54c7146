//! What is counted.

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::Registry;
use std::sync::atomic::AtomicU64;
use std::time::Duration;
use wire::table::FromServer;

pub type Seconds = Gauge<f64, AtomicU64>;
/// By the code of an answer.
type ByCode = Family<[(&'static str, String); 1], Counter>;

/// Counters and gauges; they say how much happens, never what.
pub struct Metrics {
    registry: Registry,
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
    /// Connections that are no sockets.
    pub connections: Gauge,
    /// Decisions of the computer's that wait to be thought about.
    pub thoughts: Gauge,
    /// How many may wait.
    pub thoughts_room: Gauge,
    /// Games that are being analysed.
    pub analyses: Gauge,
    /// Writes that are not on the disk yet.
    pub writes: Gauge,
    /// How long the first of those who wait has waited: for the disk, the computer, a hint, a line that is tried, a
    /// picture, a list or a log.
    pub writes_oldest: Seconds,
    pub thoughts_oldest: Seconds,
    pub hints_oldest: Seconds,
    pub tries_oldest: Seconds,
    pub pictures_oldest: Seconds,
    /// The same for a list, a log or a snapshot.
    pub tellings_oldest: Seconds,
    /// The same for a file of the page.
    pub files_oldest: Seconds,
    /// The same for a table to be loaded.
    pub loads_oldest: Seconds,
    /// The same of analyses for the next turn to be judged.
    pub analyses_oldest: Seconds,
    /// Logs that are being sent.
    pub logs: Gauge,
    /// Bytes of long answers that are not sent yet.
    pub unsent: Gauge,
    /// Bytes of memory.
    pub memory: Gauge,
    /// File descriptors in use.
    pub open_files: Gauge,
    /// How many may be.
    pub most_files: Gauge,
    /// Bytes of the database.
    pub database: Gauge,
    /// Bytes of its write-ahead log.
    pub wal: Gauge,
    /// Bytes free on its disk.
    pub free_disk: Gauge,
    /// Bytes of both that hold something, how many those may be, and how many stay free on the disk.
    pub used: Gauge,
    pub quota: Gauge,
    pub reserve: Gauge,
    refusals: ByCode,
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
            connections: Gauge::default(),
            thoughts: Gauge::default(),
            thoughts_room: Gauge::default(),
            analyses: Gauge::default(),
            writes: Gauge::default(),
            writes_oldest: Seconds::default(),
            thoughts_oldest: Seconds::default(),
            hints_oldest: Seconds::default(),
            tries_oldest: Seconds::default(),
            pictures_oldest: Seconds::default(),
            tellings_oldest: Seconds::default(),
            files_oldest: Seconds::default(),
            loads_oldest: Seconds::default(),
            analyses_oldest: Seconds::default(),
            logs: Gauge::default(),
            unsent: Gauge::default(),
            memory: Gauge::default(),
            open_files: Gauge::default(),
            most_files: Gauge::default(),
            database: Gauge::default(),
            wal: Gauge::default(),
            free_disk: Gauge::default(),
            used: Gauge::default(),
            quota: Gauge::default(),
            reserve: Gauge::default(),
            refusals: ByCode::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("requests", "HTTP requests", metrics.requests.clone());
        registry.register("failures", "Requests the server could not answer", metrics.failures.clone());
        registry.register("commands_done", "Commands done", metrics.done.clone());
        registry.register("commands_rejected", "Commands refused", metrics.rejected.clone());
        registry.register("command_seconds", "From a command to its answer", metrics.seconds.clone());
        registry.register("tables", "Tables in memory", metrics.tables.clone());
        registry.register("sockets", "Open sockets and streams", metrics.sockets.clone());
        registry.register("connections", "Open connections that are no sockets", metrics.connections.clone());
        let thoughts = "The computer's decisions that wait for a thread";
        registry.register("thoughts_waiting", thoughts, metrics.thoughts.clone());
        registry.register("thoughts_room", "How many of them may wait", metrics.thoughts_room.clone());
        let waited = "From the computer's turn to its decision";
        registry.register("thought_seconds", waited, waits);
        registry.register("analyses", "Games that are being analysed", metrics.analyses.clone());
        registry.register("writes_waiting", "Writes that are not on the disk yet", metrics.writes.clone());
        let oldest = |what: &str| format!("How long the first has waited {what}");
        let waiting = [
            ("writes", "for the disk", &metrics.writes_oldest),
            ("thoughts", "for the computer", &metrics.thoughts_oldest),
            ("hints", "for a hint", &metrics.hints_oldest),
            ("tries", "for a line to be tried", &metrics.tries_oldest),
            ("pictures", "for a picture", &metrics.pictures_oldest),
            ("tellings", "for a list, a log or a snapshot", &metrics.tellings_oldest),
            ("files", "for a file of the page", &metrics.files_oldest),
            ("loads", "for a table to be loaded", &metrics.loads_oldest),
            ("analyses", "for the next turn of an analysis to be judged", &metrics.analyses_oldest),
        ];
        for (queue, what, gauge) in waiting {
            registry.register(format!("{queue}_oldest_seconds"), oldest(what), gauge.clone());
        }
        registry.register("logs", "Logs that are being sent", metrics.logs.clone());
        let taken = [
            ("unsent_bytes", "Long answers that are not sent yet", &metrics.unsent),
            ("process_resident_bytes", "Memory in use, -1 if not known", &metrics.memory),
            ("process_open_files", "File descriptors in use, -1 if not known", &metrics.open_files),
            ("process_most_files", "File descriptors there may be, -1 without a limit", &metrics.most_files),
            ("database_bytes", "Size of the database file", &metrics.database),
            ("wal_bytes", "Size of the database's write-ahead log", &metrics.wal),
            ("disk_free_bytes", "Room on the disk of the data, -1 if not known", &metrics.free_disk),
            ("disk_used_bytes", "What holds something of the database and its log", &metrics.used),
            ("disk_quota_bytes", "How much of that nothing new is begun at", &metrics.quota),
            ("disk_reserve_bytes", "How much of the disk stays free", &metrics.reserve),
        ];
        for (name, what, gauge) in taken {
            registry.register(name, what, gauge.clone());
        }
        let refusals = "Requests and commands that were refused, by the code of the answer";
        registry.register("refusals", refusals, metrics.refusals.clone());
        metrics
    }

    /// A command was answered after so long.
    pub fn answered(&self, answer: &FromServer, after: Duration) {
        self.seconds.observe(after.as_secs_f64());
        match answer {
            FromServer::Rejected(rejection) => {
                self.refused(&rejection.code);
                self.rejected.inc()
            }
            _ => self.done.inc(),
        };
    }

    /// A request or a command was refused.
    pub fn refused(&self, code: &str) {
        self.refusals.get_or_create(&[("code", code.to_owned())]).inc();
    }

    /// Everything, as Prometheus reads it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
