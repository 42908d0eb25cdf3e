import Entitlements
import Foundation
import Persistence

/// How quickly a ledger answers what the screens and the command line ask. What is asked for is
/// drawn from the ledger, and is the same for the same seed.
struct ReadingBench {
  let ledger: Ledger
  let seed: UInt64
  /// How many events a row measures; a tenth of it for those that are of one user.
  let count: Int
  /// The instant that states are those of.
  let instant: Date

  private static let pageLength = 50

  func run(_ row: LedgerRow) async throws {
    switch row {
    case .filing, .filing64: break
    case .memory: try await browse()
    case .page:
      try await measure(row, try await ledger.userKeys(at: places(count))) {
        try await users("", at: .after($0))
      }
    case .orderPage:
      let orders = Search(.everything, at: instant)
      try await measure(row, try await ledger.orderKeys(at: places(count))) {
        try await ledger.orders(matching: orders, at: .after($0), limit: Self.pageLength)
      }
    case .documentPage:
      try await measure(row, try await ledger.documentKeys(at: places(count))) {
        try await ledger.documents(at: .after($0), limit: Self.pageLength)
      }
    case .lastPage:
      try await measure(row, 0..<count) { _ in try await users("", at: .last) }
    case .lookup: try await lookUp(row)
    case .search:
      try await measure(row, try await keystrokes(searches: max(count / 10, 1))) {
        try await users($0)
      }
    case .timeline, .diagnosis: try await tell(row, ofUserHavingAbout: 1_000)
    case .longestTimeline, .longestDiagnosis: try await tell(row, ofUserHavingAbout: .max)
    case .cappedCount:
      let texts = ["", "a", "store:apple", "env:production", "state:active"]
      try await measure(row, (0..<count).map { texts[$0 % texts.count] }) {
        try await users($0, limit: 0)
      }
    case .counts: try await countExactly(row)
    case .sizes: try await weigh()
    }
  }

  private func measure<Question>(
    _ row: LedgerRow,
    _ questions: some Collection<Question>,
    _ ask: (Question) async throws -> some Any
  ) async throws {
    var latencies = Latencies()
    for question in questions { _ = try await latencies.measure { try await ask(question) } }
    try StandardStream.print(latencies.line(row.rawValue))
  }

  /// What the search line shows of a text.
  private func users(
    _ text: String,
    at anchor: PageAnchor<UserRow.Key> = .first,
    limit: Int = pageLength
  ) async throws -> Page<UserRow> {
    // Half a query, as it stands in the middle of typing, is looked up as a word.
    let query = (try? Query(reading: text, at: instant)) ?? .word(text)
    return try await ledger.users(
      matching: Search(query, at: instant),
      at: anchor,
      limit: limit
    )
  }

  /// Every sort of identifier in turn, as if it were pasted into the search line.
  private func lookUp(_ row: LedgerRow) async throws {
    let names = try await identifiers(count)
    var missed = 0
    try await measure(row, names) {
      if try await users($0).rows.isEmpty { missed += 1 }
    }
    if missed > 0 { Narration.say("\(row.rawValue): \(missed) of \(names.count) found nobody") }
  }

  private func tell(_ row: LedgerRow, ofUserHavingAbout orders: Int) async throws {
    guard let user = try await ledger.user(havingAbout: orders) else { return }
    Narration.say("\(row.rawValue): a user of \(user.orders) orders")
    let text = user.id.raw
    try await measure(row, 0..<max(count / 10, 1)) { _ in
      let file = try await ledger.caseFile(about: text, Identifier.all(in: text))
      switch row {
      case .timeline, .longestTimeline: _ = Timeline.events(of: file, at: instant)
      default: _ = Diagnosis.diagnose(file, complaints: Complaint.kinds(in: text), at: instant)
      }
    }
  }

  /// The chains of each state, the orders of a product, and those of a day, in turn.
  private func countExactly(_ row: LedgerRow) async throws {
    let products = try await ledger.names(of: .product, at: places(count))
    let days = try await ledger.userKeys(at: places(count)).map(\.lastPurchasedAt)
    try await measure(row, zip(products, days).enumerated().map { ($0, $1.0, $1.1) }) {
      (number, product, day) in
      switch number % 3 {
      case 0: _ = try await ledger.subscriptions(at: instant)
      case 1: _ = try await ledger.orders(ofProduct: product)
      default: _ = try await ledger.orders(onDayOf: day)
      }
    }
  }

  /// Pages, searches and lookups in turn, and what they have left this process with.
  private func browse() async throws {
    let keys = try await ledger.userKeys(at: places(count))
    let names = try await identifiers(count)
    let typed = try await keystrokes(searches: max(count / 10, 1))
    for number in 0..<count {
      if number < keys.count { _ = try await users("", at: .after(keys[number])) }
      if number < names.count { _ = try await users(names[number]) }
      if number < typed.count { _ = try await users(typed[number]) }
    }
    let memory = try ProcessMemory.now()
    try StandardStream.print(
      "memory: anonymous \(memory.anonymous) kB resident \(memory.resident) kB (\(count))"
    )
  }

  private func weigh() async throws {
    let sizes = try await ledger.sizes()
    let whole = sizes.tables + sizes.indices + sizes.fullText
    func share(_ part: Int, _ base: Int) -> String {
      (Double(part) / Double(max(base, 1))).formatted(.number.precision(.fractionLength(3)))
    }
    try StandardStream.print(
      """
      sizes: \(whole) bytes indices/tables \(share(sizes.indices, sizes.tables)) \
      full-text/file \(share(sizes.fullText, whole))
      """
    )
  }
}

extension ReadingBench {
  /// So many places in a table, far from each other one after the other, as even as can be: the
  /// multiples of the golden ratio, without their whole parts.
  private func places(_ count: Int) -> [Double] {
    let start = Double(seed % 1_000_003) * 0.7548776662466927
    return (0..<max(count, 0)).map { number in
      (start + Double(number) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
    }
  }

  /// Identifiers of every sort in turn.
  private func identifiers(_ count: Int) async throws -> [String] {
    let sorts = NamedThing.allCases.filter(\.isIdentifier)
    let places = places(count / sorts.count + 1)
    var columns: [[String]] = []
    for sort in sorts { columns.append(try await ledger.names(of: sort, at: places)) }
    let turns = places.indices.flatMap { place in
      columns.compactMap { $0.indices.contains(place) ? $0[place] : nil }
    }
    return Array(turns.prefix(count))
  }

  /// What stands in the search line after each key of so many searches: the beginnings of names of
  /// several sorts, and pieces out of their middle.
  private func keystrokes(searches: Int) async throws -> [String] {
    let sorts: [NamedThing] = [.email, .userName, .transaction, .purchaseToken]
    let places = places(searches / (2 * sorts.count) + 1)
    var texts: [[String]] = []
    for sort in sorts {
      for name in try await ledger.names(of: sort, at: places) {
        texts.append(Self.typed(name[...], from: 1))
        if sort == .email || sort == .userName {
          texts.append(Self.typed(name.dropFirst(2), from: 3))
        }
      }
    }
    return texts.prefix(searches).flatMap(\.self)
  }

  /// Nobody types much more than this before looking at what was found.
  private static let mostTyped = 12

  private static func typed(_ name: Substring, from shortest: Int) -> [String] {
    let longest = min(name.count, mostTyped)
    return shortest > longest ? [] : (shortest...longest).map { String(name.prefix($0)) }
  }
}

extension NamedThing {
  /// Whether it tells one record from all others.
  fileprivate var isIdentifier: Bool { self != .userName && self != .product }
}
