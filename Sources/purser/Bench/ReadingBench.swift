import ArgumentParser
import Entitlements
import Foundation
import Persistence

/// Measures how fast a ledger answers the queries of the screens and the command line. The queries
/// are drawn from the ledger and reproducible from the seed.
struct ReadingBench {
  let ledger: Ledger
  let seed: UInt64
  /// The number of events per row; a tenth of it for rows about one user.
  let count: Int
  /// The time at which states are evaluated.
  let instant: Date

  private static let pageLength = 50

  func run(_ row: LedgerRow) async throws {
    switch row {
    case .filing, .filing64: break
    case .memory: try await browse()
    case .page:
      try await measure(row, try await ledger.userKeys(at: positions(count))) {
        try await users("", at: .after($0))
      }
    case .orderPage:
      let orders = Search(.everything, at: instant)
      try await measure(row, try await ledger.orderKeys(at: positions(count))) {
        try await ledger.search.orders(matching: orders, at: .after($0), limit: Self.pageLength)
      }
    case .documentPage:
      try await measure(row, try await ledger.documentKeys(at: positions(count))) {
        try await ledger.search.documents(
          matching: Search(.everything, at: instant),
          at: .after($0),
          limit: Self.pageLength
        )
      }
    case .lastPage: try await measure(row, 0..<count) { _ in try await users("", at: .last) }
    case .lookup: try await lookUp(row)
    case .verdict:
      try await measure(row, try await identifiers(count)) { try await diagnosis(of: $0) }
    case .search:
      try await measure(row, try await keystrokes(searches: max(count / 10, 1))) {
        try await users($0)
      }
    case .timeline, .diagnosis: try await answer(row, ofUserHavingAbout: 1_000)
    case .longestTimeline, .longestDiagnosis: try await answer(row, ofUserHavingAbout: .max)
    case .cappedCount:
      let texts = ["", "a", "store:apple", "env:production", "state:active"]
      try await measure(row, (0..<count).map { texts[$0 % texts.count] }) {
        try await users($0, limit: 0)
      }
    case .counts: try await countExactly(row)
    case .sizes: try await printSizes()
    }
  }

  private func measure<Input>(
    _ row: LedgerRow,
    _ inputs: some Collection<Input>,
    _ query: (Input) async throws -> some Any
  ) async throws {
    var latencies = Latencies()
    for input in inputs { _ = try await latencies.measure { try await query(input) } }
    try StandardStream.print(latencies.line(row.rawValue))
  }

  /// The result of the search line for a text.
  private func users(
    _ text: String,
    at anchor: PageAnchor<ListCursor> = .first,
    limit: Int = pageLength
  ) async throws -> Page<UserRow> {
    // An incomplete query, as while typing, is searched as a word.
    let query = (try? Query(reading: text, at: instant)) ?? .word(text)
    let search = Search(query, at: instant)
    return try await ledger.search.users(matching: search, at: anchor, limit: limit).page
  }

  /// Looks up every kind of identifier in turn, as if pasted into the search line.
  private func lookUp(_ row: LedgerRow) async throws {
    let names = try await identifiers(count)
    var missed = 0
    try await measure(row, names) { if try await users($0).rows.isEmpty { missed += 1 } }
    if missed > 0 { Console.print("\(row.rawValue): \(missed) of \(names.count) found no user") }
  }

  private func answer(_ row: LedgerRow, ofUserHavingAbout orders: Int) async throws {
    guard let user = try await ledger.user(havingAbout: orders) else { return }
    Console.print("\(row.rawValue): a user of \(user.orders) orders")
    let text = user.id.raw
    try await measure(row, 0..<max(count / 10, 1)) { _ in
      switch row {
      case .timeline, .longestTimeline:
        let file = try await ledger.search.diagnosisInput(about: text)
        _ = Timeline.events(of: file, at: instant)
      default: _ = try await diagnosis(of: text)
      }
    }
  }

  private func diagnosis(of text: String) async throws -> Diagnosis {
    let file = try await ledger.search.diagnosisInput(about: text)
    return Diagnosis.diagnose(file, ticketCategories: TicketCategory.kinds(in: text), at: instant)
  }

  /// Counts the subscriptions of each state, the orders of a product, and those of a day, in turn.
  private func countExactly(_ row: LedgerRow) async throws {
    let products = try await ledger.names(of: .product, at: positions(count))
    let days = try await ledger.userKeys(at: positions(count)).compactMap { key in
      if case .number(let milliseconds) = key.parts.first {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
      } else {
        nil
      }
    }
    try await measure(row, zip(products, days).enumerated().map { ($0, $1.0, $1.1) }) {
      (number, product, day) in
      switch number % 3 {
      case 0: _ = try await ledger.statistics.subscriptions(at: instant)
      case 1: _ = try await ledger.statistics.orders(ofProduct: product)
      default: _ = try await ledger.statistics.orders(onDayOf: day)
      }
    }
  }

  /// Runs pages, searches and lookups in turn, then prints this process's memory.
  private func browse() async throws {
    let keys = try await ledger.userKeys(at: positions(count))
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

  private func printSizes() async throws {
    let sizes = try await ledger.statistics.sizes()
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
  /// `count` positions in a table (0..<1), evenly distributed with successive ones far apart: the
  /// fractional parts of the multiples of the golden ratio.
  private func positions(_ count: Int) -> [Double] {
    let start = Double(seed % 1_000_003) * 0.7548776662466927
    return (0..<max(count, 0)).map { number in
      (start + Double(number) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
    }
  }

  /// Identifiers of every kind in turn.
  private func identifiers(_ count: Int) async throws -> [String] {
    let kinds = NamedEntity.allCases.filter { $0 != .userName && $0 != .product }
    let positions = positions(count / kinds.count + 1)
    var columns: [[String]] = []
    for kind in kinds { columns.append(try await ledger.names(of: kind, at: positions)) }
    let turns = positions.indices.flatMap { index in
      columns.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
    return Array(turns.prefix(count))
  }

  /// The text of the search line after each keystroke of `searches` searches, for prefixes and
  /// middle parts of several kinds of names.
  private func keystrokes(searches: Int) async throws -> [String] {
    let kinds: [NamedEntity] = [.email, .userName, .transaction, .purchaseToken]
    let positions = positions(searches / (2 * kinds.count) + 1)
    var texts: [[String]] = []
    for kind in kinds {
      for name in try await ledger.names(of: kind, at: positions) {
        texts.append(Self.typed(name[...], from: 1))
        if kind == .email || kind == .userName {
          texts.append(Self.typed(name.dropFirst(2), from: 3))
        }
      }
    }
    return texts.prefix(searches).flatMap(\.self)
  }

  /// The most characters that are typed per search.
  private static let maxTyped = 12

  private static func typed(_ name: Substring, from shortest: Int) -> [String] {
    let longest = min(name.count, maxTyped)
    return shortest > longest ? [] : (shortest...longest).map { String(name.prefix($0)) }
  }
}

/// A measurement of `purser bench ledger`.
enum LedgerRow: String, CaseIterable, ExpressibleByArgument {
  case filing
  case filing64 = "filing-64"
  /// This process's memory after much browsing. Runs first, so that other rows don't add to it.
  case memory
  case page
  case orderPage = "page-orders"
  case documentPage = "page-documents"
  case lastPage = "last-page"
  /// The diagnosis of each kind of identifier in turn, as `lookup` looks them up.
  case lookup, verdict, search
  /// Timelines of the user with about 1,000 orders and of the one with the most.
  case timeline
  case longestTimeline = "timeline-busiest"
  case diagnosis
  case longestDiagnosis = "diagnosis-busiest"
  case cappedCount = "capped-count"
  case counts, sizes

  /// Whether the row creates its own ledger; the others read an existing one.
  var isWriting: Bool { self == .filing || self == .filing64 }
}

/// The memory use of this process, in kB.
struct ProcessMemory {
  /// Memory that is not backed by a file: heap and stacks.
  var anonymous: Int
  /// All resident memory, including shared pages.
  var resident: Int

  /// Reads the kernel's counters, on Linux only (proc(5), smaps_rollup).
  static func now() throws(InputError) -> ProcessMemory {
    let table = try InputFile.read(file: "/proc/self/smaps_rollup")
    let lines = String(decoding: table, as: UTF8.self).split(separator: "\n")
    func kilobytes(_ name: String) -> Int {
      let line = lines.first { $0.hasPrefix(name + ":") }
      return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return ProcessMemory(anonymous: kilobytes("Anonymous"), resident: kilobytes("Rss"))
  }
}
