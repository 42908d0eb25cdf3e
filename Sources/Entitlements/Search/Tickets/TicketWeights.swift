/// What each concept, and each pair of concepts, says about which ticket a text is.
struct TicketWeights {
  /// The tickets in the order of the columns; the first column is no ticket at all. Which store a
  /// refund is asked of is told by names and order IDs, not by weights.
  private static let tickets: [Complaint] = [
    .noAccess, .chargedTwice, .refundApple, .restoreFails, .vanished, .cancelledButCharged,
    .lostAccess, .wrongPlan, .consumableMissing, .trialOrOffer, .pendingOrFamily,
  ]

  /// A ticket that isn't likelier than the next one by this much isn't named.
  private static let margin = 6
  /// One that is so much less likely than the first is not what the text is about, either.
  private static let reach = 25

  private let rows: [(concepts: [TicketConcept], weights: [Int])]

  /// Lines of a concept or two with a plus sign between, and a number for each column. The last
  /// line, without a concept, is where the sums begin.
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

  /// The tickets that the concepts speak for, the likeliest first; none where they speak for
  /// nothing, or for two alike.
  func tickets(of concepts: TicketConcepts) -> [Complaint] {
    var sums = [Int](repeating: 0, count: Self.tickets.count + 1)
    for row in rows {
      let strength = row.concepts.map(concepts.strength).min() ?? 2
      if strength == 0 { continue }
      for (column, weight) in row.weights.enumerated() { sums[column] += weight * strength }
    }
    let order = sums.indices.sorted { sums[$0] == sums[$1] ? $0 < $1 : sums[$0] > sums[$1] }
    guard let first = order.first, first > 0, sums[first] - sums[order[1]] >= Self.margin else {
      return []
    }
    let isLikely = { (column: Int) in column > 0 && sums[column] + Self.reach > sums[first] }
    return order.filter(isLikely).map { Self.tickets[$0 - 1] }
  }
}
