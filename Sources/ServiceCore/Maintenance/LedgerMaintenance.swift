package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// The state of the ledger as a file.
package struct LedgerMaintenance: ServiceInterface {
  let service: EntitlementService

  /// Whether the ledger can be written to now.
  package func canWrite() async -> Bool {
    do throws(LedgerError) {
      try await ledger.tryWriting()
      return true
    } catch {
      return false
    }
  }

  /// Enables or disables webhooks for the ledger, including changes that other processes file.
  package func enableWebhooks(_ sendsWebhooks: Bool) async throws(ServiceError) {
    try await wrapping(try await ledger.jobs.enableWebhooks(sendsWebhooks, at: now()))
  }

  /// Records a warning for the dashboard that a quota is nearly used up. Write errors are reported
  /// elsewhere.
  package func note(_ notice: QuotaWarning) async { try? await ledger.statistics.save(notice) }
}

/// Checks a ledger's file, counts, audit log and derived records.
package struct IntegrityCheck: Sendable {
  private let ledger: Ledger
  private let reader: DocumentReader

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
    do {
      return try await compareReplay(isQuick: isQuick)
    } catch let error as LedgerError {
      guard case .unlikeFiled = error else { throw error }
      return IntegrityReport(.replay, faults: ["\(error)"], extent: "not compared")
    }
  }

  private func compareReplay(isQuick: Bool) async throws -> IntegrityReport {
    let replay = LedgerRebuild(reader: reader)
    // Other processes may file meanwhile.
    let ledger = try ledger.snapshot()
    let documents = try await ledger.statistics.summary().documents
    guard isQuick || documents > LedgerRebuild.maxDocuments else {
      return IntegrityReport(
        .replay,
        faults: try await replay.differences(of: ledger),
        extent: "all \(documents) documents",
        isCorrectable: true
      )
    }
    let users = try await ledger.integrity.sampleUsers(isQuick ? Self.sample / 10 : Self.sample)
    var faults: [String] = []
    for user in users where try await !replay.agrees(about: user, with: ledger) {
      faults.append("the records of \(user) differ from what their documents state")
    }
    return IntegrityReport(
      .replay,
      faults: faults,
      extent: "the documents of \(users.count) users",
      isCorrectable: true
    )
  }
}

/// Rebuilds a ledger from its documents, to compare the results or to correct it.
package struct LedgerRebuild: Sendable {
  private let reader: DocumentReader

  /// Ledgers with more documents are checked by a sample, and corrected only on request.
  static let maxDocuments = 20_000

  package init(reader: DocumentReader) { self.reader = reader }

  /// What is left to correct after `correct`; empty for a ledger that is only checked by a sample.
  package func remainder(of ledger: Ledger) async throws -> [String] {
    let documents = try await ledger.statistics.summary().documents
    return documents > Self.maxDocuments ? [] : try await differences(of: ledger)
  }

  /// The differences between `ledger` and a rebuild that files its documents in order of the
  /// stores' time: a plus marks what only the ledger has, a minus what only the rebuild has.
  /// Verdicts stay as filed: roots, keys and apps may have changed since.
  package func differences(of ledger: Ledger) async throws -> [String] {
    let ledger = try ledger.snapshot()
    let stored = try await ledger.documents.all()
    let faults = stored.filter { item in
      !item.isErased && DocumentFiling.documentID(of: item.filing.document.bytes) != item.id
    }.map { "document \($0.id): its bytes are not those it was filed by" }
    let fresh = try await self.ledger(of: stored, like: ledger)
    return try await faults + ledger.integrity.differences(from: fresh)
  }

  /// Corrects what the ledger holds by what its documents state; see `Ledger.replay`.
  package func correct(
    _ ledger: Ledger,
    at instant: Date,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(LedgerError) {
    let reader = reader
    try await ledger.replay(
      at: instant,
      read: { DocumentFiling.reread($0, reader) },
      progress: progress
    )
  }

  /// Corrects a small ledger that other rules derived.
  ///
  /// - Returns: Whether the ledger is by the present rules now; a large one is left as it is.
  package func correctIfSmall(
    _ ledger: Ledger,
    at instant: Date,
    progress: @escaping @Sendable (Double) -> Void
  ) async throws(LedgerError) -> Bool {
    guard try await ledger.needsReplay() else { return true }
    guard try await ledger.statistics.summary().documents <= Self.maxDocuments else { return false }
    try await correct(ledger, at: instant, progress: progress)
    return true
  }

  /// A ledger in memory with the same documents, claims and players.
  package func ledger(like ledger: Ledger) async throws -> Ledger {
    try await self.ledger(of: try await ledger.documents.all(), like: ledger)
  }

  private func ledger(of stored: [StoredDocument], like ledger: Ledger) async throws -> Ledger {
    let fresh = try await self.ledger(of: stored, try await ledger.purchases.claims(), like: ledger)
    try await fresh.playFab.restore(try await ledger.playFab.all())
    return fresh
  }

  /// Whether the ledger's records of a user match a rebuild from the documents that determine them.
  package func agrees(about user: ID<User>, with ledger: Ledger) async throws -> Bool {
    let fresh = try await self.ledger(
      of: try await ledger.integrity.evidence(about: user),
      try await ledger.integrity.claims(about: user),
      like: ledger
    )
    guard let existing = try await ledger.users.details(of: user) else { return true }
    guard let rebuilt = try await fresh.users.details(of: user) else { return false }
    return existing.orders == rebuilt.orders && existing.lives == rebuilt.lives
      && existing.entitlements == rebuilt.entitlements
      && existing.user.name == rebuilt.user.name && existing.user.email == rebuilt.user.email
  }

  /// A ledger rebuilt from these documents and claims, with the other's primary catalog.
  ///
  /// - Throws: `unlikeFiled` for a document that can't be verified now and states less than when it
  ///   was filed.
  private func ledger(
    of stored: [StoredDocument],
    _ claims: [PurchaseClaim],
    like ledger: Ledger
  ) async throws -> Ledger {
    let fresh = try Ledger.inMemory()
    if try await ledger.isGenerated() { try await fresh.becomeGenerated() }
    for catalog in try await ledger.catalogs.all().prefix(1) {
      try await fresh.catalogs.save(catalog, asPrimary: true, at: .distantPast)
    }
    let claimed = Dictionary(grouping: claims, by: \.evidence)
    let documents = stored.map { DocumentFiling.reread($0, reader) }
    try await ledger.documents.expectCovered(by: documents)
    let filings = documents.map { document in
      var filing = document.filing
      if case .user(let user) = filing.attribution {
        filing.claims = claimed[filing.document.id]?.filter { $0.user == user } ?? []
      }
      return filing
    }
    for filing in filings.sorted(by: Self.precedes) { _ = try await fresh.file(filing) }
    try await fresh.file(claims)
    for item in stored where item.isErased { try await fresh.privacy.markErased(item) }
    return fresh
  }

  private static func precedes(_ left: Filing, _ right: Filing) -> Bool {
    let times = (
      left.document.statedAt ?? left.document.receivedAt,
      right.document.statedAt ?? right.document.receivedAt
    )
    return times.0 == times.1 ? left.document.id < right.document.id : times.0 < times.1
  }
}
