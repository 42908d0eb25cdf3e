import Basics
import Entitlements
import ServiceCore

/// The schemas of the views by name.
enum APISchemas {
  private typealias S = APISchema

  /// In the order of the document.
  static let all: [(name: String, schema: JSONValue)] = [
    ("User", user), ("Entitlements", rights), ("Entitlement", right),
    ("Subscription", subscription), ("InventoryItem", inventoryItem), ("Orders", orders),
    ("Order", order), ("Money", money), ("Catalog", catalog), ("CatalogItem", catalogItem),
    ("Amount", amount), ("Act", act), ("LinkedAccounts", linkedAccounts),
    ("ProfileChange", profileChange), ("ProfileChanges", profileChanges),
  ]

  private static let right = S.object(
    "A right, and what it comes from.",
    [
      "key": S.text("The right's name, as the catalog has it."),
      "active": S.flag("Whether it is held at the instant asked about."),
      "environment": S.environment, "from": S.instant("When it begins or began."),
      "until": S.maybeInstant("When it ends; null for a right without end."),
      "source": ["type": "string", "enum": ["purchase", "grant"]],
      "store": S.store, "product": S.text("What was bought, as the store calls it."),
      "order": S.text("The order that lasts longest of those that give the right."),
    ],
    optional: ["store", "product", "order"]
  )

  private static let linkedAccounts = S.object(
    "The app accounts that stand for a user.",
    [
      "user": S.text("The user."),
      "accounts": S.list(of: S.text("What the app told a store of the user.")),
    ]
  )

  private static let profileChange = S.object(
    "What a profile changed.",
    [
      "user": S.text("The user."),
      "change": S.word(
        UserProfiles.Change.self,
        "new: nothing was stated before; unchanged: the same was, and nothing is filed."
      ),
    ]
  )

  private static let profileChanges = S.object(
    "What each profile changed, in the order of the request.",
    ["users": S.list(of: S.ref("ProfileChange"))]
  )

  private static let rights = S.object(
    "Rights of a user.",
    [
      "user": S.text("Under whom they are kept: another ID where two users proved to be one."),
      "entitlements": S.list(of: S.ref("Entitlement")),
      "changesAt": S.maybeInstant(
        "When any of the user's rights begins or ends next, if nothing new is heard before."
      ),
    ]
  )

  private static let access = S.object(
    "How access stands now.",
    [
      "active": S.flag("Whether the user holds any right."),
      "keys": S.list(of: ["type": "string"]),
      "changesAt": S.maybeInstant("When that changes by itself."),
    ]
  )

  private static let counts = S.object(
    "How much is on file; orders and documents of all environments.",
    [
      "orders": S.count("Sales."), "documents": S.count("What stores and apps told."),
      "subscriptions": S.count("Chains of renewals."),
      "entitlements": S.count("Rights, past ones and those to come with them."),
    ]
  )

  private static let user = S.object(
    "A user, and how they stand now.",
    [
      "id": S.text("The app's own ID of the user."),
      "firstSeenAt": S.instant("When the ledger first heard of them."),
      "name": S.maybe("With the scope personal only."),
      "email": S.maybe("With the scope personal only."),
      "access": access, "entitlements": S.list(of: S.ref("Entitlement")),
      "subscriptions": S.list(of: S.ref("Subscription")),
      "inventory": S.list(of: S.ref("InventoryItem")), "counts": counts,
    ],
    optional: ["name", "email"]
  )

  private static let subscription = S.object(
    "A chain of renewals.",
    [
      "id": S.text("Store, environment, app and original transaction ID."),
      "product": S.maybe("What was bought last; null before a sale is on file."),
      "state": S.word(SubscriptionState.self, "What it is now, the stores' distinctions kept."),
      "access": S.flag("Whether somebody in this state may use what was bought."),
      "reason": S.maybeWord(ExpiryReason.self, "Why it expired, as far as the store said."),
      "renews": [
        "type": ["boolean", "null"],
        "description": "Whether the customer lets it renew; null where the store did not say.",
      ],
      "startedAt": S.maybeInstant("The beginning of its first period."),
      "until": S.maybeInstant("When access ends, as far as is known, or ended; grace included."),
      "store": S.store, "environment": S.environment, "app": S.text("The app that sold it."),
    ]
  )

  private static let inventoryItem = S.object(
    "What is left of a consumable.",
    [
      "item": S.text("The catalog's item, or the product where no catalog knows it."),
      "environment": S.environment, "granted": S.count("How often it could be used in all."),
      "used": S.count("How often it was."), "remaining": S.count("How often it still can be."),
      "order": S.text("The order that it came with."),
    ]
  )

  private static let orders = S.object(
    "A page of orders, the newest first.",
    [
      "user": S.text("Under whom they are kept."), "orders": S.list(of: S.ref("Order")),
      "next": S.maybe("What to send as after for the next page; null on the last one."),
    ]
  )

  private static let offer: JSONValue = [
    "type": ["object", "null"], "required": ["kind", "id"],
    "properties": [
      "kind": ["type": "string", "enum": ["trial", "introductory", "promotional"]],
      "id": S.maybe("The promotional offer's name."),
    ],
    "additionalProperties": false, "description": "What the buyer was offered beyond the price.",
  ]

  private static let order = S.object(
    "One sale.",
    [
      "id": S.text(
        "Store, environment, app and transaction ID. Where a store has no number but a secret handle, "
          + "a name of ours stands in its place; it can be asked for all the same."
      ),
      "user": S.maybe("Whose it is."),
      "state": S.word(SubscriptionState.self, "What the sale is now, seen by itself."),
      "product": S.text("What was bought, as the store calls it."),
      "kind": S.word(ProductKind.self, "What kind of thing that is."),
      "quantity": S.count("How many."), "store": S.store, "environment": S.environment,
      "app": S.text("The app that sold it."),
      "transactionId": S.maybe("The store's number; null where it is a secret handle."),
      "originalTransactionId": S.maybe("The number of the first sale of the chain."),
      "purchasedAt": S.instant("When it was bought."),
      "originalPurchasedAt": S.instant("When the first one of the chain was."),
      "expiresAt": S.maybeInstant("The end of the paid period; null for what does not expire."),
      "cancelledAt": S.maybeInstant("When the store took it back."),
      "cancellation": S.maybeWord(Order.Cancellation.self, "Why, where it said so."),
      "refundedAt": S.maybeInstant(
        "When the store returned the money without ending the purchase; it takes none back then."
      ),
      "offer": offer,
      "price": [
        "oneOf": [S.ref("Money"), ["type": "null"]],
        "description": "What was charged for the whole quantity, where a document tells it.",
      ],
      "country": S.maybe("The storefront's country, as the store writes it (ISO 3166)."),
      "ownership": S.maybeWord(Order.Ownership.self, "Whose purchase it is in a family."),
      "subscription": S.maybe("The chain that it renews; null for what does not renew."),
      "subscriptionState": S.maybeWord(
        SubscriptionState.self,
        "What that chain is now; told of a single order only."
      ),
    ],
    optional: ["subscriptionState"]
  )

  private static let money = S.object(
    "An amount, exact.",
    [
      "amount": ["type": "string", "pattern": #"^-?[0-9]+(\.[0-9]+)?$"#],
      "currency": ["type": "string", "pattern": "^[A-Z]{3}$"],
    ]
  )

  private static let amount = S.object(
    "So much of one of the app's own currencies.",
    ["currency": S.text("Its code."), "amount": ["type": "integer"]]
  )

  private static let catalog = S.object(
    "What the app sells, and what each sale gives.",
    [
      "version": S.text("The version's name."), "items": S.list(of: S.ref("CatalogItem")),
      "currencies": S.list(
        of: S.object(
          "A currency of the app's own.",
          [
            "code": S.text("Its code."), "name": S.maybe("What people call it."),
            "initial": ["type": "integer", "description": "What a new user begins with."],
          ]
        )
      ),
    ]
  )

  private static let catalogItem = S.object(
    "One thing that can be had.",
    [
      "id": S.text("The app's own name for it."), "title": S.maybe("What people call it."),
      "kind": S.word(ProductKind.self, "What kind of thing it is."),
      "products": S.list(
        of: S.object(
          "What a store calls it.",
          ["store": S.store, "id": S.text("The product's ID there.")]
        )
      ),
      "entitlements": S.list(of: ["type": "string"]),
      "uses": S.maybeCount("How often a consumable can be used."),
      "group": S.maybe("Subscriptions of one group take each other's place."),
      "rank": S.maybeCount("Of two of a group the lower one is the better."),
      "contents": S.list(
        of: S.object(
          "What is in a bundle.",
          ["item": S.text("Another item."), "count": S.count("How many of it.")]
        )
      ),
      "prices": S.list(of: S.ref("Money")), "virtualPrices": S.list(of: S.ref("Amount")),
      "balances": S.list(of: S.ref("Amount")),
      "itemClass": S.maybe("A word that groups items for the app."),
      "customData": S.maybe("The app's own data, as it is."),
    ]
  )

  private static let act = S.object(
    "What was done, and on file as a document of our own.",
    [
      "document": ["type": "string", "pattern": "^[0-9a-f]{64}$"],
      "deed": ["type": "string", "enum": ["grant", "withdraw"]],
      "user": S.text("To whom."), "key": S.text("The right."), "environment": S.environment,
      "until": S.maybeInstant("When the grant ends; null for one without end."),
      "at": S.instant("When it was done."), "by": S.text("The API key's name."),
    ]
  )

  static let problem = S.object(
    "Why not (RFC 9457).",
    [
      "type": ["type": "string", "format": "uri"], "title": S.text("The kind of problem."),
      "status": ["type": "integer"], "detail": S.text("What to do about this one."),
      "code": [
        "type": "string", "enum": .array(APIProblem.Code.allCases.map { .string($0.rawValue) }),
      ],
      "parameter": S.text("What is meant: a parameter, or a member of the body."),
      "orders": S.list(of: ["type": "string"]),
    ],
    optional: ["parameter", "orders"]
  )
}

/// Parts of schemas (JSON Schema 2020-12, as in OpenAPI 3.1).
enum APISchema {
  typealias Members = KeyValuePairs<String, JSONValue>

  /// An object with exactly these members; all are required except the optional ones.
  static func object(_ about: String, _ members: Members, optional: Set<String> = []) -> JSONValue {
    let required = members.map(\.key).filter { !optional.contains($0) }
    return [
      "type": "object", "description": .string(about),
      "required": .array(required.map { .string($0) }),
      "properties": .object(members.map { .init($0.key, $0.value) }),
      "additionalProperties": false,
    ]
  }

  /// An object that may have other members, too.
  static func open(
    _ about: String,
    _ members: Members,
    required: [String] = []
  ) -> JSONValue {
    [
      "type": "object", "description": .string(about),
      "required": required.isEmpty ? nil : .array(required.map { .string($0) }),
      "properties": .object(members.map { .init($0.key, $0.value) }),
    ]
  }

  static func ref(_ name: String) -> JSONValue { ["$ref": .string("#/components/schemas/\(name)")] }

  static func list(of item: JSONValue) -> JSONValue { ["type": "array", "items": item] }
  static func text(_ about: String) -> JSONValue { described("string", about) }
  static func maybe(_ about: String) -> JSONValue { described(["string", "null"], about) }
  static func instant(_ about: String) -> JSONValue {
    described("string", about, ("format", "date-time"))
  }
  static func maybeInstant(_ about: String) -> JSONValue {
    described(["string", "null"], about, ("format", "date-time"))
  }
  static func count(_ about: String) -> JSONValue { described("integer", about, ("minimum", 0)) }
  static func maybeCount(_ about: String) -> JSONValue { described(["integer", "null"], about) }
  static func flag(_ about: String) -> JSONValue { described("boolean", about) }

  private static func described(
    _ type: JSONValue,
    _ about: String,
    _ more: (name: String, value: JSONValue)? = nil
  ) -> JSONValue {
    let member = more.map { [JSONValue.Member($0.name, $0.value)] } ?? []
    return .object([.init("type", type)] + member + [.init("description", .string(about))])
  }

  /// One of the type's raw values.
  static func word<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type,
    _ about: String
  ) -> JSONValue where Word.RawValue == String {
    described("string", about, ("enum", .array(words(type))))
  }

  /// One of the type's raw values, or null.
  static func maybeWord<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type,
    _ about: String
  ) -> JSONValue where Word.RawValue == String {
    described(["string", "null"], about, ("enum", .array(words(type) + [.null])))
  }

  private static func words<Word: RawRepresentable & CaseIterable>(
    _ type: Word.Type
  ) -> [JSONValue] where Word.RawValue == String {
    Word.allCases.map { .string($0.rawValue) }
  }

  static let store = word(Store.self, "The shop that took the money.")
  static let environment = word(Environment.self, "Where it was bought or given.")
}
