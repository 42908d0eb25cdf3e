import Basics
import Entitlements
import Receipts

/// Counts how answers compare with the truth, by ticket and store.
struct AnswersTally: Sendable {
  struct Cell: Hashable, Sendable {
    var ticket: AskedTicket
    var store: Store
  }

  /// A true situation and the answer to a ticket about it.
  struct Pair: Hashable, Sendable {
    var store: Store
    var ticket: AskedTicket
    var situation: String
    var code: String
    var judgement: AnswerJudgement
  }

  /// A pair, its frequency and its first history.
  struct Repeated: Sendable {
    var pair: Pair
    var count: Int
    var first: LifeOutcome
  }

  private(set) var counts: [Cell: [AnswerJudgement: Int]] = [:]
  private(set) var pairs: [Pair: (count: Int, first: LifeOutcome)] = [:]
  private(set) var lives = 0
  private(set) var completeLives = 0
  private var comparedLives = 0
  /// Histories that get another answer in their own ledger.
  private(set) var answeredOtherwise: [LifeOutcome] = []

  mutating func add(_ outcomes: [LifeOutcome]) {
    for outcome in outcomes {
      lives += 1
      if outcome.isComplete { completeLives += 1 }
      if let alone = outcome.codeAlone {
        comparedLives += 1
        if alone != outcome.code { answeredOtherwise.append(outcome) }
      }
      let cell = Cell(ticket: outcome.life.ticket, store: outcome.life.store)
      counts[cell, default: [:]][outcome.judgement, default: 0] += 1
      let pair = Pair(
        store: outcome.life.store,
        ticket: outcome.life.ticket,
        situation: outcome.situation,
        code: outcome.code,
        judgement: outcome.judgement
      )
      pairs[pair, default: (0, outcome)].count += 1
    }
  }

  func count(_ judgement: AnswerJudgement) -> Int {
    counts.values.reduce(0) { $0 + ($1[judgement] ?? 0) }
  }

  /// The answers with this judgement, one for each situation and verdict, most frequent first.
  func wrong(_ judgement: AnswerJudgement) -> [Repeated] {
    pairs.filter { $0.key.judgement == judgement }
      .map { Repeated(pair: $0.key, count: $0.value.count, first: $0.value.first) }
      .sorted { ($1.count, $0.first.life.text) < ($0.count, $1.first.life.text) }
  }

  // MARK: As text

  var lines: [String] {
    let heads = ["right", "rightly unsure", "wrongly unsure", "careful", "outdated", "WRONG"]
    var rows = [["ticket", "store", "lives"] + heads]
    for ticket in AskedTicket.allCases {
      for store in Store.allCases {
        guard let cell = counts[Cell(ticket: ticket, store: store)] else { continue }
        rows.append(Self.row(ticket.rawValue, store.rawValue, cell))
      }
    }
    rows.append(Self.row("all", "", all))
    return Self.aligned(rows) + [shares] + compared
  }

  private var compared: [String] {
    if comparedLives == 0 { return [] }
    let count = answeredOtherwise.count
    return ["another answer in their own ledger: \(count) of \(comparedLives)"]
      + answeredOtherwise.map {
        "    \($0.life.text): \($0.code), alone \($0.codeAlone ?? "nothing")"
      }
  }

  private var all: [AnswerJudgement: Int] {
    Dictionary(uniqueKeysWithValues: AnswerJudgement.allCases.map { ($0, count($0)) })
  }

  private var shares: String {
    func percent(_ count: Int, _ whole: Int) -> String {
      let share = whole == 0 ? 0 : (Double(count) * 10_000 / Double(whole)).rounded() / 100
      return "\(share) %"
    }
    let good = count(.right) + count(.rightlyUnsure)
    return "right or rightly unsure \(percent(good, lives)), confidently wrong "
      + "\(percent(count(.confidentlyWrong), lives)); wrongly unsure "
      + "\(percent(count(.wronglyUnsure), completeLives)) of \(completeLives) complete histories"
  }

  private static func row(
    _ ticket: String,
    _ store: String,
    _ counts: [AnswerJudgement: Int]
  ) -> [String] {
    [ticket, store, "\(counts.values.reduce(0, +))"]
      + AnswerJudgement.allCases.map { "\(counts[$0] ?? 0)" }
  }

  private static func aligned(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.count ?? 0
    let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let space = String(repeating: " ", count: widths[column] - text.count)
        return column < 2 ? text + space : space + text
      }.joined(separator: "  ")
    }
  }

  // MARK: As JSON

  var json: JSONValue {
    let cells = AskedTicket.allCases.flatMap { ticket in
      Store.allCases.compactMap { store -> JSONValue? in
        guard let cell = counts[Cell(ticket: ticket, store: store)] else { return nil }
        return .of([
          ("ticket", .string(ticket.rawValue)), ("store", .string(store.rawValue)),
          ("judgements", Self.json(cell)),
        ])
      }
    }
    let confusion = AnswerJudgement.allCases.flatMap { wrong($0) }.map { Self.json($0) }
    return .of([
      ("schemaVersion", .number("1")), ("lives", .number("\(lives)")),
      ("completeLives", .number("\(completeLives)")),
      ("comparedLives", .number("\(comparedLives)")),
      ("answeredOtherwise", .number("\(answeredOtherwise.count)")), ("judgements", Self.json(all)),
      ("cells", .array(cells)), ("confusion", .array(confusion)),
    ])
  }

  private static func json(_ repeated: Repeated) -> JSONValue {
    let pair = repeated.pair
    return .of([
      ("store", .string(pair.store.rawValue)), ("ticket", .string(pair.ticket.rawValue)),
      ("situation", .string(pair.situation)), ("verdict", .string(pair.code)),
      ("judgement", .string(pair.judgement.rawValue)), ("count", .number("\(repeated.count)")),
      ("accepted", .array(repeated.first.accepted.map { .string($0) })),
      ("life", .string(repeated.first.life.text)),
    ])
  }

  private static func json(_ counts: [AnswerJudgement: Int]) -> JSONValue {
    .of(AnswerJudgement.allCases.map { ($0.rawValue, .number("\(counts[$0] ?? 0)")) })
  }
}
