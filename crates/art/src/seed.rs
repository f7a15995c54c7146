//! Variety without chance: numbers that follow from what is drawn.

/// A stream of numbers.
#[derive(Clone, Debug)]
pub struct Seed(u64);

impl Seed {
    /// The stream for a thing and a purpose.
    pub fn new(thing: usize, purpose: u64) -> Seed {
        Seed(
            (thing as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ purpose.wrapping_mul(0xd1b5_4a32_d192_ed03),
        )
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number from `low` to `high`.
    pub fn within(&mut self, low: f32, high: f32) -> f32 {
        low + (self.next() >> 40) as f32 / (1u64 << 24) as f32 * (high - low)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}
