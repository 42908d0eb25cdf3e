import ArgumentParser
import Entitlements
import Foundation

/// `purser bench answers`: how often `purser why` is right about customers whose truth is known.
struct BenchAnswersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answers",
    abstract: "Play random customers' lives, ask about each, and compare with the truth.",
    discussion: """
      Each life is played by the stores' documented rules; its documents arrive late, doubled, out \
      of order or not at all, and are filed in a ledger in memory. An answer is right, rightly \
      unsure (something was lost, or the store does not tell), wrongly unsure, careful (true, and \
      beside the question), outdated (true before the first missing document), or confidently \
      wrong. Exit status: 0 none confidently wrong, nor answered otherwise with --alone; 1 at least \
      one.
      """
  )

  @Option(help: ArgumentHelp("How many lives.", valueName: "number"))
  var lives = 2_000

  @Option(help: ArgumentHelp("The same seed plays the same lives.", valueName: "number"))
  var seed: UInt64 = 1

  @Option(
    help: ArgumentHelp(
      "Leave out so many lives at the beginning. Each 25 share a ledger.",
      valueName: "number"
    )
  )
  var skip = 0

  @Option(help: ArgumentHelp("Only this store. May be repeated.", valueName: "store"))
  var store: [String] = []

  @Option(help: ArgumentHelp("Only this ticket. May be repeated.", valueName: "ticket"))
  var ticket: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      How many documents in a hundred get lost, in the lives that lose any; 0: none. 15 unless \
      --life is given, which then loses none.
      """,
      valueName: "percent"
    )
  )
  var loss: Int?

  @Flag(
    help: """
      Ask about each life once whole, and once without each of its documents, instead of losing some \
      by chance.
      """
  )
  var leaveOut = false

  @Flag(
    help: """
      Ask about each life in a ledger of its own, too: other people's documents change no answer.
      """
  )
  var alone = false

  @Option(
    help: ArgumentHelp("Print so many wrong lives, made as small as can be.", valueName: "number")
  )
  var show = 5

  @Flag(help: "Print each of them as a story for purser story check.")
  var stories = false

  @Option(help: ArgumentHelp("Write all counts to this new file as JSON.", valueName: "file"))
  var json: String?

  @Option(
    help: ArgumentHelp(
      """
      Play this one life, as in "google seed 7: 0 buy-premium, 12 turn-off; day 33 chargedTwice by \
      email". Everything arrives at once, unless --loss is given.
      """,
      valueName: "life"
    )
  )
  var life: String?

  @Option(
    help: ArgumentHelp("With --life: without the document of this number.", valueName: "number")
  )
  var without: Int?

  func validate() throws {
    guard (1...10_000_000).contains(lives) else {
      throw ValidationError("--lives takes 1 to 10000000.")
    }
    guard (0...10_000_000).contains(skip) else {
      throw ValidationError("--skip takes 0 to 10000000.")
    }
    guard !leaveOut || !alone else {
      throw ValidationError("--leave-out asks in ledgers of their own already: leave out --alone.")
    }
    guard (0...100).contains(loss ?? 0) else { throw ValidationError("--loss takes 0 to 100.") }
    guard (0...1_000).contains(show) else { throw ValidationError("--show takes 0 to 1000.") }
    if let unknown = store.first(where: { Store(rawValue: $0) == nil }) {
      let known = Store.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no store \(unknown); there are \(known).")
    }
    if let unknown = ticket.first(where: { AskedTicket(rawValue: $0) == nil }) {
      let known = AskedTicket.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("There is no ticket \(unknown); there are \(known).")
    }
    if let life, Life(life) == nil {
      throw ValidationError("--life takes a life as it is printed.")
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
        stores: store.isEmpty ? Store.allCases : store.compactMap { Store(rawValue: $0) },
        tickets: ticket.isEmpty
          ? AskedTicket.allCases : ticket.compactMap { AskedTicket(rawValue: $0) }
      ),
      lossPercent: loss ?? 15,
      leavesOut: leaveOut,
      comparesAlone: alone,
      skipped: skip
    )
    let (lives, show, stories) = (self.lives, self.show, self.stories)
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

  private static func printWrong(
    _ tally: AnswersTally,
    of bench: AnswersBench,
    show: Int,
    asStories: Bool
  ) async throws {
    let wrong = tally.wrong(.confidentlyWrong)
    guard !wrong.isEmpty, show > 0 else { return }
    try StandardStream.print("\nconfidently wrong, by what was true and what was answered:")
    let shrinker = LifeShrinker(stores: bench.stores, lossPercent: bench.lossPercent)
    for (index, found) in wrong.enumerated() {
      let pair = found.pair
      try StandardStream.print(
        "\(found.count)x \(pair.store.rawValue) \(pair.ticket.rawValue), \(pair.situation): "
          + "\(pair.code)"
      )
      guard index < show else { continue }
      if let left = found.first.left {
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
      if asStories {
        try StandardStream.print(LifeStory(trial: trial, accepted: accepted).text)
      }
    }
  }

  private static func play(_ trial: LifeTrial, _ stores: StoryStores) async throws {
    guard let outcome = try await stores.outcomes(of: [trial]).first else { return }
    try StandardStream.print(LifeStory(trial: trial, accepted: outcome.accepted).text)
    try StandardStream.print(
      "# \(outcome.situation): \(outcome.code), \(outcome.judgement.rawValue)"
    )
    if outcome.judgement == .confidentlyWrong { throw ExitCode.failure }
  }
}
