//! The same people once more, each one seat further.

use crate::{Chair, Refusal, Table};
use wire::Seat;
use wire::table::{Entry, Logged, NewTable, SeatPlan, Stage};

impl Table {
    /// The name of the table where the same people meet again, if there is one.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// The log of a new table with the same people, made by one of them. Whoever goes on with somebody's seats here
    /// does so there.
    pub fn meet_again(&self, person: i64) -> Result<Vec<Logged>, Refusal> {
        let device = self.device_here(person).ok_or(Refusal::NotYourSeat)?;
        if self.stage != Stage::Over {
            return Err(Refusal::NotNow("the game is not over yet"));
        }
        let mut chairs: Vec<&Chair> = self.chairs.iter().collect();
        chairs.rotate_left(1);
        let seats = chairs.iter().map(|chair| plan(chair, device)).collect();
        let planned = self.as_planned();
        let take_backs = planned.take_backs && !planned.public;
        let table = Box::new(NewTable { seats, take_backs, ..planned });
        let mut log = vec![Entry::Opened { table }.by(self.person_of(device))];
        let mut known = vec![device];
        for (chair, seat) in chairs.iter().zip(1u8..) {
            let (Some(name), Some(old)) = (&chair.name, chair.device) else { continue };
            if old == device {
                continue;
            }
            let new = known.iter().position(|known| *known == old).unwrap_or(known.len());
            if new == known.len() {
                known.push(old);
            }
            let seat = Seat::try_from(seat).map_err(|_| Refusal::NoSuchSeat)?;
            let entry = Entry::Sat { seat, device: new as u32, name: name.clone() };
            log.push(entry.by(self.person_of(old)));
        }
        for (person, old) in &self.others {
            let Some(new) = known.iter().position(|known| known == old) else { continue };
            let entry = Entry::Continued { device: new as u32 };
            log.push(entry.by(Some(*person)));
        }
        Ok(log)
    }

    fn person_of(&self, device: u32) -> Option<i64> {
        self.devices.get(device as usize).map(|device| device.person)
    }

    /// Notes the table where the same people meet again.
    pub fn note_rematch(&self, game: &str) -> Result<Logged, Refusal> {
        match self.rematch {
            None => Ok(Entry::Rematch { game: game.to_owned() }.by(None)),
            Some(_) => Err(Refusal::Already),
        }
    }
}

fn plan(chair: &Chair, own: u32) -> SeatPlan {
    match (&chair.plan, chair.device, &chair.name) {
        (SeatPlan::Computer { player }, ..) => SeatPlan::Computer { player: player.clone() },
        (_, None, Some(player)) => SeatPlan::Computer { player: player.clone() },
        (_, Some(device), Some(name)) if device == own => SeatPlan::Device { name: name.clone() },
        _ => SeatPlan::Open {},
    }
}
