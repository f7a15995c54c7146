//! The campaigns of `cargo xtask siege`, short: what is lost or wrong is an error; how long it took is nobody's business.

#![cfg(target_os = "linux")]

use siege::house::ServerConfig;
use siege::load::{self, Load};
use siege::{backup, damage, full, idle, kill, limits, pause, restart, strangers};
use std::path::Path;
use std::time::Duration;

/// A plan with the binary of this build and a folder of its own.
fn plan() -> (ServerConfig, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let plan = ServerConfig::new(Path::new(env!("CARGO_BIN_EXE_bastide")), &folder.path().join("data"));
    (plan, folder)
}

fn load(games: usize, every: Option<Duration>, computers: usize) -> Load {
    Load { games, every, time: Duration::from_secs(2), computers }
}

#[tokio::test]
async fn games_at_a_steady_pace_and_flat_out_have_no_errors() {
    for load in [load(20, Some(Duration::from_millis(200)), 0), load(5, None, 3)] {
        let (mut plan, _folder) = plan();
        let outcome = load::run(&mut plan, &load).await.unwrap();
        assert_eq!(outcome.errors, Vec::<String>::new());
        assert!(outcome.actions > 0 && !outcome.times.is_empty());
    }
}

#[tokio::test]
async fn slow_commits_lose_nothing() {
    let (plan, _folder) = plan();
    let load = load(10, Some(Duration::from_millis(200)), 0);
    let outcome = load::run(&mut plan.with("--slow-commits=20"), &load).await.unwrap();
    assert_eq!(outcome.errors, Vec::<String>::new());
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let (mut plan, _folder) = plan();
    let outcome = kill::run(&mut plan, 6, 4, 7).await.unwrap();
    assert!(outcome.games >= 6 && outcome.done > 0 && outcome.broken > 0, "{outcome}");
}

#[tokio::test]
async fn clocks_are_not_charged_for_a_restart() {
    let (mut plan, _folder) = plan();
    let outcomes = restart::run(&mut plan, 6, 3, Duration::from_secs(2)).await.unwrap();
    assert_eq!(outcomes.iter().map(|outcome| outcome.games).collect::<Vec<_>>(), [6, 6]);
}

#[tokio::test]
async fn clocks_are_not_charged_for_a_pause_of_the_process() {
    let (mut plan, _folder) = plan();
    pause::run(&mut plan, 2).await.unwrap();
}

#[tokio::test]
async fn clocks_are_not_charged_when_the_machines_clock_is_set_back_and_forth() {
    let (mut plan, _folder) = plan();
    pause::jumps(&mut plan, 2).await.unwrap();
}

#[tokio::test]
async fn damaged_data_is_whole_or_told() {
    let (mut plan, _folder) = plan();
    let outcome = damage::run(&mut plan, 3, 12, 1).await.unwrap();
    assert_eq!(outcome.whole + outcome.told + outcome.refused, 12, "{outcome}");
}

#[tokio::test]
async fn backups_under_load_hold_what_was_acknowledged_before() {
    let (mut plan, _folder) = plan();
    let outcome = backup::run(&mut plan, 3, 2).await.unwrap();
    assert!(outcome.looked_for > 0 && outcome.load > 0, "{outcome}");
}

/// Nobody loses more than time by what strangers do: they are told that it is too much, the server's memory and data stay
/// within bounds, and nobody else is refused.
#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_refused_and_everybody_else_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_bastide"));
    let faults = strangers::short(program, folder.path()).await.unwrap();
    assert_eq!(faults, Vec::<String>::new());
}

/// Those limits of docs/serving.md that are quickly reached, at their default settings.
#[tokio::test]
async fn limits_are_as_documented() {
    let folder = tempfile::tempdir().unwrap();
    let checked = limits::quick(Path::new(env!("CARGO_BIN_EXE_bastide")), folder.path()).await;
    let missed: Vec<String> =
        checked.iter().filter(|check| check.seen.is_err()).map(ToString::to_string).collect();
    assert_eq!(missed, Vec::<String>::new());
}

#[tokio::test]
async fn stored_games_can_be_read() {
    let (mut plan, _folder) = plan();
    assert_eq!(idle::run(&mut plan, 50).await.unwrap().stored, 50);
}

#[tokio::test]
async fn a_server_without_room_refuses_and_goes_on_when_there_is_some() {
    let (mut pages, _one) = plan();
    full::pages(&mut pages).await.unwrap();
    let (mut size, _two) = plan();
    full::file_size(&mut size).await.unwrap();
    let (mut disk, _three) = plan();
    full::disk(&mut disk).await.unwrap();
    let (mut mount, _four) = plan();
    full::read_only(&mut mount).await.unwrap();
    let (mut turned, _five) = plan();
    full::turned_read_only(&mut turned).await.unwrap();
}
