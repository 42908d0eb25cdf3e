import Basics
import Foundation
import Mint
import Receipts

/// Completes and signs Apple's payloads in a story's document.
///
/// A table under a name like `signedTransactionInfo` is replaced by its signed text.
struct StoryPayload {
  private enum Part {
    case transaction, renewalInfo, appTransaction, notification

    init?(_ name: String) {
      switch name {
      case "signedTransactionInfo", "signedTransactions": self = .transaction
      case "signedRenewalInfo": self = .renewalInfo
      case "signedAppTransactionInfo": self = .appTransaction
      case "signedPayload": self = .notification
      default: return nil
      }
    }

    init?(_ kind: ReceiptKind) {
      switch kind {
      case .signedTransaction: self = .transaction
      case .signedRenewalInfo: self = .renewalInfo
      case .signedAppTransaction: self = .appTransaction
      case .signedNotification: self = .notification
      default: return nil
      }
    }
  }

  let mint: PayloadMint
  /// The default app, environment and signing time of a payload.
  let app: String?
  let environment: String
  var signedAt: Date
  /// Makes the UUIDs of a story's notifications unique.
  let number: Int

  /// The document as the store would send it: a JWS, or a response that contains them.
  func bytes(of fields: JSONValue, as kind: ReceiptKind) throws(MintError) -> [UInt8] {
    guard let part = Part(kind) else { return CompactJSON.bytes(try sealed(fields)) }
    let text = try signed(fields, part)
    guard part == .notification else { return Array(text.utf8) }
    return CompactJSON.bytes(.object([.init("signedPayload", .string(text))]))
  }

  private func sealed(_ value: JSONValue) throws(MintError) -> JSONValue {
    switch value {
    case .array(let items):
      return .array(try items.map { item throws(MintError) in try sealed(item) })
    case .object(let members):
      return .object(
        try members.map { member throws(MintError) in
          guard let part = Part(member.name) else {
            return .init(member.name, try sealed(member.value))
          }
          return .init(member.name, try sealed(member.value, part))
        }
      )
    default: return value
    }
  }

  private func sealed(_ value: JSONValue, _ part: Part) throws(MintError) -> JSONValue {
    switch value {
    case .array(let items):
      return .array(try items.map { item throws(MintError) in try sealed(item, part) })
    case .object: return .string(try signed(value, part))
    default: return value
    }
  }

  private func signed(_ payload: JSONValue, _ part: Part) throws(MintError) -> String {
    var inside = self
    if let stated = payload["signedDate"]?.looseNumber {
      inside.signedAt = Date(timeIntervalSince1970: stated / 1_000)
    }
    let whole = try inside.sealed(completed(payload, part))
    return try mint.sign(String(decoding: CompactJSON.bytes(whole), as: UTF8.self))
  }

  private func completed(_ payload: JSONValue, _ part: Part) -> JSONValue {
    let time = JSONValue.number("\(Int64((signedAt.timeIntervalSince1970 * 1_000).rounded()))")
    let scope: [JSONValue.Member] =
      (app.map { [.init("bundleId", .string($0))] } ?? [])
      + [.init("environment", .string(environment))]
    switch part {
    case .transaction: return payload.completed(scope + [.init("signedDate", time)])
    case .renewalInfo:
      return payload.completed([
        .init("environment", .string(environment)), .init("signedDate", time),
      ])
    case .appTransaction:
      return payload.completed(
        [
          .init("receiptType", .string(environment)), .init("receiptCreationDate", time),
          .init("applicationVersion", .string("1")),
        ] + scope.filter { $0.name == "bundleId" }
      )
    case .notification:
      let digits = String(number)
      let uuid =
        "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count))
        + digits
      var whole = payload.completed([
        .init("notificationUUID", .string(uuid)), .init("version", .string("2.0")),
        .init("signedDate", time),
      ])
      if let data = payload["data"] { whole.replace("data", by: data.completed(scope)) }
      return whole
    }
  }
}

extension JSONValue {
  /// Adds the members of `defaults` that are missing; returns other values than objects unchanged.
  func completed(_ defaults: [Member]) -> JSONValue {
    guard let members else { return self }
    return .object(members + defaults.filter { self[$0.name] == nil })
  }

  fileprivate mutating func replace(_ name: String, by value: JSONValue) {
    guard let members else { return }
    self = .object(members.map { $0.name == name ? Member(name, value) : $0 })
  }
}
