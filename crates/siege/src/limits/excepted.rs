//! The limits that no campaign can reach in minutes with the default settings, each with the test that shows it with
//! another setting, or with a clock that is moved by hand.

/// What is shown elsewhere.
#[derive(Clone, Copy, Debug)]
pub struct Excepted {
    /// The limit, as in [`Check::limits`](super::Check::limits).
    pub limit: &'static str,
    /// Why it is not shown here.
    pub why: &'static str,
    /// The tests that show it.
    pub tests: &'static [&'static str],
}

const fn excepted(limit: &'static str, why: &'static str, tests: &'static [&'static str]) -> Excepted {
    Excepted { limit, why, tests }
}

/// A table's rates do not let anybody make so many in a day.
const MANY: &str = "20,000 tables take longer than an hour to make";
const BYTES: &str = "gigabytes take days to be kept";
const DAYS: &str = "days";
const SHORT: &str = "nobody can ask so fast that the queue fills; tested with a shorter one";

/// All of them.
pub const EXCEPTED: &[Excepted] = &[
    excepted("--max-games", MANY, &["a_table_that_nobody_looks_at_makes_room_for_another_one"]),
    excepted("--max-games-mb", MANY, &["one_network_does_not_fill_the_memory_with_tables"]),
    excepted(
        "--stored-per-day",
        "50 MB take more than an hour at the pace of an hour",
        &["what_one_address_makes_in_a_day_is_bounded_too"],
    ),
    excepted(
        "--disk-quota",
        BYTES,
        &[
            "at_the_quota_nothing_new_is_begun_and_games_go_on",
            "at_the_quota_nobody_new_comes_to_a_table_by_any_door",
        ],
    ),
    excepted(
        "the last quarter of that",
        BYTES,
        &["the_last_quarter_of_the_disk_is_for_those_who_made_little_that_day"],
    ),
    excepted("--disk-reserve", "a full disk", &["some_of_the_disk_stays_free"]),
    excepted(
        "updates of a table that a socket may lag behind",
        "the system's buffers hold more than that",
        &["who_lags_behind_by_more_than_32_updates_is_told_so"],
    ),
    excepted(
        "tables loaded at once",
        SHORT,
        &["a_flood_of_tables_to_be_loaded_makes_room_for_somebody_elses"],
    ),
    excepted(
        "files of the page made and packed at once",
        SHORT,
        &["those_for_whom_there_is_no_room_are_told_so_at_once"],
    ),
    excepted(
        "checks whether somebody may still look on",
        "it refuses nothing",
        &["only_those_at_a_table_are_checked_and_several_checks_are_one"],
    ),
    excepted(
        "who waits for the computer",
        "it refuses nothing by itself; `siege strangers` measures it",
        &[
            "networks_take_turns_and_so_do_people_inside_them",
            "a_newcomer_takes_the_place_of_the_newest_of_whoever_has_most",
        ],
    ),
    excepted(
        "finished analyses kept in memory",
        "it refuses nothing",
        &["no_more_is_kept_than_there_is_room_for"],
    ),
    excepted("writes waiting for the disk", SHORT, &["a_full_queue_answers_busy_and_keeps_what_it_took"]),
    excepted(
        "starts of one table",
        "50 starts that come to nothing take 25 minutes",
        &["a_table_is_not_started_for_ever"],
    ),
    excepted(
        "allowances that are remembered",
        "20,000 people",
        &[
            "no_more_is_remembered_than_there_is_room_for",
            "nobody_is_rid_of_what_they_owe_by_coming_from_many_networks",
        ],
    ),
    excepted("people who hold seats", "10,000 people", &["whoever_came_first_is_forgotten_first"]),
    excepted("--keep-unstarted", DAYS, &[TIDIED]),
    excepted("--keep-computers", DAYS, &[TIDIED]),
    excepted("--keep-alone", DAYS, &[TIDIED]),
    excepted("--keep-games", DAYS, &[TIDIED]),
    excepted("--keep-people", DAYS, &["people_who_have_nothing_and_do_not_come_are_forgotten"]),
    excepted("links to another device that were not used", DAYS, &[TIDIED]),
];

const TIDIED: &str = "what_nobody_needs_goes_when_its_time_has_come_and_what_is_kept_or_in_use_stays";
