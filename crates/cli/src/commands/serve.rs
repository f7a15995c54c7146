//! `bastide serve`: a server for people, bots and spectators.

use super::tidy::RetentionArgs;
use crate::numbers::whole;
use crate::screen::Screen;
use anyhow::{Context, Result, ensure};
use server::lan_address::in_network;
use server::privacy::HostWords;
use server::settings::{PORT, Rate, Settings};
use server::store::sqlite::Options;
use server::time::Time;
use std::io::{IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};
use tracing_subscriber::filter::LevelFilter;

const MEGABYTE: u64 = 1_000_000;

/// Host games for everyone who opens the page.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
On a terminal the server listens on all interfaces, says under which address friends in your network reach it, and opens your browser. Otherwise (a service, a script) it listens on this machine only, unless --listen says more. Behind a proxy with TLS: --public-url https://games.example.org --behind-proxy.

Examples:
  bastide serve
  bastide serve --listen 0.0.0.0:80 --data /var/lib/bastide
  BASTIDE_LISTEN=127.0.0.1:9000 bastide serve --log debug

docs/serving.md has the limits, the metrics and how to make a service of it.")]
pub struct Args {
    /// Address and port to listen at [default: port 8484]
    #[arg(long, env = "BASTIDE_LISTEN", value_name = "ADDRESS:PORT", value_parser = address)]
    listen: Option<SocketAddr>,
    /// Folder of the data; made if it is not there [default: your data folder, under bastide]
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// The address that people use, if it is not the machine's own
    #[arg(long, env = "BASTIDE_PUBLIC_URL", value_name = "URL")]
    public_url: Option<String>,
    /// A proxy stands before the server: addresses of clients come from its X-Forwarded-For
    #[arg(long, env = "BASTIDE_BEHIND_PROXY", value_parser = switch)]
    behind_proxy: bool,
    /// Tell the server's numbers, for Prometheus, at this address; keep it from the public
    #[arg(long, env = "BASTIDE_METRICS", value_name = "ADDRESS:PORT", value_parser = address)]
    metrics: Option<SocketAddr>,
    /// What is logged, to standard error: off, error, warn, info, debug or trace
    #[arg(long, env = "BASTIDE_LOG", value_name = "LEVEL", default_value = "info", value_parser = level)]
    log: LevelFilter,
    /// Log as lines of JSON
    #[arg(long, env = "BASTIDE_LOG_JSON", value_parser = switch)]
    log_json: bool,
    /// Tables in memory at once
    #[arg(long, env = "BASTIDE_MAX_GAMES", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    max_games: Option<usize>,
    /// Megabytes of memory that they take together, as far as that can be estimated [default: 256]
    #[arg(long, env = "BASTIDE_MAX_GAMES_MB", value_name = "MB", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    max_games_mb: Option<u32>,
    /// Open sockets at once
    #[arg(long, env = "BASTIDE_MAX_SOCKETS", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    max_sockets: Option<usize>,
    /// Open sockets at once from one address
    #[arg(long, env = "BASTIDE_SOCKETS_PER_ADDRESS", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    sockets_per_address: Option<usize>,
    /// Connections at once that are no sockets
    #[arg(long, env = "BASTIDE_MAX_CONNECTIONS", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    max_connections: Option<usize>,
    /// Connections at once from one address that are no sockets; not counted behind a proxy
    #[arg(long, env = "BASTIDE_CONNECTIONS_PER_ADDRESS", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    connections_per_address: Option<usize>,
    /// Requests a second from one address
    #[arg(long, env = "BASTIDE_REQUESTS_PER_SECOND", value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    requests_per_second: Option<u32>,
    /// Bytes a minute that a client has to take in of what waits for it
    #[arg(long, env = "BASTIDE_BYTES_PER_MINUTE", value_name = "N", value_parser = whole::<usize>(1..=u32::MAX.into()))]
    bytes_per_minute: Option<usize>,
    /// Bytes of a request's headers
    #[arg(long, env = "BASTIDE_MAX_HEADER_BYTES", value_name = "N", value_parser = whole::<usize>(1024..=32768))]
    max_header_bytes: Option<usize>,
    /// New tables, links and people an hour from one address
    #[arg(long, env = "BASTIDE_NEW_PER_HOUR", value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    new_per_hour: Option<u32>,
    /// The same of everybody together
    #[arg(long, env = "BASTIDE_NEW_PER_HOUR_IN_ALL", value_name = "N", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    new_per_hour_in_all: Option<u32>,
    /// Megabytes an hour that are kept of what one address makes and says, moves apart
    #[arg(long, env = "BASTIDE_STORED_PER_HOUR", value_name = "MB", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    stored_per_hour: Option<u32>,
    /// The same of everybody together
    #[arg(long, env = "BASTIDE_STORED_PER_HOUR_IN_ALL", value_name = "MB", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    stored_per_hour_in_all: Option<u32>,
    /// Megabytes a day that are kept of what one address makes and says [default: 50]
    #[arg(long, env = "BASTIDE_STORED_PER_DAY", value_name = "MB", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    stored_per_day: Option<u32>,
    /// Megabytes of the database after which nothing new is begun; games that run go on [default: 4000]
    #[arg(long, env = "BASTIDE_DISK_QUOTA", value_name = "MB", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    disk_quota: Option<u32>,
    /// Megabytes of the disk that stay free: the same happens when there are fewer [default: a twentieth of the disk, at most 500]
    #[arg(long, env = "BASTIDE_DISK_RESERVE", value_name = "MB", value_parser = whole::<u32>(0..=u32::MAX.into()))]
    disk_reserve: Option<u32>,
    /// Seats that one person holds at tables of others that have not begun
    #[arg(long, env = "BASTIDE_SEATS_PER_PERSON", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    seats_per_person: Option<usize>,
    /// The same for all from one address
    #[arg(long, env = "BASTIDE_SEATS_PER_ADDRESS", value_name = "N", value_parser = whole::<usize>(1..=u64::MAX))]
    seats_per_address: Option<usize>,
    /// How often a minute one person sits down at tables of others; five times as often from one address
    #[arg(long, env = "BASTIDE_SITTINGS_PER_MINUTE", value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    sittings_per_minute: Option<u32>,
    /// Lines of chat a minute of one person, at all tables; five times as many from one address
    #[arg(long, env = "BASTIDE_LINES_PER_MINUTE", value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    lines_per_minute: Option<u32>,
    /// Messages a second over one socket
    #[arg(long, env = "BASTIDE_MESSAGES_PER_SECOND", value_name = "N", value_parser = whole::<u32>(1..=u32::MAX.into()))]
    messages_per_second: Option<u32>,
    /// Plain text for the privacy page, in your own words
    #[arg(long, env = "BASTIDE_PRIVACY_TEXT", value_name = "FILE")]
    privacy_text: Option<PathBuf>,
    /// How people reach you, for the privacy page, such as an e-mail address
    #[arg(long, env = "BASTIDE_CONTACT", value_name = "TEXT")]
    contact: Option<String>,
    #[command(flatten)]
    retention: RetentionArgs,
    /// Games that one person may keep, beyond the time after which they are deleted [default: 100]
    #[arg(long, env = "BASTIDE_KEPT_PER_PERSON", value_name = "N", value_parser = whole::<usize>(0..=100_000))]
    kept_per_person: Option<usize>,
    /// Minutes after which a public table where nobody is leaves the lobby [default: 15]
    #[arg(long, env = "BASTIDE_LOBBY_MINUTES", value_name = "N", value_parser = whole::<u32>(5..=5_256_000))]
    lobby_minutes: Option<u32>,
    /// Take the page's files from this folder, read anew each time, in place of those in the binary
    #[arg(long, env = "BASTIDE_WEB_DIR", value_name = "FOLDER")]
    web_dir: Option<PathBuf>,
    /// Do not open the browser
    #[arg(long, env = "BASTIDE_NO_BROWSER", value_parser = switch)]
    no_browser: bool,
    /// For trials: every commit takes so many milliseconds longer
    #[arg(long, value_name = "MS", hide = true)]
    slow_commits: Option<u64>,
    /// For trials: the database may have so many pages
    #[arg(long, value_name = "N", hide = true)]
    max_pages: Option<u32>,
    /// For trials: the machine's clock is so many seconds ahead, or behind
    #[arg(long, value_name = "SECONDS", hide = true, allow_negative_numbers = true)]
    clock_off: Option<i64>,
}

impl Args {
    /// Serves until it is told to stop.
    pub fn run(self, screen: Screen) -> Result<()> {
        start_log(self.log, self.log_json);
        let by_person = screen.terminal && std::io::stdin().is_terminal();
        let greeting = Greeting { picture: by_person, browser: by_person && !self.no_browser };
        let settings = self.settings(by_person)?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(async {
            let public_url = settings.public_url.clone();
            let stop = StopSignal::catch()?;
            let running = server::serve::start(settings).await?;
            std::thread::spawn(server::http::draw_ahead);
            // Whoever started it may not read what it says; it serves all the same.
            if let Err(error) = announce(
                &mut std::io::stdout(),
                running.address,
                running.metrics,
                public_url.as_deref(),
                greeting,
            ) {
                tracing::warn!(%error, "the address could not be printed");
            }
            stop.wait().await?;
            running.stop().await;
            Ok(())
        })
    }

    fn settings(self, by_person: bool) -> Result<Settings> {
        let mut settings = Settings::new(folder(self.data)?);
        let everyone = SocketAddr::from((Ipv4Addr::UNSPECIFIED, PORT));
        settings.listen = self.listen.unwrap_or(if by_person { everyone } else { settings.listen });
        settings.public_url = self.public_url;
        settings.behind_proxy = self.behind_proxy;
        settings.metrics = self.metrics;
        if let Some(folder) = &self.web_dir {
            let page = folder.join("index.html");
            ensure!(
                page.is_file(),
                "there is no {}; --web-dir is the folder of the page's files",
                page.display()
            );
        }
        settings.web_dir = self.web_dir;
        settings.host_words = HostWords::read(self.privacy_text.as_deref(), self.contact.as_deref())?;
        let limits = &mut settings.limits;
        limits.tables = self.max_games.unwrap_or(limits.tables);
        let bytes = |megabytes: u32| megabytes as usize * MEGABYTE as usize;
        limits.table_bytes = self.max_games_mb.map_or(limits.table_bytes, bytes);
        limits.sockets = self.max_sockets.unwrap_or(limits.sockets);
        limits.sockets_per_address = self.sockets_per_address.unwrap_or(limits.sockets_per_address);
        limits.connections = self.max_connections.unwrap_or(limits.connections);
        limits.reading.bytes = self.bytes_per_minute.unwrap_or(limits.reading.bytes);
        limits.headers.1 = self.max_header_bytes.unwrap_or(limits.headers.1);
        limits.connections_per_address =
            self.connections_per_address.unwrap_or(limits.connections_per_address);
        limits.seats_per_person = self.seats_per_person.unwrap_or(limits.seats_per_person);
        limits.seats_per_address = self.seats_per_address.unwrap_or(limits.seats_per_address);
        limits.sittings = self.sittings_per_minute.map_or(limits.sittings, Rate::sittings);
        limits.lines = self.lines_per_minute.map_or(limits.lines, Rate::lines);
        if let Some(requests) = self.requests_per_second {
            limits.requests = per_second(requests);
        }
        if let Some(messages) = self.messages_per_second {
            limits.messages = per_second(messages);
        }
        let hourly = |rate: &mut Rate, asked: Option<u32>, unit: f64| {
            if let Some(hour) = asked {
                let hour = f64::from(hour) * unit;
                *rate = Rate::hourly(hour, hour.max(1.0));
            }
        };
        hourly(&mut limits.makings, self.new_per_hour, 1.0);
        hourly(&mut limits.makings_in_all, self.new_per_hour_in_all, 1.0);
        hourly(&mut limits.stored, self.stored_per_hour, MEGABYTE as f64);
        hourly(&mut limits.stored_in_all, self.stored_per_hour_in_all, MEGABYTE as f64);
        let daily = |day: u32| Rate::daily(f64::from(day) * MEGABYTE as f64);
        limits.stored_daily = self.stored_per_day.map_or(limits.stored_daily, daily);
        limits.kept = self.kept_per_person.unwrap_or(limits.kept);
        let minutes = |minutes: u32| Duration::from_secs(60 * u64::from(minutes));
        limits.lobby = self.lobby_minutes.map_or(limits.lobby, minutes);
        settings.retention = self.retention.retention();
        let bytes = |megabytes: u32| u64::from(megabytes) * MEGABYTE;
        settings.disk.quota = self.disk_quota.map_or(settings.disk.quota, bytes);
        settings.disk.reserve = self.disk_reserve.map(bytes);
        let commit_delay = Duration::from_millis(self.slow_commits.unwrap_or(0));
        settings.store = Options { commit_delay, max_pages: self.max_pages, ..settings.store };
        if let Some(seconds) = self.clock_off {
            settings.time = Time::from_machine(clock_off(seconds));
        }
        Ok(settings)
    }
}

pub fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("write an address and a port, such as {}:{PORT}", Ipv4Addr::UNSPECIFIED))
}

fn level(text: &str) -> Result<LevelFilter, String> {
    const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];
    let word = text.trim().to_ascii_lowercase();
    let known = LEVELS.contains(&word.as_str()).then(|| word.parse().ok()).flatten();
    known.ok_or_else(|| format!("write one of {}", LEVELS.join(", ")))
}

/// A switch, as the environment says it.
fn switch(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" | "y" | "t" => Ok(true),
        "false" | "no" | "off" | "0" | "n" | "f" => Ok(false),
        _ => Err("write true or false".to_owned()),
    }
}

/// What a machine's clock shows that is so many seconds ahead.
fn clock_off(seconds: i64) -> SystemTime {
    let off = Duration::from_secs(seconds.unsigned_abs());
    let now = SystemTime::now();
    let moved = if seconds < 0 { now.checked_sub(off) } else { now.checked_add(off) };
    moved.unwrap_or(now)
}

fn per_second(steady: u32) -> Rate {
    Rate { steady: steady.into(), burst: 3.0 * f64::from(steady) }
}

fn start_log(level: LevelFilter, json: bool) {
    let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false);
    if json {
        log.json().init();
    } else {
        log.with_ansi(std::io::stderr().is_terminal()).init();
    }
}

/// The folder of the data: the one that was said, or the person's own.
pub fn folder(said: Option<PathBuf>) -> Result<PathBuf> {
    said.or_else(data_folder).context("there is no home folder for the data; say where with --data")
}

/// The database in the folder of the data.
pub fn database(said: Option<PathBuf>) -> Result<PathBuf> {
    Ok(folder(said)?.join(server::serve::DATABASE))
}

/// Where programs keep what belongs to a person.
fn data_folder() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || folder("HOME").or_else(|| folder("USERPROFILE")).map(|home| home.join(".local/share"));
    folder("XDG_DATA_HOME").or_else(home).map(|folder| folder.join("bastide"))
}

/// What a person at a terminal gets besides the address.
#[derive(Clone, Copy)]
struct Greeting {
    /// The address as a picture for telephones.
    picture: bool,
    browser: bool,
}

fn announce(
    out: &mut impl Write,
    address: SocketAddr,
    metrics: Option<SocketAddr>,
    public_url: Option<&str>,
    greeting: Greeting,
) -> Result<()> {
    let own = format!("http://localhost:{}", address.port());
    let lan_url = public_url.map(str::to_owned).or_else(|| lan_url_of(address));
    match &lan_url {
        Some(url) if greeting.picture => writeln!(out, "\n{}", picture(url)?)?,
        _ => {}
    }
    let here = if address.ip().is_unspecified() { own.clone() } else { format!("http://{address}") };
    writeln!(out, "Bastide is open at {here}")?;
    if let Some(metrics) = metrics {
        writeln!(out, "Its numbers are told at http://{metrics}/metrics")?;
    }
    if let Some(url) = &lan_url {
        writeln!(out, "Friends come in at {url}")?;
    }
    writeln!(out, "Ctrl-C ends it; the games are kept.")?;
    out.flush()?;
    if greeting.browser && open::that_detached(&own).is_err() {
        writeln!(out, "Open that address in your browser.")?;
    }
    Ok(())
}

/// The address by which others in the network reach this machine, if the server listens to them.
fn lan_url_of(address: SocketAddr) -> Option<String> {
    in_network(address.ip()).map(|ip| format!("http://{}", SocketAddr::new(ip, address.port())))
}

fn picture(url: &str) -> Result<String> {
    use qrcode::render::unicode::Dense1x2;
    let code = qrcode::QrCode::new(url).context("the address is too long for a picture")?;
    Ok(code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build())
}

/// What ends the server: Ctrl-C or, where there is one, the signal to end.
struct StopSignal {
    #[cfg(unix)]
    end: tokio::signal::unix::Signal,
}

impl StopSignal {
    /// From now on the signals are caught: before anybody can know that the server runs.
    fn catch() -> Result<StopSignal> {
        Ok(StopSignal {
            #[cfg(unix)]
            end: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?,
        })
    }

    #[cfg(unix)]
    async fn wait(mut self) -> Result<()> {
        tokio::select! {
            _ = self.end.recv() => Ok(()),
            pressed = tokio::signal::ctrl_c() => Ok(pressed?),
        }
    }

    #[cfg(not(unix))]
    async fn wait(self) -> Result<()> {
        Ok(tokio::signal::ctrl_c().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{CommandFactory, Parser};
    use server::settings::{Disk, Limits, Retention};

    fn said(greeting: Greeting) -> String {
        let mut out = Vec::new();
        let address = SocketAddr::from(([192, 0, 2, 7], PORT));
        announce(&mut out, address, None, None, greeting).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[derive(clap::Parser)]
    struct Serve {
        #[command(flatten)]
        args: Args,
    }

    fn settings(options: &[&str]) -> Settings {
        let words = ["serve", "--data=nowhere"].iter().chain(options);
        Serve::parse_from(words).args.settings(false).unwrap()
    }

    /// The cells of the tables of docs/serving.md.
    fn rows() -> Vec<Vec<&'static str>> {
        let lines = include_str!("../../../../docs/serving.md").lines();
        let rows = lines.filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
        rows.map(|row| row.split('|').map(str::trim).collect()).collect()
    }

    #[test]
    fn the_docs_name_every_option() {
        let text = include_str!("../../../../docs/serving.md");
        let command = Serve::command();
        let options = command.get_arguments().filter(|option| !option.is_hide_set());
        let names: Vec<&str> =
            options.filter_map(clap::Arg::get_long).filter(|name| *name != "help").collect();
        assert!(names.len() > 30);
        for name in &names {
            assert!(
                text.contains(&format!("`--{name}`")) || text.contains(&format!("`--{name} ")),
                "--{name}"
            );
            let option = command.get_arguments().find(|option| option.get_long() == Some(name)).unwrap();
            let variable = format!("BASTIDE_{}", name.to_uppercase().replace('-', "_"));
            assert_eq!(option.get_env().and_then(|env| env.to_str()), Some(variable.as_str()));
        }
        let in_tables =
            rows().into_iter().flatten().filter_map(|cell| cell.strip_prefix("`--")?.strip_suffix('`'));
        for option in in_tables {
            let name = option.split(' ').next().unwrap();
            assert!(names.contains(&name), "docs/serving.md has --{name}, and the server does not");
        }
    }

    #[test]
    fn the_docs_tell_the_defaults() {
        let Settings { limits, disk, retention, .. } = settings(&[]);
        assert_eq!((&limits, disk, retention), (&Limits::default(), Disk::default(), Retention::default()));
        let a = |rate: Rate, seconds: f64, of: f64, what: &str| {
            let [steady, burst] =
                [rate.steady * seconds, rate.burst].map(|rate| thousands((rate / of).round() as u64));
            let unit = if of > 1.0 { " MB" } else { "" };
            format!("{steady}{unit} {what}, {burst}{unit} at once")
        };
        let hour = |rate: Rate, of: f64| a(rate, 3600.0, of, "an hour");
        let count = |count: usize| thousands(count as u64);
        let megabytes = |bytes: u64| format!("{} MB", thousands(bytes / MEGABYTE));
        let kib = |bytes: usize| format!("{} KiB", bytes >> 10);
        let seconds = |time: Duration| format!("{} seconds", time.as_secs());
        let days = |days: Option<u32>| format!("{} days", days.unwrap());
        for (limit, default) in [
            ("`--max-games`", count(limits.tables)),
            ("`--max-games-mb`", megabytes(limits.table_bytes as u64)),
            ("`--max-sockets`", count(limits.sockets)),
            ("`--max-connections`", count(limits.connections)),
            ("`--sockets-per-address`", count(limits.sockets_per_address)),
            ("`--connections-per-address`", count(limits.connections_per_address)),
            ("requests from one address", a(limits.requests, 1.0, 1.0, "a second")),
            ("`--new-per-hour`", hour(limits.makings, 1.0)),
            ("`--new-per-hour-in-all`", hour(limits.makings_in_all, 1.0)),
            ("`--stored-per-hour`", hour(limits.stored, 1e6)),
            ("`--stored-per-hour-in-all`", hour(limits.stored_in_all, 1e6)),
            ("`--stored-per-day`", megabytes(limits.stored_daily.burst as u64)),
            ("`--disk-quota`", megabytes(disk.quota)),
            ("`--disk-reserve`", format!("at most {}", megabytes(Disk::RESERVE))),
            ("`--kept-per-person`", count(limits.kept)),
            ("`--messages-per-second`", a(limits.messages, 1.0, 1.0, "a second")),
            ("`--max-header-bytes`", format!("{}, and {} fields", kib(limits.headers.1), limits.headers.0)),
            ("`--bytes-per-minute`", kib(limits.reading.bytes)),
            ("`--seats-per-person`", count(limits.seats_per_person)),
            ("`--seats-per-address`", count(limits.seats_per_address)),
            ("`--sittings-per-minute`", a(limits.sittings, 60.0, 1.0, "a minute")),
            ("`--lines-per-minute`", a(limits.lines, 60.0, 1.0, "a minute")),
            ("a message over a socket", kib(limits.message_bytes)),
            ("the body of a request", kib(limits.body_bytes)),
            ("the address of a request, with its query", kib(limits.address_bytes)),
            ("a request, until its answer begins", seconds(limits.patience)),
            ("a socket that answers no ping", seconds(limits.silence)),
            ("games analysed at once", count(limits.analyses)),
            ("analyses looked at from one address", count(limits.analyses_per_address)),
            ("`--keep-unstarted`", days(retention.unstarted)),
            ("`--keep-computers`", days(retention.computers)),
            ("`--keep-alone`", days(retention.alone)),
            ("`--keep-games`", days(retention.games)),
            ("`--keep-people`", days(retention.people)),
        ] {
            let rows = rows();
            let row = rows.iter().find(|row| row[..2].contains(&limit));
            let told = row.unwrap_or_else(|| panic!("docs/serving.md has no row for {limit}"))[2];
            assert!(
                has_words(told, &default),
                "{limit} is `{told}` in docs/serving.md, and in truth {default}"
            );
        }
        let text = include_str!("../../../../docs/serving.md");
        let lobby = format!("`--lobby-minutes` ({})", limits.lobby.as_secs() / 60);
        assert!(text.contains(&lobby), "{lobby}");
    }

    fn thousands(number: u64) -> String {
        match number {
            0..1000 => number.to_string(),
            _ => format!("{},{:03}", thousands(number / 1000), number % 1000),
        }
    }

    /// Whether a text has these words, and not only as parts of other ones.
    fn has_words(text: &str, words: &str) -> bool {
        let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
        text.match_indices(words).any(|(at, _)| {
            let after = &text[at + words.len()..];
            let goes_on = after.strip_prefix(',').is_some_and(|rest| is_part(rest.chars().next()));
            !is_part(text[..at].chars().next_back()) && !is_part(after.chars().next()) && !goes_on
        })
    }

    #[test]
    fn an_option_of_a_rate_says_what_may_be_had_at_once_too() {
        let limits = settings(&[
            "--requests-per-second=10",
            "--messages-per-second=10",
            "--new-per-hour=10",
            "--new-per-hour-in-all=10",
            "--stored-per-hour=10",
            "--stored-per-hour-in-all=10",
            "--stored-per-day=10",
            "--sittings-per-minute=10",
            "--lines-per-minute=10",
        ])
        .limits;
        assert_eq!([limits.requests, limits.messages].map(|rate| rate.burst), [30.0; 2]);
        assert_eq!([limits.makings, limits.makings_in_all].map(|rate| rate.burst), [10.0; 2]);
        let kept = [limits.stored, limits.stored_in_all, limits.stored_daily];
        assert_eq!(kept.map(|rate| rate.burst), [10e6; 3]);
        assert_eq!([limits.sittings.burst, limits.lines.burst], [20.0, 15.0]);
    }

    #[test]
    fn who_wants_no_browser_still_gets_the_picture_for_telephones() {
        let person = said(Greeting { picture: true, browser: false });
        assert!(
            person.contains('█') && person.contains("Friends come in at http://192.0.2.7:8484"),
            "{person}"
        );
        assert!(!said(Greeting { picture: false, browser: false }).contains('█'), "a service prints none");
    }
}
