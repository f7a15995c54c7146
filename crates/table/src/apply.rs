//! Making logged entries so.

use crate::device::Device;
use crate::{Millis, Table, deal};
use chance::fair;
use rules::Seat;
use wire::table::{Entry, Logged, Proposal, Stage};

impl Table {
    /// Takes in one more entry of the log. What the rules of today would play differently freezes the table.
    pub fn apply(&mut self, logged: &Logged, at: Millis) {
        self.count(logged, at);
        if self.stage != Stage::Frozen && self.take(logged, at).is_none() {
            self.stage = Stage::Frozen;
            self.question = None;
        }
    }

    /// Takes in what every entry tells.
    pub(crate) fn count(&mut self, logged: &Logged, at: Millis) {
        self.version += 1;
        self.at = at;
        self.done.note(logged, self.version);
        self.hear(logged, at);
    }

    /// Nothing if the entry cannot follow from what was before.
    fn take(&mut self, logged: &Logged, at: Millis) -> Option<()> {
        match &logged.entry {
            Entry::Opened { .. } => return None,
            Entry::Sat { seat, device, name } => {
                self.take_seat((*seat).into(), *device, name, logged.person?)?
            }
            Entry::Stood { seat } => self.free_seat_of((*seat).into(), logged.person)?,
            Entry::Given { seat, player } => {
                self.taken += 1;
                let chair = self.chairs.get_mut(Seat::from(*seat).index())?;
                (chair.name, chair.stand_in) = (Some(player.clone()), Some(player.clone()));
            }
            Entry::Dropped { seat } => self.take_away((*seat).into())?,
            Entry::Continued { device } => self.take_other(logged.person?, *device)?,
            Entry::Closed { .. } => {
                self.stage = Stage::Closed;
                self.question = None;
            }
            Entry::Dealing { digest, .. } => self.begin_deal(digest, at)?,
            Entry::Committed { device, hash } => self.take_commitment(*device, hash, at)?,
            Entry::Revealed { device, secret } => {
                *self.deal.secrets.get_mut(*device as usize)? = Some(fair::from_hex(secret)?);
            }
            Entry::CalledOff { .. } => {
                self.stage = Stage::Gathering;
                self.deal = deal::Deal { number: self.deal.number, ..deal::Deal::default() };
            }
            Entry::Began { inputs, events } => {
                self.begin_play()?;
                self.replay(inputs, events)?;
                self.take_move(&logged.entry, None, at);
            }
            Entry::Played { seat, inputs, events, .. } | Entry::Left { seat, inputs, events, .. } => {
                let plays = matches!(logged.entry, Entry::Played { .. });
                let turn = self.turn_of((*seat).into(), plays);
                self.replay(inputs, events)?;
                self.take_move(&logged.entry, turn, at);
            }
            Entry::Ended { inputs, events } => {
                self.replay(inputs, events)?;
                self.take_move(&logged.entry, None, at);
            }
            Entry::Asked { seat, proposal } => self.take_question((*seat).into(), *proposal, at)?,
            Entry::Answered { seat, yes: true } => self.question.as_mut()?.agreed.push((*seat).into()),
            Entry::Answered { yes: false, .. } | Entry::Lapsed {} => self.close_question(false, at),
            Entry::TookBack { inputs, clocks } => {
                self.close_question(true, at);
                self.clocks.left.clone_from(clocks);
                self.clocks.since = at;
                self.play.as_mut()?.take_back(*inputs).then_some(())?;
                self.taken_back += 1;
                self.played = self.version;
            }
            Entry::Forgiven { millis } => self.forgive(*millis),
            Entry::Replaced { seat, computer, clocks } => {
                let asked = self.question.as_ref().map(|question| question.proposal);
                let agreed = computer.is_some() && asked == Some(Proposal::Replace { seat: *seat });
                self.close_question(agreed, at);
                self.chairs.get_mut(Seat::from(*seat).index())?.stand_in.clone_from(computer);
                self.clocks.left.clone_from(clocks);
                self.clocks.since = at;
            }
            Entry::Hinted { .. } => self.hinted = self.played,
            Entry::Said { seat, text } => self.take_line((*seat).into(), text, at),
            Entry::Muted { device, muted } => self.take_word(*device, *muted)?,
            Entry::Unsealed { .. } => self.deal.unsealed = true,
            Entry::Rematch { game } => self.rematch = Some(game.clone()),
        }
        Some(())
    }

    fn take_seat(&mut self, seat: Seat, device: u32, name: &str, person: i64) -> Option<()> {
        if device as usize == self.devices.len() {
            self.devices.push(Device::new(person));
        }
        (self.device_of(person) == Some(device)).then_some(())?;
        self.taken += 1;
        self.devices.get_mut(device as usize)?.sittings += 1;
        let chair = self.chairs.get_mut(seat.index())?;
        (chair.name, chair.device) = (Some(name.to_owned()), Some(device));
        Some(())
    }

    /// Whoever did not stand up by themselves was sent away.
    fn free_seat_of(&mut self, seat: Seat, by: Option<i64>) -> Option<()> {
        let creator = self.creator;
        if let Some(device) = self.on_seat_mut(seat)
            && by == Some(creator)
            && device.person != creator
        {
            device.sent_away = true;
        }
        let chair = self.chairs.get_mut(seat.index())?;
        (chair.name, chair.device, chair.stand_in) = (None, None, None);
        Some(())
    }

    fn begin_deal(&mut self, digest: &str, at: Millis) -> Option<()> {
        let devices = self.devices.len();
        self.deal = deal::Deal {
            number: self.deal.number + 1,
            digest: fair::from_hex(digest)?,
            commitments: vec![None; devices],
            secrets: vec![None; devices],
            due: at + deal::PATIENCE,
            unsealed: false,
        };
        self.stage = if self.contributors().is_empty() { Stage::Revealing } else { Stage::Committing };
        Some(())
    }

    fn take_commitment(&mut self, device: u32, hash: &str, at: Millis) -> Option<()> {
        *self.deal.commitments.get_mut(device as usize)? = Some(fair::from_hex(hash)?);
        let all = self.contributors().iter().all(|device| self.deal.commitments[*device as usize].is_some());
        if all {
            self.stage = Stage::Revealing;
            self.deal.due = at + deal::PATIENCE;
        }
        Some(())
    }
}
