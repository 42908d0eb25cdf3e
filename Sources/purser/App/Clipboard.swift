import Dashboard
import Foundation
import Terminal

/// Copies text to the operator's clipboard with a desktop tool, or with the terminal, which also
/// works over SSH.
struct Clipboard: Sendable {
  private let environment: [String: String]
  /// `nil` if the terminal must be used.
  let tool: ClipboardTool?

  init(
    _ environment: [String: String] = ProcessInfo.processInfo.environment,
    isExecutable: (String) -> Bool = FileManager.default.isExecutableFile(atPath:)
  ) {
    self.environment = environment
    tool = Self.tool(environment, isExecutable)
  }

  private static func tool(
    _ environment: [String: String],
    _ isExecutable: (String) -> Bool
  ) -> ClipboardTool? {
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
    let folders = (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    for (name, arguments) in known {
      for path in folders.map({ "\($0)/\(name)" }) where isExecutable(path) {
        return ClipboardTool(path: path, arguments: arguments)
      }
    }
    return nil
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
    mailbox.post(
      .noticed(StatusMessage(severity: fault == nil ? .info : .warning, text: message))
    )
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
    case .json(let records): records.json
    }
  }
}
