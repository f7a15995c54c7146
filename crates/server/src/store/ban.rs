//! Who is shut out, and what everybody is told: both are the host's words.

use super::Millis;

/// Somebody who is shut out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    /// Who; any text, of which there is one ban only.
    pub whom: String,
    /// What they are told.
    pub reason: String,
    /// Since when.
    pub made: Millis,
    /// Until when; nothing for good.
    pub until: Option<Millis>,
}

/// What everybody is told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Until when.
    pub until: Millis,
}
