//! What the host says on the privacy page, beside what the server says there of itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Bytes of the host's words.
const MAX_BYTES: u64 = 16 << 10;
/// Characters of a contact.
const MAX_CONTACT: usize = 200;

/// What the host says.
#[derive(Clone, Default, Debug)]
pub struct HostWords {
    /// Plain text of any number of lines.
    pub text: Option<String>,
    /// How to reach the host.
    pub contact: Option<String>,
}

/// Why the host's words cannot be shown.
#[derive(Debug, thiserror::Error)]
pub enum HostWordsError {
    /// There is no such file, or it cannot be read.
    #[error("{path} can't be read ({error}); --privacy-text names a file of plain text")]
    Unreadable { path: PathBuf, error: io::Error },
    /// The file is too long.
    #[error(
        "{0} has more than {MAX_BYTES} bytes; put the details on a page of your own and name its address"
    )]
    TooLong(PathBuf),
    /// The file has bytes that are no text.
    #[error("{0} is no text in UTF-8; save it as plain text in UTF-8")]
    NotText(PathBuf),
    /// Nothing stands in the file.
    #[error("{0} is empty; write something for the people who play here, or leave out --privacy-text")]
    Empty(PathBuf),
    /// The contact does not fit.
    #[error(
        "a contact has 1 to {MAX_CONTACT} characters on one line, such as an e-mail address; a longer text \
         belongs in the file of --privacy-text"
    )]
    Contact,
}

impl HostWords {
    /// Reads the host's text from a file, if there is one, and checks the contact.
    pub fn read(text: Option<&Path>, contact: Option<&str>) -> Result<HostWords, HostWordsError> {
        Ok(HostWords {
            text: text.map(read_text).transpose()?,
            contact: contact.map(checked_contact).transpose()?,
        })
    }
}

fn read_text(path: &Path) -> Result<String, HostWordsError> {
    let unreadable = |error| HostWordsError::Unreadable { path: path.to_owned(), error };
    let mut bytes = Vec::new();
    // One more than is allowed, so that a file without an end is not read to the end.
    File::open(path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(HostWordsError::TooLong(path.to_owned()));
    }
    let text = String::from_utf8(bytes).map_err(|_| HostWordsError::NotText(path.to_owned()))?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() { Err(HostWordsError::Empty(path.to_owned())) } else { Ok(text.to_owned()) }
}

fn checked_contact(contact: &str) -> Result<String, HostWordsError> {
    let contact = contact.trim();
    let fits = (1..=MAX_CONTACT).contains(&contact.chars().count()) && !contact.contains(char::is_control);
    if fits { Ok(contact.to_owned()) } else { Err(HostWordsError::Contact) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(bytes: &[u8]) -> Result<String, HostWordsError> {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), bytes).unwrap();
        HostWords::read(Some(file.path()), None).map(|words| words.text.unwrap())
    }

    #[test]
    fn the_text_is_plain_bounded_and_not_empty() {
        assert_eq!(
            said("\u{feff}Backups: a week.\r\n\r\nŁucja\n".as_bytes()).unwrap(),
            "Backups: a week.\r\n\r\nŁucja"
        );
        let most = usize::try_from(MAX_BYTES).unwrap();
        assert_eq!(said(&vec![b'x'; most]).unwrap().len(), most);
        assert!(matches!(said(&vec![b'x'; most + 1]), Err(HostWordsError::TooLong(_))));
        assert!(matches!(said(b"\xff\xfe"), Err(HostWordsError::NotText(_))));
        assert!(matches!(said(b" \n"), Err(HostWordsError::Empty(_))));
        let folder = HostWords::read(Some(&std::env::temp_dir()), None);
        assert!(matches!(folder, Err(HostWordsError::Unreadable { .. })));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_without_an_end_is_not_read_to_the_end() {
        let endless = HostWords::read(Some(Path::new("/dev/zero")), None);
        assert!(matches!(endless, Err(HostWordsError::TooLong(_))));
    }

    #[test]
    fn a_contact_is_one_line() {
        let contact = |text: &str| HostWords::read(None, Some(text)).map(|words| words.contact.unwrap());
        assert_eq!(contact(" ann@example.org ").unwrap(), "ann@example.org");
        assert_eq!(contact(&"é".repeat(MAX_CONTACT)).unwrap().chars().count(), MAX_CONTACT);
        for wrong in ["", "  ", "two\nlines", "a\u{7}b", &"é".repeat(MAX_CONTACT + 1)] {
            assert!(matches!(contact(wrong), Err(HostWordsError::Contact)), "{wrong:?}");
        }
    }
}
