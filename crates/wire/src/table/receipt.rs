//! What one device kept of the deals it took part in, to compare a log with.

use crate::Laid;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The receipt of one device for one game.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    pub game: String,
    /// The deals it took part in, the oldest first.
    pub deals: Vec<DealKept>,
    /// The board that this device showed at the end; empty if the receipt was saved before.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Laid>,
}

/// A deal as a device saw it before it revealed its secret.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DealKept {
    /// Deals of this table so far, this one included.
    pub number: u32,
    /// The number of the device.
    pub device: u32,
    /// The digest of the table.
    pub digest: String,
    /// What the server committed to.
    pub server: String,
    /// The secret of this device.
    pub secret: String,
    /// What all devices had committed to when this one revealed its secret; empty if it never did.
    pub hashes: Vec<(u32, String)>,
}
