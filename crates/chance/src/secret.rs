//! Secrets that nobody can guess.

/// 32 bytes from the operating system. Without its generator nothing could be kept secret, so there is no going on.
pub fn secret() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}
