import Foundation

/// The environment of the programs that purser starts: its own, without secrets.
struct ChildEnvironment: Equatable, Sendable {
  /// The variables that the settings read secrets from.
  var secretVariables: Set<String> = []

  /// Also excludes purser's own variables, except the location of its settings.
  var variables: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !secretVariables.contains(name)
        && (!name.hasPrefix("PURSER_") || name == "PURSER_CONFIG_DIR")
    }
  }
}
