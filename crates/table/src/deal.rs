//! The deal: devices commit, then reveal, and the deck follows from all secrets.

use crate::play::{Play, Played};
use crate::{Millis, Refusal, Step, Table, Who};
use chance::fair::{self, Bytes};
use wire::table::{Entry, Stage};

/// So often a table may be started; each time is some entries of the log.
const MAX_DEALS: u32 = 50;
/// How long devices have to commit, and then to reveal.
pub const PATIENCE: Millis = 30_000;

/// What is known of the deal under way.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct Deal {
    /// Deals of this table so far, this one included.
    pub number: u32,
    pub digest: Bytes,
    pub commitments: Vec<Option<Bytes>>,
    pub secrets: Vec<Option<Bytes>>,
    pub due: Millis,
    pub unsealed: bool,
}

impl Deal {
    fn has_begun(&self) -> bool {
        // The creator's device is always among them.
        !self.commitments.is_empty()
    }
}

impl Table {
    /// Everything that the next deal commits to, as text. After a start that was called off it is another one, so
    /// that nobody takes a secret that is known already for a new one.
    fn deal_text(&self) -> String {
        let names: Vec<_> = self.chairs.iter().map(|chair| (&chair.name, chair.device)).collect();
        let text = format!("{}\n{}", wire::write(&*self.asked_for), wire::write(&names));
        match self.deal.number {
            0 => text,
            before => format!("{text}\n{before}"),
        }
    }

    /// The digest of the table, and what the server commits to.
    pub(crate) fn dealing(&self) -> (Bytes, Bytes) {
        let digest = fair::digest(&self.deal_text());
        (digest, fair::commitment(&self.secret, &digest))
    }

    pub(crate) fn start(&self, who: Who) -> Result<Entry, Refusal> {
        self.by_creator(who)?;
        if self.stage != Stage::Gathering {
            return Err(Refusal::Already);
        }
        if !self.chairs.iter().all(crate::Chair::is_taken) {
            return Err(Refusal::SeatsFree);
        }
        if self.deal.number >= MAX_DEALS {
            return Err(Refusal::StartedTooOften);
        }
        let (digest, server) = self.dealing();
        Ok(Entry::Dealing { digest: fair::to_hex(&digest), server: fair::to_hex(&server) })
    }

    /// The devices that have seats: several seats on one device contribute once, the computer nothing.
    pub(crate) fn contributors(&self) -> Vec<u32> {
        let mut devices: Vec<u32> = self.chairs.iter().filter_map(|chair| chair.device).collect();
        devices.sort_unstable();
        devices.dedup();
        devices
    }

    fn contributor(&self, who: Who) -> Result<u32, Refusal> {
        let Who::Person(person) = who else { return Err(Refusal::NotYourSeat) };
        let device = self.device_of(person).filter(|device| self.contributors().contains(device));
        device.ok_or(Refusal::NotYourSeat)
    }

    pub(crate) fn commit(&self, hash: &str, who: Who) -> Result<Entry, Refusal> {
        if self.stage != Stage::Committing {
            return Err(Refusal::NotNow("nobody is asked to commit"));
        }
        let device = self.contributor(who)?;
        fair::from_hex(hash).ok_or(Refusal::BadHex)?;
        match self.deal.commitments.get(device as usize) {
            Some(None) => Ok(Entry::Committed { device, hash: hash.to_lowercase() }),
            _ => Err(Refusal::Already),
        }
    }

    pub(crate) fn reveal(&self, secret: &str, who: Who) -> Result<Entry, Refusal> {
        if self.stage != Stage::Revealing {
            return Err(Refusal::NotNow("nobody is asked to reveal"));
        }
        let device = self.contributor(who)?;
        let bytes = fair::from_hex(secret).ok_or(Refusal::BadHex)?;
        if self.deal.secrets.get(device as usize) != Some(&None) {
            return Err(Refusal::Already);
        }
        let committed = self.deal.commitments.get(device as usize).copied().flatten();
        if committed != Some(fair::commitment(&bytes, &self.deal.digest)) {
            return Err(Refusal::BadSecret);
        }
        Ok(Entry::Revealed { device, secret: secret.to_lowercase() })
    }

    /// The first draw once all have revealed, or the end of the start if somebody did not.
    pub(crate) fn deal_step(&self, now: Millis) -> Option<Step> {
        let missing = |known: &[Option<Bytes>]| -> Vec<u32> {
            let lacks = |device: &u32| known.get(*device as usize).copied().flatten().is_none();
            self.contributors().into_iter().filter(lacks).collect()
        };
        let devices = match self.stage {
            Stage::Committing => missing(&self.deal.commitments),
            Stage::Revealing => missing(&self.deal.secrets),
            _ => return None,
        };
        if self.stage == Stage::Revealing && devices.is_empty() {
            let mut next = self.clone();
            next.begin_play()?;
            let Played { inputs, events, .. } = next.play_on(&[], None).ok()?;
            return Some(next.moved(Entry::Began { inputs, events }.by(None), None, now));
        }
        (now >= self.deal.due).then(|| self.noted(Entry::CalledOff { devices }, now))
    }

    /// The game with the deck of all secrets, before the first draw.
    pub(crate) fn begin_play(&mut self) -> Option<()> {
        self.play = Some(Play::new(&self.setup, self.seed())?);
        self.stage = Stage::Playing;
        Some(())
    }

    pub(crate) fn seed(&self) -> chance::Seed {
        fair::seed(&self.secret, self.deal.secrets.iter().flatten(), &self.deal.digest)
    }

    /// What everyone may know of the deal.
    pub(crate) fn known_deal(&self) -> Option<wire::table::Deal> {
        let Deal { digest, commitments, secrets, unsealed, .. } = &self.deal;
        self.deal.has_begun().then(|| wire::table::Deal {
            digest: fair::to_hex(digest),
            server: fair::to_hex(&fair::commitment(&self.secret, digest)),
            hashes: by_device(commitments),
            secrets: by_device(secrets),
            unsealed: unsealed.then(|| fair::to_hex(&self.secret)),
        })
    }

    /// After the end, the server's secret.
    pub(crate) fn unseal(&self) -> Option<Entry> {
        let sealed = self.stage == Stage::Over && !self.deal.unsealed;
        sealed.then(|| Entry::Unsealed { secret: fair::to_hex(&self.secret) })
    }
}

fn by_device(known: &[Option<Bytes>]) -> Vec<(u32, String)> {
    let known = known.iter().zip(0..);
    known.filter_map(|(bytes, device)| Some((device, fair::to_hex(bytes.as_ref()?)))).collect()
}
