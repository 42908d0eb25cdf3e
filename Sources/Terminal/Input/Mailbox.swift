import CNcurses
import Synchronization

/// Where everyone but the terminal's thread leaves notes for it. A pipe that becomes readable with
/// the first note of a batch wakes the loop; a thousand notes wake it once.
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

  deinit {
    purser_pipe_close([wakeEnd, postEnd])
  }

  /// Leaves a note, from any thread. Never blocks on the reader. The notes of one thread are taken
  /// in the order it posted them.
  package func post(_ note: Note) {
    notes.withLock { notes in
      notes.append(note)
      if notes.count == 1 { purser_pipe_wake(postEnd) }
    }
  }

  /// Blocks this thread until there are notes, and takes them: for a thread that has no terminal
  /// to watch meanwhile.
  package func wait() -> [Note] {
    while true {
      let notes = take()
      guard notes.isEmpty else { return notes }
      purser_pipe_wait(wakeEnd)
    }
  }

  /// Takes all notes there are, oldest first.
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
