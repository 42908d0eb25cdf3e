package import Entitlements
package import Foundation
package import Persistence

/// What a job does. It names records on file, so that no secret lies in the queue.
package enum JobTask: Codable, Hashable, Sendable {
  /// Asks the store how the chain stands.
  case verify(ID<Subscription>)
  /// Has the store look at a receipt on file again.
  case verifyReceipt(ID<Document>)
  /// Asks the store for the order of a number out of a customer's e-mail.
  case lookUp(order: String, Store, StoreShop)
  /// Fetches what Apple pushed, or would have; from a page on, where another job read those before.
  case notifications(
    StoreShop,
    from: Date,
    until: Date,
    onlyFailures: Bool,
    page: String? = nil
  )
  /// Fetches what Google took back.
  case voids(app: String, from: Date, until: Date)
  /// Asks Microsoft what it knows of the user of a Store ID key on file.
  case verifyKey(ID<Document>)
  /// Fetches Microsoft's news of refunds.
  case clawbacks
  /// Has a store do something, once.
  case deed(OperatorDeed)
  /// Tells somebody outside what a user is entitled to, since that changed; the ledger adds it by
  /// itself. `change` is the same at every try.
  case tell(user: ID<User>, change: String)

  private enum CodingKeys: String, CodingKey {
    case verify = "verify"
    case verifyReceipt = "verifyReceipt"
    case lookUp = "lookUp"
    case notifications = "notifications"
    case voids = "voids"
    case verifyKey = "verifyKey"
    case clawbacks = "clawbacks"
    case deed = "deed"
    case tell = "tell"
  }

  /// What changes something at a store is remembered for good.
  static let deedKind = "deed"

  package var kind: String {
    switch self {
    case .verify: "verify"
    case .verifyReceipt: "verify-receipt"
    case .lookUp: "look-up"
    case .notifications: "notifications"
    case .voids: "voids"
    case .verifyKey: "verify-key"
    case .clawbacks: "clawbacks"
    case .deed: Self.deedKind
    case .tell: TellingJob.kind
    }
  }

  /// Whose answer it waits for; `nil` where that is no store's.
  package var store: Store? {
    switch self {
    case .verify(let chain): Subscription.Name(chain)?.store
    case .verifyReceipt, .notifications: .apple
    case .lookUp(_, let store, _): store
    case .voids: .google
    case .verifyKey, .clawbacks: .microsoft
    case .deed(let deed): deed.act.store
    case .tell: nil
    }
  }

  /// What it is about, for people.
  package var subject: String {
    switch self {
    case .verify(let chain): chain.raw
    case .verifyReceipt(let document): document.raw
    case .lookUp(let order, _, _): order
    case .notifications(let shop, let from, let until, _, _):
      "\(shop.app) \(Self.stretch(from, until))"
    case .voids(let app, let from, let until): "\(app) \(Self.stretch(from, until))"
    case .verifyKey(let document): document.raw
    case .clawbacks: "clawback queue"
    case .deed(let deed): "\(deed.words): \(deed.reason)"
    case .tell(let user, _): user.raw
    }
  }

  /// What tells it from others of its kind.
  private var name: String {
    switch self {
    case .verify, .verifyReceipt, .verifyKey, .clawbacks: subject
    case .lookUp, .notifications: text
    // However far it reaches: one at a time.
    case .voids(let app, _, _): app
    case .deed(let deed): deed.words
    case .tell(let user, _): TellingJob.name(of: user)
    }
  }

  private static func stretch(_ from: Date, _ until: Date) -> String {
    "\(Wording.day(from)) to \(Wording.day(until))"
  }

  /// As it is stored.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .millisecondsSince1970
    // These types hold nothing that JSON cannot.
    let text = (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) }
    return text ?? ""
  }

  /// `nil` for what another version stored.
  package init?(stored text: String) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .millisecondsSince1970
    guard let task = try? decoder.decode(JobTask.self, from: Data(text.utf8)) else { return nil }
    self = task
  }

  /// A job for it: of one task one job is open at a time. With a `slot`, the task is done once in
  /// that.
  ///
  /// Where it follows from `news`, one that somebody is at already will not do.
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
