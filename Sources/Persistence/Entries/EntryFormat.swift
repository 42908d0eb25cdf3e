/// How the members of entries are encoded, by the numbers that the shared log stores.
///
/// Every version of purser reads all formats that it knows, and writes the one that the log asks for:
/// a new one once all nodes know it.
package enum EntryFormat: Int32, CaseIterable, Sendable {
  /// As JSON.
  case json = 1
  /// As `CompactEncoder` does.
  case compact = 2

  package static let newest = EntryFormat.compact

  /// The version of purser that knew it first.
  package var version: String {
    switch self {
    case .json: "0.1.0"
    case .compact: "0.2.0"
    }
  }
}
