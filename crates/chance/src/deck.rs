//! The order in which tiles come out of the bag, without an order being stored.
//!
//! Each physical tile (kind, copy, times it went back into the bag) has a key, the HMAC of it under the
//! deck's seed; the next tile is the one in the bag with the smallest key. So holding back and returning
//! tiles, and taking back turns, need no code of their own, and games that diverge on one seed keep meeting
//! the same tiles where they can.

use hmac::{Hmac, Mac};
use rules::{Event, Illegal, Input, Kind, Position, Sink, Tally, ToAct};
use sha2::Sha256;

/// What determines a deck: 32 bytes, or a plain number for simulations and tests.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seed([u8; 32]);

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Seed {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&number.to_le_bytes());
        Seed(bytes)
    }
}

/// The tiles of one game, as they will come. Whatever happens in the game goes through [`Deck::apply`]: so it knows
/// which tiles are out of the bag, and which came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Deck {
    seed: Seed,
    /// Physical tiles in the bag: key, kind, copy, times put back.
    tiles: Vec<Physical>,
    /// Physical tiles drawn, held back or set aside, newest last.
    out: Vec<Physical>,
    arranged: Option<Vec<Kind>>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Physical {
    key: [u8; 32],
    kind: Kind,
    copy: u16,
    returned: u16,
}

impl Deck {
    /// The deck of a game that stands at `start` (its bag still full, or as full as the position has it).
    pub fn new(seed: Seed, start: &Position) -> Deck {
        let view = start.view();
        let pools = [&view.held, &view.aside].into_iter().flat_map(Tally::iter);
        let out: Tally = pools.chain(view.hand.map(|kind| (kind, 1))).collect();
        let (mut tiles, keyed) = (Vec::new(), keyed(&seed));
        for kind in start.catalogue().kinds() {
            let copies = view.left.get(kind) + out.get(kind);
            tiles.extend((0..copies).map(|copy| physical(keyed.clone(), kind, copy, 0)));
        }
        tiles.sort_unstable();
        let mut deck = Deck { seed, tiles, out: Vec::new(), arranged: None };
        for (kind, count) in out.iter() {
            (0..count).for_each(|_| deck.take(kind));
        }
        deck.arranged = start.setup().arranged.clone();
        deck
    }

    /// Feeds an input to the position, a draw by somebody else among them, and takes note of what came of it.
    pub fn apply(
        &mut self,
        position: &mut Position,
        input: Input,
        sink: &mut impl Sink,
    ) -> Result<(), Illegal> {
        position.apply(input, &mut Noting { deck: self, sink })
    }

    /// The tile that comes next, which stays where it is: of those in the position's bag, the first of an
    /// arranged order, else the one with the smallest key. `None` if no tile is to be drawn now.
    pub fn peek(&self, position: &Position) -> Option<Kind> {
        if position.to_act() != ToAct::Chance {
            return None;
        }
        let bag: Vec<Kind> = position.bag().map(|(kind, _)| kind).collect();
        let arranged = self.arranged.iter().flatten().find(|kind| bag.contains(kind));
        let shuffled = || self.tiles.iter().map(|tile| &tile.kind).find(|kind| bag.contains(kind));
        arranged.or_else(shuffled).copied()
    }

    /// Lets these tiles come first.
    pub fn arrange(&mut self, first: Vec<Kind>) {
        self.arranged = Some(first);
    }

    /// What is still arranged.
    pub fn arranged(&self) -> impl Iterator<Item = Kind> {
        self.arranged.iter().flatten().copied()
    }

    fn note(&mut self, event: &Event) {
        match event {
            Event::Drew { kind } => self.take(*kind),
            Event::PutBack { kind, count, .. } => (0..*count).for_each(|_| self.give_back(*kind)),
            Event::TurnBegan { .. }
            | Event::HeldBack { .. }
            | Event::Removed { .. }
            | Event::SetAside { .. }
            | Event::Placed { .. }
            | Event::ExtraEarned { .. }
            | Event::ExtraBegan { .. }
            | Event::DragonCame { .. }
            | Event::DragonWoke
            | Event::DragonMoved { .. }
            | Event::DragonRested
            | Event::Deployed { .. }
            | Event::WentHome { .. }
            | Event::FairyMoved { .. }
            | Event::FairyAlone
            | Event::Scored(_)
            | Event::GoodsTaken { .. }
            | Event::Retired { .. }
            | Event::Now(_) => {}
        }
    }

    fn take(&mut self, kind: Kind) {
        if let Some(orders) = &mut self.arranged
            && let Some(at) = orders.iter().position(|k| *k == kind)
        {
            orders.remove(at);
        }
        if let Some(at) = self.tiles.iter().position(|tile| tile.kind == kind) {
            self.out.push(self.tiles.remove(at));
        }
    }

    fn give_back(&mut self, kind: Kind) {
        if let Some(at) = self.out.iter().rposition(|tile| tile.kind == kind) {
            let old = self.out.remove(at);
            let new = physical(keyed(&self.seed), old.kind, old.copy, old.returned.wrapping_add(1));
            let place = self.tiles.partition_point(|tile| *tile < new);
            self.tiles.insert(place, new);
        }
    }
}

/// Passes events on; the deck sees them on their way.
struct Noting<'a, S> {
    deck: &'a mut Deck,
    sink: &'a mut S,
}

impl<S: Sink> Sink for Noting<'_, S> {
    const ON: bool = true;

    fn put(&mut self, event: Event) {
        self.deck.note(&event);
        self.sink.put(event);
    }
}

fn keyed(seed: &Seed) -> Hmac<Sha256> {
    Hmac::new_from_slice(&seed.0).expect("HMAC takes a key of any length")
}

fn physical(mut mac: Hmac<Sha256>, kind: Kind, copy: u16, returned: u16) -> Physical {
    mac.update(kind.name().as_bytes());
    mac.update(&[0]);
    mac.update(&copy.to_le_bytes());
    mac.update(&returned.to_le_bytes());
    Physical { key: mac.finalize().into_bytes().into(), kind, copy, returned }
}
