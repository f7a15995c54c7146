//! Running the real binary.

#![allow(dead_code, reason = "each test file uses its part")]

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub const BASTIDE: &str = env!("CARGO_BIN_EXE_bastide");

/// What a run came to.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

/// Runs the binary with this input.
pub fn run(args: &[&str], input: &str) -> Run {
    run_bytes(args, input.as_bytes())
}

/// Runs the binary with any bytes as input.
pub fn run_bytes(args: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(BASTIDE)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The binary may leave before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// What a run printed, which must have gone well.
pub fn good(args: &[&str]) -> String {
    let run = run(args, "");
    assert_eq!(run.code, Some(0), "{args:?}: {run:?}");
    run.out
}

/// The sentence of a run that must be refused: exit code 2, nothing on standard output.
pub fn bad(args: &[&str]) -> String {
    let run = run(args, "");
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}: {run:?}");
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run.err
}

/// A program that answers lines with lines.
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Talk {
    /// The script command.
    pub fn script() -> Talk {
        Talk::with(Command::new(BASTIDE).arg("script"))
    }

    pub fn with(command: &mut Command) -> Talk {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), child.stdout.take().unwrap());
        Talk { child, input, output: BufReader::new(output) }
    }

    pub fn say(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(format!("{line}\n").as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// The next answer; `None` at the end.
    pub fn hear(&mut self) -> Option<String> {
        let mut line = String::new();
        let length = self.output.read_line(&mut line).unwrap();
        (length > 0).then(|| line.trim_end().to_owned())
    }

    /// The answer to a request.
    pub fn ask(&mut self, request: &str) -> wire::Answer {
        self.say(request);
        self.answer()
    }

    pub fn answer(&mut self) -> wire::Answer {
        let line = self.hear().expect("an answer");
        wire::read::<wire::Reply>(&line).unwrap_or_else(|bad| panic!("{bad}: {line}")).answer
    }

    /// Closes the input and waits; all that was left to say, and the exit code.
    pub fn leave(mut self) -> (Vec<String>, Option<i32>) {
        drop(self.input.take());
        let rest = std::iter::from_fn(|| self.hear()).collect();
        (rest, self.child.wait().unwrap().code())
    }
}

/// A file in a folder of this test run.
pub fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(folder).unwrap();
    folder.join(name)
}

/// The same, and it is not there.
pub fn fresh(name: &str) -> PathBuf {
    let file = scratch(name);
    let _ = std::fs::remove_file(&file);
    file
}

/// The root of the project.
pub fn project() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
