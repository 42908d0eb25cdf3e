package import Foundation

/// A terminal that tests can look at: a tmux server of its own with one pane and a shell in it.
/// Nothing sleeps: who waits for something looks again and again until a deadline.
package final class Tmux {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package static let isInstalled = path != nil

  private static let path: String? =
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    .map { "\($0)/tmux" }
    .first(where: FileManager.default.isExecutableFile(atPath:))

  /// Empty at first, and gone with the server.
  package let folder: URL
  /// The process of the pane's shell.
  package private(set) var shell: Int32 = 0

  private let socket: String

  /// Starts a server. `terminal` is TERM inside. The shell has a plain prompt and no history, a
  /// UTF-8 locale, and of this process' environment only PATH.
  package init(columns: Int = 80, rows: Int = 24, terminal: String = "tmux-256color") throws {
    // Not the temporary directory of Foundation: a socket's path has 104 characters on macOS.
    folder = URL(fileURLWithPath: "/tmp/purser-\(UUID().uuidString.prefix(8))", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    socket = folder.appendingPathComponent("tmux").path
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    try command(
      "start-server",
      ";",
      "set-option",
      "-g",
      "default-terminal",
      terminal,
      ";",
      "set-option",
      "-g",
      "status",
      "off",
      ";",
      "new-session",
      "-d",
      "-x",
      "\(columns)",
      "-y",
      "\(rows)",
      """
      exec env -i PATH='\(path)' TERM='\(terminal)' LC_ALL=C.UTF-8 HOME='\(folder.path)' \
      PS1='$ ' HISTFILE= bash --norc --noprofile
      """
    )
    shell = Int32(try display("pane_pid")) ?? 0
    try waitUntil("$")
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Types a command line for the shell, and Enter.
  package func type(line: String) throws {
    try command("send-keys", "-l", line)
    try command("send-keys", "Enter")
  }

  /// Types characters as they are.
  package func type(_ text: String) throws {
    try command("send-keys", "-l", text)
  }

  /// Presses keys by tmux' names for them: `Enter`, `C-z`, `Down`.
  package func press(_ keys: String...) throws {
    try command(["send-keys"] + keys)
  }

  package func send(_ bytes: [UInt8]) throws {
    try command(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  package func resize(columns: Int, rows: Int) throws {
    try command("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// What the pane shows, a line a row; with colours and attributes as escape codes if asked for.
  package func capture(withStyles: Bool = false) throws -> String {
    try command(["capture-pane", "-p"] + (withStyles ? ["-e"] : []))
  }

  /// A format variable of the pane's: `alternate_on`, `cursor_flag`.
  package func display(_ variable: String) throws -> String {
    try command("display-message", "-p", "#{\(variable)}")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Appends all that the pane's programs write to a file in the folder.
  package func record(to name: String) throws -> URL {
    let file = folder.appendingPathComponent(name)
    try Data().write(to: file)
    try command("pipe-pane", "cat >> '\(file.path)'")
    return file
  }

  /// Closes the terminal under its programs.
  package func kill() {
    _ = try? command("kill-server")
  }

  @discardableResult
  package func waitUntil(_ text: String, within timeout: Duration = .seconds(30)) throws -> String {
    try waitUntil("\"\(text)\" is shown", within: timeout) { $0.contains(text) }
  }

  /// Looks at the pane until it satisfies a condition; returns what it shows then.
  @discardableResult
  package func waitUntil(
    _ what: String,
    within timeout: Duration = .seconds(30),
    _ condition: (String) throws -> Bool
  ) throws -> String {
    let deadline = ContinuousClock.now.advanced(by: timeout)
    var screen = ""
    repeat {
      screen = try capture()
      if try condition(screen) { return screen }
    } while ContinuousClock.now < deadline
    throw Failure(description: "Not so after \(timeout): \(what). The pane shows:\n\(screen)")
  }

  @discardableResult
  private func command(_ arguments: String...) throws -> String {
    try command(arguments)
  }

  @discardableResult
  private func command(_ arguments: [String]) throws -> String {
    guard let path = Self.path else { throw Failure(description: "There is no tmux in PATH.") }
    let answer = folder.appendingPathComponent("answer")
    let environment = ProcessInfo.processInfo.environment.filter { $0.key != "TMUX" }
    let status = try ChildProcess(
      [path, "-u", "-S", socket, "-f", "/dev/null"] + arguments,
      environment: environment.merging(["LC_ALL": "C.UTF-8"]) { $1 },
      output: .file(answer.path)
    ).waitUntilExit()
    let said = String(decoding: try Data(contentsOf: answer), as: UTF8.self)
    guard status == 0 else {
      throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(said)")
    }
    return said
  }
}
