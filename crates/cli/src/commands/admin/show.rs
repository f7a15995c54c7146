//! Answers as text. Names, titles and chat are other people's words, and are shown as such.

use crate::foreign;
use crate::say::counted;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};
use wire::admin::{AdminAnswer, Ban, NoticeSet, Overview, Queue, SeatSeen, TableListed, TableSeen};
use wire::table::Stage;

/// An answer for people.
pub fn text(answer: &AdminAnswer) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = match answer {
        AdminAnswer::Overview(overview) => self::overview(&mut out, overview),
        AdminAnswer::Table(table) => self::table(&mut out, table),
        AdminAnswer::Closed { game } => writeln!(out, "Table {game} is closed; it can still be looked at."),
        AdminAnswer::Deleted { game, later } => {
            writeln!(out, "Table {game} is gone for good.{}", traces(*later))
        }
        AdminAnswer::Erased { person, tables, later } => {
            let tables = counted(*tables as usize, "table");
            writeln!(
                out,
                "Person {person} is nobody in particular any more; something was erased at {tables}.{}",
                traces(*later)
            )
        }
        AdminAnswer::Person(kept) => writeln!(out, "{}", wire::write_pretty(kept)),
        AdminAnswer::Banned(ban) => writeln!(out, "Shut out: {}", ban_line(ban)),
        AdminAnswer::Unbanned { whom } => writeln!(out, "{whom} may come in again."),
        AdminAnswer::Bans { bans } if bans.is_empty() => writeln!(out, "Nobody is shut out."),
        AdminAnswer::Bans { bans } => bans.iter().try_for_each(|ban| writeln!(out, "{}", ban_line(ban))),
        AdminAnswer::Notice { notice: None } => writeln!(out, "Nothing is told any more."),
        AdminAnswer::Notice { notice: Some(notice) } => writeln!(out, "{}", notice_line(notice)),
        // `bastide tidy` asks for it, and has words of its own.
        AdminAnswer::Tidied { .. } => Ok(()),
        AdminAnswer::Refused { message } => writeln!(out, "{}", foreign::line(message)),
    };
    out
}

/// What stays for a while of what was deleted.
fn traces(later: bool) -> &'static str {
    match later {
        true => {
            " Traces stay in the write-ahead log until the backup or check that is reading the database has ended."
        }
        false => "",
    }
}

fn overview(out: &mut String, seen: &Overview) -> std::fmt::Result {
    let stages = seen.stages.iter().map(|(stage, tables)| format!("{tables} {stage}"));
    writeln!(out, "Tables: {}; {} in memory", listed(stages, "none"), seen.in_memory)?;
    let from = seen.addresses.iter().map(|seen| format!("{} from {}", seen.sockets, seen.address));
    writeln!(out, "Sockets: {}", if seen.sockets == 0 { "none".into() } else { listed(from, "none") })?;
    let waiting = seen.queues.iter().filter(|queue| queue.waiting > 0).map(queue_line);
    writeln!(out, "Waiting: {}", listed(waiting, "nobody"))?;
    writeln!(
        out,
        "Machine: memory {}, file descriptors {} of {}, database {} and {} not yet taken in, {} free on the disk",
        megabytes(seen.memory_bytes),
        known(seen.open_files),
        known(seen.most_files),
        megabytes(Some(seen.database_bytes)),
        megabytes(Some(seen.wal_bytes)),
        megabytes(seen.disk_free_bytes)
    )?;
    writeln!(
        out,
        "Kept: {} of {}, and {} of the disk stay free",
        megabytes(Some(seen.used_bytes)),
        megabytes(Some(seen.quota_bytes)),
        megabytes(Some(seen.reserve_bytes))
    )?;
    writeln!(out, "Shut out: {}", seen.bans)?;
    if let Some(notice) = &seen.notice {
        writeln!(out, "{}", notice_line(notice))?;
    }
    for table in &seen.tables {
        writeln!(out, "{}", table_line(table))?;
    }
    let more = seen.in_memory.saturating_sub(seen.tables.len() as u64);
    if more > 0 { writeln!(out, "and {more} more; --tables N shows more of them") } else { Ok(()) }
}

fn listed(parts: impl Iterator<Item = String>, none: &str) -> String {
    let parts: Vec<String> = parts.collect();
    if parts.is_empty() { none.to_owned() } else { parts.join(", ") }
}

fn queue_line(queue: &Queue) -> String {
    format!("{} for {} (the first for {:.1} s)", queue.waiting, queue.name, queue.oldest_seconds)
}

fn known(number: Option<u64>) -> String {
    number.map_or("?".to_owned(), |number| number.to_string())
}

fn megabytes(bytes: Option<u64>) -> String {
    bytes.map_or("?".to_owned(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6))
}

fn table_line(table: &TableListed) -> String {
    let names = table.names.iter().map(|name| foreign::name(name));
    let title = if table.title.is_empty() {
        String::new()
    } else {
        format!(" “{}”", foreign::name(&table.title))
    };
    let public = if table.public { ", public" } else { "" };
    let sockets = counted(table.sockets as usize, "socket");
    let last = since(table.updated);
    format!(
        "{}{title}: {}{public}, {sockets}, last change {last}: {}",
        table.game,
        table.stage,
        listed(names, "nobody")
    )
}

fn table(out: &mut String, table: &TableSeen) -> std::fmt::Result {
    let title = if table.title.is_empty() {
        String::new()
    } else {
        format!(" “{}”", foreign::name(&table.title))
    };
    let public = if table.public { "public" } else { "by link only" };
    writeln!(out, "Table {}{title}: {}, {public}", table.game, stage(table.stage))?;
    writeln!(
        out,
        "Made {} by person {}, last change {}, {} in its log",
        since(table.created),
        table.creator,
        since(table.updated),
        counted(table.version as usize, "entry")
    )?;
    for seat in &table.seats {
        writeln!(out, "Seat {}: {}", seat.seat, seat_line(seat))?;
    }
    let sockets = table.sockets.iter().map(|socket| match socket.person {
        Some(person) => format!("person {person} from {}", socket.address),
        None => format!("somebody from {}", socket.address),
    });
    writeln!(out, "Looking on now: {}", listed(sockets, "nobody"))?;
    table.said.iter().try_for_each(|(seat, text)| writeln!(out, "Seat {seat} said: {}", foreign::line(text)))
}

fn seat_line(seat: &SeatSeen) -> String {
    let people = seat.people.iter().map(|person| format!("person {person}"));
    let computer =
        seat.computer.iter().map(|player| format!("played by the computer ({})", foreign::name(player)));
    let who = listed(people.chain(computer), "");
    match (&seat.name, who.as_str()) {
        (None, _) => "free".to_owned(),
        (Some(name), "") => foreign::name(name),
        (Some(name), who) => format!("{}, {who}", foreign::name(name)),
    }
}

fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Gathering => "waiting for players",
        Stage::Committing | Stage::Revealing => "starting",
        Stage::Playing => "playing",
        Stage::Over => "over",
        Stage::Closed => "closed",
        Stage::Frozen => "frozen",
    }
}

fn ban_line(ban: &Ban) -> String {
    let until = ban.until.map_or("for good".to_owned(), |until| format!("until {} UTC", date(until)));
    let reason = if ban.reason.is_empty() { "no reason given" } else { &ban.reason };
    format!("{}, since {} UTC, {until}: {}", ban.whom, date(ban.made), foreign::line(reason))
}

fn notice_line(notice: &NoticeSet) -> String {
    format!("Everybody is told until {} UTC: {}", date(notice.until), foreign::line(&notice.text))
}

/// How long ago something was.
fn since(millis: i64) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64;
    let minutes = (now - millis).max(0) / 60_000;
    match minutes {
        0 => "just now".to_owned(),
        1..=119 => format!("{minutes} min ago"),
        120..=2879 => format!("{} h ago", minutes / 60),
        _ => format!("{} days ago", minutes / 1440),
    }
}

/// A day and a time of day.
fn date(millis: i64) -> String {
    let (days, minutes) = (millis.div_euclid(86_400_000), millis.rem_euclid(86_400_000) / 60_000);
    let (year, month, day) = civil(days);
    format!("{year}-{month:02}-{day:02} {:02}:{:02}", minutes / 60, minutes % 60)
}

/// The date of a day counted from 1970, in the calendar of today (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01 00:00");
        assert_eq!(date(951_782_399_999), "2000-02-28 23:59");
        assert_eq!(date(951_782_400_000), "2000-02-29 00:00");
        assert_eq!(date(1_795_000_000_000), "2026-11-18 11:06");
    }
}
