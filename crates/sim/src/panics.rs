//! Panics inside tasks, which the runtime would keep to itself.

use std::cell::Cell;
use std::panic;
use std::sync::Once;

thread_local! {
    static PANICS: Cell<u32> = const { Cell::new(0) };
}

/// How often this thread has panicked since it was first asked.
pub fn count() -> u32 {
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            usual(info);
        }));
    });
    PANICS.get()
}
