import Entitlements

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

extension LedgerChange {
  /// The first format whose versions of purser all apply the change alike. Version 0.1.0 would take a
  /// profile for a document that names its user, and might give the user purchases; it knows neither
  /// assignments nor approvals, and no audit entries of their own. It would perform actions that the
  /// others refuse, and give an erased person's purchases to others.
  var minFormat: EntryFormat {
    if (self as? JobUpdate)?.kind == .approve { return .compact }
    if let batch = self as? FilingBatch, !batch.audits.isEmpty { return .compact }
    if self is PersonErasure { return .compact }
    return filings.contains(where: \.isUnknownToFirstVersion) ? .compact : .json
  }
}

extension Filing {
  fileprivate var isUnknownToFirstVersion: Bool {
    document.kind == Document.profileKind
      || key?.hasPrefix(AuditedActions.conditionalPrefix) == true
      || facts.acts.contains { if case .assign = $0.kind { true } else { false } }
  }
}
