//! Many games, on several threads.

use crate::compare::{Options, play_and_compare};
use crate::report::Mismatch;
use crate::setups::random_setup;
use crate::stats::Stats;
use chance::Stream;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How far a campaign is.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    pub done: u64,
    /// Games to be played.
    pub games: u64,
}

/// Plays one game whose setup and course the number determines.
pub fn game(seed: u64, options: &Options) -> Result<Stats, Box<Mismatch>> {
    let mut stream = Stream::new(seed);
    let setup = random_setup(&mut stream);
    play_and_compare(&setup, &mut stream, options).map_err(|mut mismatch| {
        mismatch.seed = Some(seed);
        mismatch
    })
}

/// Plays the games with the numbers from `seed` on and stops at the first mismatch.
pub fn campaign(
    games: u64,
    seed: u64,
    threads: usize,
    progress: impl Fn(Progress) + Sync,
) -> Result<Stats, Box<Mismatch>> {
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let stop = AtomicBool::new(false);
    let result = Mutex::new(Ok(Stats::default()));
    let work = || {
        while !stop.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= games {
                return;
            }
            let played = game(seed.wrapping_add(number), &Options::default());
            stop.fetch_or(played.is_err(), Ordering::Relaxed);
            note(&result, played);
            progress(Progress { done: done.fetch_add(1, Ordering::Relaxed) + 1, games });
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    result.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Adds a game to what is known; the first mismatch stays.
fn note(result: &Mutex<Result<Stats, Box<Mismatch>>>, played: Result<Stats, Box<Mismatch>>) {
    let mut result = result.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    match (&mut *result, played) {
        (Ok(stats), Ok(more)) => stats.add(&more),
        (Ok(_), Err(mismatch)) => *result = Err(mismatch),
        (Err(_), _) => {}
    }
}
