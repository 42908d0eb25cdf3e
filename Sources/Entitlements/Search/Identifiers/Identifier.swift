/// An identifier of a purchase, user or document, found in a text.
package struct Identifier: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// `GPA.1234-5678-9012-34567`, with `..0` and so on for a renewal.
    case googleOrder
    /// `M` and eight to twelve letters and digits. Documents do not contain it: only links and the
    /// store's order lookup do.
    case appleOrder
    /// A transaction ID or an original transaction ID: up to 20 digits.
    case transaction
    /// A UUID: an app's ID for a user at a store, or Microsoft's ID of an order.
    case appAccount
    /// Google's purchase token, or Amazon's receipt ID.
    case purchaseToken
    case stripe
    case email
    /// A receipt in base64: Apple's container, or an older format.
    case receipt
    /// A JWS in compact form.
    case signedPayload
    /// The SHA-256 of a document's bytes.
    case document
    /// The ledger's own ID: store, environment, app and transaction ID, with colons.
    case record
  }

  package let kind: Kind
  /// The identifier in its kind's usual spelling.
  package let value: String
  /// Its range in the text, in bytes of UTF-8.
  package let range: Range<Int>

  package init(_ kind: Kind, _ value: String, at range: Range<Int>) {
    self.kind = kind
    self.value = value
    self.range = range
  }

  /// A Google order without its renewal number; other identifiers unchanged.
  package var base: String {
    guard kind == .googleOrder else { return value }
    let bytes = Array(value.utf8)
    let dots = bytes.indices.dropLast().last { bytes[$0] == 0x2E && bytes[$0 + 1] == 0x2E }
    return dots.map { String(decoding: bytes[..<$0], as: UTF8.self) } ?? value
  }

  /// The spellings to search for, the likeliest first: a renewal's order is also known by its base,
  /// a forged one may lack `GPA.`, and apps write UUIDs in either case.
  package var spellings: [String] {
    switch kind {
    case .googleOrder:
      let prefix = "GPA."
      let exact =
        value.hasPrefix(prefix) ? [value, base] : [value, base, prefix + value, prefix + base]
      return exact.unique
    case .appAccount: return [value, value.uppercased()]
    case .appleOrder, .transaction, .purchaseToken, .stripe, .email, .receipt, .signedPayload,
      .document, .record:
      return [value]
    }
  }

  /// Whether knowing it allows actions with it, so that it is shown masked.
  package var isSecret: Bool {
    switch kind {
    case .purchaseToken, .receipt, .signedPayload: true
    case .googleOrder, .appleOrder, .transaction, .appAccount, .stripe, .email, .document, .record:
      false
    }
  }

  /// A secret's first and last four characters and length: `AO-J…9fQ2 (172 chars)`; others
  /// unchanged.
  package var masked: String {
    guard isSecret else { return value }
    let count = value.unicodeScalars.count
    // Eight characters of a short secret would reveal too much.
    guard count >= 24 else { return "… (\(count) chars)" }
    // Google's tokens differ only after the full stop.
    let dot = kind == .purchaseToken ? value.firstIndex(of: ".") : nil
    let body = dot.map { value[value.index(after: $0)...] } ?? value[...]
    return "\((body.count < 8 ? value[...] : body).prefix(4))…\(value.suffix(4)) (\(count) chars)"
  }

  /// A text with its secrets, or what else is chosen, masked wherever they are repeated.
  package static func masking(
    _ text: String,
    _ isHidden: (Identifier) -> Bool = \.isSecret,
    as mask: (Identifier) -> String = \.masked
  ) -> String {
    all(in: text).filter(isHidden).reduce(text) { masked, found in
      // An identifier's value may differ from how it is written.
      [found.written(in: text), found.value].reduce(masked) {
        $0.replacing($1, with: mask(found))
      }
    }
  }

  /// The identifier as the text spells it.
  package func written(in text: String) -> String {
    String(decoding: text.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }

  /// The label of a UUID that is a store's ID of an order.
  package static let orderTitle = "order ID"

  /// The label of its kind, judging a UUID by the words before it.
  package func title(in text: String) -> String {
    guard kind == .appAccount else { return kind.title }
    let before = text.utf8.prefix(range.lowerBound).suffix(ScannedText.maxKeywordDistance)
    let scanned = ScannedText(String(decoding: before, as: UTF8.self))
    return scanned.endsWithOrderKeyword ? Self.orderTitle : kind.title
  }

  /// Whether it contained spaces in the text.
  func isSpaced(in text: String) -> Bool {
    written(in: text).contains(where: \.isWhitespace)
  }
}

extension Identifier.Kind {
  /// The kind's label.
  package var title: String {
    switch self {
    case .googleOrder: "Google order ID"
    case .appleOrder: "Apple order ID"
    case .transaction: "transaction ID"
    case .appAccount: "app account"
    case .purchaseToken: "purchase token"
    case .stripe: "Stripe ID"
    case .email: "e-mail address"
    case .receipt: "receipt"
    case .signedPayload: "signed payload"
    case .document: "document ID"
    case .record: "ledger ID"
    }
  }
}

extension Identifier {
  /// Every identifier in a text, in order of appearance, each once. The text may be anything,
  /// including a whole e-mail with headers; the time is proportional to its length.
  ///
  /// In running text, anything that could also be an amount, a date, a version, a telephone number
  /// or a name is skipped. A text of one word is read as an identifier if possible.
  package static func all(in text: String) -> [Identifier] {
    let scanned = ScannedText(text)
    if let identifier = Identifier(loneIn: scanned) { return [identifier] }
    let whole = Found.finders.reduce([]) { Found.merged($0, $1(scanned, false)) }
    let found = Found.merged(whole, Found.broken(in: scanned))
    var seen: [Kind: Set<String>] = [:]
    return found.compactMap { found in
      guard let kind = found.kind, seen[kind, default: []].insert(found.value).inserted else {
        return nil
      }
      return Identifier(kind, found.value, at: scanned.original(found.range))
    }
  }

  /// The identifier that a text is as a whole, ignoring space and punctuation around it. Order and
  /// transaction IDs may contain spaces and dashes.
  package init?(lone text: String) { self.init(loneIn: ScannedText(text)) }

  /// Longer texts with spaces are not identifiers. Only documents exceed the other limit, and
  /// receipts may be broken into lines.
  private static let (maxSpacedLength, maxLength) = (64, 1_024)

  private init?(loneIn text: ScannedText) {
    let core = text.core
    let isSpaced = text.end(from: core.lowerBound) { !$0.isSpace } < core.upperBound
    guard !core.isEmpty,
      core.count <= (isSpaced ? Self.maxSpacedLength : Self.maxLength)
        || Found.beginsDocument(text, at: core.lowerBound)
    else { return nil }
    for find in Found.finders {
      for found in find(text, true) where found.range == core {
        guard let kind = found.kind else { continue }
        self.init(kind, found.value, at: text.original(core))
        return
      }
    }
    return nil
  }
}

/// A range of a text that is an identifier.
struct Found {
  /// `nil` for text that only resembles identifiers and is excluded from the search.
  var kind: Identifier.Kind?
  var range: Range<Int>
  var value: String

  init(_ kind: Identifier.Kind?, _ range: Range<Int>, _ value: String = "") {
    self.kind = kind
    self.range = range
    self.value = value
  }

  /// Finds one kind of identifier, in order and without overlaps. `isLone` is whether the text is
  /// expected to be an identifier as a whole, so that less evidence suffices.
  typealias Finder = @Sendable (ScannedText, _ isLone: Bool) -> [Found]

  /// The most distinctive kinds first: later finders skip what earlier ones have found.
  static let finders: [Finder] = [
    signedPayloads, receipts, headers, purchaseTokens, attachments, hexadecimals, records, emails,
    googleOrders, stripeIDs, appleOrders, transactions,
  ]

  /// The words that `find` accepts, without overlaps.
  static func inWords(of text: ScannedText, _ find: (Range<Int>) -> Found?) -> [Found] {
    var found: [Found] = []
    for word in text.words where word.lowerBound >= found.last?.range.upperBound ?? 0 {
      if let next = find(word) { found.append(next) }
    }
    return found
  }

  /// Both lists in order, without entries of the second that overlap one of the first.
  static func merged(_ taken: [Found], _ others: [Found]) -> [Found] {
    var merged: [Found] = []
    merged.reserveCapacity(taken.count + others.count)
    var index = 0
    for other in others {
      while index < taken.count, taken[index].range.upperBound <= other.range.lowerBound {
        merged.append(taken[index])
        index += 1
      }
      if index < taken.count, taken[index].range.lowerBound < other.range.upperBound { continue }
      merged.append(other)
    }
    merged += taken[index...]
    return merged
  }
}
