//! Whole numbers on the command line.

use std::ops::RangeInclusive;

/// Reads a whole number of a range, and says which would be right.
pub fn whole<N: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.trim().parse().ok().filter(|number| range.contains(number));
        number.and_then(|number| N::try_from(number).ok()).ok_or_else(|| wanted(&range, text))
    }
}

fn wanted(range: &RangeInclusive<u64>, text: &str) -> String {
    let large = text.len() > 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    match (range.start(), range.end()) {
        (first, &u64::MAX) if !large => format!("write a whole number from {first} on, such as 7"),
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
        let (seed, right) = (whole::<u64>(0..=u64::MAX), "write a whole number from 0 on, such as 7");
        assert_eq!(seed("-1"), Err(right.to_owned()));
        let limit = "write a whole number from 0 to 18446744073709551615";
        assert_eq!(seed("99999999999999999999"), Err(limit.to_owned()));
    }
}
