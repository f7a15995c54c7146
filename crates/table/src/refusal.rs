//! Why a table refuses an order.

/// One variant per mistake; the sentence says what would be right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The seat does not exist.
    #[error("there is no such seat at this table")]
    NoSuchSeat,
    /// The seat belongs to somebody else.
    #[error("that seat is not yours; sit down on a free one or open your own link")]
    NotYourSeat,
    /// The seat is taken.
    #[error("that seat is taken; choose a free one")]
    SeatTaken,
    /// A name is missing or too long.
    #[error("a name has 1 to 40 characters")]
    BadName,
    /// The order belongs to another stage.
    #[error("that cannot be done now: {0}")]
    NotNow(&'static str),
    /// Only the creator may do it.
    #[error("only the person who made the table can do that")]
    NotCreator,
    /// No such player of the computer's.
    #[error("the computer has no player `{0}`")]
    UnknownPlayer(String),
    /// Some seat is free.
    #[error("the game starts when all seats are taken")]
    SeatsFree,
    /// Not a hash or a secret of 64 hexadecimal digits.
    #[error("a hash and a secret are 64 hexadecimal digits")]
    BadHex,
    /// The revealed secret does not belong to the hash.
    #[error("the secret does not belong to the hash that was committed; reveal the one you committed to")]
    BadSecret,
    #[error("that has been done already")]
    Already,
    /// Not this seat's decision.
    #[error("it is not that seat's turn; wait for it")]
    NotYourTurn,
    /// None or more than three actions.
    #[error("a command has one to three actions")]
    Actions,
    /// A draw, a retirement or an end where an action was expected.
    #[error(transparent)]
    Bad(#[from] wire::Bad),
    /// A rule of the game.
    #[error(transparent)]
    Illegal(#[from] rules::Illegal),
    /// Switched off at this table.
    #[error("{0} is switched off at this table")]
    SwitchedOff(&'static str),
    /// A question waits for answers already.
    #[error("another question waits for answers; answer it first")]
    Busy,
    /// There is nothing to answer.
    #[error("there is no question to answer")]
    NoQuestion,
    /// Another device of theirs is at the table.
    #[error("this browser is at the table already; open the link in another one")]
    AtTheTable,
    /// Up and down, again and again.
    #[error("you have sat down at this table too often; ask whoever made it for another one")]
    Restless,
    /// Seats were taken at this table too often.
    #[error("people have sat down and stood up at this table too often; make another one")]
    Crowded,
    /// The table's creator made them stand up.
    #[error("whoever made this table has sent you away; play at another one")]
    SentAway,
    /// Somebody else has a name that looks the same.
    #[error("somebody at this table has a name that looks the same; choose another one")]
    SameName,
    /// A name of the computer's.
    #[error("the computer has a name that looks like this; choose another one")]
    ComputersName,
    /// Too many starts came to nothing.
    #[error("this table was started too often; make another one")]
    StartedTooOften,
    /// Somebody has gone on elsewhere too often.
    #[error("these seats have been taken to other devices too often; go on with one of those")]
    TooManyDevices,
    /// The table has a clock.
    #[error("this table has a clock, so the clock decides what becomes of whoever is away")]
    ClockDecides,
    /// They are not away, or not for long enough.
    #[error("the game has not waited for them as long as this table agreed; wait until then")]
    NotAway,
    /// The same question came to nothing a moment ago.
    #[error("the others did not agree to that a moment ago; ask again later")]
    TooSoon,
    /// Too many questions.
    #[error("you have asked the others too often in this game; play on")]
    AskedEnough,
    /// They may not speak.
    #[error("whoever made this table has taken the word from you")]
    Muted,
    /// Too many lines.
    #[error("that were many lines in a short time; wait a few seconds")]
    TooTalkative,
    /// There is no room for more chat.
    #[error("no more lines fit into the chat of this table, or into your part of it; play on without")]
    ChatFull,
    /// There is nothing to take back.
    #[error("you have no finished turn to take back")]
    NothingToTakeBack,
    /// An empty or too long line.
    #[error("a line of chat has 1 to 300 characters")]
    BadLine,
    /// The game has not come so far.
    #[error("the game has not come so far; leave the turn out to see where it stands")]
    NoSuchTurn,
    /// The rules have changed since.
    #[error(
        "this game was played under other rules than this version of the program knows, or its log is damaged; it can be looked at only"
    )]
    Frozen,
}

rules::codes! {
    Refusal {
        NoSuchSeat => "no-such-seat",
        NotYourSeat => "not-your-seat",
        SeatTaken => "seat-taken",
        BadName => "bad-name",
        NotNow => "not-now",
        NotCreator => "not-creator",
        UnknownPlayer => "unknown-player",
        SeatsFree => "seats-free",
        BadHex => "bad-hex",
        BadSecret => "bad-secret",
        Already => "already",
        NotYourTurn => "not-your-turn",
        Actions => "actions",
        SwitchedOff => "switched-off",
        Busy => "busy",
        NoQuestion => "no-question",
        AtTheTable => "at-the-table",
        Restless => "restless",
        Crowded => "crowded",
        SentAway => "sent-away",
        SameName => "same-name",
        ComputersName => "computers-name",
        StartedTooOften => "started-too-often",
        TooManyDevices => "too-many-devices",
        ClockDecides => "clock-decides",
        NotAway => "not-away",
        TooSoon => "too-soon",
        AskedEnough => "asked-enough",
        Muted => "muted",
        TooTalkative => "too-talkative",
        ChatFull => "chat-full",
        NothingToTakeBack => "nothing-to-take-back",
        BadLine => "bad-line",
        NoSuchTurn => "no-such-turn",
        Frozen => "frozen",
        ;
        Bad: wire::Bad,
        Illegal: rules::Illegal,
    }
}
