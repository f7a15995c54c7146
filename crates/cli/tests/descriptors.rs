//! A server for which the system has few file descriptors: the real binary under a small `ulimit -n`.
#![cfg(target_os = "linux")]

mod common;

use common::good;
use siege::door::{Answer, Client, Door, Route};
use siege::house::{ServerConfig, ServerProcess};
use siege::system::limit_descriptors;
use std::net::Ipv4Addr;
use std::path::Path;
use tempfile::TempDir;
use tokio::net::TcpStream;

/// The binary with a limit.
fn plan(limit: &str) -> (ServerConfig, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_bastide"));
    let mut plan = ServerConfig::new(program, &folder.path().join("data"));
    (plan.has_limits, plan.before) = (true, Some(limit.to_owned()));
    (plan, folder)
}

fn route(house: &ServerProcess, host: u8) -> Route {
    Route { server: house.address, client: Client::Own(Ipv4Addr::new(127, 0, 0, host).into()) }
}

async fn ask(house: &ServerProcess, host: u8, path: &str) -> anyhow::Result<Answer> {
    Door::open(route(house, host)).await?.get(path, "").await
}

/// As many connections as can be had, from many addresses.
async fn fill(house: &ServerProcess) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for host in (10..=90).cycle().take(400) {
        held.push(route(house, host).connect().await.unwrap());
    }
    held
}

#[tokio::test]
async fn a_full_house_says_so_once_and_still_tells_how_it_is() {
    let (mut plan, folder) = plan("ulimit -n 256");
    let house = plan.start().await.unwrap();
    house.ready().await.unwrap();
    let held = loop {
        let held = fill(&house).await;
        // Some of those who wait had not been accepted, or have been sent away for saying nothing.
        let Ok(answer) = ask(&house, 200, "/").await else { continue };
        if answer.status == 503 {
            assert!(answer.body.contains("\"full\"") && answer.body.contains("too many"), "{answer:?}");
            break held;
        }
    };
    for path in ["/healthz", "/readyz"] {
        // Whoever does not ask at once in a full house hears nothing.
        let answer = loop {
            if let Ok(answer) = ask(&house, 200, path).await {
                break answer;
            }
        };
        assert_eq!(answer.status, 200, "{path}");
    }
    let (address, data) = (house.address.to_string(), folder.path().join("data"));
    let asked = tokio::task::spawn_blocking(move || {
        good(&["health", "--listen", &address]);
        good(&["admin", "--data", data.to_str().unwrap(), "list"])
    });
    assert!(asked.await.unwrap().contains("file descriptors"));
    let numbers = Door::open(house.metrics).await.unwrap().get("/metrics", "").await.unwrap().body;
    assert!(numbers.contains("bastide_process_most_files 256"), "{numbers}");
    drop(held);
    while ask(&house, 200, "/").await.map_or(0, |answer| answer.status) != 200 {
        tokio::task::yield_now().await;
    }
    assert!(house.stop().await.unwrap().success());
    let log = std::fs::read_to_string(plan.log()).unwrap();
    assert_eq!(log.matches("the house is full").count(), 1, "{log}");
}

#[tokio::test]
async fn the_soft_limit_is_raised_and_too_low_a_hard_one_is_an_error() {
    let (mut soft, _one) = plan("ulimit -S -n 64; ulimit -H -n 400");
    let house = soft.start().await.unwrap();
    house.ready().await.unwrap();
    let numbers = Door::open(house.metrics).await.unwrap().get("/metrics", "").await.unwrap().body;
    assert!(numbers.contains("bastide_process_most_files 400"), "{numbers}");
    assert!(house.stop().await.unwrap().success());
    let (mut low, _two) = plan("ulimit -n 64");
    let error = format!("{:#}", low.start().await.unwrap_err());
    assert!(error.contains("only 64 files") && error.contains("at least"), "{error}");
}

#[tokio::test]
async fn a_server_that_gets_no_descriptors_for_a_while_goes_on_afterwards() {
    let (mut plan, _folder) = plan("ulimit -n 1000");
    let house = plan.start().await.unwrap();
    house.ready().await.unwrap();
    let mut known = Door::open(house.address).await.unwrap();
    assert_eq!(known.get("/healthz", "").await.unwrap().status, 200);
    limit_descriptors(house.pid().unwrap(), 3, 1000).unwrap();
    let waiting = route(&house, 20).connect().await.unwrap();
    while !std::fs::read_to_string(plan.log()).unwrap().contains("no connection could be accepted") {
        tokio::task::yield_now().await;
    }
    assert_eq!(known.get("/healthz", "").await.unwrap().status, 200, "who is there is answered");
    limit_descriptors(house.pid().unwrap(), 1000, 1000).unwrap();
    assert_eq!(ask(&house, 21, "/healthz").await.unwrap().status, 200);
    drop(waiting);
    assert!(house.stop().await.unwrap().success());
    let log = std::fs::read_to_string(plan.log()).unwrap();
    assert_eq!(log.matches("no connection could be accepted").count(), 1, "{log}");
}
