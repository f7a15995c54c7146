//! Laws of the JSON: no text is dangerous, and what is read can be written and read again.

use rules::Position;
use wire::table::{Command, FromServer, Logged, NewTable, ToServer};

/// The value that a text stands for, if any; writing and reading it again gives it again. (A macro, because
/// only `wire` knows what a function would have to say of its type.)
macro_rules! comes_back {
    ($type:ty, $text:expr) => {
        wire::read::<$type>($text).ok().inspect(|value| {
            let written = wire::write(value);
            let again = wire::read::<$type>(&written);
            assert_eq!(again.as_ref(), Ok(value), "{}\n{written}", $text);
        })
    };
}

/// Reading any text as anything that clients send or files hold ends with a value or with an error; a value
/// that was read is the same after being written, and no setup, view or event in it is dangerous.
pub fn any_json_is_safe(text: &str) {
    comes_back!(ToServer, text);
    comes_back!(FromServer, text);
    comes_back!(Command, text);
    comes_back!(Logged, text);
    comes_back!(wire::export::ExportLine, text);
    if let Ok(request) = wire::read_request(text).request {
        comes_back!(wire::Request, &wire::write(&request));
    }
    if let Some(table) = comes_back!(NewTable, text) {
        begins_or_not(table.setup);
    }
    if let Some(setup) = comes_back!(wire::Setup, text) {
        begins_or_not(setup);
    }
    if let Some(Ok(event)) = comes_back!(wire::Event, text).map(rules::Event::try_from) {
        let seats = rules::MAX_SEATS as u8;
        let again = rules::Event::try_from(wire::Event::new(&event, seats));
        assert_eq!(again, Ok(event), "{text}");
    }
}

/// A setup that was asked for gives a game or an error.
fn begins_or_not(setup: wire::Setup) {
    if let Ok(setup) = rules::Setup::try_from(setup) {
        let _ = Position::new(&setup);
    }
}
