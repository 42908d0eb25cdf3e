import ServiceCore

/// Collects what a section of the settings lacks for its endpoint to open, so that all of it is
/// reported at once.
struct RequiredSettings {
  private let section: String
  private var isThere: Bool
  private var unset: [String] = []
  private var empty: [String] = []

  /// `isThere`: whether the settings have the section.
  init(_ section: String, isThere: Bool = true) {
    (self.section, self.isThere) = (section, isThere)
  }

  mutating func expect(_ isSet: Bool, _ key: String) {
    if !isSet { unset.append(key) }
  }

  /// An empty secret admits nobody.
  mutating func expectContent(_ secret: Secret?, _ key: String) {
    if secret?.isEmpty == true { empty.append(key) }
  }

  /// A clause: `[serve.google] email and subscription are not set`. `nil` if nothing is missing.
  var missing: String? {
    if unset.isEmpty, empty.isEmpty { return isThere ? nil : "\(section) is not set" }
    let clauses = [(unset, "not set"), (empty, "empty")].filter { !$0.0.isEmpty }
    return "\(section) " + clauses.map { Self.clause($0, $1) }.joined(separator: "; ")
  }

  private static func clause(_ keys: [String], _ lack: String) -> String {
    let first = keys.dropLast().joined(separator: ", ")
    return first.isEmpty
      ? "\(keys.joined()) is \(lack)" : "\(first) and \(keys.suffix(1).joined()) are \(lack)"
  }
}
