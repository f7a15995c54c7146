//! The chat. It has bounds of its own, so that no talk can end a game or make a move be refused.

use crate::gather::clean;
use crate::{CHAT_LINES, Millis, Refusal, Table, Who};
use rules::Seat;
use wire::table::Entry;

/// Longest line of chat, in characters.
pub const MAX_LINE: usize = 300;
/// One line in this time for long.
const PACE: Millis = 3000;
/// So many lines at once after a pause.
const AT_ONCE: Millis = 20;
/// Bytes that one device may say at a table, and all together.
const SHARE: usize = 64 << 10;
const WHOLE: usize = 6 * SHARE;
/// What a line takes in the log besides its text.
const FRAME: usize = 128;
/// So often the creator may give somebody the word back.
const MAX_UNMUTED: u32 = 50;

impl Table {
    pub(crate) fn say(&self, seat: Seat, text: &str, who: Who, now: Millis) -> Result<Entry, Refusal> {
        self.own(seat, who)?;
        if !self.asked_for.chat {
            return Err(Refusal::SwitchedOff("chat"));
        }
        let text = clean(text, MAX_LINE).filter(|text| !text.is_empty()).ok_or(Refusal::BadLine)?;
        let device = self.on_seat(seat).ok_or(Refusal::NotYourSeat)?;
        if device.muted {
            return Err(Refusal::Muted);
        }
        if device.talk > now + (AT_ONCE - 1) * PACE {
            return Err(Refusal::TooTalkative);
        }
        let bytes = text.len() + FRAME;
        if device.said + bytes > SHARE || self.said_bytes + bytes > WHOLE {
            return Err(Refusal::ChatFull);
        }
        Ok(Entry::Said { seat: seat.into(), text })
    }

    pub(crate) fn take_line(&mut self, seat: Seat, text: &str, at: Millis) {
        self.said.truncate(CHAT_LINES - 1);
        self.said.push_front((seat, text.into()));
        let bytes = text.len() + FRAME;
        self.said_bytes += bytes;
        if let Some(device) = self.on_seat_mut(seat) {
            device.talk = device.talk.max(at) + PACE;
            device.said += bytes;
        }
    }

    /// The table's creator takes the word from somebody, or gives it back.
    pub(crate) fn mute(&self, seat: Seat, muted: bool, who: Who) -> Result<Entry, Refusal> {
        self.by_creator(who)?;
        self.chairs.get(seat.index()).ok_or(Refusal::NoSuchSeat)?;
        let number = self.chairs[seat.index()].device.ok_or(Refusal::NotNow("nobody sits there"))?;
        let device = &self.devices[number as usize];
        if device.person == self.creator || device.muted == muted {
            return Err(Refusal::Already);
        }
        if !muted && self.unmuted >= MAX_UNMUTED {
            return Err(Refusal::NotNow("the word was given back at this table too often"));
        }
        Ok(Entry::Muted { device: number, muted })
    }

    pub(crate) fn take_word(&mut self, device: u32, muted: bool) -> Option<()> {
        self.unmuted += u32::from(!muted);
        self.devices.get_mut(device as usize)?.muted = muted;
        Some(())
    }

    /// The devices that may not speak.
    pub(crate) fn muted(&self) -> Vec<u32> {
        let devices = self.devices.iter().zip(0..);
        devices.filter_map(|(device, number)| device.muted.then_some(number)).collect()
    }
}
