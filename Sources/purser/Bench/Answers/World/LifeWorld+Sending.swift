import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// How a document leaves for the ledger: with the app's account beside it where the app sent it, or
/// where we asked for a purchase of which the app told us whose it is.
extension LifeWorld {
  static let app = "com.example.reader"

  mutating func send(
    _ fields: JSONValue,
    as kind: ReceiptKind,
    after seconds: Double = 9,
    isCustomers: Bool = false,
    of index: Int? = nil,
    isSandbox: Bool = false,
    hints: Hints = Hints()
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
      voucher: kind.usualVoucher
    )
    documents.append(
      LifeDocument(number: number, content: document, isAnswer: kind.usualOrigin == .polled)
    )
  }

  /// What an operator, or the team's own back end, tells the ledger. It does not get lost.
  mutating func perform(_ deed: Act.Deed) {
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: messageID(number),
      content: .act(deed, by: "operator"),
      receivedAt: now.addingTimeInterval(1),
      isForged: false,
      isBelieved: true,
      user: nil,
      name: nil,
      email: nil,
      origin: .manual,
      hints: Hints(),
      voucher: nil
    )
    documents.append(
      LifeDocument(number: number, content: document, isAnswer: true, isAct: true)
    )
  }

  /// Whether there is a document of that number that may get lost.
  func loses(_ number: Int) -> Bool {
    documents.contains { $0.number == number && !$0.isAct }
  }

  /// A number that no document of another life has: what comes under one twice is taken once.
  private func messageID(_ number: Int) -> Int {
    Int(truncatingIfNeeded: seed &* 10_000 &+ UInt64(number))
  }

  static func text(_ instant: Date) -> JSONValue { .string(instant.ISO8601Format()) }
}
