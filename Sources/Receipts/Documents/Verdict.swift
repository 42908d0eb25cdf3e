package import Foundation

/// Why a document is trusted.
package enum VerificationBasis: Equatable, Sendable {
  /// Signed below a store's own root.
  case storeSignature
  /// Signed below a root that the operator added: Xcode's, or a test's.
  case addedRoot
}

/// Proof that signature and chain were verified. Only this module can create one.
@dynamicMemberLookup
package struct Verified<Payload: Sendable>: Sendable {
  package let payload: Payload
  package let provenance: VerificationBasis

  init(_ payload: Payload, by provenance: VerificationBasis) {
    self.payload = payload
    self.provenance = provenance
  }

  package subscript<Value>(dynamicMember path: KeyPath<Payload, Value>) -> Value {
    payload[keyPath: path]
  }
}

/// The result of a verification. A rejection is a result, not an error.
package enum Verdict<Payload: Sendable>: Sendable {
  case genuine(Verified<Payload>)
  case rejected(Rejection)
}

/// The store environment of a document.
package enum StoreEnvironment: String, Sendable, CaseIterable { case production, sandbox, xcode }

/// Why a document was rejected.
package enum Rejection: Error, Equatable, Sendable {
  /// Wrong format: the location (`byte 133`, `attribute 12`) and what is expected there.
  case malformed(at: String, expected: String)
  /// Possibly signed, but not by a trusted signer.
  case untrustedChain(reason: String)
  /// The signature does not fit the content.
  case badSignature(reason: String)
  /// Our apps, and the document's app; empty if it names none.
  case wrongApp(expected: String, found: String)
  case wrongEnvironment(expected: String, found: String)
  /// The document itself has expired (only Apple's volume purchase receipts do).
  case expired(at: Date)
  case unsupported(String)
  /// Longer than any receipt; `limit` is the maximum in bytes.
  case tooLarge(limit: Int)
}

extension Rejection {
  /// The stable name used in JSON, in the ledger and by the web endpoints.
  package var code: String {
    switch self {
    case .malformed: "malformed"
    case .untrustedChain: "untrusted-chain"
    case .badSignature: "bad-signature"
    case .wrongApp: "wrong-app"
    case .wrongEnvironment: "wrong-environment"
    case .expired: "expired"
    case .unsupported: "unsupported"
    case .tooLarge: "too-large"
    }
  }

  /// The location in the document, if known.
  package var place: String? {
    if case .malformed(let place, _) = self { place } else { nil }
  }

  /// The reason as text. Quotes at most app identifiers, never content of the receipt.
  package var detail: String {
    switch self {
    case .malformed(_, let expected): "expected \(expected)"
    case .untrustedChain(let reason): reason
    case .badSignature(let reason): reason
    case .wrongApp(let expected, ""):
      "the receipt names no app; it must be for one of our apps: \(expected.prefix(155))"
    case .wrongApp(let expected, let found):
      "the receipt is for the app \(found.prefix(155)), not for \(expected.prefix(155))"
    case .wrongEnvironment(let expected, let found):
      "the receipt says it is from \(found), but its signer signs for \(expected)"
    case .expired(let date): "ended on \(date.formatted(.iso8601))"
    case .unsupported(let what): what
    case .tooLarge(let limit):
      "this is larger than the maximum of \(limit) bytes"
    }
  }
}
