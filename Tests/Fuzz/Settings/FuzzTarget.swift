import Foundation

@testable import purser

/// What must hold for any text whatever in a file of the operator's, beyond that nothing traps.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// `config.toml`. The files that it names do not exist.
  case settings

  private static let path = "/nowhere/config.toml"

  /// The first property that does not hold, in words; `nil` when all do.
  func fault(_ input: [UInt8], thoroughly: Bool = true) throws -> String? {
    guard let text = String(validating: input, as: UTF8.self) else { return nil }
    do {
      let settings = try Settings(parsing: text, path: Self.path)
      guard settings.ignoredKeys.allSatisfy({ !$0.key.isEmpty || text.contains("\"\"") }) else {
        return "an unknown key without a name"
      }
      let again = try Settings(parsing: text, path: Self.path)
      return again.ignoredKeys.map(\.description) == settings.ignoredKeys.map(\.description)
        ? nil : "other keys are unknown the second time"
    } catch {
      return "\(error)".contains("/nowhere/") ? nil : "an error that names no file: \(error)"
    }
  }
}
