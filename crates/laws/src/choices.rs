//! Choices taken from bytes.

use rules::{
    Catalogue, Edition, Figure, Kind, Knobs, MAX_OF_A_FIGURE, MAX_PIECES, Parts, Sets, Setup, TileSet,
};

/// A source of choices: bytes as long as there are any, then zeros.
pub struct Choices<'a> {
    bytes: std::slice::Iter<'a, u8>,
}

impl<'a> Choices<'a> {
    /// Choices made by these bytes.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes: bytes.iter() }
    }

    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        self.bytes.next().copied().unwrap_or(0)
    }

    /// Whether no byte is left.
    pub fn is_exhausted(&self) -> bool {
        self.bytes.len() == 0
    }

    /// A number below `n`; 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        let wide = if n > 256 { usize::from(self.byte()) << 8 } else { 0 };
        (wide | usize::from(self.byte())).checked_rem(n).unwrap_or(0)
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// A setup that can be played: any sets, parts, knobs and seats, now and then an own bag.
    pub fn setup(&mut self) -> Setup {
        let mut setup = Setup::new(1 + self.below(6) as u8, &[TileSet::Base]);
        for set in TileSet::ALL {
            setup.sets = setup.sets.with(set, [0, 1, 1, 2][self.below(4)]);
        }
        setup.sets = setup.sets.with(TileSet::Base, setup.sets.copies(TileSet::Base).max(1));
        setup.parts = Parts::of_sets(setup.sets);
        for part in Parts::NAMES {
            if self.once_in(5) {
                let on = setup.parts.get(part).unwrap_or(false);
                setup.parts.set(part, !on);
            }
        }
        setup.knobs = self.knobs();
        if self.once_in(3) {
            setup.sets = Sets::NONE;
            setup.bag = Some(self.bag());
        }
        if self.once_in(4) {
            let most = MAX_PIECES / Figure::ALL.len() / usize::from(setup.seats);
            let most = most.min(usize::from(MAX_OF_A_FIGURE));
            setup.supply = Figure::ALL.map(|_| Some(self.below(most + 1) as u8));
        }
        setup
    }

    fn knobs(&mut self) -> Knobs {
        let mut knobs = Edition::ALL[self.below(3)].knobs();
        for name in Knobs::NAMES {
            if self.once_in(4) {
                let values = Knobs::values(name).unwrap_or_default();
                let value = values[self.below(values.len())];
                knobs.set(name, value).expect("the knob has this value");
            }
        }
        knobs
    }

    fn bag(&mut self) -> Vec<(Kind, u16)> {
        let kinds: Vec<Kind> = Catalogue::shipped().kinds().collect();
        let river: Vec<usize> =
            ["river-01", "river-02"].iter().filter_map(|name| Kind::named(name)).map(Kind::index).collect();
        let size = 1 + self.below(40);
        let mut counts = vec![0; kinds.len()];
        for _ in 0..size {
            let kind = self.below(kinds.len());
            let most = if river.contains(&kind) { 1 } else { 3 };
            counts[kind] = (counts[kind] + 1).min(most);
        }
        counts[usize::from(self.byte()) % 24] += 1;
        kinds.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect()
    }
}
