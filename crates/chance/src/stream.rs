//! A reproducible stream of random numbers.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

/// A stream of random numbers that a seed determines for ever: no library upgrade may change it.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of a seed.
    ///
    /// ```
    /// let mut a = chance::Stream::new(7);
    /// let mut b = chance::Stream::new(7);
    /// assert_eq!(a.below(1000), b.below(1000));
    /// ```
    pub fn new(seed: u64) -> Stream {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Stream(ChaCha8Rng::from_seed(key))
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A number below `n` (0 if `n` is 0), every one equally likely up to one part in 2^32.
    pub fn below(&mut self, n: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(n)) >> 32) as u32
    }

    /// One of the items; `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len() as u32) as usize)
    }

    /// Puts the items into a random order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A small, fast source of random numbers for searches and simulations, where nothing is at stake. Its
/// sequence may change from one version of the program to the next.
///
/// A multiplicative congruential generator modulo 2^64: of its bits, only the upper ones are good, and a number
/// below another is made of these.
#[derive(Clone, Debug)]
pub struct FastRandom(u64);

impl FastRandom {
    /// The numbers of a seed.
    pub fn new(seed: u64) -> FastRandom {
        let spread = seed.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        FastRandom((spread ^ spread >> 32) | 1)
    }

    /// A number below `n`; 0 if `n` is 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        // Steele and Vigna, "Computationally easy, spectrally good multipliers".
        self.0 = self.0.wrapping_mul(0xF135_7AEA_2E62_A9C5);
        ((u128::from(self.0) * u128::from(n)) >> 64) as u32
    }
}
