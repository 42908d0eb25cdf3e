package import Entitlements
import Foundation
package import Persistence
package import Receipts

/// Offers a ledger what another one holds and it lacks: documents, claims, players and redeemed sales.
///
/// A shared log whose database was restored, or whose wrong standby was promoted, has lost entries. The
/// ledgers that applied them stop; what they hold is offered to the log again, where it gets new
/// decisions.
package struct LedgerMend: Sendable {
  /// What was offered.
  package struct Report: Equatable, Sendable {
    package var documents = 0
    package var claims = 0
    package var players = 0
    package var redeemedSales = 0
    /// Sales that were redeemed in both ledgers, each time for somebody.
    package var twiceRedeemed: [ID<Order>] = []

    package init() {}
  }

  private let old: Ledger
  private let ledger: Ledger
  private let reader: DocumentReader

  private static let pageSize = 256

  /// `old` is only read.
  package init(from old: Ledger, into ledger: Ledger, reader: DocumentReader) {
    (self.old, self.ledger, self.reader) = (old, ledger, reader)
  }

  package func run() async throws(LedgerError) -> Report {
    var report = Report()
    report.documents = try await offerDocuments()
    let known = Set(try await ledger.purchases.claims())
    let claims = try await old.purchases.claims().filter { !known.contains($0) }
    for start in stride(from: 0, to: claims.count, by: Self.pageSize) {
      try await ledger.file(Array(claims[start..<min(start + Self.pageSize, claims.count)]))
    }
    report.claims = claims.count
    let (others, own) = (try await old.playFab.all(), try await ledger.playFab.all())
    report.twiceRedeemed = others.salesRedeemed(also: own)
    let missing = others.missing(in: own)
    (report.players, report.redeemedSales) = (missing.loginCount, missing.redeemedSaleCount)
    if !missing.isEmpty { try await ledger.playFab.restore(missing) }
    return report
  }

  /// Files profiles again, and records again who stated them.
  private func offer(_ profiles: [Filing]) async throws(LedgerError) {
    guard let latest = profiles.map(\.document.receivedAt).max() else { return }
    var batch = FilingBatch(at: latest)
    for profile in profiles {
      batch.add(profile)
      guard let stated = StatedProfile(profile.document.bytes) else { continue }
      batch.audits.append(AuditDraft("profile", of: profile.document.id.raw, by: stated.actor))
    }
    _ = try await ledger.file(batch)
  }

  private func offerDocuments() async throws(LedgerError) -> Int {
    var (count, last) = (0, Int64(0))
    while let page = try await old.documents.page(after: last, limit: Self.pageSize) {
      last = page.last
      let missing = try await ledger.documents.missing(among: page.documents.map(\.id))
      let documents = page.documents.filter { missing.contains($0.id) }
      count += documents.count
      let filings = documents.map { DocumentFiling.filing(again: $0, reader) }
      let profiles = filings.filter { $0.document.kind == Document.profileKind }
      let actions = filings.filter {
        $0.document.provenance == .operatorAct && $0.document.kind != Document.profileKind
      }
      try await ledger.audit.perform(actions)
      let others = filings.filter { $0.document.provenance != .operatorAct }
      if !others.isEmpty { _ = try await ledger.file(others) }
      try await offer(profiles)
      for document in documents where document.isErased {
        try await ledger.privacy.markErased(document)
      }
    }
    return count
  }
}
