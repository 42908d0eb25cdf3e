import Dashboard
import Foundation

/// Runs an operator's program and collects its output. On timeout or cancellation, kills it and its
/// child processes.
struct LaunchedProgram: Sendable {
  let launch: ProcessLaunch
  let environment: ChildEnvironment

  private static let timeout = Duration.seconds(60)
  private static let maxBytes = 262_144
  private static let maxLines = 5_000

  func run() async -> Outcome<ProcessResult> {
    await outcome { () async throws in
      let folder = try PrivateFolder()
      defer { folder.remove() }
      return try await run(in: folder)
    }
  }

  private func run(in folder: PrivateFolder) async throws -> ProcessResult {
    let json = folder.path + "/rows.json"
    let needsFile = launch.words.contains { $0.contains(.jsonFile) }
    if needsFile { try OutputFile.write(Array(launch.records.json.utf8), to: json) }
    let words = launch.words.map { word in
      word.map { if case .text(let text) = $0 { text } else { json } }.joined()
    }
    guard let name = words.first, let path = Self.path(of: name) else {
      throw Fault("\(words.first ?? "") is not executable. Correct run in commands.toml.")
    }
    // A file, not a pipe: it retains the output of a killed program.
    let outputPath = folder.path + "/said"
    try OutputFile.write([], to: outputPath)
    guard let output = FileHandle(forWritingAtPath: outputPath) else {
      throw Fault("The output file could not be opened.")
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = Array(words.dropFirst())
    process.environment = environment.variables
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    let status = try await Self.status(of: process)
    try? output.close()
    guard let status else {
      throw Fault("\(name) did not finish within 60 seconds and was stopped.")
    }
    return try Self.result(from: outputPath, status)
  }

  /// The exit status; `nil` on timeout or cancellation.
  private static func status(of process: Process) async throws -> Int32? {
    let (ends, sender) = AsyncStream.makeStream(of: Int32?.self)
    process.terminationHandler = { sender.yield($0.terminationStatus) }
    do {
      try process.run()
    } catch {
      process.terminationHandler = nil
      throw Fault("\(process.executableURL?.path ?? "It") could not be started.")
    }
    let alarm = Task {
      try await Task.sleep(for: timeout)
      sender.yield(nil)
    }
    defer { alarm.cancel() }
    // The stream ends without a value if this task is cancelled.
    let status = await ends.first { _ in true } ?? nil
    if status == nil { end(process.processIdentifier) }
    return status
  }

  /// Kills the program and the rest of its process group.
  private static func end(_ process: pid_t) {
    // Foundation starts each program in its own process group.
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
  }

  private static func result(from path: String, _ status: Int32) throws -> ProcessResult {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    let bytes = try handle.read(upToCount: maxBytes + 1) ?? Data()
    var lines = String(decoding: bytes.prefix(maxBytes), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    let isCut = bytes.count > maxBytes || lines.count > maxLines
    return ProcessResult(lines: Array(lines.prefix(maxLines)), isCut: isCut, status: status)
  }

  /// The path of a program named by path or by a name in `$PATH`.
  private static func path(of name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
      .split(separator: ":").map(String.init)
    let paths = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  private struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// A temporary folder that only its owner can access.
  private struct PrivateFolder {
    let path: String

    init() throws {
      var template = Array((NSTemporaryDirectory() + "/purser-run-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else {
        throw Fault("Cannot create a folder in \(NSTemporaryDirectory()). Set TMPDIR.")
      }
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }
}
