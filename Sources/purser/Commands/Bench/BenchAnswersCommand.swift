import ArgumentParser
import Entitlements
import Foundation

struct BenchAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "answers",
    "Simulate random customer histories and compare the answers with the truth.",
    discussion: """
      Each history follows the stores' documented rules. Its documents arrive late, duplicated, \
      out of order or not at all, and are filed in a ledger in memory. An answer is right, rightly \
      unsure (a document was lost, or the store does not report it), wrongly unsure, careful \
      (true, but not an answer), outdated (true before the first missing document), or confidently \
      wrong. Exit status: 0 no answer is confidently wrong or changes with --alone, 1 otherwise.
      """
  )

  @Option(help: .value("number", "The number of histories.")) var lives = 2_000
  @Option(help: .value("number", "The same seed gives the same histories.")) var seed: UInt64 = 1
  @Option(help: .value("number", "Skip this many histories. Every 25 share a ledger.")) var skip = 0
  @Option(help: .value("store", "Only this store. May be repeated.")) var store: [String] = []
  @Option(help: .value("ticket", "Only this ticket. May be repeated.")) var ticket: [String] = []
  @Option(
    help: .value(
      "percent",
      """
      The percentage of documents lost, in the histories that lose any. Default: 15, or none with \
      --life.
      """
    )
  )
  var loss: Int?
  @Flag(
    help: """
      Ask about each history once complete and once without each of its documents, instead of \
      losing documents at random.
      """
  )
  var leaveOut = false
  @Flag(
    help: """
      Ask about each history in its own ledger, too: other users' documents must not change answers.
      """
  )
  var alone = false
  @Option(help: .value("number", "Print this many wrong histories, minimized.")) var show = 5
  @Flag(help: "Print each of them as a file for purser story check.") var stories = false
  @Option(help: .value("file", "Write all counts to this new file as JSON.")) var json: String?
  @Option(
    help: .value(
      "life",
      """
      Simulate this history only, such as "google seed 7: 0 buy-premium, 12 turn-off; day 33 \
      chargedTwice by email". Without --loss, all documents arrive at once.
      """
    )
  )
  var life: String?
  @Option(help: .value("number", "With --life: leave out the document with this number."))
  var without: Int?

  func validate() throws {
    try expect("--lives", lives, in: 1...10_000_000)
    try expect("--skip", skip, in: 0...10_000_000)
    try require(!leaveOut || !alone, "--leave-out already uses separate ledgers: omit --alone.")
    try expect("--loss", loss ?? 0, in: 0...100)
    try expect("--show", show, in: 0...1_000)
    _ = try all(store, "store") as [Store]
    _ = try all(ticket, "ticket") as [AskedTicket]
    if let life, Life(life) == nil {
      throw ValidationError("--life takes a history as this command prints it.")
    }
  }

  func run() throws {
    let stores = try StoryStores()
    if let life = life.flatMap({ Life($0) }) {
      let trial = LifeTrial(life, lossPercent: loss, leaving: without)
      return try Blocking.wait { try await Self.play(trial, stores) }
    }
    let bench = AnswersBench(
      stores: stores,
      maker: RandomLives(
        seed: seed,
        stores: try all(store, "store"),
        tickets: try all(ticket, "ticket")
      ),
      lossPercent: loss ?? 15,
      leavesOut: leaveOut,
      comparesAlone: alone,
      skipped: skip
    )
    let tally = try Blocking.wait {
      try await bench.run(lives: lives, Progress(of: lives, "lives"))
    }
    for line in tally.lines { try StandardStream.print(line) }
    if let json { try OutputFile.write(JSONText.bytes(of: tally.json, .pretty), to: json) }
    try Blocking.wait {
      try await Self.printWrong(tally, of: bench, show: show, asStories: stories)
    }
    let isRight = tally.count(.confidentlyWrong) == 0 && tally.answeredOtherwise.isEmpty
    if !isRight { throw ExitCode.failure }
  }

  /// The named values, or all if none is named.
  private func all<Value: RawRepresentable<String> & CaseIterable>(
    _ names: [String],
    _ noun: String
  ) throws -> [Value] {
    let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
    return names.isEmpty
      ? Array(Value.allCases)
      : try names.map { try named($0, else: "There is no \(noun) \($0); there are \(known).") }
  }

  private static func printWrong(
    _ tally: AnswersTally,
    of bench: AnswersBench,
    show: Int,
    asStories: Bool
  ) async throws {
    let wrong = tally.wrong(.confidentlyWrong)
    guard !wrong.isEmpty, show > 0 else { return }
    try StandardStream.print("\nconfidently wrong, by situation and answer:")
    let shrinker = LifeShrinker(stores: bench.stores, lossPercent: bench.lossPercent)
    for (index, found) in wrong.enumerated() {
      let pair = found.pair
      try StandardStream.print(
        "\(found.count)x \(pair.store.rawValue) \(pair.ticket.rawValue), \(pair.situation): "
          + "\(pair.code)"
      )
      guard index < show else { continue }
      if let left = found.first.trial.left {
        try StandardStream.print("    \(found.first.life.text) (--without \(left))")
        continue
      }
      guard let (life, loss) = try await shrinker.smallest(found.first) else {
        try StandardStream.print("    only among others: \(found.first.life.text)")
        continue
      }
      try StandardStream.print("    \(life.text)\(loss == nil ? "" : " (--loss \(loss ?? 0))")")
      let trial = LifeTrial(life, lossPercent: loss)
      let accepted = trial.truth.answers(to: life.ticket).sorted()
      try StandardStream.print("    right: \(accepted.joined(separator: ", "))")
      if asStories { try StandardStream.print(LifeStory(trial: trial, accepted: accepted).text) }
    }
  }

  private static func play(_ trial: LifeTrial, _ stores: StoryStores) async throws {
    guard let outcome = try await stores.outcomes(of: [trial]).first else { return }
    try StandardStream.print(LifeStory(trial: trial, accepted: outcome.accepted).text)
    try StandardStream.print(
      "# \(outcome.trial.truth.situation): \(outcome.code), \(outcome.judgement.rawValue)"
    )
    if outcome.judgement == .confidentlyWrong { throw ExitCode.failure }
  }
}
