//! Where friends come in. A page that was opened on the server's own machine knows it only as `localhost`, which
//! leads nobody else here.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// How others reach the server.
#[derive(Clone, Default, Debug)]
pub struct LanAddress {
    public_url: Option<String>,
    network: Option<IpAddr>,
}

impl LanAddress {
    /// Of a server that listens there and may have a public address.
    pub fn new(listen: IpAddr, public_url: Option<String>) -> LanAddress {
        LanAddress { public_url, network: in_network(listen) }
    }

    /// The address to tell others, for a page that asked for this host; nothing if its own address will do.
    pub fn address(&self, host: &str) -> Option<String> {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        if name != "localhost" && name != "127.0.0.1" {
            return None;
        }
        let network = || self.network.map(|ip| format!("http://{ip}{}", &host[name.len()..]));
        self.public_url.clone().or_else(network)
    }
}

/// The address of this machine in its network, if the server listens to all of them.
pub fn in_network(listen: IpAddr) -> Option<IpAddr> {
    if !listen.is_unspecified() {
        return (!listen.is_loopback()).then_some(listen);
    }
    // Nothing is sent: the system is only asked which way it would take.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_page_of_this_machine_needs_another_address() {
        let ip = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
        let near = LanAddress { public_url: None, network: Some(ip) };
        assert_eq!(near.address("localhost:8484").as_deref(), Some("http://192.0.2.7:8484"));
        assert_eq!(near.address("127.0.0.1").as_deref(), Some("http://192.0.2.7"));
        assert_eq!(near.address("192.0.2.7:8484"), None);
        let far = LanAddress { public_url: Some("https://games.example.org".to_owned()), network: Some(ip) };
        assert_eq!(far.address("localhost:8484").as_deref(), Some("https://games.example.org"));
        assert_eq!(LanAddress::new(IpAddr::V4(Ipv4Addr::LOCALHOST), None).address("localhost:1"), None);
    }
}
