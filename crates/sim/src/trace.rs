//! Everything that was delivered, as one hash.

use chance::fair;

/// A hash over all deliveries so far.
pub struct Trace {
    hash: String,
}

impl Trace {
    /// Before the first delivery.
    pub fn new() -> Trace {
        Trace { hash: fair::to_hex(&[0; 32]) }
    }

    /// Takes in a delivery: which client's, which way, what.
    pub fn note(&mut self, client: usize, way: char, text: &str) {
        self.hash = fair::to_hex(&fair::digest(&format!("{} {client} {way} {text}", self.hash)));
    }

    /// The hash in hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }
}
