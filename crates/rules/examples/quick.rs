use rules::*;
struct X(u64);
impl X {
    fn below(&mut self, n: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as u32
    }
}
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let games: u32 = a[1].parse().unwrap();
    let all = a.len() > 2;
    let setup = if all { Setup::new(3, &TileSet::ALL) } else { Setup::base(2) };
    let fresh = Position::new(&setup).unwrap();
    println!("bytes {}", fresh.bytes());
    let mut p = fresh.clone();
    let mut bag: Vec<Kind> = Vec::new();
    for (k, n) in fresh.view().left.iter() {
        for _ in 0..n {
            bag.push(k)
        }
    }
    let mut acts = Vec::with_capacity(1000);
    let mut r = X(88172645463325252);
    let (mut sum, mut places, mut turns, mut full) = (0u64, 0u64, 0u64, 0u64);
    let t = std::time::Instant::now();
    for _ in 0..games {
        p.copy_from(&fresh);
        if !all {
            for i in (1..bag.len()).rev() {
                bag.swap(i, r.below(i as u32 + 1) as usize);
            }
        }
        let mut next = 0;
        loop {
            match p.to_act() {
                ToAct::Chance => {
                    if all {
                        let t: u32 = p.bag().map(|x| x.1 as u32).sum();
                        let mut n = r.below(t);
                        let k = p
                            .bag()
                            .find(|x| {
                                if n < x.1 as u32 {
                                    true
                                } else {
                                    n -= x.1 as u32;
                                    false
                                }
                            })
                            .unwrap()
                            .0;
                        p.draw(k, &mut ()).unwrap();
                    } else {
                        p.draw(bag[next], &mut ()).unwrap();
                        next += 1;
                    }
                }
                ToAct::Seat(_) => {
                    p.legal_actions(&mut acts);
                    if p.phase() == Phase::Place {
                        places += acts.len() as u64;
                        turns += 1;
                    }
                    let a = acts[r.below(acts.len() as u32) as usize];
                    if p.phase() == Phase::Figure {
                        full += acts.len() as u64;
                    }
                    p.play_unchecked(a);
                }
                ToAct::Over(_) => break,
            }
        }
        sum += p.scores().iter().map(|x| *x as u64).sum::<u64>();
    }
    let e = t.elapsed();
    println!(
        "{} games/s mean {} places {} figopts {}",
        games as f64 / e.as_secs_f64(),
        sum as f64 / games as f64 / setup.seats as f64,
        places as f64 / turns as f64,
        full as f64 / turns as f64
    );
}
