/// The weight of each concept, and of each pair of concepts, for each ticket category.
struct TicketWeights {
  /// The tickets in the order of the columns, after a first column for no ticket. The store of a
  /// refund is determined by names and order IDs, not by weights.
  private static let tickets: [TicketCategory] = [
    .noAccess, .chargedTwice, .refundApple, .restoreFails, .vanished, .cancelledButCharged,
    .lostAccess, .wrongPlan, .consumableMissing, .trialOrOffer, .pendingOrFamily,
  ]

  /// The columns of two charges and of a refund: a message is often about both.
  private static let charges = [2, 3]
  /// The minimum lead of the first ticket over the next one.
  private static let margin = 6
  /// The maximum distance of further tickets from the first one.
  private static let maxDistance = 25

  private let rows: [(concepts: [TicketConcept], weights: [Int])]

  /// Parses lines of one concept, or two joined by a plus sign, and a number for each column. The
  /// last line, without a concept, has the bias.
  private init(_ table: String) {
    rows = table.split(separator: "\n").map { line in
      let parts = line.split(separator: " ")
      return (
        parts[0].split(separator: "+").compactMap { TicketConcept(rawValue: String($0)) },
        parts.dropFirst().compactMap { Int($0) }
      )
    }
  }

  static let table = TicketWeights(fitted)

  /// The tickets that the concepts indicate, the likeliest first; empty if inconclusive.
  func tickets(of concepts: TicketConcepts) -> [TicketCategory] {
    var sums = [Int](repeating: 0, count: Self.tickets.count + 1)
    for row in rows {
      let strength = row.concepts.map(concepts.strength).min() ?? 2
      if strength == 0 { continue }
      for (column, weight) in row.weights.enumerated() { sums[column] += weight * strength }
    }
    let order = sums.indices.sorted { sums[$0] == sums[$1] ? $0 < $1 : sums[$0] > sums[$1] }
    let next = order[order.prefix(2).allSatisfy(Self.charges.contains) ? 2 : 1]
    guard let first = order.first, first > 0, sums[first] - sums[next] >= Self.margin else {
      return []
    }
    let isLikely = { (column: Int) in column > 0 && sums[column] + Self.maxDistance > sums[first] }
    return order.filter(isLikely).map { Self.tickets[$0 - 1] }
  }
}

extension TicketWeights {
  /// Weights of a multinomial regression with a penalty on large weights, as tenths of logits,
  /// fitted to the test messages and to copies of them with some concepts removed and others added.
  /// The columns are those of `tickets`.
  static let fitted = """
    bought -10 12 -3 0 6 2 -5 -2 -6 6 -4 4
    charge -8 3 14 -6 -7 -5 14 6 -2 0 -1 -7
    twice -7 -5 32 -6 0 -1 2 -2 -3 -4 -4 -5
    once -3 -3 23 -1 1 -2 -6 -4 -3 -3 -1 3
    refund -9 -4 -2 32 0 -1 4 -1 -7 -3 -3 -7
    accident -5 -5 3 12 2 -1 -2 -2 3 -3 -3 -1
    child -3 -3 -6 7 -1 7 1 -1 -3 -1 -2 6
    unused -2 -3 -3 14 4 -3 -2 -4 0 -7 7 -2
    apple -5 0 1 19 6 -1 1 -3 -6 -5 -6 0
    google -1 -6 -1 23 -2 2 -5 0 0 -2 -4 -3
    restore -7 -6 1 -2 37 -5 -2 -3 -3 -4 -3 -2
    fail -2 1 -3 -1 17 -8 -6 -2 -4 2 5 -1
    device -2 -4 -1 -3 13 24 0 -6 -6 -3 -6 -7
    account 1 -3 -2 -4 4 24 -1 -1 -6 -3 -2 -7
    gone -5 -3 -5 -2 1 20 -3 6 -5 -2 0 -2
    cancel -6 -5 -7 -2 -3 -3 31 4 0 -5 -1 -3
    forgot 8 -2 2 4 2 0 -8 -4 -2 -2 4 -2
    again -7 8 -4 -6 -1 -1 11 3 1 -2 -3 1
    premium -6 10 -2 -6 -1 9 0 10 -2 -6 -9 3
    locked -5 24 -4 -5 2 -1 -6 2 -1 -6 2 -1
    stopped -4 -2 -3 -3 -2 12 -2 18 -4 -3 -6 -1
    until -2 -3 -6 -2 -3 -2 1 15 2 -3 1 1
    hold -7 -7 -1 2 -4 -2 -3 26 -3 0 1 -2
    ongoing -5 -1 1 -6 0 -4 2 19 0 -2 0 -2
    monthly -5 -7 7 -4 -4 -6 6 7 10 -4 6 -6
    yearly 1 0 -5 9 -2 0 -6 1 13 -5 -1 -4
    tier -4 3 -1 -2 -3 7 -1 4 8 -4 -8 1
    change 0 -4 2 -6 -1 4 -4 -3 23 -5 -1 -3
    wrong -5 -4 -6 2 -3 -1 -6 -2 20 1 1 1
    price -6 2 -4 -4 -4 -1 -5 -3 27 -3 7 -5
    coins -5 0 -6 2 -3 -1 -6 1 -6 30 -4 -2
    missing -7 0 -3 -3 2 7 -6 -1 -5 15 -2 2
    trial -4 -6 -1 -5 -1 -1 -5 -4 -3 -1 29 1
    offer -1 -4 -3 -2 -1 -1 -3 -5 -7 -1 32 -4
    pending -8 -3 0 -2 -4 -4 -1 -1 -6 2 -5 32
    approve -3 -5 0 0 -4 -1 -4 -3 4 -4 -2 21
    family -5 -7 -4 2 -2 -1 -2 -4 4 -4 -2 26
    crash 23 -4 -3 -1 0 1 0 -4 -5 1 -3 -5
    wish 17 -1 2 2 0 -3 -3 -2 -4 -2 -4 -2
    login 17 -6 -3 -5 -1 0 4 0 -2 1 -1 -5
    away 11 -5 -1 0 0 -1 1 -1 4 -1 -2 -3
    praise 18 -1 -2 1 -2 -2 0 -4 -1 1 -4 -2
    business 11 1 -4 2 -3 -2 -2 -3 6 -1 0 -5
    invoice 15 2 -4 -3 -1 -1 -2 -3 5 -2 -3 -3
    inquiry 15 2 -4 -1 -2 -4 -2 3 3 -5 0 -5
    noRefund -3 14 -3 -4 -2 -2 2 4 -3 2 -2 -1
    notCancelled -4 -5 0 1 -2 -1 -2 17 -2 -4 -2 4
    notTwice -2 19 -3 -1 -4 0 0 -6 -1 -2 -1 1
    notCharged 0 11 0 -1 -2 -1 -1 -1 -2 -5 4 -2
    sameDevice 0 0 -2 -4 19 -2 -2 1 0 -4 -2 -2
    fine 7 -3 -1 -1 0 0 -1 3 -1 -1 0 -2
    newcomer -4 -5 -4 -2 1 17 1 -6 -2 -1 4 2
    invite 0 -3 -1 -3 1 0 -1 -2 -2 -1 17 -5
    recent -2 9 -3 0 2 1 3 0 -5 0 -3 -2
    free -5 1 -5 -5 -3 3 -4 4 -7 -1 23 -1
    amount -7 2 6 5 -5 -8 10 -6 5 5 5 -11
    sameAmount 0 -1 19 -4 -1 0 2 -4 -1 -6 -3 0
    otherAmount -6 4 -3 -2 -1 -5 0 -5 21 0 -1 -2
    quantity -6 -1 1 5 -1 -3 -2 -3 -1 15 2 -7
    bought+locked -1 3 -2 1 -1 0 -1 1 -1 1 0 0
    bought+premium 3 -1 -1 2 0 -3 2 -2 1 -1 2 -2
    premium+locked -1 4 -3 -1 1 -1 -3 0 3 -1 0 1
    bought+missing 3 2 -1 -2 0 0 -2 0 0 2 1 -2
    twice+charge -2 1 7 -3 -1 0 1 0 0 -1 -1 -1
    twice+bought -2 -1 4 0 1 0 0 1 0 -2 -1 -1
    once+charge 0 0 4 -1 0 1 -1 -1 -1 0 -1 -1
    accident+bought -1 -1 2 5 0 1 -1 -2 -1 -1 -1 -1
    child+bought -1 0 -1 3 -1 0 -1 0 0 0 0 0
    unused+bought 3 -2 0 4 0 0 0 -1 -2 -2 0 -1
    restore+fail -2 -2 0 -1 6 0 1 1 0 -1 -1 -1
    device+premium 0 -1 1 -1 1 4 -1 0 -1 0 0 -1
    device+bought -2 -2 -1 0 3 5 -1 0 0 -1 0 -1
    account+gone 0 -1 -1 -1 0 6 -1 0 -1 -1 0 -1
    account+premium 0 -2 1 -1 1 6 -1 -1 -1 0 -1 -1
    gone+bought 1 1 -1 -1 0 4 0 0 -1 0 -3 -1
    cancel+charge -1 1 -3 1 1 0 6 -2 -1 0 -1 -2
    cancel+again -1 1 1 -1 1 0 5 -3 -1 -1 0 0
    stopped+premium -2 -2 -2 1 -1 4 0 2 0 0 -1 2
    stopped+until 0 -1 0 0 0 -1 -1 2 -1 -1 0 3
    until+premium 0 -1 -2 -1 -1 0 1 2 3 -1 -1 -1
    hold+premium 0 0 -1 0 -1 -1 0 5 1 0 -1 -2
    ongoing+locked 1 -1 0 -1 0 1 -1 3 1 0 -1 0
    ongoing+stopped 0 -3 0 -1 2 -3 -1 8 0 0 1 -2
    monthly+yearly -1 0 -1 -1 0 -1 0 -1 6 0 0 -1
    monthly+wrong -1 -1 -1 0 1 0 0 0 3 -1 1 -1
    yearly+wrong -1 1 0 -2 0 1 1 -1 4 0 -1 -1
    tier+wrong -2 0 1 0 -1 -1 -1 1 7 0 -2 -2
    tier+change -1 -1 -1 0 0 1 -2 -1 8 -1 1 -3
    price+amount -1 0 -1 -1 0 -1 -1 -1 4 1 2 -1
    price+otherAmount 0 0 -1 0 0 0 -1 0 4 0 0 0
    coins+missing -2 0 0 -1 1 -1 0 2 -1 4 -1 0
    coins+bought 1 -1 -1 0 0 -1 0 3 -2 2 -1 1
    trial+charge -2 0 -2 0 0 -1 0 0 0 -1 6 0
    pending+bought -1 0 0 0 0 -1 -2 1 0 0 -2 5
    family+premium 1 -2 -1 -1 0 -1 -1 -1 0 1 0 6
    family+locked 0 -2 -1 -1 0 1 -1 -1 -1 0 -1 7
    praise+premium 4 -1 -1 0 0 0 -1 -2 0 2 0 -1
    login+account 4 0 0 0 0 -1 0 0 0 0 -1 0
    approve+missing -1 -2 0 0 -1 0 0 -1 1 -1 1 4
    approve+again 2 0 0 -1 -1 -1 -1 -1 -1 -2 0 6
    hold+again 0 -1 1 0 -1 0 0 3 0 -2 1 0
    pending+locked 0 1 0 0 -1 0 0 -1 1 2 0 -3
    offer+fail -3 0 -2 -1 0 0 0 0 1 1 4 0
    refund+apple 0 1 1 3 0 0 -2 -1 0 0 0 -1
    refund+google -1 -1 0 3 0 0 1 0 0 -1 0 -1
    price+again 1 -1 1 1 0 0 1 0 -4 0 -1 1
    free+charge 0 0 -1 1 -1 1 -1 0 0 -2 3 0
    free+trial -1 -1 0 0 0 -1 -1 0 -1 0 5 0
    recent+bought 1 1 -1 0 1 0 1 -1 1 0 -1 -3
    inquiry+offer 6 -1 0 0 0 0 0 0 -3 0 -2 0
    inquiry+family 3 0 0 1 0 0 0 0 -1 0 0 -2
    inquiry+price -1 -1 0 1 0 0 0 -1 3 0 2 0
    inquiry+tier 7 -2 -1 1 0 0 1 -2 -3 -1 1 -1
    quantity+bought -1 -1 0 -1 0 -1 0 0 -2 5 2 0
    apple+google 0 0 6 -6 0 0 0 -1 0 0 0 1
    until+locked -1 -1 0 0 -1 0 0 3 2 -1 -1 -1
    until+ongoing 0 -2 0 0 0 1 -1 3 -1 0 0 -1
    ongoing+bought 2 -4 -1 -1 0 0 2 3 0 -1 -1 0
    device+account 2 0 0 0 0 -3 0 0 0 0 1 0
    approve+child 0 -1 0 0 0 -1 0 0 0 -1 -1 5
    family+account 1 0 -1 -1 0 3 1 0 0 0 0 -2
    login+missing 6 1 0 -1 -2 0 0 -1 -1 0 -1 -2
    stopped+locked -1 0 -1 -1 0 1 2 3 0 -1 -1 -1
    again+locked 0 0 -2 -1 -1 2 -1 0 2 -1 -2 3
    notCancelled+stopped 0 0 0 -1 0 -1 0 3 0 0 0 0
    notCancelled+charge -1 -1 0 1 -1 -1 -1 4 0 -1 -1 1
    noRefund+locked -1 3 0 0 0 0 0 0 -1 0 0 -1
    hold+locked -1 -2 1 0 0 0 0 3 -1 -1 0 0
    invite+missing -1 0 0 0 -1 1 0 -1 0 0 4 -1
    sameDevice+fail 0 0 0 -1 3 -1 0 0 0 -1 0 0
    newcomer+device -1 0 -1 0 1 4 -1 -1 0 0 0 0
    tier+price 0 1 1 2 1 -1 -1 0 -6 0 2 1
    refund+trial 0 0 0 3 0 0 0 0 0 0 0 0
    cancelAndRefund 0 0 0 10 0 0 -10 0 0 0 0 0
    refundRequest -7 0 0 6 0 0 0 0 -12 0 0 0
    sharing 0 0 0 0 0 0 -3 0 0 0 0 10
    bias 30 -7 0 5 -7 -11 -4 -11 1 -5 5 4
    """
}

extension TicketCategory {
  /// The likely categories of a message, the likeliest first; empty if inconclusive. Only a hint.
  ///
  /// Supports Arabic, Chinese, Dutch, English, French, German, Hindi, Italian, Japanese, Korean,
  /// Polish, Portuguese, Russian, Spanish and Turkish.
  package static func kinds(in message: String) -> [TicketCategory] {
    let text = TicketText(message)
    let concepts = TicketConcepts(in: text)
    // "Where is my discount?" misses something, but nothing that could be delivered.
    let isOfDocument = concepts.own.contains(.document) && !concepts.own.contains(.coins)
    return TicketWeights.table.tickets(of: concepts).flatMap { ticket -> [TicketCategory] in
      if ticket == .consumableMissing, isOfDocument { return [] }
      return ticket == .refundApple ? refunds(concepts, text) : [ticket]
    }
  }

  /// The stores that a refund may be requested from, by the store's name or its order ID.
  private static func refunds(_ concepts: TicketConcepts, _ text: TicketText) -> [TicketCategory] {
    let whole = text.own + text.quoted
    let orders = Set((Identifier.all(in: whole) + Identifier.repairs(in: whole)).map(\.kind))
    let apple = concepts.strength(of: .apple) + (orders.contains(.appleOrder) ? 3 : 0)
    let google = concepts.strength(of: .google) + (orders.contains(.googleOrder) ? 3 : 0)
    // Both are named if a phone's signature follows a message about the other store.
    let isGoogle = google > apple || (google == apple && google > 0)
    return isGoogle ? [.refundGoogle, .refundApple] : [.refundApple, .refundGoogle]
  }
}
