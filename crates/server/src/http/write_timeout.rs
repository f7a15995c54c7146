//! A connection whose other end has to take in what it asked for.

use super::failed::Failed;
use crate::settings::Pace;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// A stream that fails if too little of what is to be written is taken in.
pub struct WriteTimeout {
    stream: TcpStream,
    pace: Pace,
    /// What was taken in since it was last enough, for how long that was waited for, and how much is enough.
    taken: usize,
    waited: Duration,
    enough: usize,
    /// Only while something waits to be written, because most connections only listen.
    waiting: Option<PendingWrite>,
    /// An answer in place of one that hyper gave without words, and how much of it is written.
    words: Option<(Vec<u8>, usize)>,
}

struct PendingWrite {
    since: Instant,
    end: Pin<Box<Sleep>>,
}

impl WriteTimeout {
    /// Waits for a client that is as fast as this.
    pub fn new(stream: TcpStream, pace: Pace) -> WriteTimeout {
        let (taken, waited, enough) = (0, Duration::ZERO, pace.bytes);
        WriteTimeout { stream, pace, taken, waited, enough, waiting: None, words: None }
    }

    /// The pace counts only while the system's buffer is full, so a client that hears little is not thought slow. A
    /// long answer takes memory until it is sent, so half of what is left of it is due each time.
    fn wrote(
        &mut self,
        wrote: Poll<io::Result<usize>>,
        left_over: usize,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(bytes)) = wrote {
            self.taken += bytes;
            self.waited += self.waiting.take().map_or(Duration::ZERO, |waiting| waiting.since.elapsed());
            if self.taken >= self.enough {
                (self.taken, self.waited) = (0, Duration::ZERO);
            }
        }
        if wrote.is_ready() {
            return wrote;
        }
        if self.taken == 0 && self.waiting.is_none() {
            self.enough = self.pace.bytes.max(left_over / 2);
        }
        let left = self.pace.window.saturating_sub(self.waited);
        let begin = || PendingWrite { since: Instant::now(), end: Box::pin(sleep(left)) };
        ready!(self.waiting.get_or_insert_with(begin).end.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }

    fn write_words(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        while let Some((words, written)) = &mut self.words {
            let left_over = &words[*written..];
            let wrote = Pin::new(&mut self.stream).poll_write(context, left_over);
            let left_over = left_over.len();
            let Poll::Ready(Ok(bytes)) = wrote else {
                return self.wrote(wrote, left_over, context).map_ok(drop);
            };
            *written += bytes;
            if bytes == 0 || *written == words.len() {
                self.words = None;
            }
        }
        Poll::Ready(Ok(()))
    }
}

/// What hyper cannot read it answers by itself, with a status and no body. Here it gets a sentence.
fn with_words(answer: &[u8]) -> Option<Vec<u8>> {
    let status = answer.strip_prefix(b"HTTP/1.1 ")?.get(..3)?;
    let failed = match status {
        b"400" => Failed::unreadable(),
        b"431" => Failed::long_headers(),
        _ => return None,
    };
    let head = answer.strip_suffix(b"\r\n\r\n")?;
    let head = std::str::from_utf8(head).ok().filter(|head| !head.contains("\r\n\r\n"))?;
    let length = "content-length: 0";
    let body = failed.body();
    let described = format!("content-type: application/json\r\ncontent-length: {}", body.len());
    head.contains(length).then(|| format!("{}\r\n\r\n{body}", head.replace(length, &described)).into())
}

impl AsyncRead for WriteTimeout {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for WriteTimeout {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        ready!(self.write_words(context))?;
        if let Some(words) = with_words(bytes) {
            self.words = Some((words, 0));
            return Poll::Ready(Ok(bytes.len()));
        }
        let wrote = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(wrote, bytes.len(), context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if let [only] = bytes {
            return self.poll_write(context, only);
        }
        ready!(self.write_words(context))?;
        let wrote = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        self.wrote(wrote, bytes.iter().map(|part| part.len()).sum(), context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_words(context))?;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(self.write_words(context))?;
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Limits;
    use std::task::Waker;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpSocket};
    use tokio::time::advance;

    /// More than the system keeps of what is to be sent.
    const LONG: usize = 8 << 20;

    /// A connection at the default pace.
    async fn connected() -> io::Result<(WriteTimeout, TcpStream)> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(4096)?;
        let client = socket.connect(listener.local_addr()?).await?;
        let (stream, _) = listener.accept().await?;
        Ok((WriteTimeout::new(stream, Limits::default().reading), client))
    }

    #[tokio::test(start_paused = true)]
    async fn the_more_is_left_of_an_answer_the_more_is_due() -> io::Result<()> {
        let is_in_time = async |left_over: usize, taken: usize| {
            let (mut server, _client) = connected().await?;
            let mut context = Context::from_waker(Waker::noop());
            assert!(server.wrote(Poll::Pending, left_over, &mut context).is_pending());
            advance(Duration::from_secs(50)).await;
            assert!(server.wrote(Poll::Ready(Ok(taken)), left_over, &mut context).is_ready());
            let left_over = left_over - taken;
            assert!(server.wrote(Poll::Pending, left_over, &mut context).is_pending());
            advance(Duration::from_secs(50)).await;
            io::Result::Ok(server.wrote(Poll::Pending, left_over, &mut context).is_pending())
        };
        let kb = 1 << 10;
        assert!(is_in_time(100 * kb, 64 * kb).await?);
        assert!(!is_in_time(100 * kb, 63 * kb).await?);
        assert!(!is_in_time(3000 * kb, 64 * kb).await?);
        assert!(is_in_time(3000 * kb, 1500 * kb).await?);
        Ok(())
    }

    #[tokio::test(start_paused = true)]
    async fn at_the_default_pace_a_few_bytes_now_and_then_are_not_enough() -> io::Result<()> {
        let (mut server, mut client) = connected().await?;
        let reader = tokio::spawn(async move {
            let mut piece = [0; 256];
            while client.read_exact(&mut piece).await.is_ok() {
                tokio::time::sleep(Duration::from_secs(9)).await;
            }
        });
        let sent = server.write_all(&vec![0; LONG]).await;
        reader.abort();
        assert_eq!(sent.map_err(|error| error.kind()), Err(io::ErrorKind::TimedOut));
        Ok(())
    }
}
