package import Entitlements
package import Foundation
package import Persistence

/// A job's task. It names records on file, so the queue holds no secrets.
package enum JobTask: Codable, Hashable, Sendable {
  /// Queries the store for the state of the purchase chain.
  case verify(ID<Subscription>)
  /// Submits a receipt on file to the store again.
  case verifyReceipt(ID<Document>)
  /// Queries the store for an order by the number from a customer's e-mail.
  case lookUp(order: String, Store, StoreScope)
  /// Queries the store for a transaction or order that another service names, for its user. What that
  /// service says is no evidence.
  case lookUpTransaction(String, Store, StoreScope, owner: ID<User>?)
  /// Fetches Apple's notification history, from a page on if another job read those before it.
  case notifications(StoreScope, from: Date, until: Date, onlyFailures: Bool, page: String? = nil)
  /// Fetches Google's voided purchases.
  case voids(app: String, from: Date, until: Date)
  /// Queries Microsoft for the user of a Store ID key on file.
  case verifyKey(ID<Document>)
  /// Fetches Microsoft's refund events.
  case clawbacks
  /// Sends an action to a store, once.
  case action(StoreActionRequest)
  /// An action that waits for a second operator's approval. It is due when its time is up.
  case approval(StoreActionRequest)
  /// Delivers a user's changed entitlements to the webhook. The ledger adds it automatically.
  /// `change` is the same in every attempt.
  case notify(user: ID<User>, change: String)

  private enum CodingKeys: String, CodingKey {
    case verify = "verify", verifyReceipt = "verifyReceipt", lookUp = "lookUp"
    case notifications = "notifications", voids = "voids", verifyKey = "verifyKey"
    case lookUpTransaction = "lookUpTransaction"
    case clawbacks = "clawbacks", action = "deed", notify = "tell"
    case approval = "approval"
  }

  /// An erasure deletes those that name the user.
  static let transactionKind = "look-up-transaction"
  /// Jobs that change something at a store are never deleted.
  static let actionKind = "deed"
  static let approvalKind = "approval"

  package var kind: String {
    switch self {
    case .verify: "verify"
    case .verifyReceipt: "verify-receipt"
    case .lookUp: "look-up"
    case .lookUpTransaction: Self.transactionKind
    case .notifications: "notifications"
    case .voids: "voids"
    case .verifyKey: "verify-key"
    case .clawbacks: "clawbacks"
    case .action: Self.actionKind
    case .approval: Self.approvalKind
    case .notify: WebhookJob.kind
    }
  }

  /// The store it queries; `nil` for a webhook delivery and an approval.
  package var store: Store? {
    switch self {
    case .verify(let chain): Subscription.Name(chain)?.store
    case .verifyReceipt, .notifications: .apple
    case .lookUp(_, let store, _), .lookUpTransaction(_, let store, _, _): store
    case .voids: .google
    case .verifyKey, .clawbacks: .microsoft
    case .action(let action): action.act.store
    case .notify, .approval: nil
    }
  }

  /// The subject, for display.
  package var subject: String {
    switch self {
    case .verify(let chain): chain.raw
    case .verifyReceipt(let document): document.raw
    case .lookUp(let order, _, _), .lookUpTransaction(let order, _, _, _): order
    case .notifications(let storeScope, let from, let until, _, _):
      "\(storeScope.app) \(Self.interval(from, until))"
    case .voids(let app, let from, let until): "\(app) \(Self.interval(from, until))"
    case .verifyKey(let document): document.raw
    case .clawbacks: "clawback queue"
    case .action(let action), .approval(let action): "\(action.summary): \(action.reason)"
    case .notify(let user, _): user.raw
    }
  }

  /// Identifies the task among those of its kind.
  private var name: String {
    switch self {
    case .verify, .verifyReceipt, .verifyKey, .clawbacks: subject
    case .lookUp, .lookUpTransaction, .notifications: text
    // One at a time, whatever its interval.
    case .voids(let app, _, _): app
    case .action(let action), .approval(let action): action.summary
    case .notify(let user, _): WebhookJob.name(of: user)
    }
  }

  private static func interval(_ from: Date, _ until: Date) -> String {
    "\(Wording.day(from)) to \(Wording.day(until))"
  }

  /// The stored encoding.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    // These types hold nothing that JSON cannot.
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    return text ?? ""
  }

  /// `nil` for an encoding of another version.
  package init?(stored text: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    guard let task = try? decoder.decode(JobTask.self, from: Data(text.utf8)) else { return nil }
    self = task
  }

  /// The draft of a job for the task. Only one job per task is open at a time. With a `slot`, the
  /// task runs only once in that slot.
  ///
  /// With `news`, a job that is already running does not count: the draft gets a job of its own.
  package func draft(
    by actor: String,
    batch: String? = nil,
    slot: String? = nil,
    news: Bool = false,
    dueAt: Date
  ) -> JobDraft {
    JobDraft(
      key: "\(kind) \(slot.map { "\($0) " } ?? "")\(name)",
      kind: kind,
      task: text,
      actor: actor,
      batch: batch,
      dueAt: dueAt,
      repeats: slot == nil,
      beginsAnew: news
    )
  }
}

/// How far back the stores' lists reach, less an hour for requests in transit: they reject earlier
/// times.
enum HistoryWindow {
  private static let margin: TimeInterval = 3_600

  /// Apple's notification history: 180 days, 30 in the sandbox.
  static func notifications(in environment: Environment, at now: Date) -> Date {
    now.addingTimeInterval(margin - (environment == .production ? 180 : 30) * 86_400)
  }

  /// Google's voided-purchases list: 30 days.
  static func voids(at now: Date) -> Date { now.addingTimeInterval(margin - 30 * 86_400) }
}

extension JobTask {
  /// The task restricted to the interval that the store still lists, as it may have waited for
  /// long; `nil` if nothing is left.
  func above(horizonAt now: Date) -> JobTask? {
    switch self {
    case .notifications(let storeScope, let from, let until, let onlyFailures, nil):
      let horizon = HistoryWindow.notifications(in: storeScope.environment ?? .production, at: now)
      guard horizon < until else { return nil }
      return .notifications(
        storeScope,
        from: max(from, horizon),
        until: until,
        onlyFailures: onlyFailures
      )
    case .voids(let app, let from, let until):
      let horizon = HistoryWindow.voids(at: now)
      return horizon < until ? .voids(app: app, from: max(from, horizon), until: until) : nil
    // A page token is valid only for the interval it was issued for.
    case .notifications, .verify, .verifyReceipt, .lookUp, .lookUpTransaction, .action, .approval,
      .verifyKey, .clawbacks, .notify:
      return self
    }
  }
}
