//! Checking a finished game: every draw must follow from the secrets that were committed to before it began.

use crate::Table;
use chance::fair::{self, Bytes};
use rules::Input;
use wire::table::{Entry, LogLine, Logged, Stage};

/// What was found right.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Fair {
    /// Devices whose secrets went into the last deal, the server not counted.
    pub devices: usize,
    /// Draws that follow from it.
    pub draws: usize,
    /// The deals before it, which were called off.
    pub called_off: Vec<CalledOff>,
    /// Whether names were erased before the last deal: that it was made for this table cannot be computed again then.
    pub erased: bool,
    /// The board at the end.
    pub tiles: Vec<wire::Laid>,
}

/// A deal that did not become a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CalledOff {
    /// The devices that did not answer, as the server says.
    pub missing: Vec<u32>,
    /// Whether secrets had been revealed: the last to reveal, and the host, could know the deck by then.
    pub revealed: bool,
}

/// Why a game cannot be called fair.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfair {
    /// The game is not over, so the server's secret is not known.
    #[error("the server's secret is not in this log; it is told when the game is over: take the log then")]
    Sealed,
    /// The log does not begin or go on like one.
    #[error("version {0} cannot follow from what was before it: this is no log of a game")]
    Broken(u64),
    /// What the server committed to is not its secret.
    #[error("version {0}: the server did not commit to this table with the secret that it told at the end")]
    Server(u64),
    /// What a device revealed is not what it committed to.
    #[error("version {0}: a device revealed another secret than the one it had committed to")]
    Device(u64),
    /// Somebody could know the others' secrets, or had no part in the deal.
    #[error("version {0}: every device must commit before one reveals, and reveal before the game begins")]
    Early(u64),
    /// A draw that does not follow.
    #[error("version {0}: a tile was drawn that does not follow from the secrets")]
    Draw(u64),
}

impl Table {
    /// Checks the log of a game that is over.
    pub fn verify(log: &[LogLine]) -> Result<Fair, Unfair> {
        let secret = log.iter().find_map(unsealed).ok_or(Unfair::Sealed)?;
        let mut table: Option<Table> = None;
        let mut found = Fair::default();
        let mut erased = false;
        for line in log {
            erased |= line.erased;
            let logged = Logged { entry: line.entry.clone(), person: person(&line.entry), id: None };
            match &mut table {
                None => table = Table::begin(&logged, line.at, secret),
                Some(table) => {
                    table.check(line, erased, &mut found)?;
                    table.apply(&logged, line.at);
                }
            }
            let stands = table.as_ref().is_some_and(|table| table.stage != Stage::Frozen);
            if !stands {
                return Err(Unfair::Broken(line.version));
            }
        }
        found.tiles = table.and_then(|table| table.view()).map_or_else(Vec::new, |view| view.tiles);
        Ok(found)
    }

    /// Checks what is to follow on this table.
    fn check(&self, line: &LogLine, erased: bool, found: &mut Fair) -> Result<(), Unfair> {
        match &line.entry {
            Entry::Dealing { digest, server } => {
                let told = fair::from_hex(digest).ok_or(Unfair::Server(line.version))?;
                let is_same = told == self.dealing().0;
                let server_is_right = fair::from_hex(server) == Some(fair::commitment(&self.secret, &told));
                if !server_is_right || !is_same && !erased {
                    return Err(Unfair::Server(line.version));
                }
                (found.devices, found.erased) = (0, !is_same);
            }
            Entry::CalledOff { devices } => {
                let revealed = self.deal.secrets.iter().any(Option::is_some);
                found.called_off.push(CalledOff { missing: devices.clone(), revealed });
            }
            Entry::Committed { .. } if self.stage != Stage::Committing => {
                return Err(Unfair::Early(line.version));
            }
            Entry::Revealed { .. } if self.stage != Stage::Revealing => {
                return Err(Unfair::Early(line.version));
            }
            Entry::Began { .. } if !self.all_revealed() => return Err(Unfair::Early(line.version)),
            Entry::Revealed { device, secret } => {
                let committed = self.deal.commitments.get(*device as usize).copied().flatten();
                let told = fair::from_hex(secret).map(|secret| fair::commitment(&secret, &self.deal.digest));
                if told.is_none() || told != committed {
                    return Err(Unfair::Device(line.version));
                }
                found.devices += 1;
            }
            Entry::Began { inputs, .. }
            | Entry::Played { inputs, .. }
            | Entry::Left { inputs, .. }
            | Entry::Ended { inputs, .. } => found.draws += self.check_draws(line, inputs)?,
            _ => {}
        }
        Ok(())
    }

    fn all_revealed(&self) -> bool {
        let revealed = |device: u32| self.deal.secrets.get(device as usize).is_some_and(Option::is_some);
        self.stage == Stage::Revealing && self.contributors().into_iter().all(revealed)
    }

    /// The draws among these inputs must be the deck's.
    fn check_draws(&self, line: &LogLine, inputs: &[wire::Input]) -> Result<usize, Unfair> {
        let inputs: Vec<Input> = inputs.iter().map(|input| (*input).into()).collect();
        let is_draw = |input: &&Input| matches!(input, Input::Draw(_));
        let chosen: Vec<Input> = inputs.iter().filter(|input| !is_draw(input)).copied().collect();
        let fresh = crate::play::Play::new(&self.setup, self.seed());
        let play = self.play.as_ref().or(fresh.as_ref()).ok_or(Unfair::Broken(line.version))?;
        let (had, mut next) = (play.game.inputs().len(), play.clone());
        next.play(&chosen, None).map_err(|_| Unfair::Broken(line.version))?;
        if next.game.inputs()[had..] != inputs {
            return Err(Unfair::Draw(line.version));
        }
        Ok(inputs.iter().filter(is_draw).count())
    }
}

fn unsealed(line: &LogLine) -> Option<Bytes> {
    match &line.entry {
        Entry::Unsealed { secret } => fair::from_hex(secret),
        _ => None,
    }
}

/// Logs for everyone do not say who people are; their devices stand for them.
fn person(entry: &Entry) -> Option<i64> {
    match entry {
        Entry::Opened { .. } => Some(0),
        Entry::Sat { device, .. } => Some(i64::from(*device)),
        Entry::Continued { .. } => Some(-1),
        _ => None,
    }
}
