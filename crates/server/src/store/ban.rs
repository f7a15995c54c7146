//! Who is shut out, and what everybody is told: both are the host's words.

use super::Millis;

/// Somebody who is shut out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BanRow {
    /// Who; any text, of which there is one ban only.
    pub whom: String,
    /// What they are told.
    pub reason: String,
    pub made: Millis,
    /// Until when; nothing for good.
    pub until: Option<Millis>,
}

/// What everybody is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    pub text: String,
    /// Until when.
    pub until: Millis,
}
