import Foundation

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
    let prefix = program.resolvingSymlinksInPath().deletingLastPathComponent()
      .deletingLastPathComponent()
    return [folder].compactMap(\.self) + [
      config + "/themes", data + "/themes",
      (variable("XDG_DATA_HOME") ?? home + "/.local/share") + "/tinted-theming",
      prefix.appendingPathComponent("share/purser/Themes").path,
      FileManager.default.currentDirectoryPath + "/Themes",
    ]
  }

  private static func folder(_ name: String, or fallback: String) -> String {
    (variable(name) ?? "\(home)/\(fallback)") + "/purser"
  }

  private static var home: String { variable("HOME") ?? NSHomeDirectory() }

  /// The value of an environment variable if it is an absolute path, as XDG requires.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
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
