//! Short stories: nothing is lost, nobody is left behind, and a seed always tells the same story.

#[test]
fn every_client_ends_with_the_state_of_the_log() {
    for seed in 100..104 {
        sim::run(seed, 2000).unwrap_or_else(|error| panic!("{error:?}"));
    }
}

#[test]
fn a_seed_tells_the_same_story_twice() {
    let [first, second] = [(); 2].map(|()| sim::run(7, 1000).unwrap());
    assert_eq!(first, second);
    assert_ne!(first.trace, sim::run(8, 1000).unwrap().trace);
}

#[test]
fn a_story_has_everything_in_it_that_can_go_wrong() {
    let mut all = sim::Figures::default();
    (200..204).for_each(|seed| all.join(&sim::run(seed, 2000).unwrap().figures));
    let mishaps = [
        "commands repeated",
        "commands sent again after a return",
        "connections cut by the server",
        "connections lost",
        "crashes",
        "fault: Failed",
        "fault: Full",
        "fault: Untold",
        "first answers given again",
        "logged: continued",
        "logged: dropped",
        "logged: given",
        "logged: lapsed",
        "logged: muted",
        "logged: rematch",
        "logged: replaced by the computer",
        "logged: took back",
        "nights",
        "refused: stale",
        "refused: store",
        "returns by version",
        "returns of an old state",
        "tables deserted",
        "writes while locked",
    ];
    for what in mishaps {
        assert!(all.get(what) > 0, "{what}: not once");
    }
}
