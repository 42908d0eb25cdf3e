import Basics
import Dashboard
import Entitlements
import Foundation
import Mint
import Receipts
import ServiceCore

/// One of the demo's tickets: the customer's message and the documents of the case.
struct DemoTicket: Sendable {
  let title: String
  /// May contain relative dates: `<day +7d>` is the date in a week.
  let message: String
  /// The explanation in the tour.
  let step: String
  var app = "com.example.recipes"
  let documents: [DemoDocument]

  func ticketMessage(at now: Date) -> TicketMessage {
    TicketMessage(title: title, text: RelativeTimes(now: now).resolve(message))
  }

  func asTourStep(at now: Date) -> TourStep {
    TourStep(ticketMessage: ticketMessage(at: now), look: step)
  }

  /// The documents by time of arrival.
  func arrivals(at now: Date) -> [StoryDocument] {
    let times = RelativeTimes(now: now)
    return documents.enumerated().map { $1.document($0 + 1, of: app, times) }.byArrival
  }

  /// The catalog of the tickets' apps.
  static let catalog = Catalog(
    version: "demo",
    items: [
      Catalog.Item(
        id: "premium",
        title: "Premium",
        kind: .autoRenewable,
        products: [
          .init(.apple, "premium.monthly"), .init(.apple, "premium.yearly"),
          .init(.google, "premium:monthly"),
        ],
        entitlements: ["premium"],
        group: "plans",
        rank: 1
      ),
      Catalog.Item(
        id: "basic",
        title: "Basic",
        kind: .autoRenewable,
        products: [.init(.apple, "basic.monthly")],
        entitlements: ["basic"],
        group: "plans",
        rank: 2
      ),
      Catalog.Item(
        id: "gems-500",
        title: "500 gems",
        kind: .consumable,
        products: [.init(.apple, "gems.500")],
        uses: 500
      ),
    ]
  )
}

/// Times relative to an instant: `-2d3h` is the time two days and three hours before it.
struct RelativeTimes {
  let now: Date

  /// The instant in whole seconds, as documents have them.
  init(now: Date) {
    self.now = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
  }

  /// Replaces `<day -3d>` in a text with the date.
  func resolve(_ text: String) -> String {
    text.replacing(/<day ([^>]*)>/) { match in
      instant(match.output.1).map { String($0.formatted(.iso8601).prefix(10)) }
        ?? String(match.output.0)
    }
  }

  /// `nil` for other texts.
  func instant(_ text: Substring) -> Date? {
    guard let match = text.wholeMatch(of: /([+-])((?:\d+[dhms])+)/) else { return nil }
    let seconds = match.output.2.matches(of: /(\d+)([dhms])/).reduce(0.0) { sum, part in
      sum + (Double(part.output.1) ?? 0) * (Self.units[part.output.2] ?? 0)
    }
    return now.addingTimeInterval(match.output.1 == "-" ? -seconds : seconds)
  }

  private static let units: [Substring: TimeInterval] = ["d": 86_400, "h": 3600, "m": 60, "s": 1]
}

/// A user of the demo's tickets.
struct TicketAuthor: Sendable {
  var id: String
  var name: String?
  var email: String?

  /// Rosa Marquez has the ID `rosa.marquez` and an e-mail address at `domain`.
  init(_ name: String, _ domain: String) {
    let id = name.lowercased().replacing(" ", with: ".")
    self.init(id: id, name: name, email: "\(id)@\(domain)")
  }

  init(id: String, name: String? = nil, email: String? = nil) {
    (self.id, self.name, self.email) = (id, name, email)
  }
}

/// A subscription of the demo's tickets at Google.
struct DemoPurchase: Sendable {
  let order: String
  let token: String
  let started: String
  let region: String
}

/// A document of a demo ticket. Its times are relative to the demo's start, as in `RelativeTimes`:
/// `-2d3h`. Members that are null are left out.
struct DemoDocument: Sendable {
  let received: String
  var user: TicketAuthor?
  var token: String?
  var productKind: ProductKind?
  let kind: ReceiptKind
  let fields: JSONValue

  /// A transaction of Apple's that the app submits.
  static func submitted(_ transaction: JSONValue, _ received: String, _ user: TicketAuthor) -> Self
  {
    DemoDocument(received: received, user: user, kind: .signedTransaction, fields: transaction)
  }

  /// A notification of Apple's. `name` is its type, with its subtype after a slash, and the end of
  /// its UUID. `renewal` and `data` replace members.
  static func notified(
    _ name: String,
    _ received: String,
    _ transaction: JSONValue,
    renewal: JSONValue? = nil,
    data: JSONValue = [:],
    _ user: TicketAuthor? = nil
  ) -> Self {
    let words = name.split { $0 == "/" || $0 == " " }.map(String.init)
    let product = transaction["productId"]
    let usual: JSONValue = [
      "originalTransactionId": transaction["originalTransactionId"], "productId": product,
      "autoRenewProductId": product, "autoRenewStatus": 1,
    ]
    let fields: JSONValue = [
      "notificationType": .text(words.first), "subtype": .text(words.count > 2 ? words[1] : nil),
      "notificationUUID": .text(words.last.map { "7d2f8a10-0000-4000-8000-00000000\($0)" }),
      "data": data.completed([
        "status": 1, "signedTransactionInfo": transaction,
        "signedRenewalInfo": renewal?.completed(usual),
      ]),
    ]
    return DemoDocument(received: received, user: user, kind: .signedNotification, fields: fields)
  }

  /// What Google states about a monthly subscription to Premium. `more` replaces members.
  static func subscription(
    _ purchase: DemoPurchase,
    until end: String,
    received: String,
    from user: TicketAuthor? = nil,
    _ more: JSONValue = [:]
  ) -> Self {
    let order = JSONValue.string(purchase.order)
    let usual: JSONValue = [
      "startTime": .string(purchase.started), "regionCode": .string(purchase.region),
      "subscriptionState": "SUBSCRIPTION_STATE_ACTIVE", "latestOrderId": order,
      "lineItems": [
        [
          "productId": "premium", "expiryTime": .string(end), "latestSuccessfulOrderId": order,
          "autoRenewingPlan": ["autoRenewEnabled": true],
          "offerDetails": ["basePlanId": "monthly"],
        ]
      ],
    ]
    return DemoDocument(
      received: received,
      user: user,
      token: purchase.token,
      kind: .googleSubscription,
      fields: more.completed(usual)
    )
  }

  /// The document with absolute times, as number `number` of a ticket about `app`.
  func document(_ number: Int, of app: String, _ times: RelativeTimes) -> StoryDocument {
    let receivedAt = times.instant(received[...]) ?? times.now
    return StoryDocument(
      place: "document \(number)",
      number: number,
      content: kind == .appReceipt
        ? .appReceipt(
          MintedReceipt(
            bundleID: app,
            appVersion: fields["appVersion"]?.string ?? "1",
            creationDate: receivedAt,
            originalAppVersion: fields["originalAppVersion"]?.string ?? "1.0"
          )
        ) : .fields(times.resolve(fields, StoryJSON(kind)), as: kind),
      receivedAt: receivedAt,
      user: user.map { ID($0.id) },
      name: user?.name,
      email: user?.email,
      origin: kind.usualOrigin,
      hints: DocumentHints(app: app, productKind: productKind?.rawValue, purchaseToken: token),
      trustBasis: kind.usualTrustBasis
    )
  }
}

extension JSONValue {
  /// A transaction of Apple's: a month of Premium in the USA.
  static func transaction(_ id: String, _ bought: String, _ end: String?) -> JSONValue {
    [
      "transactionId": .string(id), "originalTransactionId": .string(id),
      "productId": "premium.monthly", "purchaseDate": .string(bought),
      "originalPurchaseDate": .string(bought), "expiresDate": .text(end), "quantity": 1,
      "type": "Auto-Renewable Subscription", "inAppOwnershipType": "PURCHASED",
      "storefront": "USA", "price": 9990, "currency": "USD",
    ]
  }

  /// The renewal of the subscription of this transaction.
  func renewed(_ id: String, _ bought: String, _ end: String) -> JSONValue {
    with([
      "transactionId": .string(id), "purchaseDate": .string(bought), "expiresDate": .string(end),
      "transactionReason": "RENEWAL",
    ])
  }

  /// With these members added or replaced.
  func with(_ members: JSONValue) -> JSONValue { members.completed(self) }
}

extension RelativeTimes {
  /// Replaces relative times by absolute ones in a store's format. Sorts the members by name, as a
  /// story file does.
  fileprivate func resolve(
    _ value: JSONValue,
    _ format: StoryJSON,
    named name: String = ""
  ) -> JSONValue {
    switch value {
    case .array(let items): .array(items.map { resolve($0, format, named: name) })
    case .object(let members):
      .object(
        members.filter { $0.value != .null }.sorted { $0.name < $1.name }
          .map { .init($0.name, resolve($0.value, format, named: $0.name)) }
      )
    case .string(let text): instant(text[...]).map { format.value($0, named: name) } ?? value
    default: value
    }
  }
}
