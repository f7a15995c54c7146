//! Finding weights by play against oneself: from how games end, and by trying.

mod fit;
mod section;
mod spsa;

pub use crate::evaluate::Weights;
pub use fit::{Quality, WeightFit};
pub use section::Section;
pub use spsa::Spsa;

/// Numbers that were found, by name.
pub type Found = Vec<(String, f64)>;

/// Does something for each item, on several threads; the results are in the order of the items.
fn share_out<T: Sync, R: Send>(threads: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let size = items.len().div_ceil(threads.max(1)).max(1);
    let (work, all) = (&work, items.chunks(size));
    std::thread::scope(|scope| {
        let parts: Vec<_> =
            all.map(|part| scope.spawn(move || part.iter().map(work).collect::<Vec<R>>())).collect();
        let join = |part: std::thread::ScopedJoinHandle<'_, Vec<R>>| {
            part.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().flat_map(join).collect()
    })
}
