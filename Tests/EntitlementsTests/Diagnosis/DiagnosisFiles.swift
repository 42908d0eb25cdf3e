import Entitlements
import Foundation

extension Story {
  /// The file a ledger would make of these facts about ada: lives, rights and inventory derived,
  /// and a genuine document for everything stated, received when it was stated.
  static func file(
    _ orders: [Order] = [],
    renewalStatuses: [RenewalStatus] = [],
    notices: [StoreEvent] = [],
    links: [Link] = [],
    acts: [OperatorAction] = [],
    claims: [ID<Subscription>: [Claim]] = [:],
    policy: OwnershipPolicy = .transfer,
    documents: [DocumentRow] = [],
    catalog: CatalogIndex? = Story.catalog,
    asked: DiagnosisInput.Subject = DiagnosisInput.Subject(text: "ada", isFound: true),
    user: String? = "ada",
    heard: Double? = nil
  ) -> DiagnosisInput {
    let own = orders.filter { $0.user?.raw == user }
    let lives = lives(of: orders, renewalStatuses)
    var used: [ID<Order>: ConsumptionCounts] = [:]
    for case .consume(let order, let count, let item) in acts.map(\.kind) {
      used[order, default: ConsumptionCounts()].add(count, of: item)
    }
    let testimonies =
      orders.map(\.statementSource) + renewalStatuses.map(\.statementSource)
      + notices.map(\.statementSource)
      + acts.map(\.statementSource) + claims.values.flatMap { $0.map(\.statementSource) }
    let given = Set(documents.map(\.id))
    var made: [ID<Document>: DocumentRow] = [:]
    for statementSource in testimonies where !given.contains(statementSource.evidence) {
      let number = statementSource.statedAt.timeIntervalSince(day(0)) / 86_400
      made[statementSource.evidence] = document(statementSource.evidence.raw, received: number)
    }
    let all = documents + made.values.sorted { $0.id < $1.id }
    let last = heard.map(day) ?? all.map(\.receivedAt).max()
    let id = ID<User>(user ?? "")
    var file = DiagnosisInput(subject: asked)
    file.user = user.map {
      User(id: ID($0), name: "Ada", email: "ada@example.com", firstSeenAt: day(0))
    }
    file.chains = records(orders, lives, renewalStatuses, notices, links, claims)
    file.acts = acts
    file.policy = policy
    file.entitlements = EntitlementRules.entitlements(
      for: id,
      from: own,
      lives: lives,
      grants: acts,
      catalog: catalog
    )
    file.inventory = EntitlementRules.inventory(for: id, from: own, used: used, catalog: catalog)
    file.documents = all
    file.catalog = catalog
    file.lastReceived = last.map { [.apple: $0, .google: $0] } ?? [:]
    return file
  }

  /// Somebody asked about one thing: its sales or chains.
  static func asking(
    _ text: String,
    orders: [ID<Order>] = [],
    chains: [ID<Subscription>] = [],
    isFound: Bool = true
  ) -> DiagnosisInput.Subject {
    DiagnosisInput.Subject(
      text: text,
      identifiers: [DiagnosisInput.Subject.Identifier(kind: "order", text: text, isFound: isFound)],
      isFound: isFound,
      orders: orders,
      chains: chains
    )
  }

  private static func records(
    _ orders: [Order],
    _ lives: [ID<Subscription>: [Phase]],
    _ renewalStatuses: [RenewalStatus],
    _ notices: [StoreEvent],
    _ links: [Link],
    _ claims: [ID<Subscription>: [Claim]]
  ) -> [ChainRecord] {
    var records: [ID<Subscription>: ChainRecord] = [:]
    func add(to chain: ID<Subscription>?, _ change: (inout ChainRecord) -> Void) {
      guard let chain else { return }
      change(&records[chain, default: ChainRecord(id: chain)])
    }
    for order in orders { add(to: order.chain) { $0.sales.append(order) } }
    for renewalStatus in renewalStatuses {
      add(to: renewalStatus.chain) { $0.renewalStatuses.append(renewalStatus) }
    }
    for notice in notices {
      let chain = notice.chain ?? orders.first { $0.id == notice.order }?.chain
      add(to: chain) { $0.notices.append(notice) }
    }
    for link in links { add(to: link.chain) { $0.links.append(link) } }
    for (chain, claims) in claims { add(to: chain) { $0.claims += claims } }
    for chain in records.keys { records[chain]?.life = lives[chain] }
    return Array(records.values)
  }

  private static func lives(
    of orders: [Order],
    _ renewalStatuses: [RenewalStatus]
  ) -> [ID<Subscription>: [Phase]] {
    let renewing = Dictionary(grouping: orders.filter { $0.kind == .autoRenewable }, by: \.chain)
    let said = Dictionary(grouping: renewalStatuses, by: \.chain)
    let chains = Set(renewing.keys).union(said.keys)
    return Dictionary(
      uniqueKeysWithValues: chains.map {
        ($0, SubscriptionPhases(sales: renewing[$0] ?? [], renewalStatuses: said[$0] ?? []).phases)
      }
    )
  }
}

/// SplitMix64: the same throws every time.
struct StoryDice: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

extension DiagnosisInput {
  /// The same facts in another order, and some of them twice.
  func shuffled(by dice: inout StoryDice) -> DiagnosisInput {
    var file = self
    file.chains.shuffle(using: &dice)
    for place in file.chains.indices { file.chains[place].shuffle(using: &dice) }
    file.acts.shuffle(using: &dice)
    file.entitlements.shuffle(using: &dice)
    file.inventory.shuffle(using: &dice)
    file.documents.shuffle(using: &dice)
    file.otherUsers.shuffle(using: &dice)
    file.subject.orders.shuffle(using: &dice)
    file.subject.chains.shuffle(using: &dice)
    return file
  }
}

extension ChainRecord {
  fileprivate mutating func shuffle(using dice: inout StoryDice) {
    sales = (sales + sales.prefix(1)).shuffled(using: &dice)
    renewalStatuses = (renewalStatuses + renewalStatuses.prefix(1)).shuffled(using: &dice)
    notices = (notices + notices.prefix(1)).shuffled(using: &dice)
    links.shuffle(using: &dice)
    claims.shuffle(using: &dice)
    life?.shuffle(using: &dice)
  }
}
