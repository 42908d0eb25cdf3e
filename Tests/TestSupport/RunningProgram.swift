import Foundation

/// The built program while it runs; killed with its last reference.
package final class RunningProgram {
  private let process: ChildProcess
  private let narration: FileHandle

  init(_ program: String, _ arguments: [String], in folder: URL) throws {
    let pipe = Pipe()
    narration = pipe.fileHandleForReading
    process = try ChildProcess(
      [program] + arguments,
      in: folder.path,
      environment: ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"],
      errors: .descriptor(pipe.fileHandleForWriting.fileDescriptor)
    )
    // Whoever reads sees the end when the program has come to its own.
    try pipe.fileHandleForWriting.close()
  }

  deinit { kill() }

  package var processIdentifier: Int32 { process.id }
  package var isRunning: Bool { process.isRunning }

  /// The next text on standard error between these; `nil` where the program ended before.
  package func narrated(between start: String, and end: String) -> String? {
    var text = ""
    while true {
      if let from = text.range(of: start),
        let until = text[from.upperBound...].range(of: end)
      {
        return String(text[from.upperBound..<until.lowerBound])
      }
      let data = narration.availableData
      if data.isEmpty { return nil }
      text += String(decoding: data, as: UTF8.self)
    }
  }

  /// Sends the signal and waits for the end.
  ///
  /// - Returns: The exit status, or the signal that ended it.
  package func stop(by signal: Int32) -> Int32 {
    Foundation.kill(process.id, signal)
    return process.waitUntilExit()
  }

  /// As `kill -9` does.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.id, SIGKILL)
    process.waitUntilExit()
  }
}
