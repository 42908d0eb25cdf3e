import Foundation

/// The environment of the programs that purser starts: its own, without what is not theirs.
struct ChildEnvironment: Equatable, Sendable {
  /// The variables that the settings take secrets from.
  var secretVariables: Set<String> = []

  /// purser's own variables stay with it as well, apart from the place of its settings.
  var variables: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      !secretVariables.contains(name)
        && (!name.hasPrefix("PURSER_") || name == "PURSER_CONFIG_DIR")
    }
  }
}
