import Foundation

/// Where the program keeps its files: XDG's places, on macOS too.
enum Paths {
  static var ledger: String { data + "/ledger.sqlite" }
  static var settings: String { config + "/config.toml" }
  static var keys: String { config + "/keys.toml" }
  static var commands: String { config + "/commands.toml" }
  static var queues: String { config + "/queues.toml" }
  static var log: String { state + "/purser.log" }
  /// What was copied last where nothing could take it.
  static var copied: String { state + "/copied.txt" }

  /// `$PURSER_CONFIG_DIR`, else `purser` in XDG's configuration folder.
  static var config: String {
    variable("PURSER_CONFIG_DIR") ?? place("XDG_CONFIG_HOME", or: ".config")
  }
  static var data: String { place("XDG_DATA_HOME", or: ".local/share") }
  static var state: String { place("XDG_STATE_HOME", or: ".local/state") }

  /// Where theme files are looked for, the first that has one wins.
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

  private static func place(_ name: String, or fallback: String) -> String {
    (variable(name) ?? "\(home)/\(fallback)") + "/purser"
  }

  private static var home: String { variable("HOME") ?? NSHomeDirectory() }

  /// An environment variable that holds an absolute path; XDG says to ignore any other.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Makes a folder that nobody else may look into. What goes wrong shows when a file is opened.
  static func makePrivateFolder(_ path: String) {
    guard access(path, F_OK) != 0 else { return }
    try? FileManager.default.createDirectory(
      atPath: path,
      withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700]
    )
  }
}
