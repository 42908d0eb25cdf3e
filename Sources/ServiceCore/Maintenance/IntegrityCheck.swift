package import Entitlements
import Foundation
package import Persistence
package import Receipts

/// Checks a ledger's file, counts, audit log and derived records.
package struct IntegrityCheck: Sendable {
  private let ledger: Ledger
  private let reader: DocumentReader

  /// Ledgers with more documents are checked by a sample.
  private static let maxDocuments = 20_000
  /// The number of sampled users.
  private static let sample = 200

  package init(ledger: Ledger, reader: DocumentReader) {
    self.ledger = ledger
    self.reader = reader
  }

  package func look(
    at subject: IntegrityReport.Subject,
    isQuick: Bool,
    auditHead: AuditHead? = nil
  ) async throws -> IntegrityReport {
    switch subject {
    case .structure: try await ledger.integrity.checkStructure(isQuick: isQuick)
    case .references: try await ledger.integrity.checkReferences()
    case .audit: try await ledger.integrity.checkAudit(against: auditHead)
    case .counts: try await ledger.integrity.checkCounts()
    case .replay: try await checkReplay(isQuick: isQuick)
    }
  }

  private func checkReplay(isQuick: Bool) async throws -> IntegrityReport {
    let replay = LedgerRebuild(reader: reader)
    let documents = try await ledger.statistics.summary().documents
    guard isQuick || documents > Self.maxDocuments else {
      return IntegrityReport(
        .replay,
        faults: try await replay.differences(of: ledger),
        extent: "all \(documents) documents"
      )
    }
    let users = try await ledger.integrity.sampleUsers(isQuick ? Self.sample / 10 : Self.sample)
    var faults: [String] = []
    for user in users where try await !replay.agrees(about: user, with: ledger) {
      faults.append("the records of \(user) differ from what their documents state")
    }
    return IntegrityReport(.replay, faults: faults, extent: "the documents of \(users.count) users")
  }
}
