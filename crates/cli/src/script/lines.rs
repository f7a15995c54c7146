//! Lines of bounded length from a stream of anything.

use super::Mail;
use std::io::{BufRead, ErrorKind};
use std::sync::mpsc::SyncSender;
use wire::MAX_LINE;

/// A line of input.
#[derive(PartialEq, Eq, Debug)]
pub enum InputLine {
    /// Text, without its end.
    Text(String),
    /// More than anyone may send; it was skipped.
    TooLong,
    /// Bytes that are no text.
    NotText,
}

/// Sends all lines, then the end. Ends early if nobody listens.
pub fn read_all(mut input: impl BufRead, post: &SyncSender<Mail>) {
    while let Some(line) = next_line(&mut input) {
        if post.send(Mail::InputLine(line)).is_err() {
            return;
        }
    }
    // If nobody listens any more, there is nobody to be told.
    let _ = post.send(Mail::End);
}

/// The next line; a stream that fails has ended.
fn next_line(input: &mut impl BufRead) -> Option<InputLine> {
    let mut bytes = Vec::new();
    let mut any = false;
    let mut too_long = false;
    loop {
        let chunk = match input.fill_buf() {
            Ok([]) => break,
            Ok(chunk) => chunk,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        too_long |= bytes.len() + part.len() > MAX_LINE;
        if !too_long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    any.then(|| if too_long { InputLine::TooLong } else { text(bytes) })
}

fn text(bytes: Vec<u8>) -> InputLine {
    let plain = |text: String| text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
    String::from_utf8(bytes).map_or(InputLine::NotText, |text| InputLine::Text(plain(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    fn lines(bytes: &[u8]) -> Vec<InputLine> {
        let mut input = BufReader::with_capacity(7, bytes);
        std::iter::from_fn(|| next_line(&mut input)).collect()
    }

    #[test]
    fn lines_end_with_a_line_feed_or_the_input() {
        let text = |text: &str| InputLine::Text(text.to_owned());
        assert_eq!(lines(b""), []);
        assert_eq!(lines(b"\n"), [text("")]);
        assert_eq!(lines(b"a long first line\nb"), [text("a long first line"), text("b")]);
    }

    #[test]
    fn what_is_too_long_or_no_text_is_skipped_to_the_next_line() {
        let long = [vec![b'x'; MAX_LINE + 1], b"\nnext\n".to_vec()].concat();
        assert_eq!(lines(&long), [InputLine::TooLong, InputLine::Text("next".to_owned())]);
        assert_eq!(lines(&vec![b'x'; MAX_LINE]).len(), 1);
        assert_eq!(lines(b"\xff\nnext"), [InputLine::NotText, InputLine::Text("next".to_owned())]);
    }
}
