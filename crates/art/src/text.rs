//! Words and numbers in pictures.

use std::fmt::Write;

/// Text made safe inside an element or attribute; what cannot stand in a document is left out.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => safe.push(c),
        }
    }
    safe
}

/// The strokes of each digit, relative to the upper left corner of a box 10 wide and 16 high.
const DIGITS: [&str; 10] = [
    "m5 0c-7 0-7 16 0 16s7-16 0-16",
    "m2 3l4-3v16",
    "m0 4c0-6 10-6 9 1 0 4-6 7-9 11h10",
    "m0 2c3-4 9-2 9 2 0 3-3 4-5 4 3 0 6 1 6 4 0 5-7 5-10 2",
    "m7 16v-16l-7 11h10",
    "m9 0h-8l-1 7c4-3 10-1 10 4s-7 6-10 3",
    "m8 0c-6 2-9 8-8 12s9 6 9 0-8-5-9-1",
    "m0 0h10l-6 16",
    "m5 0c-6 0-6 7 0 7s6 9 0 9-6-9 0-9 6-7 0-7",
    "m2 16c6-2 9-8 8-12s-9-6-9 0 8 5 9 1",
];

/// A number as strokes, its upper left corner at a point.
pub fn number(value: u32, x: f32, y: f32) -> String {
    let mut d = String::new();
    for (n, digit) in value.to_string().bytes().enumerate() {
        let strokes = DIGITS[usize::from(digit - b'0')];
        let _ = write!(d, "M{} {}{strokes}", crate::shape::Num(x + 14.0 * n as f32), crate::shape::Num(y));
    }
    d
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_typed_becomes_markup() {
        assert_eq!(escaped("<b a=\"1\" c='2'>&\u{7}"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;");
    }

    #[test]
    fn numbers_have_a_stroke_for_each_digit() {
        assert_eq!(number(407, 0.0, 0.0).matches('M').count(), 3);
    }
}
