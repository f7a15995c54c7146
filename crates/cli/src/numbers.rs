//! Whole numbers on the command line.

use std::ops::RangeInclusive;

/// Reads a whole number of a range, and says which would be right.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| wanted(&range))
    }
}

fn wanted(range: &RangeInclusive<u64>) -> String {
    match (range.start(), range.end()) {
        (0, &u64::MAX) => "write a whole number, such as 7".to_owned(),
        (first, &u64::MAX) => format!("write a whole number from {first} on"),
        (first, last) => format!("write a whole number from {first} to {last}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_of_the_range_is_told_the_range() {
        let seats = whole::<u8>(1..=6);
        assert_eq!(seats("6"), Ok(6));
        for wrong in ["0", "7", "-5", "abc", "", "1.5", "99999999999999999999"] {
            assert_eq!(seats(wrong), Err("write a whole number from 1 to 6".to_owned()), "{wrong}");
        }
        assert_eq!(whole::<u64>(1..=u64::MAX)("0"), Err("write a whole number from 1 on".to_owned()));
    }
}
