//! What a client knows of its table: a snapshot, and the updates it was told since, folded without knowing a rule.

use anyhow::{Context, Result, bail, ensure};
use wire::Seat;
use wire::table::{Deal, Entry, SeatPlan, Snapshot, Stage, TableSeat, Update};

/// Lines of chat that a client keeps.
const LINES: usize = 100;

/// A table as a client sees it.
#[derive(Clone)]
pub struct Mirror {
    /// Everything but the view.
    known: Snapshot,
    view: Option<rules::View>,
}

impl Mirror {
    /// What a snapshot shows.
    pub fn new(mut snapshot: Snapshot) -> Result<Mirror> {
        let view = snapshot.view.take().map(rules::View::try_from).transpose()?;
        Ok(Mirror { known: snapshot, view })
    }

    /// What a snapshot would show.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { view: self.view.as_ref().map(wire::View::from), ..self.known.clone() }
    }

    /// Everything but the view.
    pub fn known(&self) -> &Snapshot {
        &self.known
    }

    pub fn version(&self) -> u64 {
        self.known.version
    }

    /// Where the table stands.
    pub fn stage(&self) -> Stage {
        self.known.now.stage
    }

    /// Takes in the next update; `false` if only a snapshot can tell what is there now.
    pub fn apply(&mut self, update: Update) -> Result<bool> {
        let Update { version, at, entry, now } = update;
        ensure!(version == self.known.version + 1, "version {version} follows {}", self.known.version);
        (self.known.version, self.known.at, self.known.now) = (version, at, now);
        let tells_all = !matches!(entry, Entry::TookBack { .. });
        self.take(entry)?;
        Ok(tells_all)
    }

    fn take(&mut self, entry: Entry) -> Result<()> {
        match entry {
            Entry::Opened { .. } => bail!("a table is opened once"),
            Entry::Sat { seat, device, name } => {
                *self.seat(seat)? = TableSeat { name: Some(name), device: Some(device), computer: None };
            }
            Entry::Stood { seat } => {
                *self.seat(seat)? = TableSeat { name: None, device: None, computer: None };
            }
            Entry::Given { seat, player } => {
                *self.seat(seat)? =
                    TableSeat { name: Some(player.clone()), device: None, computer: Some(player) };
            }
            Entry::Dropped { seat } => self.drop_seat(seat)?,
            Entry::Continued { .. }
            | Entry::Closed { .. }
            | Entry::Forgiven { .. }
            | Entry::Hinted { .. } => {}
            Entry::Dealing { digest, server } => {
                let (hashes, secrets) = (Vec::new(), Vec::new());
                self.known.deal = Some(Deal { digest, server, hashes, secrets, unsealed: None });
            }
            Entry::Committed { device, hash } => insert(&mut self.deal()?.hashes, device, hash),
            Entry::Revealed { device, secret } => insert(&mut self.deal()?.secrets, device, secret),
            Entry::CalledOff { .. } => self.known.deal = None,
            Entry::Began { events, .. } => {
                let setup = rules::Setup::try_from(self.known.table.setup.clone())?;
                self.view = Some(rules::Position::new(&setup)?.view());
                self.see(events)?;
            }
            Entry::Played { events, .. } | Entry::Left { events, .. } | Entry::Ended { events, .. } => {
                self.known.asked = None;
                self.see(events)?;
            }
            Entry::Asked { seat, proposal } => self.known.asked = Some((seat, proposal, Vec::new())),
            Entry::Answered { seat, yes: true } => {
                self.known.asked.as_mut().context("an answer without a question")?.2.push(seat);
            }
            Entry::Answered { yes: false, .. } | Entry::Lapsed {} => self.known.asked = None,
            Entry::TookBack { .. } => {
                self.known.asked = None;
                self.known.taken_back += 1;
            }
            Entry::Replaced { seat, computer, .. } => {
                self.known.asked = None;
                self.seat(seat)?.computer = computer;
            }
            Entry::Said { seat, text } => {
                let said = &mut self.known.said;
                said.drain(..(said.len() + 1).saturating_sub(LINES));
                said.push((seat, text));
            }
            Entry::Muted { device, muted } => {
                let all = &mut self.known.muted;
                all.retain(|other| *other != device);
                if muted {
                    all.insert(all.partition_point(|other| *other < device), device);
                }
            }
            Entry::Rematch { game } => self.known.rematch = Some(game),
            Entry::Unsealed { secret } => self.deal()?.unsealed = Some(secret),
        }
        Ok(())
    }

    fn see(&mut self, events: Vec<wire::Event>) -> Result<()> {
        let view = self.view.as_mut().context("events of a game that has not begun")?;
        for event in events {
            view.apply(&event.try_into()?);
        }
        Ok(())
    }

    fn seat(&mut self, seat: Seat) -> Result<&mut TableSeat> {
        self.known.seats.get_mut(rules::Seat::from(seat).index()).context("no such seat")
    }

    /// Those behind it move up, and what they said with them.
    fn drop_seat(&mut self, seat: Seat) -> Result<()> {
        let gone = rules::Seat::from(seat);
        ensure!(gone.index() < self.known.seats.len(), "no such seat");
        let known = &mut self.known;
        let plans = known.table.seats.iter().cloned().chain(std::iter::repeat(SeatPlan::Open {}));
        known.table.seats = plans.take(known.seats.len()).collect();
        known.table.seats.remove(gone.index());
        known.seats.remove(gone.index());
        known.table.setup.seats = Some(known.seats.len() as u8);
        known.said.retain(|(other, _)| *other != seat);
        for (other, _) in &mut known.said {
            let behind = rules::Seat::from(*other);
            if behind > gone {
                *other = rules::Seat(behind.0 - 1).into();
            }
        }
        Ok(())
    }

    fn deal(&mut self) -> Result<&mut Deal> {
        self.known.deal.as_mut().context("nothing was dealt")
    }
}

/// The list is in the order of the devices' numbers, whenever they come.
fn insert(list: &mut Vec<(u32, String)>, device: u32, text: String) {
    let place = list.partition_point(|(other, _)| *other < device);
    list.insert(place, (device, text));
}
