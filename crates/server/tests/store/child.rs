//! This program a second time, as another process.

use crate::{crash, disk};
use server::store::sqlite::{Options, Sqlite};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROLE: &str = "STORE_TEST_ROLE";
const DATABASE: &str = "STORE_TEST_DATABASE";

/// What a process starts its lines with; the test harness prints others.
const MARK: &str = "child: ";

/// What to run for a role: `program` is this one or a copy of it.
pub fn command(program: &Path, role: &str, database: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["child::act", "--exact", "--nocapture", "--test-threads=1"]);
    command.env(ROLE, role).env(DATABASE, database);
    command
}

/// Another process that plays a role.
pub fn process(role: &str, database: &Path) -> Command {
    command(&env::current_exe().unwrap(), role, database)
}

/// What a process of which only one line is wanted has to say.
pub fn answer(mut command: Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = text.lines().filter_map(said).collect();
    assert!(output.status.success() && lines.len() == 1, "{text}{}", String::from_utf8_lossy(&output.stderr));
    lines[0].to_owned()
}

/// What a process said in a line, if the line is its own. The harness does not always end its line.
pub fn said(line: &str) -> Option<&str> {
    line.split_once(MARK).map(|(_, said)| said)
}

/// Says something to the process that waits for it.
pub fn say(text: &str) {
    println!("{MARK}{text}");
}

#[test]
fn act() {
    let Ok(role) = env::var(ROLE) else { return };
    let database = PathBuf::from(env::var_os(DATABASE).unwrap());
    match role.as_str() {
        "open" => open(&database),
        "append" => crash::append_for_ever(&database),
        "fill" => disk::fill(&database),
        other => panic!("nobody knows how to {other}"),
    }
}

fn open(database: &Path) {
    match Sqlite::open(database, &Options::default()) {
        Ok(_) => say("opened"),
        Err(error) => say(&error.to_string()),
    }
}
