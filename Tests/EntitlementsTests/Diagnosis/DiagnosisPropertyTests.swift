import Entitlements
import Foundation
import TestSupport
import Testing

/// Files of chance: whatever is in them, a diagnosis holds together.
@Suite struct `Any case file` {
  static let seeds = Array(UInt64(0)..<60)

  @Test(arguments: seeds)
  func `gives one diagnosis and one timeline, in whatever order its facts come`(seed: UInt64) {
    var dice = StoryDice(state: seed)
    let file = Self.anything(&dice)
    let instant = Story.day(Double.random(in: -10...150, using: &dice))
    let diagnosis = Diagnosis.diagnose(file, at: instant)
    let events = Timeline.events(of: file, at: instant)
    for _ in 0..<4 {
      let other = file.shuffled(by: &dice)
      #expect(Diagnosis.diagnose(other, at: instant) == diagnosis)
      #expect(Timeline.events(of: other, at: instant) == events)
    }
  }

  @Test(arguments: seeds)
  func `gives whole sentences for every ticket category`(seed: UInt64) {
    var dice = StoryDice(state: seed)
    let file = Self.anything(&dice)
    let instant = Story.day(Double.random(in: -10...150, using: &dice))
    for ticketCategory in TicketCategory.allCases {
      let found = Diagnosis.diagnose(file, ticketCategories: [ticketCategory], at: instant)
      #expect(found.verdict.ticket == ticketCategory)
      found.expectWholeSentences()
    }
  }

  @Test(arguments: seeds)
  func `gives a timeline in order, each event once, with whole sentences`(seed: UInt64) {
    var dice = StoryDice(state: seed)
    let file = Self.anything(&dice)
    let events = Timeline.events(of: file, at: Story.day(80))
    #expect(Set(events.map(\.id)).count == events.count)
    let sorted = events.sorted { ($0.storeAt, $0.id) < ($1.storeAt, $1.id) }
    #expect(events == sorted)
    for event in events {
      let sentence = Wording.sentence(for: event)
      for secret in ["ada", "bob", "token-", "Optional", "sale-"] {
        #expect(!sentence.contains(secret), "\(sentence)")
      }
      #expect(event.isScheduled || !event.evidence.isEmpty)
      #expect(event.isScheduled == (event.kind == .renewalDue || event.kind == .accessEnds))
    }
    let told = Set(events.flatMap(\.evidence))
    #expect(told.isSuperset(of: file.chains.flatMap(\.notices).map(\.statementSource.evidence)))
    #expect(told.isSuperset(of: file.chains.flatMap(\.sales).map(\.evidence)))
  }

  /// Each seed makes four worlds of one: moved in time, with other names, in another order, and with
  /// all of that.
  @Test(arguments: 0..<8)
  func `is answered by what happened, and by no name, date or order of arrival`(part: UInt64) {
    for seed in (part * 3_200..<(part + 1) * 3_200).prefix(cases(3_200)) {
      func told(_ disguise: Disguise, isShuffled: Bool = false) -> String {
        var dice = StoryDice(state: seed)
        var file = Self.anything(&dice, as: disguise)
        let day = Double.random(in: -10...150, using: &dice) + disguise.days
        if isShuffled { file = file.shuffled(by: &dice) }
        let found = Diagnosis.diagnose(file, at: Story.day(day))
        let checks = found.checks.map { "\($0.code) \($0.result.rawValue)" }.joined(separator: ",")
        return
          "\(found.verdict.code) \(found.recommendation.code) \(found.certainty.word) \(checks)"
      }
      let plain = told(Disguise())
      let days = Double(seed % 900 + 1)
      #expect(told(Disguise(days: days)) == plain, "seed \(seed), moved")
      #expect(told(Disguise(names: "-x")) == plain, "seed \(seed), renamed")
      #expect(told(Disguise(), isShuffled: true) == plain, "seed \(seed), shuffled")
      #expect(
        told(Disguise(days: days, names: ".2"), isShuffled: true) == plain,
        "seed \(seed), moved, renamed and shuffled"
      )
    }
  }

  /// What tells one telling of the same facts from another.
  struct Disguise {
    var days = 0.0
    var names = ""
  }

  static func anything(
    _ dice: inout StoryDice,
    as disguise: Disguise = Disguise()
  ) -> DiagnosisInput {
    let (days, names) = (disguise.days, disguise.names)
    let stores: [Store] = [.apple, .google]
    var orders: [Order] = []
    for chain in 0..<Int.random(in: 0...4, using: &dice) {
      let store = stores.randomElement(using: &dice) ?? .apple
      let name = "\(store == .google ? "GPA." : "")\(chain)\(names)"
      orders += self.chain(name, store, disguise, &dice)
    }
    let named = orders.map { ($0.originalTransactionID, $0.store) }
    let chains = named + [("token-9\(names)", .google)]
    // A dictionary has another order each time.
    var claims: [ID<Subscription>: [Claim]] = [:]
    for chain in orders.map(\.chain) where claims[chain] == nil {
      let both = [("ada", 1), ("bob", 20)].map { Story.claim($0 + names, on: $1 + days) }
      claims[chain] = Bool.random(using: &dice) ? both : []
    }
    var file = Story.file(
      orders,
      renewalStatuses: (0..<Int.random(in: 0...4, using: &dice)).compactMap { _ in
        chains.randomElement(using: &dice).map { renewalStatus($0.0, $0.1, days, &dice) }
      },
      notices: (0..<Int.random(in: 0...8, using: &dice)).compactMap { number in
        chains.randomElement(using: &dice).map { notice(number, $0.0, $0.1, days, &dice) }
      },
      acts: orders.prefix(1).map {
        OperatorAction(
          .consume($0.id, count: 1),
          by: "app",
          statementSource: StatementSource(
            ID("use"),
            at: Story.day(Double.random(in: 0...90, using: &dice) + days)
          )
        )
      },
      claims: claims,
      policy: OwnershipPolicy.allCases.randomElement(using: &dice) ?? .transfer,
      documents: Bool.random(using: &dice)
        ? [Story.document("bad", received: 50 + days, rejected: "bad-signature")] : [],
      catalog: Bool.random(using: &dice) ? Story.catalog : nil,
      user: "ada\(names)"
    )
    for place in file.documents.indices {
      file.documents[place].user = file.documents[place].user.map { ID($0.raw + names) }
    }
    return file
  }

  private static func chain(
    _ name: String,
    _ store: Store,
    _ disguise: Disguise,
    _ dice: inout StoryDice
  ) -> [Order] {
    let names = disguise.names
    let products = ["pro.monthly", "pro.yearly", "family.monthly", "unknown.monthly\(names)"]
    let kinds: [ProductKind] = [
      .autoRenewable, .autoRenewable, .nonConsumable, .consumable, .unknown,
    ]
    let kind = kinds.randomElement(using: &dice) ?? .autoRenewable
    let user = ["ada", "ada", "bob", nil].randomElement(using: &dice) ?? nil
    var from = Double(Int.random(in: 0...40, using: &dice)) + disguise.days
    return (0..<(kind == .autoRenewable ? Int.random(in: 1...4, using: &dice) : 1)).map { number in
      let length = Double([7, 30, 30, 365].randomElement(using: &dice) ?? 30)
      defer { from += length + Double([0, 0, 5].randomElement(using: &dice) ?? 0) }
      let isCut = Int.random(in: 0..<4, using: &dice) == 0
      return Story.sale(
        number == 0 ? name : "\(name)..\(number - 1)",
        of: kind == .consumable ? "coins.100" : products.randomElement(using: &dice) ?? "",
        chain: name,
        kind: kind,
        store: store,
        environment: Int.random(in: 0..<6, using: &dice) == 0 ? .sandbox : .production,
        from: from,
        until: kind == .autoRenewable ? from + length : nil,
        cancelled: isCut ? from + 2 : nil,
        as: isCut
          ? ([.refunded, .revoked, .upgraded, nil].randomElement(using: &dice) ?? nil) : nil,
        offer: [nil, nil, .trial, .introductory, .promotional("X")].randomElement(using: &dice)
          ?? nil,
        price: ["9.99", nil, "0", "4.99"].randomElement(using: &dice) ?? nil,
        ownership: [.purchased, .familyShared, nil].randomElement(using: &dice) ?? nil,
        user: user.map { $0 + names }
      )
    }
  }

  private static func renewalStatus(
    _ chain: String,
    _ store: Store,
    _ days: Double,
    _ dice: inout StoryDice
  ) -> RenewalStatus {
    let day = Double(Int.random(in: 0...120, using: &dice)) + days
    let conditions: [RenewalStatus.Condition] = [
      .running, .running, .gracePeriod(until: Story.day(day + 10)), .billingRetry(until: nil),
      .paused(until: nil), .ended(.voluntary), .revoked(at: Story.day(day)), .pending,
    ]
    return Story.said(
      conditions.randomElement(using: &dice) ?? .running,
      on: day,
      renews: [true, false, nil].randomElement(using: &dice) ?? nil,
      next: [nil, "pro.yearly"].randomElement(using: &dice) ?? nil,
      chain: chain,
      store: store
    )
  }

  private static func notice(
    _ number: Int,
    _ chain: String,
    _ store: Store,
    _ days: Double,
    _ dice: inout StoryDice
  ) -> StoreEvent {
    let kinds = StoreEvent.Kind.allCases.filter { $0 != .test }
    return Story.told(
      kinds.randomElement(using: &dice) ?? .other,
      on: Double(Int.random(in: 0...120, using: &dice)) + days,
      chain: chain,
      order: Bool.random(using: &dice) ? chain : nil,
      store: store,
      document: "notice-\(number)"
    )
  }
}
