//! What every store has to do, whichever database is behind it.

mod batches;
mod expiry;
mod host;
mod lists;
mod log;
mod people;
mod turns;

use crate::common::TempStore;
use crate::memory::Memory;
use server::store::Store;

/// Where a store keeps what it has while it is not open.
pub trait Place {
    /// Opens it for so many tasks that read at once.
    fn open_for(&self, readers: usize) -> Store;

    fn open(&self) -> Store {
        self.open_for(4)
    }
}

impl Place for Memory {
    fn open_for(&self, readers: usize) -> Store {
        let mut memory = self.clone();
        memory.readers = readers;
        memory.into()
    }
}

/// Every test with every store, each in a place of its own.
macro_rules! suite {
    ($($file:ident { $($test:ident)* })*) => {
        mod sqlite {
            use super::*;
            $($(#[test] fn $test() { super::$file::$test(&TempStore::new()) })*)*
        }
        mod memory {
            use super::*;
            $($(#[test] fn $test() { super::$file::$test(&Memory::default()) })*)*
        }
    };
}

suite! {
    batches {
        many_threads_write_to_many_games
        of_several_that_offer_the_same_version_one_is_stored
        a_refused_order_does_not_touch_the_others
        who_subscribes_is_told_of_entries_that_can_be_read
    }
    expiry {
        a_game_is_gone_at_once_and_its_log_little_by_little
        a_game_that_is_taken_away_is_gone_whoever_keeps_it
        what_somebody_keeps_stays
        what_is_kept_by_people_who_do_not_come_any_more_goes_in_its_time
        people_are_forgotten_who_have_nothing_and_do_not_come
        public_games_are_listed_while_they_are_attended
    }
    host {
        the_last_sign_of_life_is_kept
        the_time_without_a_sign_of_life_is_an_outage
        whom_the_host_shuts_out_is_kept_until_it_ends
        everybody_is_told_one_thing
        whether_there_is_room_can_be_asked_at_any_time
    }
    lists {
        public_games_of_a_stage_come_latest_first_and_in_pages
        games_of_a_person_follow_who_takes_part
        what_is_due_comes_earliest_first
        games_for_the_computer_come_longest_waiting_first
        stages_are_counted
        games_that_are_played_come_in_the_order_of_their_numbers
    }
    log {
        entries_come_back_in_their_order
        only_the_next_version_is_taken
        a_game_is_created_once_and_before_anything_else
        entries_that_belong_together_are_all_stored_or_none
        what_is_known_of_a_game_can_be_said_anew_without_an_entry
        the_row_of_a_game_tells_what_the_last_entry_said
        any_text_is_kept_up_to_its_limit
        everything_ordered_is_written_when_the_last_handle_goes
        a_task_can_await_and_a_thread_that_runs_tasks_can_wait
    }
    people {
        a_person_is_known_by_their_secret_and_no_other
        of_a_person_who_is_forgotten_only_the_number_stays
        guests_may_do_what_their_links_are_good_for
        a_table_has_so_many_links_of_a_kind
        links_lead_where_they_should_until_they_are_revoked
        links_to_nowhere_are_refused
        what_a_person_said_is_erased_and_the_log_stays
        secrets_and_hashes_are_not_shown_by_debug
    }
    turns {
        a_read_that_nobody_waits_for_any_more_keeps_its_turn_until_it_ends
    }
}
