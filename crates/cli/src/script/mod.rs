//! `bastide script`.
pub const ABOUT: &str = "x";
pub fn run() -> anyhow::Result<()> {
    Ok(())
}
