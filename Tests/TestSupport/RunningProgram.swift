import Foundation

/// The built program while it runs; killed with its last reference.
package final class RunningProgram {
  private let process: Process
  private let narration: FileHandle

  init(_ program: String, _ arguments: [String], in folder: URL) throws {
    process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"]
    let pipe = Pipe()
    narration = pipe.fileHandleForReading
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    // Whoever reads sees the end when the program has come to its own.
    try pipe.fileHandleForWriting.close()
  }

  deinit { kill() }

  package var processIdentifier: Int32 { process.processIdentifier }

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
    Foundation.kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// As `kill -9` does.
  package func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
