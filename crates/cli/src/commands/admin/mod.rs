//! `bastide admin`: what whoever runs a server may see and do while it runs.

mod ask;
mod show;

use super::serve::folder;
use crate::foreign;
use anyhow::{Result, bail, ensure};
pub(super) use ask::ask;
use clap::Subcommand;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use wire::admin::{AdminAnswer, AdminRequest};

/// See and decide what goes on at the running server.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The server is asked over a socket in its folder of data (admin.sock), which only the user it runs as, and root, can open. Of a service with a user of its own: sudo bastide admin --data /var/lib/bastide list

TABLE is the name in a table's address, /t/NAME, or the whole address. A person is a number; `look` shows who sits where. Each browser and each bot is a person.

Examples:
  bastide admin list
  bastide admin look 4fp6n3xk2mzq7rty
  bastide admin ban 192.0.2.7 --for 7d --reason 'insults in the chat'
  bastide admin ban 17
  bastide admin notice 'The server restarts at 20:00, for a minute.' --for 30m
  bastide admin notice --withdraw")]
pub struct Args {
    /// Folder of the data of the running server
    #[arg(long, env = "BASTIDE_DATA", value_name = "FOLDER", global = true)]
    data: Option<PathBuf>,
    /// Answer as one line of JSON, for programs
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// What is going on: tables, sockets, queues, memory and disk
    List {
        /// Show at most so many of the tables in memory, those with the most sockets first
        #[arg(long, value_name = "N", default_value_t = 20)]
        tables: u32,
    },
    /// One table: who sits there, who looks on from where, what was said last
    Look {
        /// Its name or address
        table: String,
    },
    /// End a table, also in the middle of a game; it can still be looked at
    Close {
        /// Its name or address
        table: String,
    },
    /// Take tables away for good, whatever their stage; nothing of them is left
    Delete {
        /// Their names or addresses
        #[arg(required = true)]
        table: Vec<String>,
        /// Do not ask
        #[arg(long)]
        force: bool,
    },
    /// Erase what a person is called and has said, and how they are known; their games stay
    #[command(after_help = "\
Names, titles and chat of theirs are erased in all logs, their cookies, tokens and links are good for nothing any more, and in seats they are nobody in particular. What they played stays. Backups and exports that were made before still have it all.")]
    Erase {
        /// The person's number
        person: i64,
        /// Do not ask
        #[arg(long)]
        force: bool,
    },
    /// Write everything that is kept about a person, as JSON
    Export {
        /// The person's number
        person: i64,
    },
    /// Shut out an address, a network or a person; open sockets are closed
    #[command(after_help = "\
An address of IPv6 stands for its network of 64 bits. A person who comes with another browser is another person: ban the address, too. Whoever is shut out keeps their seats; a clock or the others decide what becomes of them.")]
    Ban {
        /// Such as 192.0.2.7, 192.0.2.0/24, 2001:db8::/48, or a person's number
        whom: String,
        /// What they are told
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
        /// For how long, such as 30m, 12h or 7d [default: for good]
        #[arg(long = "for", value_name = "TIME", value_parser = seconds)]
        time: Option<u64>,
    },
    /// Let somebody in again
    Unban {
        /// As `bans` shows it
        whom: String,
    },
    /// Who is shut out, why and until when
    Bans,
    /// Tell everybody something, on every page, also those who come later
    Notice {
        /// What to tell, at most 300 characters
        #[arg(required_unless_present = "withdraw")]
        text: Option<String>,
        /// For how long, such as 30m, 12h or 7d
        #[arg(long = "for", value_name = "TIME", value_parser = seconds, default_value = "1h", conflicts_with = "withdraw")]
        time: u64,
        /// Stop telling it
        #[arg(long, conflicts_with = "text")]
        withdraw: bool,
    },
}

impl Args {
    /// Asks the server and says what it answered.
    pub fn run(self) -> Result<()> {
        self.command.confirm()?;
        let data = folder(self.data)?;
        for request in self.command.requests() {
            let answer = ask(&data, &request)?;
            if let AdminAnswer::Refused { message } = answer {
                bail!(message);
            }
            let text = if self.json { wire::write(&answer) + "\n" } else { show::text(&answer) };
            std::io::stdout().lock().write_all(text.as_bytes())?;
        }
        Ok(())
    }
}

impl Command {
    /// Asks whether something is to be destroyed.
    fn confirm(&self) -> Result<()> {
        let question = match self {
            Command::Delete { table, force: false } => format!("Take away {} for good?", table.join(", ")),
            Command::Erase { person, force: false } => format!("Erase person {person} for good?"),
            _ => return Ok(()),
        };
        ensure!(std::io::stdin().is_terminal(), "this can't be undone; --force does it without asking");
        write!(std::io::stderr(), "{} [y/N] ", foreign::line(&question))?;
        let mut answer = String::new();
        std::io::stdin().read_line(&mut answer)?;
        ensure!(["y", "yes"].contains(&answer.trim().to_lowercase().as_str()), "nothing was done");
        Ok(())
    }

    fn requests(self) -> Vec<AdminRequest> {
        let request = match self {
            Command::Delete { table, .. } => {
                return table.into_iter().map(|game| AdminRequest::Delete { game }).collect();
            }
            Command::List { tables } => AdminRequest::List { tables },
            Command::Look { table } => AdminRequest::Look { game: table },
            Command::Close { table } => AdminRequest::Close { game: table },
            Command::Erase { person, .. } => AdminRequest::Erase { person },
            Command::Export { person } => AdminRequest::Export { person },
            Command::Ban { whom, reason, time } => AdminRequest::Ban { whom, reason, seconds: time },
            Command::Unban { whom } => AdminRequest::Unban { whom },
            Command::Bans => AdminRequest::Bans {},
            Command::Notice { text: Some(text), time, .. } => AdminRequest::Notice { text, seconds: time },
            Command::Notice { text: None, .. } => AdminRequest::Withdraw {},
        };
        vec![request]
    }
}

/// A time as people write it.
fn seconds(text: &str) -> Result<u64, String> {
    let wrong = || "write a time such as 90s, 30m, 12h or 7d".to_owned();
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let unit = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => 24 * 3600,
        _ => return Err(wrong()),
    };
    let seconds = number.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    seconds.filter(|seconds| *seconds > 0).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn times_are_written_with_their_unit() {
        assert_eq!(
            ["90s", "30m", "12h", "7d"].map(|text| seconds(text).unwrap()),
            [90, 1800, 43200, 604_800]
        );
        for text in
            ["", "7", "d", "0h", "-1h", "1.5h", "7 d", "ż", "99999999999999999999d", "9999999999999999999d"]
        {
            assert!(seconds(text).is_err(), "{text}");
        }
    }
}
