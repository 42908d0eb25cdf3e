import Dashboard
import Foundation
import Terminal

/// Runs an operator's program and collects its output. On timeout or cancellation, kills it and its
/// child processes.
struct LaunchedProgram: Sendable {
  let launch: ProcessLaunch
  let environment: ChildEnvironment

  private static let timeout = Duration.seconds(60)
  private static let maxBytes = 262_144
  private static let maxLines = 5_000

  func run() async -> Outcome<ProcessResult> {
    await Outcome {
      let folder = try PrivateFolder()
      defer { folder.remove() }
      return try await run(in: folder)
    }
  }

  private func run(in folder: PrivateFolder) async throws -> ProcessResult {
    let json = folder.path + "/rows.json"
    let needsFile = launch.words.contains { $0.contains(.jsonFile) }
    if needsFile {
      try OutputFile.write(Array(launch.records.json(at: launch.instant).utf8), to: json)
    }
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
    guard name.contains("/") else { return Paths.program(name) }
    return FileManager.default.isExecutableFile(atPath: name) ? name : nil
  }

  /// A temporary folder that only its owner can access.
  private struct PrivateFolder {
    let path: String

    init() throws {
      guard let path = Paths.makeTemporaryFolder("purser-run-") else {
        throw Fault("Cannot create a folder in \(NSTemporaryDirectory()). Set TMPDIR.")
      }
      self.path = path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
  }
}

/// The environment of the programs that purser starts: its own, without secrets.
struct ChildEnvironment: Equatable, Sendable {
  /// The variables that the settings read secrets from.
  var secretVariables: Set<String> = []

  /// Also excludes purser's own variables, except the location of its settings.
  var variables: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !secretVariables.contains(name) && (!name.hasPrefix("PURSER_") || name == "PURSER_CONFIG_DIR")
    }
  }
}

/// Copies text to the operator's clipboard with a desktop tool, or with the terminal, which also
/// works over SSH.
struct Clipboard: Sendable {
  private let environment: [String: String]
  /// `nil` if the terminal must be used.
  let tool: ClipboardTool?

  init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    tool = Self.tool(environment)
  }

  private static func tool(_ environment: [String: String]) -> ClipboardTool? {
    func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }
    guard !["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"].contains(where: isSet) else { return nil }
    var known: [(name: String, arguments: [String])] = []
    #if os(macOS)
    known.append(("pbcopy", []))
    #endif
    if isSet("WAYLAND_DISPLAY") { known.append(("wl-copy", [])) }
    if isSet("DISPLAY") {
      known.append(("xclip", ["-selection", "clipboard"]))
      known.append(("xsel", ["--clipboard", "--input"]))
    }
    return known.lazy.compactMap { name, arguments in
      Paths.program(name, in: environment).map { ClipboardTool(path: $0, arguments: arguments) }
    }.first
  }

  /// Whether the terminal type is known to have no clipboard.
  var hasNone: Bool {
    let type = environment["TERM"] ?? ""
    return ["linux", "dumb", "ansi", "cons25", "unknown", ""].contains(type)
      || type.hasPrefix("vt") || type.hasPrefix("sun")
  }

  /// The text for the terminal's clipboard; posts a status message. Writes the text to a file and
  /// returns `nil` if the terminal cannot take it. `fault` is the reason why the tool failed.
  func send(_ copy: Copy, after fault: String?, _ mailbox: Mailbox<Event>) -> ClipboardText? {
    let isInTmux = environment["TMUX"].map { !$0.isEmpty } ?? false
    let before = fault.map { "\($0); " } ?? ""
    guard !hasNone else {
      show(copy, "\(before)this terminal has no clipboard", mailbox)
      return nil
    }
    guard let text = ClipboardText(copy.text, insideTmux: isInTmux) else {
      show(copy, "\(before)too long for the terminal's clipboard", mailbox)
      return nil
    }
    let message = "\(copy.title): \(before)sent to the terminal's clipboard (OSC 52)"
    mailbox.post(.noticed(StatusMessage(severity: fault == nil ? .info : .warning, text: message)))
    return text
  }

  /// Writes the text to a file and shows it for manual selection.
  private func show(_ copy: Copy, _ reason: String, _ mailbox: Mailbox<Event>) {
    let path = Paths.copied
    do throws(OutputFileError) {
      Paths.makePrivateFolder(Paths.state)
      unlink(path)
      try OutputFile.write(Array(copy.text.utf8), to: path)
    } catch {
      let message = "\(copy.title): \(reason), and \(error.description)"
      return mailbox.post(.noticed(StatusMessage(severity: .error, text: message)))
    }
    mailbox.post(.uncopied(copy.title, text: copy.text, reason: reason, path: path))
  }
}

/// A program that copies its standard input to the clipboard.
struct ClipboardTool: Equatable, Sendable {
  var path: String
  var arguments: [String]

  var name: String { (path as NSString).lastPathComponent }

  /// Copies the text; returns the reason if that fails.
  func take(_ copy: Copy, in environment: ChildEnvironment) async -> String? {
    do {
      let status = try await run(Data(copy.text.utf8), in: environment)
      return status == 0 ? nil : "\(name) ended with status \(status)"
    } catch {
      return "\(name) could not be started"
    }
  }

  private func run(_ input: Data, in environment: ChildEnvironment) async throws -> Int32 {
    // A private file: a pipe's reader may exit before everything is written.
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("purser-\(UUID().uuidString)")
    try OutputFile.write(Array(input), to: file.path)
    let handle: FileHandle
    do {
      defer { unlink(file.path) }
      handle = try FileHandle(forReadingFrom: file)
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment.variables
    process.standardInput = handle
    // The tool keeps running to serve the clipboard: it must not hold our output open.
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}

extension Copy {
  /// The text to paste.
  var text: String {
    switch content {
    case .text(let text): text
    case .json(let records, let instant): records.json(at: instant)
    }
  }
}
