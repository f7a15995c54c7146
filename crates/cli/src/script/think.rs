//! The player half: thinking on a thread of its own.

use super::Mail;
use super::refusal::Refusal;
use crate::players;
use ai::{Candidate, Limits, Stop, Thought, Value};
use rules::{Position, ToAct};
use std::num::NonZeroUsize;
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};
use wire::{Answer, Go, Id, Thinking};

/// How often an answer that is kept until `stop` looks for it.
const PATIENCE: Duration = Duration::from_millis(5);

/// On so many threads a player thinks at most: each needs memory.
const MOST_THREADS: usize = 256;

/// Lets players think, one at a time.
pub struct Thinker {
    post: SyncSender<Mail>,
    under_way: Option<UnderWay>,
}

struct UnderWay {
    id: Option<Id>,
    /// The name of the game.
    game: String,
    stop: Stop,
    infinite: bool,
}

impl Thinker {
    /// One that sends its thoughts there.
    pub fn new(post: SyncSender<Mail>) -> Thinker {
        Thinker { post, under_way: None }
    }

    /// Whether nobody thinks.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_none()
    }

    /// Refuses what would change a game about which a player thinks.
    pub fn must_leave(&self, game: &str) -> Result<(), Refusal> {
        match &self.under_way {
            Some(under_way) if under_way.game == game => Err(Refusal::thinking()),
            _ => Ok(()),
        }
    }

    /// The id of the `go` under way.
    pub fn id(&self) -> Option<Id> {
        self.under_way.as_ref().and_then(|under_way| under_way.id.clone())
    }

    /// The thought is complete; the id of its `go`.
    pub fn finish(&mut self) -> Option<Id> {
        self.under_way.take().and_then(|under_way| under_way.id)
    }

    /// Asks for the end; whether anyone was thinking.
    pub fn stop(&self) -> bool {
        if let Some(under_way) = &self.under_way {
            under_way.stop.stop();
        }
        !self.is_idle()
    }

    /// Nobody will say `stop` any more.
    pub fn let_finish(&self) {
        if let Some(UnderWay { infinite: true, stop, .. }) = &self.under_way {
            stop.stop();
        }
    }

    /// Begins to think; the answers come by mail.
    pub fn go(&mut self, go: &Go, position: Position, game: &str, id: Option<Id>) -> Result<(), Refusal> {
        if !self.is_idle() {
            return Err(Refusal::thinking());
        }
        if !matches!(position.to_act(), ToAct::Seat(_)) {
            return Err(Refusal::new("not-now", "no seat is to act: draw a tile first, or begin a new game"));
        }
        let name = go.player.as_deref().unwrap_or(players::DEFAULT);
        let player = ai::player(name).map_err(|why| Refusal::new("unknown-player", why.to_string()))?;
        let stop = Stop::default();
        let task = Task {
            player,
            position,
            limits: limits(go)?,
            stop: stop.clone(),
            infinite: go.infinite,
            post: self.post.clone(),
        };
        self.under_way = Some(UnderWay { id, game: game.to_owned(), stop, infinite: go.infinite });
        std::thread::spawn(move || task.run());
        Ok(())
    }
}

fn limits(go: &Go) -> Result<Limits, Refusal> {
    let threads = usize::from(go.threads.unwrap_or(1));
    let threads = NonZeroUsize::new(threads).filter(|threads| threads.get() <= MOST_THREADS);
    let message = format!("`threads` is from 1 to {MOST_THREADS}");
    Ok(Limits {
        nodes: go.nodes,
        time: go.ms.map(Duration::from_millis),
        threads: threads.ok_or_else(|| Refusal::new("shape", message))?,
        seed: go.seed.unwrap_or(0),
    })
}

/// What the thinking thread needs.
struct Task {
    player: Box<dyn ai::Player + Send>,
    position: Position,
    limits: Limits,
    stop: Stop,
    infinite: bool,
    post: SyncSender<Mail>,
}

impl Task {
    /// Thinks, and answers whatever happens: someone waits for it.
    fn run(self) {
        let post = self.post.clone();
        let thinking = std::panic::AssertUnwindSafe(|| self.think());
        let failed =
            |_| Refusal::new("player-failed", "the player failed; please report this position").into();
        let answer = std::panic::catch_unwind(thinking).unwrap_or_else(failed);
        // Nobody listens once the script has ended.
        let _ = post.send(Mail::Thought(answer));
    }

    fn think(mut self) -> Answer {
        let began = Instant::now();
        let seats = self.position.setup().seats;
        let post = self.post.clone();
        let mut info = |info: ai::Info| {
            let wire::Candidate { line, value } = candidate(&info.best, seats);
            let thinking = Thinking { nodes: info.nodes, ms: millis(began), line, value };
            let _ = post.send(Mail::Thought(Answer::Info(thinking)));
        };
        let thought = self.player.think(&self.position, &self.limits, &self.stop, &mut info);
        while self.infinite && !self.stop.is_stopped() {
            std::thread::sleep(PATIENCE);
        }
        best(&thought, seats, millis(began))
    }
}

fn millis(began: Instant) -> u64 {
    began.elapsed().as_millis() as u64
}

fn best(thought: &Thought, seats: u8, ms: u64) -> Answer {
    let wire::Candidate { line, value } = candidate(&thought.best, seats);
    let candidates = thought.candidates.iter().map(|other| candidate(other, seats)).collect();
    Answer::Best { line, value, candidates, nodes: thought.nodes, ms }
}

fn candidate(candidate: &Candidate, seats: u8) -> wire::Candidate {
    let value = |value: &Value| value.iter().take(seats.into()).copied().collect();
    let line = candidate.line.iter().map(|action| (*action).into()).collect();
    wire::Candidate { line, value: value(&candidate.value) }
}
