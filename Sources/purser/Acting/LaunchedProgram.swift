import Dashboard
import Foundation

/// Runs a program of the operator's, and keeps what it says. Where it is not done in time, or nobody
/// waits for it any more, it is ended with all that it started.
struct LaunchedProgram: Sendable {
  let launch: Launch
  let environment: ChildEnvironment

  /// A program that is not done by then waits for somebody who is not there.
  private static let patience = Duration.seconds(60)
  private static let mostBytes = 262_144
  private static let mostLines = 5_000

  func run() async -> Outcome<Launched> {
    await outcome { () async throws in
      let folder = try PrivateFolder()
      defer { folder.remove() }
      return try await run(in: folder)
    }
  }

  private func run(in folder: PrivateFolder) async throws -> Launched {
    let json = folder.path + "/rows.json"
    let needsFile = launch.words.contains { $0.contains(.jsonFile) }
    if needsFile { try OutputFile.write(Array(launch.records.json.utf8), to: json) }
    let words = launch.words.map { word in
      word.map { if case .text(let text) = $0 { text } else { json } }.joined()
    }
    guard let name = words.first, let path = Self.path(of: name) else {
      throw Fault("\(words.first ?? "") is no program that can be run. Mend run in commands.toml.")
    }
    // Files, not pipes: whoever is ended leaves what was said so far.
    let said = folder.path + "/said"
    try OutputFile.write([], to: said)
    guard let output = FileHandle(forWritingAtPath: said) else { throw Fault("No file for it.") }
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
      throw Fault("\(name) was not done after 60 seconds, and was ended.")
    }
    return try Self.said(in: said, status)
  }

  /// `nil` where it had to be ended.
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
      try await Task.sleep(for: patience)
      sender.yield(nil)
    }
    defer { alarm.cancel() }
    // There is none where this task was cancelled.
    let status = await ends.first { _ in true } ?? nil
    if status == nil { end(process.processIdentifier) }
    return status
  }

  /// Ends the program and whatever it started that is still of its group.
  private static func end(_ process: pid_t) {
    // Foundation gives each program a group of its own.
    kill(-process, SIGKILL)
    kill(process, SIGKILL)
  }

  private static func said(in path: String, _ status: Int32) throws -> Launched {
    let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    defer { try? handle.close() }
    let bytes = try handle.read(upToCount: mostBytes + 1) ?? Data()
    var lines = String(decoding: bytes.prefix(mostBytes), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while lines.last?.isEmpty == true { lines.removeLast() }
    let isCut = bytes.count > mostBytes || lines.count > mostLines
    return Launched(lines: Array(lines.prefix(mostLines)), isCut: isCut, status: status)
  }

  /// Where a program is: a path, or a name that the folders of `$PATH` are searched for.
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

  /// A folder that nobody else may look into.
  private struct PrivateFolder {
    let path: String

    init() throws {
      var template = Array((NSTemporaryDirectory() + "/purser-run-XXXXXX").utf8CString)
      guard mkdtemp(&template) != nil else {
        throw Fault("No folder can be made in \(NSTemporaryDirectory()). Set TMPDIR to one.")
      }
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }
}
