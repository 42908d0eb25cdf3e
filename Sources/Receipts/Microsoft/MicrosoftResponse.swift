package import Basics
package import Foundation

/// A response of the collections or purchase service, or an event of the clawback queue, as far as
/// it is needed (microsoft.md §3 to §8).
package enum MicrosoftResponse: Equatable, Sendable {
  case collection([MicrosoftCollectionItem], continuation: String?)
  case recurrences([MicrosoftRecurrence], continuation: String?)
  case orders([MicrosoftOrder])
  /// An empty list: the shape does not show of what.
  case nothing
  case consumption(MicrosoftConsumption)
  case clawback(MicrosoftClawback)
  /// The URL of the clawback queue, which is a secret, and its expiry.
  case queueAddress(expiresAt: Date?)
  /// A renewed Store ID key, which is a secret.
  case renewedKey
  case error(MicrosoftError)

  /// - Throws: `malformed` at a field that is not of its documented type, `unsupported` for any
  ///   other body.
  package init(_ body: JSONValue) throws(Rejection) {
    let fields = MicrosoftFields(object: body, path: "")
    switch Shape(of: body) {
    case nil: throw .unsupported("JSON that is not a response of the Microsoft Store")
    case .nothing: self = .nothing
    case .collection:
      self = .collection(
        try fields.list("items", MicrosoftCollectionItem.init),
        continuation: try fields.text("continuationToken")
      )
    case .recurrences:
      self = .recurrences(
        try fields.list("items", MicrosoftRecurrence.init),
        continuation: try fields.text("continuationToken")
      )
    case .recurrence: self = .recurrences([try MicrosoftRecurrence(fields)], continuation: nil)
    case .orders: self = .orders(try fields.list("items", MicrosoftOrder.init))
    case .consumption: self = .consumption(try MicrosoftConsumption(fields))
    case .clawback: self = .clawback(try MicrosoftClawback(fields))
    case .queueAddress: self = .queueAddress(expiresAt: try fields.date("expiresOn"))
    case .renewedKey: self = .renewedKey
    case .error: self = .error(try MicrosoftError(fields))
    }
  }
}

extension MicrosoftResponse {
  /// The kind of a body, recognised by members that only this store has.
  enum Shape {
    case collection, recurrences, recurrence, orders, nothing, consumption, clawback
    case queueAddress, renewedKey, error

    init?(of body: JSONValue) {
      guard let members = body.members else { return nil }
      let names = Set(members.map(\.name))
      if let items = body["items"]?.array {
        guard let shape = Shape(items: items, names) else { return nil }
        self = shape
      } else if names.isSuperset(of: ["id", "recurrenceState"]) {
        self = .recurrence
      } else if names.isSuperset(of: ["newQuantity", "trackingId"]) {
        self = .consumption
      } else if body["type"]?.string?.hasPrefix("ClawbackEventContract") == true {
        self = .clawback
      } else if names.isSuperset(of: ["expiresOn", "uri"]) {
        self = .queueAddress
      } else if let key = body["key"]?.string ?? body["Key"]?.string, key.hasPrefix("eyJ"),
        names.count == 1
      {
        self = .renewedKey
      } else if names.contains("innererror") || names.isSuperset(of: ["error", "error_codes"])
        || names.isSuperset(of: ["code", "data", "details", "message"])
      {
        self = .error
      } else {
        return nil
      }
    }

    private init?(items: [JSONValue], _ names: Set<String>) {
      guard let first = items.first else {
        guard names.isSubset(of: ["items", "continuationToken"]) else { return nil }
        self = .nothing
        return
      }
      if first["recurrenceState"] != nil {
        self = .recurrences
      } else if first["orderLineItems"] != nil {
        self = .orders
      } else if first["productId"] != nil,
        first["skuId"] != nil || first["productKind"] != nil || first["productType"] != nil
      {
        self = .collection
      } else {
        return nil
      }
    }
  }

  /// The body without its secrets: a renewed key, the queue's signed URL.
  static func masked(_ body: JSONValue) -> JSONValue {
    let secrets: Set<String>
    switch Shape(of: body) {
    case .renewedKey: secrets = ["key", "Key"]
    case .queueAddress: secrets = ["uri"]
    default: return body
    }
    return .object(
      (body.members ?? []).map {
        secrets.contains($0.name) ? JSONValue.Member($0.name, MicrosoftDocument.mask) : $0
      }
    )
  }
}

/// The response of `collections/consume`, version 8 (microsoft.md §5).
package struct MicrosoftConsumption: Equatable, Sendable {
  package var itemID: String?
  package var productID: String?
  /// Chosen by the caller: the same ID consumes only once.
  package var trackingID: String
  package var newQuantity: Int?
  package var orderIDs: [String]

  init(_ fields: MicrosoftFields) throws(Rejection) {
    itemID = try fields.text("itemId")
    productID = try fields.text("productId")
    trackingID = try fields.required("trackingId")
    newQuantity = try fields.integer("newQuantity")
    orderIDs = try fields.list("orderTransactions") { order throws(Rejection) in
      try order.text("orderId")
    }.compactMap(\.self)
  }
}

/// An event of the clawback queue, version 2 (microsoft.md §7). It names no user.
package struct MicrosoftClawback: Equatable, Sendable {
  /// `eventState`.
  package enum State: Equatable, Sendable {
    /// Refunded, and the store has removed the entitlement.
    case returned
    /// Refunded after the item was used.
    case revoked
    /// Refunded, and the user keeps the item.
    case refunded
    /// The chargeback was reversed: restore what was removed.
    case chargebackReversal
    case other(String)

    /// The documentation has two spellings for three of the values.
    init(_ raw: String) {
      switch raw {
      case "Return", "Returned": self = .returned
      case "Revoke", "Revoked": self = .revoked
      case "Refund", "Refunded": self = .refunded
      case "ChargebackReversal": self = .chargebackReversal
      default: self = .other(raw)
      }
    }
  }

  package var id: String
  /// `/Purchase/Refund` or `/Purchase/Chargeback`.
  package var source: String?
  package var orderID: String?
  package var lineItemID: String?
  package var productID: String?
  package var skuID: String?
  package var purchasedAt: Date?
  package var happenedAt: Date?
  package var state: State?
  package var sandboxID: String?
  /// The subscription's ID, if it is one: the order changes with each renewal.
  package var recurrenceID: String?

  init(_ fields: MicrosoftFields) throws(Rejection) {
    id = try fields.required("id")
    source = try fields.text("source")
    guard let data = try fields.object("data") else {
      throw .malformed(at: "data", expected: "an object")
    }
    orderID = try data.text("orderId")
    lineItemID = try data.text("lineItemId")
    productID = try data.text("productId")
    skuID = try data.text("skuId")
    purchasedAt = try data.date("purchasedDate")
    happenedAt = try data.date("eventDate")
    state = try data.text("eventState").map(State.init)
    sandboxID = try data.text("sandboxId")
    recurrenceID = try data.object("recurrenceData")?.text("recurrenceId")
  }
}

/// The services' error envelope (microsoft.md §8). The inner code is the specific one.
package struct MicrosoftError: Equatable, Sendable {
  package var code: String?
  package var innerCode: String?
  package var message: String?
  package var source: String?

  init(_ fields: MicrosoftFields) throws(Rejection) {
    code = try fields.text("code")
    message = try fields.text("message")
    source = try fields.text("source")
    innerCode = try fields.object("innererror")?.text("code")
  }
}

/// A message of an Azure queue, as delivered by Microsoft's clawback queue (microsoft.md §7).
package struct MicrosoftQueueMessage: Equatable, Sendable {
  package var id: String
  /// Deletes the message, until the queue shows it again.
  package var receipt: String
  /// The decoded text; `nil` if it is not base64.
  package var content: [UInt8]?

  /// Decodes the messages in the body of Get Messages.
  ///
  /// - Throws: `malformed` if the body is not such a list, or `tooLarge`.
  package static func list(_ body: [UInt8]) throws(Rejection) -> [MicrosoftQueueMessage] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let root = try XMLReader.root(
      of: body.starts(with: byteOrderMark) ? Array(body.dropFirst(3)) : body
    )
    guard root.isNamed("QueueMessagesList", in: "") else {
      throw .malformed(at: root.name.qualified, expected: "QueueMessagesList")
    }
    return root.elements.compactMap(MicrosoftQueueMessage.init)
  }

  /// `nil` for an element without the IDs that delete the message.
  private init?(_ element: XMLElement) {
    func text(_ name: String) -> String? {
      element.elements.first { $0.isNamed(name, in: "") }?.text
    }
    guard let id = text("MessageId"), let receipt = text("PopReceipt"), !id.isEmpty else {
      return nil
    }
    self.id = id
    self.receipt = receipt
    let encoded = Array((text("MessageText") ?? "").utf8)
    content = try? Base64.decode(encoded.span, 0..<encoded.count)
  }
}
