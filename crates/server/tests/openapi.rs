//! The description of the interface is complete: it tells of exactly the routes there are.

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, StatusCode, header};
use server::hall::Hall;
use server::http::{App, AppConfig, router};
use server::lan_address::LanAddress;
use server::origin::OriginPolicy;
use server::privacy::HostWords;
use server::settings::{Limits, Rate};
use server::store::Store;
use server::store::sqlite::{Options, Sqlite};
use server::time::Time;
use std::collections::BTreeSet;
use tokio::sync::watch;
use tower::ServiceExt;
use wire::api::ROUTES;

const SOURCE: &str = include_str!("../src/http/mod.rs");
const METHODS: [Method; 5] = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// The addresses that the router knows, the pages apart: a router cannot be asked for them, but its source can.
fn paths() -> impl Iterator<Item = &'static str> {
    let routes = SOURCE.split(".route(\"").skip(1).filter_map(|rest| rest.lines().next()?.split_once('"'));
    routes.filter(|(_, handler)| !handler.contains("web::")).map(|(path, _)| path)
}

/// Whether there is a route: every other method is refused as such.
async fn answers(router: &Router, method: &Method, path: &str) -> bool {
    let path = path.replace("{game}", "zw00000000000001");
    let request = Request::builder().method(method).uri(path).header(header::HOST, "localhost");
    let request = request.header(header::ORIGIN, "http://localhost").body(Body::empty()).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    response.status() != StatusCode::METHOD_NOT_ALLOWED
}

#[tokio::test]
async fn exactly_the_routes_there_are_are_described() {
    let folder = tempfile::tempdir().unwrap();
    let database = Sqlite::open(&folder.path().join("games.db"), &Options::default()).unwrap();
    let store = Store::from(database);
    let (_stop, closing) = watch::channel(false);
    // All of them are asked for at once.
    let requests = Rate { steady: 0.0, burst: 10_000.0 };
    let (time, limits) = (Time::manual(1000), Limits { requests, ..Limits::default() });
    let config = AppConfig {
        origin_policy: OriginPolicy::default(),
        lan_address: LanAddress::default(),
        limits,
        disk: Default::default(),
        retention: Default::default(),
        behind_proxy: false,
        web_dir: None,
        host_words: HostWords::default(),
        data: folder.path().to_owned(),
    };
    let router = router(App::new(Hall::new(store.clone(), time.clone(), 10), store, time, config, closing));
    let described: BTreeSet<(String, &str)> =
        ROUTES.iter().map(|route| (route.method.to_uppercase(), route.path)).collect();
    let mut there = BTreeSet::new();
    for path in paths() {
        for method in METHODS {
            if answers(&router, &method, path).await {
                there.insert((method.to_string(), path));
            }
        }
    }
    assert_eq!(described, there);
}
