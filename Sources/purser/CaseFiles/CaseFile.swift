import Basics
import Entitlements
import Foundation
import ServiceCore

/// All that answers one ticket, for a file that is attached to it: verdict, evidence, timeline,
/// purchases and decoded documents.
///
/// Its JSON is the format that `purser story from` reads: fields are only added, and a change of
/// their meaning raises the format version. Keywords are texts, so that a file of a later version
/// can be read.
struct CaseFile: Codable, Equatable, Sendable {
  static let formatVersion = 1

  struct Subject: Codable, Equatable, Sendable {
    /// The user concerned; `nil` if unknown.
    var user: String?
    var name: String?
    var email: String?
    /// What the question names, and whether it is on file.
    var identifiers: [Identified] = []

    private enum CodingKeys: String, CodingKey {
      case user = "user", name = "name", email = "email", identifiers = "identifiers"
    }
  }

  struct Identified: Codable, Equatable, Sendable {
    /// The kind's label, such as `order ID`.
    var label: String
    var text: String
    var isFound: Bool

    private enum CodingKeys: String, CodingKey {
      case label = "label", text = "text", isFound = "found"
    }
  }

  /// A coded result with its sentence.
  struct Statement: Codable, Equatable, Sendable {
    var code: String
    var sentence: String

    private enum CodingKeys: String, CodingKey { case code = "code", sentence = "sentence" }
  }

  struct Answer: Codable, Equatable, Sendable {
    var verdict: Statement
    /// The question that it answers.
    var ticket: String
    /// The weight of the verdict: `problem`, `answer`, `missing` or `fine`.
    var severity: String
    var certainty: Statement
    var recommendation: Statement
    /// The command for the recommendation, if there is one.
    var command: String?
    var also: [Statement] = []
    /// The purchase concerned, if any.
    var purchase: String?
    /// The text for the customer, by paragraph, and its language.
    var customerText: [String] = []
    var customerLanguage: String

    private enum CodingKeys: String, CodingKey {
      case verdict = "verdict", ticket = "ticket", severity = "severity", certainty = "certainty"
      case recommendation = "recommendation", command = "command", also = "also"
      case purchase = "purchase", customerText = "customerText"
      case customerLanguage = "customerLanguage"
    }
  }

  struct Check: Codable, Equatable, Sendable {
    var code: String
    var ticket: String
    /// `pass`, `fail` or `unknown`.
    var result: String
    var sentence: String
    var evidence: [Evidence] = []

    private enum CodingKeys: String, CodingKey {
      case code = "code", ticket = "ticket", result = "result", sentence = "sentence"
      case evidence = "evidence"
    }
  }

  struct Evidence: Codable, Equatable, Sendable {
    var kind: String
    var id: String
    var at: Date?
    var sentence: String

    private enum CodingKeys: String, CodingKey {
      case kind = "kind", id = "id", at = "at", sentence = "sentence"
    }
  }

  /// A subscription or another purchase, with its phases.
  struct Purchase: Codable, Equatable, Sendable {
    struct Phase: Codable, Equatable, Sendable {
      var from: Date
      var until: Date?
      var state: String

      private enum CodingKeys: String, CodingKey {
        case from = "from", until = "until", state = "state"
      }
    }

    var id: String
    var product: String
    var store: String?
    var environment: String?
    var owner: String?
    var state: String
    /// Empty for a purchase that does not renew.
    var phases: [Phase] = []

    private enum CodingKeys: String, CodingKey {
      case id = "id", product = "product", store = "store", environment = "environment"
      case owner = "owner", state = "state", phases = "phases"
    }
  }

  struct Sale: Codable, Equatable, Sendable {
    var id: String
    /// The `id` of its purchase.
    var purchase: String
    var product: String
    var purchasedAt: Date
    var accessUntil: Date?
    var state: String
    var price: String?

    private enum CodingKeys: String, CodingKey {
      case id = "id", purchase = "purchase", product = "product", purchasedAt = "purchasedAt"
      case accessUntil = "accessUntil", state = "state", price = "price"
    }
  }

  struct Right: Codable, Equatable, Sendable {
    var key: String
    var environment: String
    var from: Date
    var until: Date?
    var isActive: Bool

    private enum CodingKeys: String, CodingKey {
      case key = "key", environment = "environment", from = "from", until = "until"
      case isActive = "active"
    }
  }

  /// How often a consumable was used.
  struct Use: Codable, Equatable, Sendable {
    /// Store, environment, app and order ID.
    var order: String
    var item: String
    var granted: Int
    var used: Int

    private enum CodingKeys: String, CodingKey {
      case order = "order", item = "item", granted = "granted", used = "used"
    }
  }

  struct Event: Codable, Equatable, Sendable {
    var kind: String
    /// The `id` of its purchase.
    var purchase: String?
    /// When it happened by the store's clock, and when it was first received.
    var at: Date
    var seenAt: Date?
    var sentence: String
    var isScheduled: Bool

    private enum CodingKeys: String, CodingKey {
      case kind = "kind", purchase = "purchase", at = "at", seenAt = "seenAt"
      case sentence = "sentence", isScheduled = "scheduled"
    }
  }

  var format = Self.formatVersion
  /// Whether names, addresses, tokens and accounts are masked.
  var isRedacted: Bool
  var writtenAt: Date
  /// The instant that the answer is for.
  var askedAt: Date
  /// The customer's message, or the ID that was asked about.
  var message: String
  var subject: Subject
  var answer: Answer
  /// The checks that apply, those of the answered question first.
  var checks: [Check]
  var purchases: [Purchase]
  var sales: [Sale]
  /// The user's entitlements.
  var rights: [Right]
  /// What the user bought to use up.
  var uses: [Use]
  /// In the order of the store's clock.
  var events: [Event]
  /// In the order of arrival.
  var documents: [CaseDocument] = []
  /// What was masked, for `purser story from`.
  var masks: [CaseMask.Entry] = []
  /// The items of the catalog, without the app's own data.
  var catalog: Catalog?
  /// The operator's apps, if known.
  var apps: [String]?
  /// Who keeps what two users claim: `keep`, `transfer` or `share`.
  var policy: String
  /// What was left out, in sentences.
  var omissions: [String] = []

  private enum CodingKeys: String, CodingKey {
    case format = "formatVersion", isRedacted = "redacted", writtenAt = "writtenAt"
    case askedAt = "askedAt", message = "message", subject = "subject", answer = "answer"
    case checks = "checks", purchases = "purchases", sales = "orders", rights = "entitlements",
      uses = "consumables"
    case events = "timeline", documents = "documents", masks = "masks", catalog = "catalog"
    case apps = "apps", policy = "ownershipPolicy", omissions = "omissions"
  }
}

/// A document on file, decoded.
struct CaseDocument: Codable, Equatable, Sendable {
  struct Check: Codable, Equatable, Sendable {
    var name: String
    /// `passed`, `failed` or `notChecked`.
    var outcome: String
    var detail: String

    private enum CodingKeys: String, CodingKey {
      case name = "name", outcome = "outcome", detail = "detail"
    }
  }

  struct Certificate: Codable, Equatable, Sendable {
    var subject: String
    var notBefore: Date
    var notAfter: Date

    private enum CodingKeys: String, CodingKey {
      case subject = "subject", notBefore = "notBefore", notAfter = "notAfter"
    }
  }

  struct Rejection: Codable, Equatable, Sendable {
    var code: String
    var at: String?
    var detail: String

    private enum CodingKeys: String, CodingKey {
      case code = "code", at = "at", detail = "detail"
    }
  }

  /// A part of the document's tree.
  struct Part: Codable, Equatable, Sendable {
    var label: String
    var value: String
    /// A readable form of the value.
    var gloss: String?
    var parts: [Part] = []

    private enum CodingKeys: String, CodingKey {
      case label = "label", value = "value", gloss = "gloss", parts = "parts"
    }
  }

  /// The SHA-256 of its bytes.
  var id: String
  var kind: String
  var title: String
  var store: String?
  var environment: String?
  var app: String?
  var origin: String
  /// Why it is trusted, as stored.
  var trust: String
  /// `nil` if it is genuine.
  var rejection: Rejection?
  /// The number of purchases in it.
  var purchases: Int
  var receivedAt: Date
  /// The store's time of it.
  var statedAt: Date?
  /// When the store last repeated it, if it is an answer.
  var confirmedAt: Date?
  /// Whose it is, if it was submitted for a user, with what was said about the user then.
  var user: String?
  var name: String?
  var email: String?
  /// What it does not say about itself.
  var hints: DocumentHints?
  var checks: [Check] = []
  var certificates: [Certificate] = []
  /// The instant for which the certificates were judged.
  var signedAt: Date?
  var tree: [Part] = []
  /// Its content under the names of a story; `nil` if a story cannot state it.
  var fields: CaseFields?

  private enum CodingKeys: String, CodingKey {
    case id = "id", kind = "kind", title = "title", store = "store", environment = "environment"
    case app = "app", origin = "origin", trust = "trust", rejection = "rejection"
    case purchases = "purchases"
    case receivedAt = "receivedAt", statedAt = "statedAt", confirmedAt = "confirmedAt"
    case user = "user", name = "name", email = "email", hints = "hints", checks = "checks"
    case certificates = "certificates", signedAt = "signedAt", tree = "tree", fields = "fields"
  }
}

/// JSON of a store as a part of a case file.
struct CaseFields: Codable, Equatable, Sendable {
  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  var value: JSONValue

  init(_ value: JSONValue) { self.value = value }

  /// `JSONDecoder` limits the depth.
  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Name.self) {
      value = .object(
        try object.allKeys.sorted { $0.stringValue < $1.stringValue }.map {
          .init($0.stringValue, try object.decode(CaseFields.self, forKey: $0).value)
        }
      )
    } else if var list = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !list.isAtEnd { items.append(try list.decode(CaseFields.self).value) }
      value = .array(items)
    } else {
      let single = try decoder.singleValueContainer()
      if single.decodeNil() {
        value = .null
      } else if let flag = try? single.decode(Bool.self) {
        value = .bool(flag)
      } else if let number = try? single.decode(Int64.self) {
        value = .number("\(number)")
      } else if let number = try? single.decode(Double.self) {
        value = .number("\(number)")
      } else {
        value = .string(try single.decode(String.self))
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .object(let members):
      var object = encoder.container(keyedBy: Name.self)
      for member in members {
        try object.encode(CaseFields(member.value), forKey: Name(stringValue: member.name))
      }
    case .array(let items):
      var list = encoder.unkeyedContainer()
      for item in items { try list.encode(CaseFields(item)) }
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .bool(let flag):
      var single = encoder.singleValueContainer()
      try single.encode(flag)
    case .string(let text):
      var single = encoder.singleValueContainer()
      try single.encode(text)
    case .number(let digits):
      var single = encoder.singleValueContainer()
      if let number = Int64(digits) {
        try single.encode(number)
      } else if let number = Double(digits), number.isFinite {
        try single.encode(number)
      } else {
        try single.encode(digits)
      }
    }
  }
}
