//! What whoever runs the server may ask of it while it runs: `bastide admin`.

#[cfg(unix)]
mod about;
#[cfg(unix)]
mod answer;
#[cfg(unix)]
mod socket;

#[cfg(unix)]
pub use socket::{Door, NoDoor};

/// The socket's name in the folder of the data.
pub const SOCKET: &str = "admin.sock";
