//! Whatever the description of the interface allows, and much that it does not: schemathesis asks, and no answer may
//! be the server's own failure.

use crate::door::Door;
use crate::house::ServerConfig;
use anyhow::{Result, bail, ensure};
use std::path::Path;
use tokio::process::Command;
use wire::table::BotMade;

/// Runs schemathesis with so many examples for each operation.
pub async fn run(plan: &mut ServerConfig, program: &Path, examples: u32, seed: u64) -> Result<()> {
    let found = Command::new(program).arg("--version").output().await;
    if !found.is_ok_and(|output| output.status.success()) {
        bail!(
            "schemathesis is missing; get it with `python3 -m venv V && V/bin/pip install schemathesis`, and \
             name it with --schemathesis V/bin/schemathesis"
        );
    }
    let mut house = plan.start().await?;
    house.ready().await?;
    let answer = Door::open(house.address).await?.post("/api/bots", "", "").await?;
    let BotMade { token } = answer.read()?;
    let status = Command::new(program)
        .arg("run")
        .arg(format!("http://{}/api/openapi.json", house.address))
        .args(["--header", &format!("Authorization: Bearer {token}")])
        .args(["--checks", "not_a_server_error", "--max-examples", &examples.to_string()])
        .args(["--seed", &seed.to_string(), "--request-timeout", "10"])
        // What never ends, and what goes on as something else than HTTP.
        .args(["--exclude-path", "/api/stream", "--exclude-path", "/api/tables/{game}/socket"])
        .status()
        .await?;
    ensure!(house.lives(), "the server has ended");
    ensure!(house.stop().await?.success(), "the server did not stop in order");
    ensure!(status.success(), "schemathesis found something");
    Ok(())
}
