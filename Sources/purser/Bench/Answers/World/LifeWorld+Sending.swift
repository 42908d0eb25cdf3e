import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Sends documents to the ledger, with the app's user if the app sent the document or its
/// purchase's user is known.
extension LifeWorld {
  static let app = "com.example.reader"

  mutating func send(
    _ fields: JSONValue,
    as kind: ReceiptKind,
    after seconds: Double = 9,
    isCustomers: Bool = false,
    of index: Int? = nil,
    isSandbox: Bool = false,
    hints: DocumentHints = DocumentHints()
  ) {
    let isMoved = index.map { subscriptions[$0].move != nil } ?? false
    let isNamed = isCustomers || index != nil
    var hints = hints
    hints.app = Self.app
    hints.environment = isSandbox && store == .apple ? "sandbox" : nil
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: messageID(number),
      content: .fields(fields, as: kind),
      receivedAt: now.addingTimeInterval(seconds),
      isForged: false,
      isBelieved: true,
      user: isNamed ? ID(isMoved ? otherUser : user) : nil,
      name: nil,
      email: isNamed && !isMoved ? email : nil,
      origin: kind.usualOrigin,
      hints: hints,
      trustBasis: kind.usualTrustBasis
    )
    documents.append(
      LifeDocument(number: number, content: document, isAnswer: kind.usualOrigin == .polled)
    )
  }

  /// Records an action of an operator or the app's back end, which is never lost.
  mutating func perform(_ action: OperatorAction.Kind) {
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: messageID(number),
      content: .act(action, by: "operator"),
      receivedAt: now.addingTimeInterval(1),
      isForged: false,
      isBelieved: true,
      user: nil,
      name: nil,
      email: nil,
      origin: .manual,
      hints: DocumentHints(),
      trustBasis: nil
    )
    documents.append(
      LifeDocument(number: number, content: document, isAnswer: true, isAct: true)
    )
  }

  /// Whether a document of that number exists and may be lost.
  func loses(_ number: Int) -> Bool {
    documents.contains { $0.number == number && !$0.isAct }
  }

  /// An ID that is unique across histories, since a repeated ID is deduplicated.
  private func messageID(_ number: Int) -> Int {
    Int(truncatingIfNeeded: seed &* 10_000 &+ UInt64(number))
  }

  static func text(_ instant: Date) -> JSONValue { .string(instant.ISO8601Format()) }
}
