//! The short form of the attacks, for the tests.

use super::attack::{Attack, Target};
use super::gang::Attackers;
use super::scene::{Scene, Size};
use super::{Besieged, ordinary};
use crate::house::ServerConfig;
use anyhow::{Context, Result};
use std::path::Path;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

/// One in so many attackers comes to the short form.
const SHARE: usize = 10;
/// How often the short form looks whether attackers have been refused.
const LOOK: Duration = Duration::from_millis(20);
/// No machine is so slow that it takes longer; a server that does not answer any more is given up.
const LONGEST: Duration = Duration::from_secs(900);
/// So that a machine on which everything takes long refuses something, too.
const SLOWER: &str = "--requests-per-second=20";

/// Attacks that come at the same time in the short form, so that a few servers do for all of them.
const TOGETHER: [&[Attack]; 5] = [
    &[Attack::Logs, Attack::Lobby, Attack::Seats, Attack::Votes, Attack::Requests, Attack::Descriptors],
    &[Attack::Computers, Attack::Analyses, Attack::Records, Attack::Cold, Attack::Streams],
    &[Attack::Pictures, Attack::SlowReaders, Attack::Commands],
    &[Attack::SlowPictures, Attack::Assets, Attack::Leavers],
    &[Attack::Storage, Attack::Networks],
];

/// All attacks in their short form, each by a few attackers in this process: they go on until they have been refused and
/// everybody else has done once what there is to do. Tells what was not as it should be.
pub async fn short(program: &Path, folder: &Path) -> Result<Vec<String>> {
    let scene = Scene::make(&mut ServerConfig::new(program, &folder.join("scene")), Size::SMALL).await?;
    let mut faults = Vec::new();
    for attacks in TOGETHER {
        faults.extend(
            together(program, folder, &scene, attacks).await.with_context(|| format!("{attacks:?}"))?,
        );
    }
    Ok(faults)
}

/// Whether attackers ask for enough to be refused, also by a program that is not optimised: its files can't be asked for
/// faster than is allowed.
fn must_be_refused(attack: Attack) -> bool {
    attack.is_flood() && attack != Attack::Assets
}

async fn together(program: &Path, folder: &Path, scene: &Scene, attacks: &[Attack]) -> Result<Vec<String>> {
    let place = Besieged::open(program, folder, attacks[0], &[SLOWER]).await?;
    let target = place.target(scene, SHARE);
    let until = Instant::now() + LONGEST;
    // Networks 2 and 3 are everybody else's.
    let begin = |(attack, network): (&Attack, u8)| {
        (*attack, Attackers::begin(*attack, Target { network, ..target.clone() }, until))
    };
    let attackers: Vec<(Attack, Attackers)> = attacks.iter().zip(10..).map(begin).collect();
    let refused = async {
        for (attack, attackers) in &attackers {
            while must_be_refused(*attack) && attackers.told().refused() == 0 {
                sleep(LOOK).await;
            }
        }
    };
    let (met, refused) = tokio::join!(timeout(LONGEST, ordinary::once(&target)), timeout(LONGEST, refused));
    let met = met.context("everybody else does not come to an end")?;
    refused.with_context(|| format!("some of {attacks:?} are never told that it is too much"))?;
    let mut faults = Vec::new();
    for (attack, attackers) in &attackers {
        println!("{attack:?}: {}", attackers.told());
        faults
            .extend(attack.faults(&attackers.told()).into_iter().map(|fault| format!("{attack:?}: {fault}")));
    }
    let harm = place.close(scene).await?;
    println!("{harm}");
    faults.extend(harm.faults().into_iter().chain(met.faults()).map(|fault| format!("{attacks:?}: {fault}")));
    Ok(faults)
}
