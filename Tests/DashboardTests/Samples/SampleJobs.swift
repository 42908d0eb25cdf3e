import Entitlements
import Foundation

@testable import Dashboard

/// What the tests' stores make of jobs.
extension Sample {
  /// What Ada was granted by hand.
  static let gift = Entitlement(
    key: "gift",
    user: ID("ada"),
    environment: .production,
    source: nil,
    evidence: ID(digest("gift")),
    from: days(-1),
    until: nil
  )

  /// Of Ada's purchases, newest first.
  static let chains = [
    "2000000712345601", "2000000799990001", "2000000709990009", "2000000911110002",
  ].map { id in
    Subscription.id(
      store: .apple,
      environment: id.hasPrefix("20000009") ? .sandbox : .production,
      app: app,
      originalTransactionID: id
    )
  }

  static func job(
    _ place: Int,
    _ state: JobState,
    _ outcome: String? = nil,
    _ detail: String? = nil,
    due: Double = 0
  ) -> BatchJob {
    BatchJob(
      id: "job\(place + 1)",
      chain: chains[place],
      state: state,
      dueAt: days(due),
      outcome: outcome,
      detail: detail
    )
  }

  /// One of every fate.
  static let jobs = [
    job(0, .done, "answered", "2 documents"),
    job(
      1,
      .failed,
      "refused",
      "the App Store answered 401; look at the store's settings and keys"
    ),
    job(
      2,
      .waiting,
      "store-unavailable",
      "the App Store could not be reached: it took too long",
      due: 0.01
    ),
    job(3, .running),
  ]

  static let waiting = [job(0, .waiting), job(1, .waiting)]

  static let over = [
    job(0, .done, "answered", "2 documents"),
    job(1, .done, "unknown-there", "the store knows nothing of it"),
  ]

  static func lookedUp(_ text: String) -> Outcome<RestorePlan> {
    switch text {
    case "receipt.b64": .value(RestorePlan(text: text, source: .file(bytes: 9_842)))
    case "2000000812345101":
      .value(
        RestorePlan(
          text: text,
          source: .purchase(
            Purchase(
              chain: Subscription.id(
                store: .apple,
                environment: .production,
                app: app,
                originalTransactionID: text
              ),
              product: "\(app).pro.yearly",
              owner: ID("grace")
            )
          )
        )
      )
    default: .failure("No purchase on file goes by \(text).")
    }
  }

  static func jobRow(
    _ number: Int,
    _ state: JobState,
    kind: String = "verify",
    about subject: String = chains[0].raw,
    batch: String? = "verify-5f0c1a2b",
    _ outcome: String? = nil,
    _ detail: String? = nil
  ) -> JobRow {
    JobRow(
      id: "k7m2q\(number)",
      key: "\(kind) \(subject)",
      kind: kind,
      task: "{}",
      actor: "ops",
      batch: batch,
      state: state,
      attempts: state == .waiting ? 0 : 1,
      createdAt: days(-0.1),
      dueAt: days(-0.1),
      endedAt: state.isEnded ? days(-0.05) : nil,
      outcome: outcome,
      detail: detail
    )
  }

  /// One of every state, the newest first.
  static let jobRows = [
    jobRow(45, .waiting),
    jobRow(44, .running, about: chains[1].raw),
    jobRow(
      43,
      .failed,
      kind: "deed",
      about: "refund GPA.3372-4648-1234-56789",
      batch: nil,
      "unclear",
      "the answer was lost"
    ),
    jobRow(42, .failed, about: chains[2].raw, "refused", "the App Store answered 401"),
    jobRow(41, .done, about: chains[3].raw, "answered", "2 documents"),
    jobRow(40, .cancelled, kind: "verify-receipt", about: digest("a"), batch: nil),
  ]

  /// What the rows come to, as far as Ada's dossier tells.
  static func targets(
    of records: [Record],
    _ reach: ActionScope,
    _ userDetails: UserDetails
  ) -> Targets {
    var targets = Targets()
    for record in records {
      switch record {
      case .job(let row): targets.jobs.append(row)
      case .order(let row):
        add(row.order, to: &targets)
        if reach == .orders { targets.orders.append(SoldOrder(row.order)) }
      case .subscription(let row):
        if let order = userDetails.orders.first(where: { $0.chain == row.id }) {
          add(order, to: &targets)
        }
      case .user(let row):
        targets.people.append(.init(id: row.id, name: row.name))
        if row.id == userDetails.user.id { userDetails.orders.forEach { add($0, to: &targets) } }
      case .entitlement(let right):
        if right.source == nil { targets.rights.append(granted(right)) }
        targets.people.append(.init(id: right.user, name: userDetails.user.name))
      default: break
      }
    }
    if reach == .everything { userDetails.orders.forEach { add($0, to: &targets) } }
    if targets.people.isEmpty, reach != .jobs {
      targets.people = [.init(id: userDetails.user.id, name: userDetails.user.name)]
    }
    if reach == .rights, targets.rights.isEmpty {
      targets.rights = userDetails.entitlements.filter { $0.source == nil }.map(granted)
    }
    return targets
  }

  private static func granted(_ right: Entitlement) -> GrantedRight {
    GrantedRight(
      user: right.user,
      key: right.key,
      environment: right.environment,
      until: right.until
    )
  }

  private static func add(_ order: Order, to targets: inout Targets) {
    guard !targets.purchases.contains(where: { $0.chain == order.chain }) else { return }
    targets.purchases.append(
      Purchase(chain: order.chain, product: order.productID, owner: order.user)
    )
  }
}

/// What assistants propose.
extension Sample {
  static let googleOrder = Record.order(
    OrderRow(
      order: order(
        "GPA.3399-0011-2233-44556..3",
        original: "GPA.3399-0011-2233-44556",
        "premium",
        from: -3,
        until: 27,
        store: .google
      ),
      chainState: nil
    )
  )

  static let refundProposal = Proposal(
    id: "1f0a77c2",
    Action.refund.rawValue,
    on: "GPA.3399-0011-2233-44556..3",
    values: ["endAccess": "yes", "reason": "charged twice"],
    because: "The customer was charged twice for the same month, and never used the second.",
    by: "Kim's assistant",
    at: now.addingTimeInterval(-60)
  )

  static let grantProposal = Proposal(
    id: "9b3c0d11",
    Action.grant.rawValue,
    on: "ada",
    values: ["key": "pro", "until": "30d"],
    because: "Make up for the outage.",
    by: "Kim's assistant",
    at: now.addingTimeInterval(-30)
  )
}
