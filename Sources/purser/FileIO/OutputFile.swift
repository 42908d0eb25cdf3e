import Basics
import Crypto
import Dashboard
import Foundation

/// A file cannot be written.
enum OutputFileError: Error, Equatable, CustomStringConvertible {
  case occupied(String)
  case unwritable(String, reason: String)

  var description: String {
    switch self {
    case .occupied(let path):
      "\(path) already exists and was not changed. Name another file or remove it first."
    case .unwritable(let path, let reason):
      "\(path) cannot be written: \(reason). Name another file."
    }
  }
}

/// Writes private files atomically.
enum OutputFile {
  /// Creates a complete file that only its owner can read, or no file.
  static func write(_ bytes: [UInt8], to path: String) throws(OutputFileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      guard errno != EEXIST else { throw .occupied(path) }
      throw .unwritable(path, reason: InputReader.reason(errno))
    }
    // The umask may have removed permissions, even the owner's.
    var code = fchmod(file, 0o600) == 0 ? 0 : errno
    if code == 0 { code = StandardStream.write(bytes[...], to: file) }
    if code == 0, fsync(file) != 0 { code = errno }
    if close(file) != 0, code == 0 { code = errno }
    guard code != 0 else { return }
    unlink(path)
    throw .unwritable(path, reason: InputReader.reason(code))
  }

  /// Atomically replaces a file with one that only its owner can read. Replaces a link itself, not
  /// its target.
  static func replace(_ path: String, by bytes: [UInt8]) throws(OutputFileError) {
    let draft = "\(path).\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    try write(bytes, to: draft)
    guard rename(draft, path) != 0 else { return }
    let code = errno
    unlink(draft)
    throw .unwritable(path, reason: InputReader.reason(code))
  }
}

/// Saves the dashboard's session state in files of lines that only their owner can read.
struct SessionFile: Sendable {
  let folder: String
  private let names: [String]

  /// `ledger` is the path of the ledger whose visited screens are saved; `nil` if they are not used.
  init(folder: String, ledger: String? = nil) {
    self.folder = folder
    let path = ledger.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().path } ?? ""
    let mark = String(hex: Array(SHA256.hash(data: Data(path.utf8)).prefix(8)))
    names = ["history", "visited-\(mark)", "views", "told"]
  }

  private static let maxBytes = 1_048_576
  private static let maxLines = 200

  /// The saved state; empty if there is none or it cannot be read. Deletes incomplete files of a
  /// killed process.
  func read() -> SessionState {
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where names.contains(where: { file.hasPrefix("\($0).") }) {
      unlink("\(folder)/\(file)")
    }
    let lines = names.map { self.lines(of: "\(folder)/\($0)") }
    var state = SessionState.empty
    (state.lines, state.visited, state.views) = (lines[0], lines[1], lines[2])
    state.messages = lines[3]
    return state
  }

  private func lines(of path: String) -> [String] {
    guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= Self.maxBytes
    else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.suffix(Self.maxLines)
  }

  /// Ignores write errors: the next session then starts without that state.
  func write(_ memory: SessionState) {
    Paths.makePrivateFolder(folder)
    let states = [memory.lines, memory.visited, memory.views, memory.messages]
    for (name, lines) in zip(names, states) {
      let saved = lines.suffix(Self.maxLines).map { $0.replacing("\n", with: " ") + "\n" }
      try? OutputFile.replace("\(folder)/\(name)", by: Array(saved.joined().utf8))
    }
  }
}

/// The locations of the program's files, in XDG's folders, on macOS too.
enum Paths {
  static var ledger: String { data + "/ledger.sqlite" }
  static var settings: String { config + "/config.toml" }
  static var keys: String { config + "/keys.toml" }
  static var commands: String { config + "/commands.toml" }
  static var queues: String { config + "/queues.toml" }
  static var log: String { state + "/purser.log" }
  /// The last copied text if no clipboard was available.
  static var copied: String { state + "/copied.txt" }

  /// `$PURSER_CONFIG_DIR`, or else `purser` in XDG's configuration folder.
  static var config: String {
    variable("PURSER_CONFIG_DIR") ?? folder("XDG_CONFIG_HOME", or: ".config")
  }
  static var data: String { folder("XDG_DATA_HOME", or: ".local/share") }
  static var state: String { folder("XDG_STATE_HOME", or: ".local/state") }

  /// The folders that are searched for theme files, in order of precedence.
  static func themes(given folder: String?) -> [String] {
    let program = Bundle.main.executableURL ?? URL(fileURLWithPath: "purser")
    return [folder].compactMap(\.self) + [
      config + "/themes", data + "/themes",
      (variable("XDG_DATA_HOME") ?? home + "/.local/share") + "/tinted-theming",
    ] + themes(of: program.resolvingSymlinksInPath()) + [
      FileManager.default.currentDirectoryPath + "/Themes"
    ]
  }

  /// The folders with the themes that come with a program: where a package installs them, and
  /// those of the checkout it was built in, whose `.build` folder it is in.
  static func themes(of program: URL) -> [String] {
    let prefix = program.deletingLastPathComponent().deletingLastPathComponent()
    let installed = prefix.appendingPathComponent("share/purser/Themes").path
    let parts = program.pathComponents
    guard let build = parts.lastIndex(of: ".build"), build > 0 else { return [installed] }
    let checkout = parts[..<build].dropFirst().joined(separator: "/")
    return [installed, "/\(checkout)/Themes"]
  }

  private static func folder(_ name: String, or fallback: String) -> String {
    (variable(name) ?? "\(home)/\(fallback)") + "/purser"
  }

  private static var home: String { variable("HOME") ?? NSHomeDirectory() }

  /// The value of an environment variable if it is an absolute path, as XDG requires.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// The path of an executable program in `$PATH`.
  static func program(
    _ name: String,
    in environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(name)" }
      .first(where: FileManager.default.isExecutableFile)
  }

  /// Creates a temporary folder that only its owner can access; `nil` with `errno` set if that fails.
  static func makeTemporaryFolder(_ prefix: String) -> String? {
    let folder = URL(fileURLWithPath: NSTemporaryDirectory())
    var template = Array(folder.appendingPathComponent(prefix + "XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Creates a folder that only its owner can access. Ignores errors, which surface when a file is
  /// opened.
  static func makePrivateFolder(_ path: String) {
    guard access(path, F_OK) != 0 else { return }
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }
}
