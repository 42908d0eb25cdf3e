package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// Offers a ledger what another one holds and it lacks: documents, claims, players and redeemed sales.
///
/// A shared log whose database was restored, or whose wrong standby was promoted, has lost entries. The
/// ledgers that applied them stop; what they hold is offered to the log again, where it gets new
/// decisions. What names a person whom the ledger has erased is not offered.
package struct LedgerMend: Sendable {
  /// What was offered.
  package struct Report: Equatable, Sendable {
    /// The documents and claims that were not offered, because their persons are erased.
    package var withheld = 0
    /// Users of the ledger whom the other one has erased.
    package var toErase: [ID<User>] = []
    package var documents = 0
    package var claims = 0
    package var players = 0
    package var redeemedSales = 0
    /// Sales that were redeemed in both ledgers, each time for somebody.
    package var twiceRedeemed: [ID<Order>] = []

    package init() {}
  }

  package enum Outcome: Equatable, Sendable {
    case offered(Report)
    /// The other ledger is not one of this log, for this reason.
    case refused(String)
  }

  private let old: Ledger
  private let ledger: Ledger
  private let reader: DocumentReader

  private static let pageSize = 256

  /// `old` is only read.
  package init(from old: Ledger, into ledger: Ledger, reader: DocumentReader) {
    (self.old, self.ledger, self.reader) = (old, ledger, reader)
  }

  /// Offers what is missing, and audits that in the name of `actor`.
  package func run(by actor: String, at instant: Date) async throws(LedgerError) -> Outcome {
    guard let log = try ledger.followedLog() else {
      throw .followsNoLog(path: ledger.path)
    }
    guard let other = try old.followedLog(), (other.genesis, other.part) == (log.genesis, log.part)
    else {
      return .refused(
        "The ledger \(old.path) does not follow the log that \(ledger.path) follows: name one that "
          + "stopped because the log was forked, or a backup of it."
      )
    }
    let (isGenerated, mayBe) = (try await old.isGenerated(), try await ledger.isGenerated())
    if isGenerated, !mayBe {
      return .refused("The ledger \(old.path) was generated: none of it is real.")
    }
    var batch = FilingBatch(at: instant)
    batch.audits = [AuditDraft("mend", of: "\(other.node) \(other.lastPosition)", by: actor)]
    _ = try await ledger.file(batch)
    return .offered(try await offer())
  }

  /// The same for ledgers of which nobody knows what they follow.
  package func offer() async throws(LedgerError) -> Report {
    var report = Report()
    let erased = try await old.privacy.names(erasedIn: ledger)
    (report.documents, report.withheld) = try await offerDocuments(without: erased)
    let known = Set(try await ledger.purchases.claims())
    let missingClaims = try await old.purchases.claims().filter { !known.contains($0) }
    let claims = missingClaims.filter { !erased.concern($0) }
    report.withheld += missingClaims.count - claims.count
    for start in stride(from: 0, to: claims.count, by: Self.pageSize) {
      try await ledger.file(Array(claims[start..<min(start + Self.pageSize, claims.count)]))
    }
    report.claims = claims.count
    let (others, own) = (try await old.playFab.all(), try await ledger.playFab.all())
    report.twiceRedeemed = others.salesRedeemed(also: own)
    let missing = others.without(erased).missing(in: own)
    (report.players, report.redeemedSales) = (missing.loginCount, missing.redeemedSaleCount)
    if !missing.isEmpty { try await ledger.playFab.restore(missing) }
    for name in try await ledger.privacy.names(erasedIn: old).names.sorted() {
      let user = ID<User>(name)
      if try await ledger.users.details(of: user) != nil { report.toErase.append(user) }
    }
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

  private func offerDocuments(
    without erased: ErasedNames
  ) async throws(LedgerError) -> (offered: Int, withheld: Int) {
    var (offered, withheld, last) = (0, 0, Int64(0))
    while let page = try await old.documents.page(after: last, limit: Self.pageSize) {
      last = page.last
      let missing = try await ledger.documents.missing(among: page.documents.map(\.id))
      let documents = page.documents.filter { missing.contains($0.id) }
      let all = documents.map { DocumentFiling.filing(again: $0, reader) }
      let filings = all.filter { !erased.concern($0) }
      offered += filings.count
      withheld += all.count - filings.count
      let profiles = filings.filter { $0.document.kind == Document.profileKind }
      let actions = filings.filter {
        $0.document.provenance == .operatorAct && $0.document.kind != Document.profileKind
      }
      try await ledger.audit.performAgain(actions)
      let others = filings.filter { $0.document.provenance != .operatorAct }
      if !others.isEmpty { _ = try await ledger.file(others) }
      try await offer(profiles)
      for document in documents where document.isErased && !erased.concern(document.filing) {
        try await ledger.privacy.markErased(document)
      }
    }
    return (offered, withheld)
  }
}
