package import Entitlements
package import Foundation
package import Persistence
package import Receipts

/// A notification pushed by a store: Apple's version 1 or 2, Google's or Amazon's with or without
/// envelope.
package struct PushedNotification: Sendable {
  package var bytes: [UInt8]
  /// The basis of trust for an unsigned notification: a sender that proved to be the store.
  package var trustBasis: TrustBasis?

  package init(_ bytes: [UInt8], trustBasis: TrustBasis? = nil) {
    self.bytes = bytes
    self.trustBasis = trustBasis
  }
}

/// The result of ingesting a notification.
package struct Ingestion: Equatable, Sendable {
  package enum Outcome: Equatable, Sendable {
    case filed
    /// It was filed before; nothing changed.
    case known
    /// It is filed with its reason and has no effect. Other kinds of documents, and rejected ones
    /// from an endpoint, are not filed.
    case rejected(code: String, at: String?, detail: String)
  }

  package var outcome: Outcome
  package var document: ID<Document>
  package var kind: ReceiptKind
  package var app: String?
  /// By the store's clock.
  package var statedAt: Date?
  /// The notification type, in the store's terms.
  package var type: String?
  /// The number of resulting store queries.
  package var queryCount: Int
}

/// The stores' notifications.
package struct Notifications: ServiceInterface {
  let service: EntitlementService

  /// Checks a notification and files it, with its follow-up jobs, in one transaction. A
  /// notification that only names a purchase adds a store query. With the `intake` of a public
  /// endpoint, it is filed only if it is genuine and of the kind, app and environment that the
  /// endpoint accepts.
  package func ingest(
    _ notification: PushedNotification,
    by actor: String,
    intake: NotificationFilter? = nil
  ) async throws(ServiceError) -> Ingestion {
    let all = try await ingest([notification], by: actor, intake: intake)
    guard let only = all.first else { throw .ledger(.withdrawn) }
    return only
  }

  /// Ingests many in one transaction, together with the read position.
  package func ingest(
    _ notifications: [PushedNotification],
    _ origin: Origin = .pushed,
    by actor: String,
    reaching mark: ReadPosition? = nil,
    intake: NotificationFilter? = nil
  ) async throws(ServiceError) -> [Ingestion] {
    var read = notifications.map { examine($0, origin) }
    let accepted = read.indices.filter { index in
      guard let intake else { return read[index].kind.isNotification }
      if let rejection = intake.rejection(of: read[index].filing.document, read[index].kind) {
        read[index].filing.document.verdict = DocumentFiling.verdict(rejection)
      }
      return read[index].filing.document.verdict == .genuine
    }
    if accepted.isEmpty, mark == nil { return read.map(\.ingestion) }
    var batch = FilingBatch(accepted.map { read[$0].filing }, mark: mark, at: now())
    for (position, index) in accepted.enumerated() {
      batch.jobs[position] = try await followUps(
        of: read[index].filing,
        read[index].kind,
        by: actor
      )
    }
    let outcomes = try await wrapping(try await ledger.file(batch))
    for (position, index) in accepted.enumerated() {
      read[index].outcome = outcomes[position]
      read[index].questions = batch.jobs[position]?.count ?? 0
    }
    return read.map(\.ingestion)
  }

  /// The results that filing would have.
  func look(_ notifications: [PushedNotification]) async throws(ServiceError) -> [Ingestion] {
    var read = notifications.map { examine($0, .polled) }
    let known = try await service.submissions.believes(read.map(\.filing.document.bytes))
    for (index, isKnown) in known.enumerated() where !isKnown {
      read[index].outcome = .filed(nil)
    }
    return read.map(\.ingestion)
  }

  /// A signed notification is judged by its signature alone; the sender adds nothing.
  private func examine(_ notification: PushedNotification, _ origin: Origin) -> ReadNotification {
    var presented = SubmittedDocument(bytes: notification.bytes, user: nil, origin: origin)
    let now = now()
    let (submission, bytes) = reader.examineForStorage(notification.bytes, at: now)
    if submission.kind != .signedNotification { presented.trustBasis = notification.trustBasis }
    let filing = DocumentFiling.filing(of: submission, DocumentIdentity(bytes), presented, at: now)
    return ReadNotification(kind: submission.kind, filing: filing)
  }

  /// Queries for the purchases that the notification names without stating their state.
  func followUps(
    of filing: Filing,
    _ kind: ReceiptKind,
    by actor: String
  ) async throws(ServiceError) -> [JobDraft] {
    try await tasks(after: filing.facts, isHint: kind == .notificationV1)
      .map { $0.draft(by: actor, news: true, dueAt: now()) }
  }

  /// The same without order look-ups for refunds.
  func verifications(of filing: Filing, by actor: String) async throws(ServiceError) -> [JobDraft] {
    let now = now()
    return try await tasks(after: filing.facts, isHint: false)
      .filter { if case .verify = $0 { true } else { false } }
      .map { $0.draft(by: actor, news: true, dueAt: now) }
  }

  func verifications(of chains: Set<ID<Subscription>>, by actor: String) -> [JobDraft] {
    let now = now()
    return chains.sorted().map { JobTask.verify($0).draft(by: actor, news: true, dueAt: now) }
  }

  /// An unsigned notification is only a hint.
  private func tasks(after facts: Facts, isHint: Bool) async throws(ServiceError) -> [JobTask] {
    let stated = isHint ? [] : Set(facts.orders.map(\.chain))
    var tasks: [JobTask] = []
    func add(_ task: JobTask) { if !tasks.contains(task) { tasks.append(task) } }
    for notice in facts.notices where notice.kind != .test {
      guard let chain = notice.chain, !stated.contains(chain), let name = Subscription.Name(chain),
        name.environment != .xcode
      else { continue }
      for chain in try await chainsToQuery(for: chain, facts) { add(.verify(chain)) }
      if notice.kind == .refunded, name.store == .google,
        let number = notice.order.flatMap(GoogleOrderNumber.number)
      {
        // A purchase does not state which of its charges was refunded.
        add(.lookUp(order: number, .google, StoreScope(app: name.app, environment: .production)))
      }
    }
    return tasks
  }

  /// If a purchase is on file under its number, its token needs no separate query.
  private func chainsToQuery(
    for chain: ID<Subscription>,
    _ facts: Facts
  ) async throws(ServiceError) -> [ID<Subscription>] {
    let token = facts.links.first { $0.chain == chain && $0.kind == .purchaseToken }?.value
    guard let token else { return [chain] }
    let known = try await wrapping(try await ledger.storeQueries.chains(withToken: token))
    return known.isEmpty || known.contains(chain) ? [chain] : known
  }
}

/// An examined notification.
private struct ReadNotification {
  var kind: ReceiptKind
  var filing: Filing
  var outcome: Filing.Outcome?
  var questions = 0

  var ingestion: Ingestion {
    Ingestion(
      outcome: result,
      document: filing.document.id,
      kind: kind,
      app: filing.document.app,
      statedAt: filing.document.statedAt,
      type: filing.facts.notices.first?.detail,
      queryCount: result == .filed ? questions : 0
    )
  }

  private var result: Ingestion.Outcome {
    if kind.store != nil, !kind.isNotification {
      return .rejected(
        code: "unsupported",
        at: nil,
        detail: "this is \(kind.rawValue), not a notification; use purser import"
      )
    }
    if case .rejected(let code, let location, let detail) = filing.document.verdict {
      return .rejected(code: code, at: location, detail: detail)
    }
    if case .filed = outcome { return .filed }
    return .known
  }
}

extension ReceiptKind {
  /// Whether a store sends it unprompted.
  var isNotification: Bool {
    switch self {
    case .signedNotification, .notificationV1, .googleRTDN, .amazonNotification: true
    default: false
    }
  }
}
