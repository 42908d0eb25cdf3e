import Foundation
import Mint

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
    self.documents = self.documents.enumerated().sorted {
      ($0.element.receivedAt, $0.offset) < ($1.element.receivedAt, $1.offset)
    }.map(\.element)
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
