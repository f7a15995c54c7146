//! The attacks, by name.

use super::gang::Gang;
use super::scene::Scene;
use crate::door::{Client, Route};
use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use tokio::task::JoinSet;

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
pub enum Attack {
    /// The log of a large game, asked for again and again from four addresses, and chat as fast as sockets take it.
    Logs,
    /// Public tables that start from large positions, and the lobby of those that wait and of those that are over asked
    /// for again and again from four addresses.
    Lobby,
    /// Tables with large positions from all over a /48 of IPv6, and chat at each of them.
    Storage,
    /// One visitor takes every open seat there is, again and again.
    Seats,
    /// One of two people has the other replaced.
    Votes,
    /// Tables of six of the strongest computers that nobody looks at, from eight addresses.
    Computers,
    /// Large pictures from one address.
    Pictures,
    /// Analyses from eight addresses.
    Analyses,
    /// Requests of all kinds from fifty addresses, well and badly formed.
    Requests,
    /// As many connections as can be had, from two hundred addresses, that say nothing.
    Descriptors,
    /// Readers of 256 bytes in nine seconds: logs from twenty addresses.
    SlowReaders,
    /// The same with pictures of a large board, from four addresses.
    SlowPictures,
    /// Streams of somebody with many large tables, which nobody reads, from one address.
    Streams,
    /// Files of the page that are never packed, over two hundred connections of one address.
    Assets,
    /// Commands that are refused, over two hundred sockets of one address.
    Commands,
    /// Records of boards that look the same everywhere, compared with running games of the same kind.
    Records,
    /// Tables that nobody had in memory, all at once, from four addresses.
    Cold,
    /// Sockets from all over a /56 of IPv6.
    Networks,
    /// Whoever asks for what takes long and leaves at once, from four addresses.
    Leavers,
}

/// Where attackers go.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Target {
    /// The server, or the sink.
    pub server: SocketAddr,
    /// Whether addresses are said by a proxy.
    pub proxied: bool,
    /// The third number of the attackers' addresses.
    pub network: u8,
    /// One in so many attackers comes, on a machine that has other things to do.
    pub share: usize,
    /// What is there.
    pub scene: Scene,
}

impl Target {
    /// The way of one client: machines of this network for the attack, and others for everybody else.
    pub(super) fn route(&self, network: u8, host: u8) -> Route {
        let client = match self.proxied {
            true => Client::Forwarded(Ipv4Addr::new(10, 0, network, host).into()),
            false => Client::Own(Ipv4Addr::new(127, 0, network, host).into()),
        };
        Route { server: self.server, client }
    }

    pub(super) fn attacker(&self, host: u8) -> Route {
        self.route(self.network, host)
    }

    /// Somebody's with another /64 for each number, as a proxy tells it. They are spread over a /48, or over one /56 of it.
    pub(super) fn far(&self, number: u64, bits: u8) -> Route {
        let network = Ipv6Addr::new(0x2001, 0xdb8, 0xbad, 0, 0, 0, 0, 1).to_bits();
        let number = u128::from(number % (1 << (64 - bits)));
        let client = Client::Forwarded(IpAddr::V6(Ipv6Addr::from_bits(network | number << 64)));
        Route { server: self.server, client }
    }
}

impl Attack {
    /// All of them.
    pub fn all() -> Vec<Attack> {
        Attack::value_variants().to_vec()
    }

    /// Whether the attackers come from addresses that this machine does not have.
    pub(super) fn is_proxied(self) -> bool {
        matches!(self, Attack::Storage | Attack::Networks)
    }

    /// Whether much is asked for, so that some of it must be refused. A vote is asked for once.
    pub(super) fn is_flood(self) -> bool {
        self != Attack::Votes
    }

    pub(super) fn begin(self, gang: &Gang, attackers: &mut JoinSet<()>) {
        match self {
            Attack::Logs => gang.logs(attackers),
            Attack::Lobby => gang.lobby(attackers),
            Attack::Storage => gang.storage(attackers),
            Attack::Seats => gang.seats(attackers),
            Attack::Votes => gang.votes(attackers),
            Attack::Computers => gang.computers(attackers),
            Attack::Pictures => gang.pictures(attackers),
            Attack::Analyses => gang.analyses(attackers),
            Attack::Requests => gang.requests(attackers),
            Attack::Descriptors => gang.descriptors(attackers),
            Attack::SlowReaders => gang.slow_readers(attackers),
            Attack::SlowPictures => gang.slow_pictures(attackers),
            Attack::Streams => gang.streams(attackers),
            Attack::Assets => gang.assets(attackers),
            Attack::Commands => gang.commands(attackers),
            Attack::Records => gang.records(attackers),
            Attack::Cold => gang.cold(attackers),
            Attack::Networks => gang.networks(attackers),
            Attack::Leavers => gang.leavers(attackers),
        }
    }
}
