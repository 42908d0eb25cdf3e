import Dashboard
import Foundation
import Terminal

/// How a text gets into the operator's clipboard from here: by a tool of the desktop, or by the
/// terminal, which alone reaches it from another machine.
struct Clipboard: Sendable {
  private let environment: [String: String]
  /// `nil` where the terminal has to do it.
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

  /// The words for the terminal; what they are is told to the operator.
  func send(_ copy: Copy, _ mailbox: Mailbox<Event>) -> ClipboardText? {
    let isInTmux = environment["TMUX"].map { !$0.isEmpty } ?? false
    guard let text = ClipboardText(copy.text, insideTmux: isInTmux) else {
      let words = "\(copy.title): too long for the terminal's clipboard. Press e to export it."
      mailbox.post(.noticed(Notice(severity: .warning, text: words)))
      return nil
    }
    let words = "\(copy.title): sent to the terminal's clipboard (OSC 52)"
    mailbox.post(.noticed(Notice(severity: .info, text: words)))
    return text
  }
}

/// A program that takes its standard input into the clipboard.
struct ClipboardTool: Equatable, Sendable {
  var path: String
  var arguments: [String]

  private var name: String { (path as NSString).lastPathComponent }

  /// Gives it the text, and says what came of it.
  func take(_ copy: Copy) async -> Notice {
    do {
      let status = try await run(Data(copy.text.utf8))
      guard status != 0 else {
        return Notice(severity: .info, text: "\(copy.title): given to \(name)")
      }
      let words = "\(copy.title): \(name) ended with status \(status); nothing was copied."
      return Notice(severity: .error, text: words)
    } catch {
      let words = "\(copy.title): \(name) could not be started; nothing was copied."
      return Notice(severity: .error, text: words)
    }
  }

  private func run(_ input: Data) async throws -> Int32 {
    // A file that nobody else sees: a pipe's reader may be gone before all is written.
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
    process.standardInput = handle
    // The tool stays to serve what it holds: it must not keep our own output open.
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
  /// What is copied, as it is pasted.
  var text: String {
    switch content {
    case .text(let text): text
    case .json(let records): records.json
    }
  }
}
