//! Ctrl-C during a match: what has been played until then is told.

use ai::Stop;
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Listens for Ctrl-C as long as the program runs.
pub struct Interrupt {
    /// Ends the match.
    pub stop: Stop,
    came: Arc<AtomicBool>,
}

impl Interrupt {
    /// Listens from now on; who presses the keys twice does not want to wait.
    pub fn watch() -> Result<Interrupt> {
        let interrupt = Interrupt { stop: Stop::default(), came: Arc::default() };
        let (stop, came) = (interrupt.stop.clone(), interrupt.came.clone());
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let listen = async move {
            if tokio::signal::ctrl_c().await.is_err() {
                return;
            }
            came.store(true, Ordering::Relaxed);
            stop.stop();
            let _ = tokio::signal::ctrl_c().await;
            std::process::exit(super::INTERRUPTED)
        };
        std::thread::spawn(move || runtime.block_on(listen));
        Ok(interrupt)
    }

    /// Whether Ctrl-C was pressed.
    pub fn came(&self) -> bool {
        self.came.load(Ordering::Relaxed)
    }
}
