import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Does what was confirmed, by the service that the command line uses.
struct DeedDoer: Sendable {
  let session: StoreSession

  private var service: EntitlementService { session.service }
  private var actor: String { session.actor }

  func perform(_ deed: Deed) async throws -> Done {
    switch deed {
    case .reverify(let purchases):
      let chains = try await session.ledger.asked(about: purchases.map(\.chain))
      return Done(try await service.enqueue(chains.map(JobTask.verify), "verify", by: actor))
    case .restore(let plan, let user): return try await restore(plan, to: user)
    case .transfer(let purchases, let user):
      guard try await session.ledger.dossier(of: user) != nil else {
        throw Fault("Nobody goes by \(user.raw). Mend the ID; purser act transfer --new makes one.")
      }
      return await each(purchases, \.words) {
        _ = try await service.perform(.transfer($0.chain, to: user), by: actor)
      }
    case .grant(let grant, let users):
      return await each(users, { "\(grant.key) to \($0.raw)" }) { user in
        let deed = Act.Deed.grant(user, key: grant.key, grant.environment, until: grant.until)
        let note = note(grant.reason, of: "granted \(grant.key)", about: user)
        try await service.perform([deed] + note, by: actor)
      }
    case .revoke(let rights, let reason):
      return await each(rights, { "\($0.key) of \($0.user.raw)" }) { right in
        let deed = Act.Deed.withdraw(right.user, key: right.key, right.environment)
        let note = note(reason, of: "revoked \(right.key)", about: right.user)
        try await service.perform([deed] + note, by: actor)
      }
    case .lookUp(let order, let store, let app):
      let shop = StoreShop(app: app, environment: .production)
      return Done(
        try await service.enqueue([.lookUp(order: order, store, shop)], "look-up", by: actor)
      )
    case .note(let text, let users):
      return await each(users, \.raw) {
        _ = try await service.perform(.note($0, text), by: actor)
      }
    case .sale(.deliver, let order, let reason) where order.store != .google:
      return await each([order], \.number) { order in
        try await service.perform(delivered(order, because: reason), by: actor)
      }
    case .sale(let act, let order, let reason):
      if act == .deliver {
        try await service.perform(delivered(order, because: reason), by: actor)
      }
      return try await ask(for: act, of: order, because: reason)
    case .cancel(let jobs):
      return await each(jobs, { "job \($0)" }) { job in
        guard try await service.cancel(job: job, by: actor) else {
          throw Fault("It does not wait any more.")
        }
      }
    case .retry(let jobs):
      return await each(jobs, { "job \($0)" }) { job in
        guard try await service.retry(job: job, by: actor) else {
          throw Fault("It has not failed, or the same was asked for since.")
        }
      }
    }
  }

  /// Has the store do it: a job that is done once.
  private func ask(
    for act: SaleAct,
    of order: SoldOrder,
    because reason: String
  ) async throws -> Done {
    let deed = OperatorDeed(
      OperatorDeed.Act(act, of: order),
      to: order.purchase.chain,
      because: reason,
      request: UUID()
    )
    guard try await service.storeDeed(for: deed) != nil else {
      throw Fault("Nothing on file names \(order.number) to the store. Re-verify it first (a r).")
    }
    let batch = "store-\(deed.request.uuidString.prefix(8).lowercased())"
    guard try await service.order(deed, by: actor, batch: batch) else {
      return .nothing("That was asked for before: g J shows the job and what came of it.")
    }
    return .batch(name: batch, count: 1, alreadyOpen: 0)
  }

  private func delivered(_ order: SoldOrder, because reason: String) throws -> [Act.Deed] {
    guard let user = order.purchase.owner else {
      throw Fault("Nobody has \(order.number): give it to a user first (a t).")
    }
    return [.note(user, "delivered order \(order.number) by hand: \(reason)")]
  }

  private func restore(_ plan: RestorePlan, to user: ID<User>) async throws -> Done {
    switch try await service.restore(try plan.reading(), to: user, by: actor) {
    case .rejected(let code, let place, let detail):
      return .rejected("Rejected (\(code)): \(Narration.sentence(place, detail))")
    case .restored(let tasks) where tasks.isEmpty:
      return .nothing("The receipt is genuine, and lists no purchase.")
    case .restored(let tasks): return Done(try await service.enqueue(tasks, "restore", by: actor))
    }
  }

  /// Why it was done is a note about the user, kept with the deed or not at all.
  private func note(_ reason: String, of deed: String, about user: ID<User>) -> [Act.Deed] {
    reason.isEmpty ? [] : [.note(user, "\(deed): \(reason)")]
  }

  /// What goes wrong with one keeps nobody from the others.
  private func each<Item: Sendable>(
    _ items: [Item],
    _ name: (Item) -> String,
    _ work: (Item) async throws -> Void
  ) async -> Done {
    var done: [DoneItem] = []
    for item in items {
      do {
        try await work(item)
        done.append(DoneItem(subject: name(item)))
      } catch {
        done.append(DoneItem(subject: name(item), failure: String(describing: error)))
      }
    }
    return .each(done)
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}

/// What a deed would do, as the command line's dry runs tell it.
struct DeedPreview: Sendable {
  let ledger: Ledger

  func lines(of deed: Deed) async throws -> [String] {
    switch deed {
    case .reverify(let purchases):
      return try await ledger.asked(about: purchases.map(\.chain)).map { "verify \($0)" }
    case .restore(let plan, let user):
      switch plan.source {
      case .purchase(let purchase):
        return ["transfer \(purchase.words) to \(user)", "verify \(purchase.chain)"]
      case .file(let bytes):
        return ["file \(plan.text), \(bytes) bytes, as \(user)'s", "verify what it lists"]
      }
    case .transfer(let purchases, let user):
      let isKnown = try await ledger.dossier(of: user) != nil
      let refusal = isKnown ? [] : ["refused: nobody goes by \(user)"]
      return refusal
        + purchases.map { "transfer \($0.words) from \($0.owner?.raw ?? "nobody") to \(user)" }
    case .grant(let grant, let users):
      let end = grant.until.map { "until \($0.formatted(.iso8601))" } ?? "without end"
      return users.map { "grant \(grant.key) to \($0), \(grant.environment.rawValue), \(end)" }
        + (grant.reason.isEmpty ? [] : users.map { "note about \($0): \(grant.reason)" })
    case .revoke(let rights, let reason):
      return rights.map { "withdraw \($0.key) from \($0.user), \($0.environment.rawValue)" }
        + (reason.isEmpty ? [] : rights.map { "note about \($0.user): \(reason)" })
    case .lookUp(let order, _, let app): return ["look up \(order) of \(app)"]
    case .note(let text, let users): return users.map { "note about \($0): \(text)" }
    case .sale(.deliver, let order, let reason):
      let isGoogle = order.store == .google
      return ["note about \(order.purchase.owner?.raw ?? "nobody"): \(reason)"]
        + (isGoogle ? ["consume \(order.number) at Google"] : [])
    case .sale(let act, let order, let reason):
      let words = OperatorDeed.Act(act, of: order).word
      return ["\(words) of \(order.number) of \(order.purchase.chain)", "because: \(reason)"]
    case .cancel(let jobs): return jobs.map { "call off job \($0)" }
    case .retry(let jobs): return jobs.map { "do job \($0) again" }
    }
  }
}

extension OperatorDeed.Act {
  fileprivate init(_ act: SaleAct, of order: SoldOrder) {
    switch act {
    case .refund(let endsAccess): self = .refund(order: order.number, revokes: endsAccess)
    case .deliver: self = .consume
    case .answerApple(let percent, let preference):
      let preferred: AppleConsumption.Preference? =
        switch preference {
        case nil: nil
        case .decline: .decline
        case .grantFull: .grantFull
        case .grantProrated: .grantProrated
        }
      let consumption = AppleConsumption(
        delivery: .delivered,
        isSampleProvided: false,
        used: percent.map { $0 * 1_000 },
        preference: preferred
      )
      self = .tellConsumption(transaction: order.number, consumption)
    }
  }
}

extension Purchase {
  /// What it is and by what it goes.
  fileprivate var words: String {
    [product, Subscription.Name(chain)?.originalTransactionID ?? chain.raw].compactMap(\.self)
      .joined(separator: " ")
  }
}
