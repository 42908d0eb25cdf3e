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
    isSandbox: Bool = false,
    hints: Hints = Hints()
  ) {
    var hints = hints
    hints.app = Self.app
    hints.environment = isSandbox && store == .apple ? "sandbox" : nil
    let number = documents.count + 1
    let document = StoryDocument(
      place: "document \(number)",
      number: number,
      content: .fields(fields, as: kind),
      receivedAt: now.addingTimeInterval(seconds),
      isForged: false,
      isBelieved: true,
      user: isCustomers ? ID(user) : nil,
      name: nil,
      email: isCustomers ? email : nil,
      origin: kind.usualOrigin,
      hints: hints,
      voucher: kind.usualVoucher
    )
    documents.append(LifeDocument(content: document, isAnswer: kind.usualOrigin == .polled))
  }

  static func text(_ instant: Date) -> JSONValue { .string(instant.ISO8601Format()) }
}
