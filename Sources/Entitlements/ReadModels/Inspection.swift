package import Foundation

/// A decoded document for display: its tree and its verification.
package struct Inspection: Equatable, Sendable {
  package var document: DocumentRow
  package var tree: Node
  package var verification: VerificationPanel
  /// The ranges of secrets in the document's bytes; `nil` if unknown.
  package var secrets: [Range<Int>]?

  package init(
    document: DocumentRow,
    tree: Node,
    verification: VerificationPanel,
    secrets: [Range<Int>]? = nil
  ) {
    self.document = document
    self.tree = tree
    self.verification = verification
    self.secrets = secrets
  }
}

/// A part of a decoded document. Texts are copied from the store's document: untrusted.
package struct Node: Equatable, Sendable {
  /// The part's name in the document's own terms: `bundle_id`, `attribute 9999`.
  package var label: String
  /// The store's number for it (`2`, `1704`), if any.
  package var number: Int?
  /// The encoding: `UTF8String`, `INTEGER`, `bytes`, `SET of 14`.
  package var type: String
  /// The value as written; empty for a part that only has children.
  package var value: String
  /// A readable form of the value, if that differs: `2025-12-26 18:39:47 UTC`.
  package var gloss: String?
  /// The instant in the value, whose text depends on the present time.
  package var instant: Date?
  /// One line on the field's meaning; `nil` for an undocumented field.
  package var note: String?
  /// The offset of the part's first byte in the document, and its length in bytes.
  package var offset: Int?
  package var length: Int?
  /// The part's content octets, at most the first 256.
  package var bytes: [UInt8]
  package var isKnown: Bool
  package var isSecret: Bool
  package var children: [Node]

  package init(
    label: String,
    number: Int? = nil,
    type: String,
    value: String = "",
    gloss: String? = nil,
    instant: Date? = nil,
    note: String? = nil,
    offset: Int? = nil,
    length: Int? = nil,
    bytes: [UInt8] = [],
    isKnown: Bool = true,
    isSecret: Bool = false,
    children: [Node] = []
  ) {
    self.label = label
    self.number = number
    self.type = type
    self.value = value
    self.gloss = gloss
    self.instant = instant
    self.note = note
    self.offset = offset
    self.length = length
    self.bytes = bytes
    self.isKnown = isKnown
    self.isSecret = isSecret
    self.children = children
  }
}

/// The checks of the verifier and their results.
package struct VerificationPanel: Equatable, Sendable {
  package struct Check: Equatable, Sendable {
    package enum Outcome: Equatable, Sendable { case passed, failed, notChecked }

    package var name: String
    package var outcome: Outcome
    package var detail: String

    package init(name: String, outcome: Outcome, detail: String) {
      self.name = name
      self.outcome = outcome
      self.detail = detail
    }
  }

  package struct Certificate: Equatable, Sendable {
    package var subject: String
    package var issuer: String
    /// Lower-case hex.
    package var serial: String
    package var notBefore: Date
    package var notAfter: Date

    package init(subject: String, issuer: String, serial: String, notBefore: Date, notAfter: Date) {
      self.subject = subject
      self.issuer = issuer
      self.serial = serial
      self.notBefore = notBefore
      self.notAfter = notAfter
    }
  }

  package var verdict: Document.Verdict
  /// The instant at which the certificate chain was evaluated.
  package var evaluatedAt: Date?
  package var checks: [Check]
  package var certificates: [Certificate]

  package init(
    verdict: Document.Verdict,
    evaluatedAt: Date?,
    checks: [Check],
    certificates: [Certificate]
  ) {
    self.verdict = verdict
    self.evaluatedAt = evaluatedAt
    self.checks = checks
    self.certificates = certificates
  }
}

/// Pairs the entries of two lists by name.
package enum Pairing {
  /// Calls `pair` with the entries of both lists, in the order of the older one, then with those
  /// only in the newer list. A name that is repeated in the newer list has no partner.
  package static func match<Older: Collection, Newer: Collection>(
    _ older: Older,
    _ newer: Newer,
    by name: (Older.Element, Int) -> String,
    _ pair: (_ name: String, _ older: Older.Element?, _ newer: Older.Element?) -> Void
  ) where Older.Element == Newer.Element {
    var indices: [String: Newer.Index] = [:]
    for (number, index) in newer.indices.enumerated() {
      let name = name(newer[index], number)
      if indices[name] == nil { indices[name] = index }
    }
    for (number, item) in older.enumerated() {
      let name = name(item, number)
      pair(name, item, indices.removeValue(forKey: name).map { newer[$0] })
    }
    guard !indices.isEmpty else { return }
    for (number, index) in newer.indices.enumerated() {
      let name = name(newer[index], number)
      if indices[name] == index { pair(name, nil, newer[index]) }
    }
  }
}
