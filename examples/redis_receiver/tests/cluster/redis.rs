//! A Redis of a test's own.

use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use redis::{Client, Connection, InfoDict, RedisResult};

/// A server that keeps nothing on disk. It ends with this, or by itself after three minutes.
pub struct Redis {
    child: Child,
    pub url: String,
}

impl Redis {
    pub fn start() -> Self {
        // Between this and the server's start the port is anybody's: another one is tried then.
        (0..5).find_map(|_| Self::try_start()).expect("redis-server starts, see its package")
    }

    fn try_start() -> Option<Self> {
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).ok()?.local_addr().ok()?.port();
        let child = Command::new("timeout")
            .args([
                "180",
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--appendonly",
                "no",
            ])
            .args(["--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()
            .ok()?;
        let mut redis = Self { child, url: format!("redis://127.0.0.1:{port}") };
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(10) && redis.child.try_wait().ok()?.is_none() {
            if redis.connect().is_ok() {
                return Some(redis);
            }
            thread::sleep(Duration::from_millis(20));
        }
        None
    }

    fn connect(&self) -> RedisResult<Connection> {
        Client::open(self.url.as_str())?.get_connection_with_timeout(Duration::from_secs(5))
    }

    pub fn connection(&self) -> Connection {
        self.connect().expect("a connection")
    }

    /// How many changes were not kept because somebody else was faster.
    pub fn conflicts(&self) -> u64 {
        let info: InfoDict =
            redis::cmd("INFO").arg("errorstats").query(&mut self.connection()).expect("INFO");
        let count: Option<String> = info.get("errorstat_CONFLICT");
        count.map_or(0, |count| count.trim_start_matches("count=").parse().expect("a number"))
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        if let Ok(mut connection) = self.connect() {
            // It answers by hanging up.
            let _ = redis::cmd("SHUTDOWN").arg("NOSAVE").exec(&mut connection);
        }
        let _ = self.child.wait();
    }
}
