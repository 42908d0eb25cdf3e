import Foundation
import Mint

/// What reaches the ledger of a life's documents before the question, and when: late, doubled, out
/// of order, and some never.
struct LifeDelivery: Sendable {
  /// In the order of arrival.
  var documents: [StoryDocument] = []
  /// When the first one was sent that is lost, or comes after the question.
  var firstMissing: Date?

  /// With `isInOrder` the app's documents arrive in order: a purchase belongs to the user who presented
  /// it last, and that is decided by the time of arrival.
  init(
    of documents: [LifeDocument],
    seed: UInt64,
    lossPercent: Int,
    before instant: Date,
    isInOrder: Bool
  ) {
    var generator = SplitMix64(seed: seed ^ 0x5DEE_CE66)
    // Most lives lose nothing: what is lost excuses an answer.
    let loses = Int.random(in: 0..<100, using: &generator) < 30 && lossPercent > 0
    for document in documents {
      var sent = document.content
      let created = sent.receivedAt
      let isUnlucky = Int.random(in: 0..<100, using: &generator) < lossPercent && loses
      let isLost = isUnlucky && !document.isAct
      let keepsPlace = document.isAnswer || isInOrder && sent.user != nil
      let isLate = Int.random(in: 0..<100, using: &generator) < 12 && !keepsPlace
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
  /// Everything at once, once, and in order, but the document of the number `left`.
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
