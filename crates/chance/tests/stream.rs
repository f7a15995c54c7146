//! Streams: the same for ever, and even.

use chance::Stream;

#[test]
fn the_numbers_of_a_seed_never_change() {
    let mut stream = Stream::new(7);
    let numbers: Vec<u32> = (0..6).map(|_| stream.below(1000)).collect();
    assert_eq!(numbers, [172, 764, 916, 465, 447, 5]);
}

#[test]
fn numbers_are_below_their_limit_and_even() {
    let mut stream = Stream::new(1);
    let mut counts = [0; 6];
    (0..60_000).for_each(|_| counts[stream.below(6) as usize] += 1);
    assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    assert_eq!(stream.below(0), 0);
    assert_eq!(stream.pick::<u8>(&[]), None);
}

#[test]
fn shuffling_keeps_everything_and_reaches_every_order() {
    let mut stream = Stream::new(1);
    let mut orders = std::collections::BTreeSet::new();
    for _ in 0..200 {
        let mut items = [1, 2, 3];
        stream.shuffle(&mut items);
        orders.insert(items);
    }
    assert_eq!(orders.len(), 6);
}
