import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

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
      if outcome.trial.delivery.firstMissing == nil { completeLives += 1 }
      if let alone = outcome.codeAlone {
        comparedLives += 1
        if alone != outcome.code { answeredOtherwise.append(outcome) }
      }
      let cell = Cell(ticket: outcome.life.ticket, store: outcome.life.store)
      let judgement = outcome.judgement
      counts[cell, default: [:]][judgement, default: 0] += 1
      let pair = Pair(
        store: outcome.life.store,
        ticket: outcome.life.ticket,
        situation: outcome.trial.truth.situation,
        code: outcome.code,
        judgement: judgement
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
    return TextTable.lines(rows, left: 2) + [shares] + compared
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
    counts.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
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

  var json: JSONValue {
    let cells = AskedTicket.allCases.flatMap { ticket in
      Store.allCases.compactMap { store -> JSONValue? in
        guard let cell = counts[Cell(ticket: ticket, store: store)] else { return nil }
        return ["ticket": .word(ticket), "store": .word(store), "judgements": Self.json(cell)]
      }
    }
    let confusion = AnswerJudgement.allCases.flatMap { wrong($0) }.map { Self.json($0) }
    return [
      "schemaVersion": 1, "lives": .whole(lives), "completeLives": .whole(completeLives),
      "comparedLives": .whole(comparedLives), "answeredOtherwise": .whole(answeredOtherwise.count),
      "judgements": Self.json(all), "cells": .array(cells), "confusion": .array(confusion),
    ]
  }

  private static func json(_ repeated: Repeated) -> JSONValue {
    let pair = repeated.pair
    return [
      "store": .word(pair.store), "ticket": .word(pair.ticket),
      "situation": .string(pair.situation), "verdict": .string(pair.code),
      "judgement": .word(pair.judgement), "count": .whole(repeated.count),
      "accepted": .texts(repeated.first.accepted), "life": .string(repeated.first.life.text),
    ]
  }

  private static func json(_ counts: [AnswerJudgement: Int]) -> JSONValue {
    .object(AnswerJudgement.allCases.map { .init($0.rawValue, .number("\(counts[$0] ?? 0)")) })
  }
}

/// Writes a history as a support-case file for `purser story check`.
struct LifeStory {
  let trial: LifeTrial
  let accepted: [String]

  var text: String {
    var lines = [
      "about = \(Self.quoted(trial.life.text))", "app = \(Self.quoted(LifeWorld.app))",
      "at = \(trial.instant.ISO8601Format())", "message = \(Self.quoted(trial.message))", "",
      "[expect]", "verdict = \(Self.quoted(verdict))",
      "# right: \(accepted.joined(separator: ", "))",
    ]
    if trial.truth.world.hasCatalog { lines += ["", LifeCatalog.text] }
    for document in trial.delivery.documents { lines += Self.lines(document) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The first accepted verdict that this program has.
  private var verdict: String {
    accepted.first { VerdictCode(rawValue: $0) != nil } ?? VerdictCode.nothingFound.rawValue
  }

  private static func lines(_ document: StoryDocument) -> [String] {
    let received = "received = \(document.receivedAt.ISO8601Format())"
    if case .action(let action, let actor) = document.content {
      let lines = ["", "[[document]]", "kind = \"manual\"", received, "by = \(quoted(actor))"]
      return lines + ["fields = \(table(of: action))"]
    }
    guard case .fields(let fields, let kind) = document.content else { return [] }
    var lines = ["", "[[document]]", "kind = \(quoted(kind.rawValue))", received]
    let texts: [(String, String?)] = [
      ("user", document.user?.raw), ("email", document.email),
      ("environment", document.hints.environment), ("product", document.hints.productID),
      ("product-kind", document.hints.productKind), ("token", document.hints.purchaseToken),
    ]
    for case (let name, let text?) in texts { lines.append("\(name) = \(quoted(text))") }
    return lines + ["fields = \(toml(fields))"]
  }

  /// The TOML table of an operator action that occurs in histories.
  private static func table(of action: OperatorAction.Kind) -> String {
    switch action {
    case .consume(let order, let count, _):
      "{ deed = \"consume\", order = \(quoted(order.raw)), count = \(count) }"
    case .transfer(let chain, let user):
      "{ deed = \"transfer\", chain = \(quoted(chain.raw)), user = \(quoted(user.raw)) }"
    default: "{}"
    }
  }

  /// The TOML value of `value`; omits null members.
  private static func toml(_ value: JSONValue) -> String {
    switch value {
    case .null: "\"\""
    case .bool(let flag): "\(flag)"
    case .number(let digits): digits
    case .string(let text): quoted(text)
    case .array(let items): "[" + items.map(toml).joined(separator: ", ") + "]"
    case .object(let members):
      "{ "
        + members.filter { $0.value != .null }.map { "\($0.name) = \(toml($0.value))" }
        .joined(separator: ", ") + " }"
    }
  }

  private static func quoted(_ text: String) -> String { JSONText.of(leaf: .string(text)) }
}
