/// The weight of each concept, and of each pair of concepts, for each ticket category.
struct TicketWeights {
  /// The tickets in the order of the columns, after a first column for no ticket. The store of a
  /// refund is determined by names and order IDs, not by weights.
  private static let tickets: [TicketCategory] = [
    .noAccess, .chargedTwice, .refundApple, .restoreFails, .vanished, .cancelledButCharged,
    .lostAccess, .wrongPlan, .consumableMissing, .trialOrOffer, .pendingOrFamily,
  ]

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
    guard let first = order.first, first > 0, sums[first] - sums[order[1]] >= Self.margin else {
      return []
    }
    let isLikely = { (column: Int) in column > 0 && sums[column] + Self.maxDistance > sums[first] }
    return order.filter(isLikely).map { Self.tickets[$0 - 1] }
  }
}
