//! `docs/bots.md`: every line of it, against a real server.
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The blocks of a language.
fn blocks<'a>(page: &'a str, language: &'a str) -> impl Iterator<Item = &'a str> {
    let inside = page.split("```").skip(1).step_by(2);
    inside.filter_map(move |block| block.strip_prefix(language)?.strip_prefix('\n'))
}

/// A text in which names and secrets, another each time, look alike.
fn masked(text: &str) -> String {
    let is_name = |word: &&str| word.len() >= 16 && word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let mask = |word: &str| if is_name(&word) { "*".to_owned() } else { word.to_owned() };
    text.split('"').map(mask).collect::<Vec<_>>().join("\"")
}

#[test]
fn the_page_leads_from_the_first_request_to_the_end_of_a_game() {
    for tool in ["bash", "curl", "sha256sum", "od"] {
        if Command::new(tool).arg("--version").output().is_err() {
            return eprintln!("skipped: there is no {tool}");
        }
    }
    let page = std::fs::read_to_string(common::project().join("docs/bots.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut server = Command::new(common::BASTIDE)
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--no-browser", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().rsplit_once("http://").unwrap().1;
    let script: String = blocks(&page, "sh").collect();
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).env("URL", format!("http://{address}")).current_dir(folder.path());
    let output = bash.output().unwrap();
    server.kill().unwrap();
    server.wait().unwrap();
    let said = masked(&String::from_utf8(output.stdout).unwrap());
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    let mut lines = 0;
    for wanted in blocks(&page, "json").flat_map(str::lines) {
        let start = wanted.strip_suffix('…').unwrap_or(wanted);
        assert!(said.contains(&masked(start)), "{wanted}\n{said}");
        lines += 1;
    }
    assert!(lines >= 9, "{lines}");
}
