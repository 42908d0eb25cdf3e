import Algorithms
import Entitlements
import Foundation

/// Simulates purchase histories, asks a ticket about each, and compares the answers with the truth.
struct AnswersBench: Sendable {
  let stores: StoryStores
  let maker: RandomLives
  let lossPercent: Int
  /// Whether to repeat each history without each of its documents: missing evidence may make an
  /// answer less certain but never lead to a different certain one.
  var leavesOut = false
  /// Whether to ask about each history in its own ledger, too: other users' documents must not
  /// change the answer.
  var comparesAlone = false
  /// The number of histories to skip at the start.
  var skipped = 0

  /// The number of histories per ledger.
  static let batch = 25
  private static let workers = 2

  func run(lives: Int, _ progress: Progress) async throws -> AnswersTally {
    var tally = AnswersTally()
    let batches = (skipped..<skipped + lives).chunks(ofCount: Self.batch)
    try await withThrowingTaskGroup(of: (Int, [LifeOutcome]).self) { group in
      var waiting = batches[...]
      func begin() {
        guard let batch = waiting.popFirst() else { return }
        group.addTask { (batch.lowerBound, try await outcomes(of: batch)) }
      }
      for _ in 0..<Self.workers { begin() }
      var results: [Int: [LifeOutcome]] = [:]
      while let result = try await group.next() {
        results[result.0] = result.1
        progress.update(min(results.count * Self.batch, lives))
        begin()
      }
      for batch in batches { tally.add(results[batch.lowerBound] ?? []) }
    }
    progress.end()
    return tally
  }

  private func outcomes(of batch: Range<Int>) async throws -> [LifeOutcome] {
    let lives = batch.map(maker.life)
    guard leavesOut else {
      let trials = lives.map { LifeTrial($0, lossPercent: lossPercent) }
      var outcomes = try await stores.outcomes(of: trials)
      guard comparesAlone else { return outcomes }
      for (index, trial) in trials.enumerated() {
        outcomes[index].codeAlone = try await stores.outcomes(of: [trial]).first?.code
      }
      return outcomes
    }
    let whole = lives.map { LifeTrial($0, lossPercent: nil) }
    var outcomes = try await stores.outcomes(of: whole)
    // The incomplete histories are filed without the complete ones, which would fill the gap.
    let maxDocuments = whole.map { $0.truth.world.documents.count }.max() ?? 0
    for number in stride(from: 1, through: maxDocuments, by: 1) {
      let trials = whole.filter { $0.truth.world.loses(number) }.map {
        LifeTrial($0.life, lossPercent: nil, leaving: number)
      }
      outcomes += try await stores.outcomes(of: trials)
    }
    return outcomes
  }
}

/// Reduces a history to the smallest one that gets the same wrong answer.
struct LifeShrinker {
  let stores: StoryStores
  let lossPercent: Int

  /// The history, and the loss percentage if late, duplicate or lost documents are needed to
  /// reproduce the answer; `nil` if the history alone gets another answer than among others.
  func smallest(_ outcome: LifeOutcome) async throws -> (life: Life, lossPercent: Int?)? {
    var loss: Int? = lossPercent
    guard try await isWrong(outcome.life, loss, like: outcome) else { return nil }
    if try await isWrong(outcome.life, nil, like: outcome) { loss = nil }
    var life = outcome.life
    shrinking: while true {
      for candidate in candidates(life) where candidate != life {
        guard try await isWrong(candidate, loss, like: outcome) else { continue }
        life = candidate
        continue shrinking
      }
      return (life, loss)
    }
  }

  private func candidates(_ life: Life) -> [Life] {
    func changed(_ change: (inout Life) -> Void) -> Life {
      var copy = life
      change(&copy)
      return copy
    }
    var candidates = life.steps.indices.map { index in changed { $0.steps.remove(at: index) } }
    if let last = life.steps.last, life.askedOnDay > last.day + 1.5 {
      for gap in [1.0, 8, 31] where last.day + gap < life.askedOnDay {
        candidates.append(changed { $0.askedOnDay = last.day + gap })
      }
    }
    return life.handle == .email ? candidates : candidates + [changed { $0.handle = .email }]
  }

  private func isWrong(_ life: Life, _ loss: Int?, like outcome: LifeOutcome) async throws -> Bool {
    guard !life.steps.isEmpty else { return false }
    let found = try await stores.outcomes(of: [LifeTrial(life, lossPercent: loss)])
    return found.first.map { $0.judgement == outcome.judgement && $0.code == outcome.code } ?? false
  }
}
