// What a browser sends to the server and gets from it. Written by
// `UPDATE=1 cargo test -p bastide-wire --test types`; do not edit.
//
// Where a type has a twin with `Sent` behind its name, that one is for sending: what has a default may be left out.

/** A line of an analysis that is under way. */
export type Analysed =
    | {
        type: "began";
        /** So many inputs the game has. */
        inputs: number;
    }
    /** One more turn, with the best three lines. */
    | {
        type: "turn";
        /** The same for the best line. */
        best: number;
        /** How likely the seat would win after the best line. */
        best_chance: number;
        /** What could have been done, best first. */
        candidates: AnalysedLine[];
        /** How likely each seat wins after it. */
        chances: number[];
        /** How much likelier the seat wins for that. */
        fortune: number;
        /** How many inputs the game had had before it. */
        input: number;
        /** What the played line lost. */
        loss: number;
        /** By how many points the draw was better than draws were on average. */
        luck: number;
        /**
         * How far ahead of those who still play the seat is expected to be in the end after it; of more than one, half the best
         * counts and half their mean.
         */
        margin: number;
        /** Its number, from 1. */
        number: number;
        /** What was done. */
        played: Input[];
        seat: Seat;
    }
    /** That was all. */
    | {
        type: "done";
        /** The numbers of the turns that changed a chance of winning most, by what was played or drawn, the greatest change first. */
        decisive: number[];
        /** Each seat over the whole game. */
        seats: AnalysedSeat[];
    }
    /** It cannot go on. */
    | { type: "failed" } & Failure;

/** A way to play a turn, and what is expected of it. */
export interface AnalysedLine {
    /** How likely the seat then wins. */
    chance: number;
    /** What is done. */
    line: Input[];
    /** How far ahead the seat is then expected to be in the end. */
    margin: number;
    /** What each seat is then expected to have in the end. */
    value: number[];
}

/** One seat over the whole game. */
export interface AnalysedSeat {
    /** Points lost by not playing what was best. */
    loss: number;
    /** Points won or lost by what was drawn. */
    luck: number;
    /** Who, if the record says. */
    player?: string | null;
    /** Turns and decisions. */
    turns: number;
}

/** A program is to play a seat. */
export interface BotAsked {
    /** What the program is called at the table. */
    name: string;
    seat: Seat;
}

/** A program may play. */
export interface BotMade {
    /** What the program shows with each request: `Authorization: Bearer` and this. */
    token: string;
}

/** A cell of the table. */
export interface Cell {
    /** Columns east of the start tile. */
    x: number;
    /** Rows north of the start tile. */
    y: number;
}

/** An open cell and what still fits there; with no tiles, nothing left can fill it. */
export interface CellFits {
    tiles: TileFits[];
    /** Columns east of the start tile. */
    x: number;
    /** Rows north of the start tile. */
    y: number;
}

/** How long players may think. */
export type Clock =
    /** As long as they like. */
    | { type: "none" }
    /** So many seconds for each decision of a seat. */
    | { type: "turn"; seconds: number }
    /** So many seconds for the whole game, and some more for each finished turn. */
    | {
        type: "game";
        /** Seconds more for each turn. */
        increment: number;
        /** Seconds for the game. */
        seconds: number;
    };

/** An order with its identity. */
export interface Command {
    /** Made by the client; a repeated id gets its first answer. */
    id: string;
    /** What to do. */
    order: Order;
    /** The version it is based on. */
    version: number;
}

/**
 * What is known of a deal: all that a device needs to take part in it, and to check the draws after the end. Hashes
 * and secrets are hexadecimal digits.
 */
export interface Deal {
    /** The hash of the table and its seats. */
    digest: string;
    /** What the devices have committed to, in the order of their numbers. */
    hashes: [number, string][];
    /** What the devices have revealed, in the order of their numbers. */
    secrets: [number, string][];
    /** What the server has committed to. */
    server: string;
    /** After the end: the server's secret. */
    unsealed: string | null;
}

/** A deal as a device saw it before it revealed its secret. */
export interface DealKept {
    /** The number of the device. */
    device: number;
    /** The digest of the table. */
    digest: string;
    /** What all devices had committed to when this one revealed its secret; empty if it never did. */
    hashes: [number, string][];
    /** Deals of this table so far, this one included. */
    number: number;
    /** The secret of this device. */
    secret: string;
    /** What the server committed to. */
    server: string;
}

/** Why a game ended. */
export type Ending = "no-tiles" | "nothing-fits" | "agreed" | "retired";

/** Where a link led. */
export interface Entered {
    game: string;
    /** What can be done there. */
    purpose: EnteredFor;
}

/** What somebody who came with a link can do. */
export type EnteredFor =
    | "watch"
    /** Sit down on a free seat. */
    | "sit"
    /** Go on with a seat that is theirs. */
    | "device";

/** Somebody comes with a link. */
export interface Entering {
    /** The link's fragment. */
    secret: string;
}

/** Something that happened at a table. */
export type Entry =
    /** The table was made. */
    | { type: "opened"; table: NewTable }
    /** Somebody sat down. `device` is a number that stands for their device at this table. */
    | { type: "sat"; device: number; name: string; seat: Seat }
    /** Somebody stood up again before the start. */
    | { type: "stood"; seat: Seat }
    /** The creator gave a free seat to one of the computer's players. */
    | { type: "given"; player: string; seat: Seat }
    /** The creator took a free seat away; those behind it move up. */
    | { type: "dropped"; seat: Seat }
    /** Somebody goes on with the seats of a device on another one. */
    | { type: "continued"; device: number }
    /** The creator called the table off before the start, or the host of the server closed it. */
    | { type: "closed"; by_host?: boolean }
    /**
     * All seats are taken: every device is to commit to a secret. `digest` is the hash of the table and its
     * seats, `server` the server's own commitment.
     */
    | { type: "dealing"; digest: string; server: string }
    /** A device has committed. */
    | { type: "committed"; device: number; hash: string }
    /** A device has revealed. */
    | { type: "revealed"; device: number; secret: string }
    /** The start was called off because these devices did not commit or reveal in time. */
    | { type: "called-off"; devices: number[] }
    /** The game began with the first draw. */
    | { type: "began"; events: Event[]; inputs: Input[] }
    /** A seat acted, and tiles were drawn. */
    | { type: "played"; clocks: number[]; events: Event[]; inputs: Input[]; seat: Seat }
    /** A seat gave up, or its time was up. */
    | { type: "left"; clocks: number[]; events: Event[]; inputs: Input[]; seat: Seat; why: Leaving }
    /** A seat asks the others. */
    | { type: "asked"; proposal: Proposal; seat: Seat }
    /** A seat answers. */
    | { type: "answered"; seat: Seat; yes: boolean }
    /** A question was not answered in time. */
    | { type: "lapsed" }
    /** All agreed to end the game. */
    | { type: "ended"; events: Event[]; inputs: Input[] }
    /** Turns were taken back: so many inputs remain. */
    | { type: "took-back"; clocks: number[]; inputs: number }
    /** The server did not run for so many milliseconds; they are not counted. */
    | { type: "forgiven"; millis: number }
    /** The computer's player of this name plays a seat from now on, or its owner is back. */
    | { type: "replaced"; clocks: number[]; computer: string | null; seat: Seat }
    /** A seat got a hint for its turn. */
    | { type: "hinted"; seat: Seat }
    /** Somebody said something. */
    | { type: "said"; seat: Seat; text: string }
    /** The creator took the word from a device, or gave it back. */
    | { type: "muted"; device: number; muted: boolean }
    /** After the end: the server's secret, so that anyone can check the draws. */
    | { type: "unsealed"; secret: string }
    /** The same people meet again at another table. */
    | { type: "rematch"; game: string };

/** One thing that happened. */
export type Event =
    | { type: "turn-began"; seat: Seat }
    | { type: "drew"; tile: Kind }
    | { type: "held-back"; tile: Kind }
    | { type: "removed"; tile: Kind }
    | { type: "set-aside"; tile: Kind }
    | { type: "put-back"; count: number; from: Pool; tile: Kind }
    | { type: "placed"; rotation: Rotation; seat: Seat; tile: Kind; x: number; y: number }
    | { type: "extra-earned"; seat: Seat }
    | { type: "extra-began"; seat: Seat }
    | { type: "dragon-came"; x: number; y: number }
    | { type: "dragon-woke" }
    | { type: "dragon-moved"; seat: Seat; x: number; y: number }
    | { type: "dragon-rested" }
    | { type: "deployed"; figure: Figure; seat: Seat; segment: number; x: number; y: number }
    | {
        type: "went-home";
        figure: Figure;
        seat: Seat;
        segment: number;
        why: RemovalReason;
        x: number;
        y: number;
    }
    | { type: "fairy-moved"; seat: Seat; segment: number | null; x: number; y: number }
    | { type: "fairy-alone" }
    | { type: "scored"; points: number[]; reason: Reason }
    | { type: "goods-taken"; count: number; good: Good; seat: Seat }
    | { type: "retired"; seat: Seat }
    | { type: "now"; phase: Phase };

/** Whether a second tile is due. */
export type Extra = "no" | "earned" | "second";

/** What every request is answered with that cannot be done. */
export interface Failure {
    /** A short name for programs. */
    code: string;
    /** What is wrong and what would be right. */
    message: string;
    /** What the host said about it, word for word. */
    words?: string | null;
}

/** The fairy; `segment` is that of the follower she stands beside. */
export interface Fairy { segment: number | null; x: number; y: number }

/** The fairy; `segment` is that of the follower she stands beside. */
export interface FairySent { segment?: number | null; x: number; y: number }

/** A road, city, monastery or field as it stands. */
export interface Feature {
    /** The first spot of each completed city that a field touches, sorted. */
    cities: Spot[];
    /** Whether it is finished. */
    complete: boolean;
    /** Followers of each seat. */
    followers: number[];
    /** Goods symbols in it. */
    goods: Goods;
    /** Which seats have a builder (road, city) or a pig (field) on it. */
    helpers: boolean[];
    /** What it is. */
    kind: FeatureKind;
    /** The empty cells it needs tiles on, sorted. */
    needs: Cell[];
    pennants: number;
    /** Its segments, sorted. */
    spots: Spot[];
    /** Its tiles; for a monastery, its own and those around it. */
    tiles: number;
    /** What the majority would get if the game ended now. */
    worth: number;
    /** What the majority would get if it were finished as it is. */
    worth_complete: number;
}

/** What can be claimed. */
export type FeatureKind = "road" | "city" | "monastery" | "field";

/** A field beside a farmed city. */
export interface FieldFarmers {
    /** Farmers of each seat. */
    followers: number[];
    /** Its first spot. */
    spot: Spot;
}

/** What stands on the board. */
export type Figure = "follower" | "builder" | "pig";

/** What the server sends. */
export type FromServer =
    /** The first message: who the client is at this table. It comes again when that changes. */
    | { type: "you" } & You
    /** Everything a client needs to show a table. */
    | { type: "snapshot" } & Snapshot
    /** One more version. */
    | { type: "update" } & Update
    /** A command was done; its update has this version. */
    | { type: "done"; id: string; version: number }
    /** A command was refused. */
    | { type: "rejected" } & Rejection
    /** The answer to a preview. */
    | {
        type: "previewed";
        /** What could be done then. */
        actions: Input[];
        /** What would happen. */
        events: Event[];
        id: string;
    }
    /** What the host tells everybody, when that changes, and to whoever comes while there is something to tell. */
    | { type: "notice" } & Noticed
    /** The server is about to stop; come back in a moment. */
    | { type: "closing" };

/** A kind of token. */
export type Good = "wine" | "grain" | "cloth";

/** Goods tokens or symbols. */
export interface Goods { cloth: number; grain: number; wine: number }

/** What the computer would do. */
export interface Hint {
    /** How likely it then wins. */
    chance: number;
    /** The rest of the seat's turn. */
    line: Input[];
    /** How far ahead the seat is then expected to be in the end. */
    margin: number;
    /** Whose turn it is. */
    seat: Seat;
    /** The last version that changed the game: the hint is about what the table waited for then. */
    version: number;
}

/** A hint is wanted. */
export interface HintAsked {
    /** For the turn of which seat. */
    seat: Seat;
}

/** Everything that can be fed to a game. The first seven are actions of a seat. */
export type Input =
    /** Lay the tile in hand. */
    | { type: "place"; rotation: Rotation; x: number; y: number }
    /** Put a figure on the board. */
    | { type: "deploy"; figure: Figure; segment: number; x: number; y: number }
    /** The princess sends a knight home. */
    | { type: "evict"; segment: number; x: number; y: number }
    /** Move the fairy; `segment` is absent under the knob `fairy = on-tile`. */
    | { type: "fairy"; segment?: number | null; x: number; y: number }
    /** Move the dragon one tile. */
    | { type: "dragon"; side: Side }
    /** Take the second tile that the builder earned. */
    | { type: "take-extra" }
    /** Place no figure, or take no second tile. */
    | { type: "pass" }
    /** A tile is drawn. */
    | { type: "draw"; tile: Kind }
    /** A seat gives up. */
    | { type: "retire"; seat: Seat }
    /** All agree to end the game. */
    | { type: "end-now" };

/** A game is to be kept, or no longer. */
export interface KeepAsked {
    /** Whether the asker keeps it. */
    keep: boolean;
}

/** Whether a game is kept. */
export interface Kept {
    /** Whether the asker keeps it. */
    kept: boolean;
    /**
     * When it is deleted unless something happens at it, in milliseconds since 1970. Nothing if somebody keeps it, or
     * if this server keeps all games.
     */
    until: number | null;
}

/** For how many days things are kept after they last changed; nothing for ever. Games that somebody keeps or looks at stay. */
export interface KeptDays {
    /** Unfinished games of one person. */
    alone: number | null;
    /** Games in which only the computer plays. */
    computers: number | null;
    /** All other games. */
    games: number | null;
    /** People who have no game left, since they were last here. */
    people: number | null;
    /** Tables at which no game began. */
    unstarted: number | null;
}

/** A tile kind, by its name. */
export type Kind = string;

/** A laid tile. */
export interface Laid { rotation: Rotation; tile: Kind; x: number; y: number }

/** Why a seat left a running game. */
export type Leaving =
    | "resigned"
    /** Its time was up. */
    | "clock";

/** A link is wanted. */
export interface LinkAsked {
    /** What it is to be good for. */
    purpose: LinkPurpose;
}

/** A link was made. */
export interface LinkMade {
    /** To be put into the link's fragment. */
    secret: string;
}

/** What a link is good for. */
export type LinkPurpose =
    /** To sit down. */
    | { type: "sit" }
    /** To look on. */
    | { type: "watch" }
    /** To go on with one's own seats on another device. */
    | { type: "device" };

/** A table in a list. */
export interface Listed {
    /** Its name in addresses. */
    game: string;
    /** Whether the asker keeps it. */
    kept?: boolean;
    /** The asker's seats. */
    mine: Seat[];
    /** What else lists show. */
    summary: Summary;
    /** What it is called. */
    title: string;
    /** When that was, in milliseconds since 1970. */
    updated: number;
    /** The last version. */
    version: number;
}

/** A page of the lobby, the latest table first. */
export interface Lists {
    /** Where the next page begins: to be asked for as `before`. Nothing on the last page. */
    next: string | null;
    tables: Listed[];
}

/** An entry of a shown log. */
export interface LogLine {
    /** When, in milliseconds since 1970. */
    at: number;
    entry: Entry;
    /** Whether names or words in it were erased since; they are empty. */
    erased?: boolean;
    /** Counted from 1. */
    version: number;
}

/** The log of a table, without what is hidden. */
export interface LogShown {
    /** Everything that happened, in order. */
    entries: LogLine[];
    game: string;
}

/** What a whole tile shows, or where in the river it belongs. */
export type Mark =
    /** Calls the dragon. */
    | "volcano"
    /** Makes the dragon walk. */
    | "dragon"
    /** Lets a follower go anywhere. */
    | "portal"
    /** Begins the river. */
    | "spring"
    /** Ends the river. */
    | "lake";

/** The asker's tables, the latest first. */
export interface Mine { tables: Listed[] }

/** A table as asked for; everything has a default. */
export interface NewTable {
    /**
     * Without a clock: after how many seconds of waiting for somebody the others may let the computer play for them.
     * Three days if it is left out.
     */
    absence?: number | null;
    /** Whether there is a chat line. */
    chat: boolean;
    /** How long players may think. */
    clock: Clock;
    /** Whether the computer gives hints. If it is left out: where one person plays against the computer only. */
    hints?: boolean | null;
    /** What happens to a seat whose time is up. */
    out_of_time: OutOfTime;
    /** Whether the table stands in the lobby. */
    public: boolean;
    /** Who sits where, one entry for each seat; missing ones are open. */
    seats: SeatPlan[];
    setup: Setup;
    /** Whether finished turns can be taken back if all agree; at a public table never. */
    take_backs: boolean;
    /** What it is called in lists. */
    title: string;
}

/** A table as asked for; everything has a default. */
export interface NewTableSent {
    /**
     * Without a clock: after how many seconds of waiting for somebody the others may let the computer play for them.
     * Three days if it is left out.
     */
    absence?: number | null;
    /** Whether there is a chat line. */
    chat?: boolean;
    /** How long players may think. */
    clock?: Clock;
    /** Whether the computer gives hints. If it is left out: where one person plays against the computer only. */
    hints?: boolean | null;
    /** What happens to a seat whose time is up. */
    out_of_time?: OutOfTime;
    /** Whether the table stands in the lobby. */
    public?: boolean;
    /** Who sits where, one entry for each seat; missing ones are open. */
    seats?: SeatPlan[];
    setup?: SetupSent;
    /** Whether finished turns can be taken back if all agree; at a public table never. */
    take_backs?: boolean;
    /** What it is called in lists. */
    title?: string;
}

/** The host's words. */
export interface NoticeShown {
    /** To be shown for so many milliseconds. */
    millis: number;
    /** What everybody is to know. */
    text: string;
}

/** What the host tells everybody. */
export interface Noticed {
    /** Nothing if there is nothing to tell. */
    notice: NoticeShown | null;
}

/** What a table waits for. */
export interface Now {
    /** The other legal actions. */
    actions: Input[];
    /**
     * Without a clock: when whoever is to act will have been away for as long as the table agreed, so that the others
     * may let the computer play.
     */
    away?: number | null;
    /** What each seat has left on its clock, in milliseconds, as of the entry's time. */
    clocks: number[];
    /** When what is awaited is overdue. */
    due: number | null;
    /** In a game: the phase. */
    phase: Phase | null;
    /** The legal placements of the tile in hand: x, y, and a bit for each rotation. */
    places: [number, number, number][];
    /** Where the table stands. */
    stage: Stage;
    /** In a game: who acts. */
    to_act: ToAct | null;
}

/** A table was made. */
export interface Opened {
    /** Its name in addresses. */
    game: string;
    /** The secret of the link to sit down. */
    sit: string;
    /** The secret of the link to watch. */
    watch: string;
}

/** What can be asked of a table. */
export type Order =
    | { type: "sit"; name: string; seat: Seat }
    /** Stand up before the start. */
    | { type: "stand"; seat: Seat }
    /** Give a free seat to one of the computer's players (the creator, before the start). It stands up like anyone. */
    | { type: "give"; player: string; seat: Seat }
    /** Play without a free seat (the creator, before the start). */
    | { type: "drop"; seat: Seat }
    /** Call the table off (its creator, before the start). */
    | { type: "close" }
    /** Start, once all seats are taken. */
    | { type: "start" }
    /** Commit to a secret: the hash that the page computes. */
    | { type: "commit"; hash: string }
    | { type: "reveal"; secret: string }
    /** One to three actions of a seat. */
    | { type: "act"; actions: Input[]; seat: Seat }
    | { type: "resign"; seat: Seat }
    /** Ask the others. */
    | { type: "ask"; proposal: Proposal; seat: Seat }
    | { type: "answer"; seat: Seat; yes: boolean }
    /** Take a seat back from the computer. */
    | { type: "come-back"; seat: Seat }
    | { type: "say"; seat: Seat; text: string }
    /** Take the word from whoever sits there, or give it back (the creator). */
    | { type: "mute"; muted: boolean; seat: Seat };

/** What happens to a seat whose time is up. */
export type OutOfTime =
    | "retire"
    /** The computer goes on. */
    | "computer";

/** What a game waits for. */
export type Phase =
    | { type: "draw"; pile: Pile }
    | { type: "place" }
    | { type: "figure" }
    | { type: "dragon"; mover: Seat; steps: number }
    | { type: "extra" }
    | { type: "over"; ending: Ending };

/** A figure on the board. */
export interface Piece { figure: Figure; seat: Seat; segment: number; x: number; y: number }

/** What is drawn from. */
export type Pile = "river" | "lake" | "main";

/** What a seat has. */
export interface Player {
    goods: Goods;
    /** Whether the seat has given up. */
    retired: boolean;
    /** Points so far. */
    score: number;
    /** Figures not on the board. */
    supply: Supply;
}

/** Where tiles outside bag and board are. */
export type Pool = "hand" | "held" | "aside";

/** What would these actions lead to? */
export interface PreviewAsked {
    /** One to three actions. */
    actions: Input[];
    /** The version they are based on. */
    version: number;
}

/** What the privacy page says about this server in particular. */
export interface Privacy {
    /** Whether a proxy stands in front of the server, which may have a log of its own. */
    behind_proxy: boolean;
    /** How to reach the host. */
    contact: string | null;
    /** The days for which a browser keeps its cookie. */
    cookie_days: number;
    /** How long the server keeps what nobody needs any more. */
    kept_days: KeptDays;
    /** The asker's number, by which the host finds what is stored about them. Nothing if the server does not know them. */
    person: number | null;
    /** The host's own words, plain text. */
    words: string | null;
}

/** What the others are asked. */
export type Proposal =
    /** To take back the asking seat's last turn. */
    | { type: "take-back" }
    /** To end the game now. */
    | { type: "end" }
    /** To let the computer play a seat whose owner has been away for as long as the table agreed. */
    | { type: "replace"; seat: Seat };

/** What points are given for. Lists by seat are in the order of the seats. */
export type Reason =
    | {
        type: "feature";
        cells: Cell[];
        complete: boolean;
        followers: number[];
        kind: FeatureKind;
        pennants: number;
        per_tile: number;
        spot: Spot;
    }
    | { type: "field"; cities: Spot[]; followers: number[]; per_city: number; pigs: boolean[]; spot: Spot }
    | { type: "farmed-city"; city: Spot; fields: FieldFarmers[]; per_city: number; pigs: boolean[] }
    | { type: "fairy-turn"; seat: Seat }
    | { type: "fairy-bonus"; seat: Seat; spot: Spot }
    | { type: "goods"; good: Good; tokens: number[] };

/** The receipt of one device for one game. */
export interface Receipt {
    /** The deals it took part in, the oldest first. */
    deals: DealKept[];
    game: string;
    /** The board that this device showed at the end; empty if the receipt was saved before. */
    tiles?: Laid[];
}

/** A record is to be read or analysed. */
export interface RecordAsked {
    /** Its text. Of several games the first is taken. */
    record: string;
}

/** What was done in a turn, or what was drawn before the first one. */
export interface RecordMove {
    events: Event[];
    /** What was done. */
    inputs: Input[];
    /** Who did it; nobody drew the first tile. */
    seat: Seat | null;
}

/** A record that was read and is a legal game. */
export interface RecordRead {
    /** What was done, turn by turn, each with the draws that followed it. */
    moves: RecordMove[];
    /** What its players are called, as far as the record says. */
    names: (string | null)[];
    /** What is awaited at its end. */
    now: Now;
    setup: Setup;
    /** What could be seen before the first tile was drawn. */
    start: View;
    /** How often a turn was taken back, as far as the record says. */
    taken_back: number;
}

/** A record and another way on from some point of it. */
export interface RecordTry {
    /** What is asked. */
    asked?: TryAsked;
    record: string;
}

/** A refused command. */
export interface Rejection {
    /** A short name of the mistake. */
    code: string;
    id: string;
    /** What is wrong and what would be right. */
    message: string;
    /** The table's version. */
    version: number;
}

/** A table with the same people was made. */
export interface Rematched {
    /** The new game's name. */
    game: string;
}

/** Why a figure went home. */
export type RemovalReason = "scored" | "eaten" | "evicted" | "alone";

/** Quarter turns clockwise, 0 to 3. */
export type Rotation = number;

/** A seat, counted from 1. */
export type Seat = number;

/** Who is to sit on a seat. */
export type SeatPlan =
    /** A person on the creator's device. */
    | {
        type: "device";
        /** What they are called; left empty, pages call them by the number of the seat. */
        name: string;
    }
    /** Whoever comes with the link. */
    | { type: "open" }
    | { type: "computer"; player: string };

/** A line of the score sheet. */
export interface SeatStanding {
    goods: Goods;
    /** Points if the game ended now, final scoring included. */
    projected: number;
    /** Whether the seat has given up. */
    retired: boolean;
    /** Points so far. */
    score: number;
    /** Figures not on the board. */
    supply: Supply;
    /** Whether the seat won; nobody has while the game goes on. */
    winner: boolean;
}

/** A claimable part of a tile. */
export interface Segment {
    /** The goods symbol. */
    good: Good | null;
    /** The half-edges a field reaches, as in records: `nl` is the left half of the north edge, seen from the middle. */
    halves: string[];
    /** What it is part of. */
    kind: FeatureKind;
    pennants: number;
    /** Whether the princess looks out of it. */
    princess: boolean;
    /** The sides a road or city reaches. */
    sides: Side[];
    /** The numbers of the city segments that a field borders. */
    touches: number[];
}

/** Sets by name. */
export type Sets =
    /** A list; a set named twice is there twice. */
    | string[]
    /** How many copies of each. */
    | { [name: string]: number };

/**
 * A game as asked for; everything has a default (two seats, the base game, modern rules).
 * Knobs change the edition's, parts change what the sets bring.
 */
export interface Setup {
    /** An open draw order. */
    arranged?: string[] | null;
    /** An own bag instead of sets. */
    bag?: { [name: string]: number } | null;
    /** The edition profile. */
    edition?: string | null;
    /** Knobs that differ from the edition's. */
    knobs?: { [name: string]: string };
    /** Parts that are not as the sets (or the tiles of an own bag) bring them. */
    parts?: { [name: string]: boolean };
    /** How many seats. */
    seats?: number | null;
    sets?: Sets | null;
    /** A position to start from. */
    start?: View | null;
    /** How many of each figure a seat has, where it is not as many as in the box: up to 15 of each, 128 pieces in all. */
    supply?: { [name: string]: number };
}

/**
 * A game as asked for; everything has a default (two seats, the base game, modern rules).
 * Knobs change the edition's, parts change what the sets bring.
 */
export interface SetupSent {
    /** An open draw order. */
    arranged?: string[] | null;
    /** An own bag instead of sets. */
    bag?: { [name: string]: number } | null;
    /** The edition profile. */
    edition?: string | null;
    /** Knobs that differ from the edition's. */
    knobs?: { [name: string]: string };
    /** Parts that are not as the sets (or the tiles of an own bag) bring them. */
    parts?: { [name: string]: boolean };
    /** How many seats. */
    seats?: number | null;
    sets?: Sets | null;
    /** A position to start from. */
    start?: ViewSent | null;
    /** How many of each figure a seat has, where it is not as many as in the box: up to 15 of each, 128 pieces in all. */
    supply?: { [name: string]: number };
}

/** A side, by its letter. */
export type Side = "N" | "E" | "S" | "W";

/** Everything a client needs to show a table. */
export interface Snapshot {
    /** A question that waits for answers: who asks, what, who has agreed. */
    asked: [Seat, Proposal, Seat[]] | null;
    /** When that was. */
    at: number;
    /** The deal, from the moment it begins. */
    deal: Deal | null;
    /** The devices that the creator took the word from, in the order of their numbers. */
    muted?: number[];
    /** What is awaited. */
    now: Now;
    /** The table where the same people meet again. */
    rematch: string | null;
    /** The last lines of the chat. */
    said: [Seat, string][];
    /** Who sits where. */
    seats: TableSeat[];
    /** The table as asked for, without the seats that were taken away since. */
    table: NewTable;
    /** How often a turn was taken back. */
    taken_back?: number;
    /** The version it shows. */
    version: number;
    /** What can be seen of the game. */
    view: View | null;
}

/** A segment of a laid tile. */
export interface Spot {
    /** Which of the tile's segments, from 0. */
    segment: number;
    /** Columns east of the start tile. */
    x: number;
    /** Rows north of the start tile. */
    y: number;
}

/** Where a table stands. */
export type Stage =
    /** Seats are being taken. */
    | "gathering"
    /** Devices commit to secrets. */
    | "committing"
    /** Devices reveal them. */
    | "revealing"
    /** The game runs. */
    | "playing"
    /** The game is over. */
    | "over"
    /** The table was called off. */
    | "closed"
    /** The rules of this version of the program would play the game differently: it can be looked at only. */
    | "frozen";

/** The score sheet. */
export interface Standing {
    /** The seats, in order. */
    seats: SeatStanding[];
}

/** A line of a program's stream. */
export interface Streamed {
    game: string;
    /** What a socket at its table would say. */
    message: FromServer;
}

/** What lists show of a table. */
export interface Summary {
    /** How long players may think. */
    clock: Clock;
    /** The devices of the people who go on with somebody's seats. */
    others?: number[];
    /** The points so far. */
    scores: number[] | null;
    /** Who sits where. */
    seats: TableSeat[];
    /**
     * The game in outline: each set is named once, an own bag and an open draw order are empty, and the position to
     * start from is left out.
     */
    setup: Setup;
    /** Where the table stands. */
    stage: Stage;
    /** How often a turn was taken back. */
    taken_back?: number;
    /** Tiles still to be drawn. */
    tiles_left: number | null;
    /** Who acts, once the game has begun. */
    to_act: ToAct | null;
}

/** Figures in supply. */
export interface Supply { builder: number; follower: number; pig: number }

/** What can be known of a position. */
export interface Survey {
    /** All features that are claimed. */
    features: Feature[];
    /** Every open cell and what still fits there. */
    fits: CellFits[];
    /** The score sheet. */
    standing: Standing;
}

/** A seat as everyone sees it. */
export interface TableSeat {
    /** The computer's player on it. */
    computer: string | null;
    /** The device of the person on it. */
    device: number | null;
    /** Its name; nothing while it is free. */
    name: string | null;
}

/** What an edge shows. */
export type Terrain = "field" | "road" | "city" | "river";

/** What is printed on a kind of tile, unrotated. */
export interface Tile {
    /** How many of them are in one box. */
    copies: number;
    /** What the north, east, south and west side show. */
    edges: [Terrain, Terrain, Terrain, Terrain];
    /** What else it shows. */
    mark: Mark | null;
    /** The sides the river reaches. */
    river: Side[];
    /** Its claimable parts, in the order of their numbers. */
    segments: Segment[];
    /** The box it comes from. */
    set: TileSet;
    tile: string;
}

/** A tile that fits a cell. */
export interface TileFits {
    /** How many are left. */
    count: number;
    /** In which rotations. */
    rotations: number[];
    tile: Kind;
}

export type TileSet = "base" | "winter" | "river" | "traders" | "dragon";

/** Who has to do something next. */
export type ToAct =
    | { type: "seat"; seat: Seat }
    | { type: "chance" }
    | { type: "over"; ending: Ending };

/** What a client sends. */
export type ToServer =
    /** The first message: the protocol spoken, and the last version seen, if any. */
    | {
        type: "hello";
        /** [`PROTOCOL`]. */
        protocol: number;
        /** Nothing for a snapshot. */
        version?: number | null;
    }
    /** Something to be done. */
    | { type: "do" } & Command
    /** What would these actions lead to? Answered to the asker alone, changes nothing. */
    | {
        type: "preview";
        /** One to three actions. */
        actions: Input[];
        /** Repeated in the answer. */
        id: string;
        /** The version they are based on. */
        version: number;
    };

/** Where it leads. */
export interface Tried {
    /** What can be drawn next. */
    bag: { [name: string]: number };
    /** What happens, for each of the inputs. */
    events: Event[][];
    /** What the segment is part of. */
    feature: Feature | null;
    /** What is awaited then. */
    now: Now;
    /** What was to be told, too. */
    survey: Survey | null;
    /** What can be seen then. */
    view: View;
}

/** What would happen if a game had gone on otherwise? Nothing is changed, and nobody else is told. */
export interface TryAsked {
    /** So many inputs of the game come first; all of them if left out. */
    at?: number | null;
    /** What follows them, draws included: any tile that is in the bag can be drawn. */
    inputs?: Input[];
    /** A segment to be told about. */
    spot?: Spot | null;
    /** Whether all claims, gaps and points are to be told, too. */
    survey?: boolean;
}

/** One version of a table. */
export interface Update {
    /** When, in milliseconds since 1970. */
    at: number;
    entry: Entry;
    /** What is awaited now. */
    now: Now;
    version: number;
}

/** Everything that can be seen of a game. */
export interface View {
    /** Unfit tiles that go back when a tile has been laid. */
    aside: { [name: string]: number };
    /** Where the dragon is. */
    dragon: Cell | null;
    /** Whether a second tile is due. */
    extra: Extra;
    /** Where the fairy is. */
    fairy: Fairy | null;
    /** The figures on the board. */
    figures: Piece[];
    /** The tile in hand. */
    hand: Kind | null;
    /** Dragon tiles laid aside until a volcano comes. */
    held: { [name: string]: number };
    /** Tiles not drawn yet. */
    left: { [name: string]: number };
    /** What is awaited. */
    phase: Phase;
    /** Tiles that left the game. */
    removed: { [name: string]: number };
    /** The seats, in order. */
    seats: Player[];
    /** The tiles, in the order they were laid. */
    tiles: Laid[];
    /** Whose turn it is. */
    turn: Seat;
    /** The tiles it visited in the walk under way, its starting tile first. */
    visited: Cell[];
}

/** Everything that can be seen of a game. */
export interface ViewSent {
    /** Unfit tiles that go back when a tile has been laid. */
    aside: { [name: string]: number };
    /** Where the dragon is. */
    dragon?: Cell | null;
    /** Whether a second tile is due. */
    extra: Extra;
    /** Where the fairy is. */
    fairy?: FairySent | null;
    /** The figures on the board. */
    figures: Piece[];
    /** The tile in hand. */
    hand?: Kind | null;
    /** Dragon tiles laid aside until a volcano comes. */
    held: { [name: string]: number };
    /** Tiles not drawn yet. */
    left: { [name: string]: number };
    /** What is awaited. */
    phase: Phase;
    /** Tiles that left the game. */
    removed: { [name: string]: number };
    /** The seats, in order. */
    seats: Player[];
    /** The tiles, in the order they were laid. */
    tiles: Laid[];
    /** Whose turn it is. */
    turn: Seat;
    /** The tiles it visited in the walk under way, its starting tile first. */
    visited: Cell[];
}

/** Who a client is at a table. */
export interface You {
    /** Whether the client made the table. */
    creator: boolean;
    /** The number of the client's device, if it is at the table: its seats are those of this device. */
    device: number | null;
    /** Whether the client may sit down. */
    sit: boolean;
    /** The server's time, in milliseconds since 1970. */
    time: number;
}
