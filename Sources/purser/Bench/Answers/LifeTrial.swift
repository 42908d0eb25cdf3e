import Entitlements
import Foundation
import Mint
import Persistence

/// The comparison of an answer with the truth.
enum AnswerJudgement: String, CaseIterable, Sendable {
  case right
  /// The answer is uncertain, and a document was lost or the stores don't state the fact.
  case rightlyUnsure = "rightly unsure"
  /// The answer is uncertain although all documents arrived.
  case wronglyUnsure = "wrongly unsure"
  /// The answer is true but does not answer the question.
  case careful = "wrong but careful"
  /// The answer was true before the first missing document.
  case outdated
  case confidentlyWrong = "confidently wrong"
}

/// A history with its delivered documents and a ticket about it.
struct LifeTrial: Sendable {
  let life: Life
  let truth: LifeTruth
  let message: String
  let instant: Date
  let delivery: LifeDelivery
  /// The number of the document that is left out, if one is.
  let left: Int?

  /// With `lossPercent` `nil`, every document except number `left` arrives once, without delay.
  init(_ life: Life, lossPercent: Int?, leaving left: Int? = nil) {
    self.life = life
    self.left = left
    let instant = LifeWorld.instant(life.askedOnDay)
    self.instant = instant
    let world = LifeWorld(playing: life, until: life.askedOnDay)
    let order = life.handle == .order ? Self.order(life, world) : nil
    var truth = LifeTruth(world)
    truth.namesUser = order == nil
    self.truth = truth
    message = Self.message(of: life, world, order)
    delivery =
      lossPercent.map {
        LifeDelivery(
          of: world.documents,
          seed: life.seed,
          lossPercent: $0,
          before: instant,
          isInOrder: world.subscriptions.contains { $0.move != nil }
        )
      } ?? LifeDelivery(plain: world.documents, before: instant, leaving: left)
  }

  private static func message(of life: Life, _ world: LifeWorld, _ order: String?) -> String {
    let wordings = life.ticket.wordings
    let plan = world.subscriptions.last { !$0.isSandbox }?.periods.last?.plan
    let wording = wordings[Int(life.seed % UInt64(wordings.count))]
      .replacingOccurrences(of: "{plan}", with: plan == .basic ? "Basic" : "Premium")
    switch life.handle {
    case .email: return "\(wording) \(world.email)"
    case .user: return "\(wording) My user ID is \(world.user)."
    case .order:
      guard let order else { return "\(wording) \(world.email)" }
      return "\(wording) Order \(order)."
    }
  }

  /// The order number of the ticket's newest charge, at Google, whose customers see it.
  private static func order(_ life: Life, _ world: LifeWorld) -> String? {
    guard life.store == .google else { return nil }
    let items = world.items.filter { $0.state == .bought || $0.state == .refunded }
    let period = world.subscriptions.last { !$0.isSandbox && !$0.periods.isEmpty }?.periods.last
    if life.ticket == .consumableMissing { return items.last { $0.kind == .coins }?.order }
    return period?.order ?? items.last?.order
  }

  /// Compares a verdict with the truth.
  func judgement(of code: String) -> AnswerJudgement {
    if truth.answers(to: life.ticket).contains(code) {
      return LifeTruth.unsure.contains(code) ? .rightlyUnsure : .right
    }
    if LifeTruth.unsure.contains(code) {
      return delivery.firstMissing == nil ? .wronglyUnsure : .rightlyUnsure
    }
    if truth.claims(code) { return .careful }
    return wasTrue(code) ? .outdated : .confidentlyWrong
  }

  /// Whether the verdict was true at any time from the last document before the first missing one
  /// until the question.
  private func wasTrue(_ code: String) -> Bool {
    guard let missing = delivery.firstMissing else { return false }
    let times = truth.world.documents.map(\.content.receivedAt)
    let first = times.filter { $0 < missing }.max() ?? missing
    for time in Set(times + [missing]).sorted() where time >= first {
      // Just before and just after the event.
      for shift in [-60.0, 0] {
        let passed = time.timeIntervalSince(LifeWorld.beginning) + shift
        var earlier = LifeTruth(LifeWorld(playing: life, until: max(0, passed / LifeWorld.day)))
        earlier.namesUser = truth.namesUser
        if earlier.answers(to: life.ticket).contains(code) || earlier.claims(code) { return true }
      }
    }
    return false
  }
}

/// The result of asking about a history.
struct LifeOutcome: Sendable {
  let trial: LifeTrial
  let code: String
  /// The verdict in a separate ledger, if requested.
  var codeAlone: String?

  var life: Life { trial.life }
  var accepted: [String] { trial.truth.answers(to: life.ticket).sorted() }
  var judgement: AnswerJudgement { trial.judgement(of: code) }
}

extension StoryStores {
  /// Answers each trial like `purser why`, in one ledger: files and asks in chronological order, so
  /// that each is answered among other users' documents.
  func outcomes(of trials: [LifeTrial]) async throws -> [LifeOutcome] {
    let ledger = try Ledger.inMemory()
    if let first = trials.first, first.truth.world.hasCatalog {
      try await ledger.catalogs.save(LifeCatalog.catalog, asPrimary: true, at: LifeWorld.beginning)
    }
    var steps: [(at: Date, trial: Int, document: StoryDocument?)] = []
    for (index, trial) in trials.enumerated() {
      for document in trial.delivery.documents {
        steps.append((document.receivedAt, index, document))
      }
      steps.append((trial.instant, index, nil))
    }
    let order = steps.indices.sorted { (steps[$0].at, $0) < (steps[$1].at, $1) }
    var answers = StoryAnswers()
    var codes = [String](repeating: "", count: trials.count)
    for index in order {
      let step = steps[index]
      if let document = step.document {
        let bytes = answers.distinguished(try bytes(of: document), of: document)
        _ = try await document.file(bytes, in: ledger, receipts, reader)
        continue
      }
      let trial = trials[step.trial]
      let inquiry = TicketInquiry(text: trial.message, instant: trial.instant)
      codes[step.trial] = try await inquiry.answer(from: ledger).diagnosis.verdict.code.rawValue
    }
    return zip(trials, codes).map { LifeOutcome(trial: $0, code: $1) }
  }
}

/// The documents of a history that reach the ledger before the question. Some are late, duplicated,
/// out of order or lost.
struct LifeDelivery: Sendable {
  /// In order of arrival.
  var documents: [StoryDocument] = []
  /// The time at which the first document was sent that is lost or arrives after the question.
  var firstMissing: Date?

  /// With `isInOrder` the app's documents arrive in order: a purchase belongs to the user who
  /// submitted it last, by time of arrival.
  init(
    of documents: [LifeDocument],
    seed: UInt64,
    lossPercent: Int,
    before instant: Date,
    isInOrder: Bool
  ) {
    var generator = SplitMix64(seed: seed ^ 0x5DEE_CE66)
    // Most histories lose nothing: a lost document excuses an uncertain answer.
    let loses = Int.random(in: 0..<100, using: &generator) < 30 && lossPercent > 0
    for document in documents {
      var sent = document.content
      let created = sent.receivedAt
      let isSelected = Int.random(in: 0..<100, using: &generator) < lossPercent && loses
      let isLost = isSelected && !document.isAct
      let keepsOrder = document.isAnswer || isInOrder && sent.user != nil
      let isLate = Int.random(in: 0..<100, using: &generator) < 12 && !keepsOrder
      let isDoubled = Int.random(in: 0..<100, using: &generator) < 6
      let delay = Double.random(in: 60...200_000, using: &generator).rounded()
      if isLate { sent.receivedAt = created.addingTimeInterval(delay) }
      if !loses { sent.receivedAt = min(sent.receivedAt, instant.addingTimeInterval(-60)) }
      if isLost || sent.receivedAt >= instant {
        firstMissing = min(firstMissing ?? created, created)
        continue
      }
      self.documents.append(sent)
      guard isDoubled, !document.isAnswer else { continue }
      sent.receivedAt = min(sent.receivedAt.addingTimeInterval(90), instant.addingTimeInterval(-30))
      self.documents.append(sent)
    }
    self.documents = self.documents.byArrival
  }
}

extension LifeDelivery {
  /// Delivers every document except number `left` once, in order and without delay.
  init(plain documents: [LifeDocument], before instant: Date, leaving left: Int?) {
    for document in documents {
      if document.number == left || document.content.receivedAt >= instant {
        firstMissing = firstMissing ?? document.content.receivedAt
      } else {
        self.documents.append(document.content)
      }
    }
  }
}
