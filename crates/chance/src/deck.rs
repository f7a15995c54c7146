//! The order in which tiles come out of the bag, without an order being stored.
//!
//! Each physical tile (kind, copy, times it went back into the bag) has a key, the HMAC of it under the
//! deck's seed; the next tile is the one in the bag with the smallest key. So holding back and returning
//! tiles, and taking back turns, need no code of their own, and games that diverge on one seed keep meeting
//! the same tiles where they can.

use hmac::{Hmac, Mac};
use rules::{Event, Illegal, Input, Kind, Position, Sink, Tally, ToAct};
use sha2::Sha256;

/// What determines a deck.
pub type Seed = [u8; 32];

/// The tiles of one game, as they will come. Whatever happens in the game goes through it ([`Deck::draw`],
/// [`Deck::apply`]): so it knows which tiles are out of the bag, and which came back.
///
/// ```
/// use rules::{Input, Position, Setup, ToAct};
/// let mut position = Position::new(&Setup::base(2)).unwrap();
/// let mut deck = chance::Deck::from_number(7, &position);
/// let (mut events, mut actions) = (Vec::new(), Vec::new());
/// while let ToAct::Chance | ToAct::Seat(_) = position.to_act() {
///     if deck.draw(&mut position, &mut events).is_none() {
///         position.legal_actions(&mut actions);
///         deck.apply(&mut position, Input::Act(actions[0]), &mut events).unwrap();
///     }
/// }
/// assert_eq!(position.tiles().count(), 72);
/// ```
#[derive(Clone, Debug)]
pub struct Deck {
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
        let mut tiles = Vec::new();
        for kind in start.catalogue().kinds() {
            let copies = view.left.get(kind) + out.get(kind);
            tiles.extend((0..copies).map(|copy| physical(&seed, kind, copy, 0)));
        }
        tiles.sort_unstable();
        let mut deck = Deck { seed, tiles, out: Vec::new(), arranged: None };
        for (kind, count) in out.iter() {
            (0..count).for_each(|_| deck.take(kind));
        }
        deck.arranged = start.setup().arranged.clone();
        deck
    }

    /// The deck of a plain number, for simulations and tests.
    pub fn from_number(seed: u64, start: &Position) -> Deck {
        let mut wide = [0; 32];
        wide[..8].copy_from_slice(&seed.to_le_bytes());
        Deck::new(wide, start)
    }

    /// Draws the next tile into the position; `None`, and nothing happens, if no tile is to be drawn now.
    pub fn draw(&mut self, position: &mut Position, sink: &mut impl Sink) -> Option<Kind> {
        let kind = self.peek(position)?;
        let drawn = self.apply(position, Input::Draw(kind), sink);
        debug_assert!(drawn.is_ok(), "the deck gives tiles that are in the bag");
        drawn.is_ok().then_some(kind)
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

    /// Lets these tiles come first, then what is still arranged in a later state of the deck.
    pub fn arrange(&mut self, first: impl Iterator<Item = Kind>, later: &Deck) {
        self.arranged = Some(first.chain(later.arranged.iter().flatten().copied()).collect());
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
            let new = physical(&self.seed, old.kind, old.copy, old.returned.wrapping_add(1));
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

fn physical(seed: &Seed, kind: Kind, copy: u16, returned: u16) -> Physical {
    let mut mac = Hmac::<Sha256>::new_from_slice(seed).expect("HMAC takes a key of any length");
    mac.update(kind.name().as_bytes());
    mac.update(&[0]);
    mac.update(&copy.to_le_bytes());
    mac.update(&returned.to_le_bytes());
    Physical { key: mac.finalize().into_bytes().into(), kind, copy, returned }
}
