import CNcurses
import Synchronization

/// Passes notes from any thread to the terminal's thread. The first note of a batch makes a pipe
/// readable, which wakes the loop once per batch.
package final class Mailbox<Note: Sendable>: Sendable {
  private let notes = Mutex<[Note]>([])
  /// The pipe's read end; readable while there are notes.
  let wakeEnd: Int32
  private let postEnd: Int32

  package init() throws(TerminalError) {
    let ends = try wakePipe()
    wakeEnd = ends.read
    postEnd = ends.write
  }

  deinit { purser_pipe_close([wakeEnd, postEnd]) }

  /// Posts a note, from any thread, without blocking. The notes of one thread stay in order.
  package func post(_ note: Note) {
    notes.withLock { notes in
      notes.append(note)
      if notes.count == 1 { purser_pipe_wake(postEnd) }
    }
  }

  /// Blocks this thread until there are notes, and takes them; for threads without a terminal to
  /// watch.
  package func wait() -> [Note] {
    while true {
      let notes = take()
      guard notes.isEmpty else { return notes }
      purser_pipe_wait(wakeEnd)
    }
  }

  /// Takes all notes, oldest first.
  package func take() -> [Note] {
    notes.withLock { notes in
      guard !notes.isEmpty else { return [] }
      purser_pipe_drain(wakeEnd)
      let taken = notes
      notes = []
      return taken
    }
  }
}

private func wakePipe() throws(TerminalError) -> (read: Int32, write: Int32) {
  var ends: [Int32] = [-1, -1]
  guard purser_pipe(&ends) else { throw .noPipe(code: purser_errno()) }
  return (ends[0], ends[1])
}
