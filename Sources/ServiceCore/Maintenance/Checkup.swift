package import Entitlements
import Foundation
package import Persistence
package import Receipts

/// Whether a ledger is sound: its file, its counts, its audit log, and what it believes.
package struct Checkup: Sendable {
  private let ledger: Ledger
  private let reader: DocumentReader

  /// More documents than these are not all replayed.
  private static let mostDocuments = 20_000
  /// How many users stand for the others then.
  private static let sample = 200

  package init(ledger: Ledger, reader: DocumentReader) {
    self.ledger = ledger
    self.reader = reader
  }

  package func look(
    at subject: Soundness.Subject,
    isQuick: Bool,
    auditHead: AuditHead? = nil
  ) async throws -> Soundness {
    switch subject {
    case .structure: try await ledger.checkStructure(isQuick: isQuick)
    case .references: try await ledger.checkReferences()
    case .audit: try await ledger.checkAudit(against: auditHead)
    case .counts: try await ledger.checkCounts()
    case .replay: try await checkReplay(isQuick: isQuick)
    }
  }

  private func checkReplay(isQuick: Bool) async throws -> Soundness {
    let replay = Replay(reader: reader)
    let documents = try await ledger.summary().documents
    guard isQuick || documents > Self.mostDocuments else {
      return Soundness(
        .replay,
        faults: try await replay.differences(of: ledger),
        extent: "all \(documents) documents"
      )
    }
    let users = try await ledger.spreadUsers(isQuick ? Self.sample / 10 : Self.sample)
    var faults: [String] = []
    for user in users where try await !replay.agrees(about: user, with: ledger) {
      faults.append("what is believed of \(user) is not what their documents come to")
    }
    return Soundness(.replay, faults: faults, extent: "the documents of \(users.count) users")
  }
}
