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

  /// Whether it contained spaces in the text.
  func isSpaced(in text: String) -> Bool {
    let part = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    return String(decoding: part, as: UTF8.self).contains(where: \.isWhitespace)
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
