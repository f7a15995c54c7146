//! Short names of errors, for programs.

/// Gives an error a short name for each of its variants, and a list of them all. Variants behind a
/// semicolon hold another error that has such names, and go by those: `Refusal { Busy => "busy", ; Bad: wire::Bad, }`.
///
/// ```
/// enum Broken {
///     Leg(u8),
///     Promise,
/// }
/// rules::codes! {
///     Broken {
///         Leg => "broken-leg",
///         Promise => "broken-promise",
///     }
/// }
/// assert_eq!(Broken::Leg(2).code(), "broken-leg");
/// assert_eq!(Broken::codes().collect::<Vec<_>>(), ["broken-leg", "broken-promise"]);
/// ```
#[macro_export]
macro_rules! codes {
    ($name:ident {
        $($variant:ident => $code:literal,)*
        $(; $($outer:ident: $inner:ty,)*)?
    }) => {
        impl $name {
            /// A short name for programs; the sentence for people is its `Display`.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($name::$variant { .. } => $code,)*
                    $($($name::$outer(inner) => inner.code(),)*)?
                }
            }

            /// Every code there is.
            pub fn codes() -> impl Iterator<Item = &'static str> {
                let own = [$($code),*].into_iter();
                $($(let own = own.chain(<$inner>::codes());)*)?
                own
            }
        }
    };
}
