package import Foundation

/// On whose word something is believed.
package enum Provenance: Equatable, Sendable {
  /// Signed below a store's own root.
  case storeSignature
  /// Signed below a root that the operator added: Xcode's, or a test's.
  case addedRoot
}

/// Proof that signature and chain were checked. Only this module can make one.
@dynamicMemberLookup
package struct Verified<Payload: Sendable>: Sendable {
  package let payload: Payload
  package let provenance: Provenance

  init(_ payload: Payload, by provenance: Provenance) {
    self.payload = payload
    self.provenance = provenance
  }

  package subscript<Value>(dynamicMember path: KeyPath<Payload, Value>) -> Value {
    payload[keyPath: path]
  }
}

/// What verification says. A refusal is an answer, not an error.
package enum Verdict<Payload: Sendable>: Sendable {
  case genuine(Verified<Payload>)
  case rejected(Rejection)
}

/// Which of a store's worlds a document speaks of.
package enum StoreEnvironment: String, Sendable, CaseIterable { case production, sandbox, xcode }

/// Why a document is not believed.
package enum Rejection: Error, Equatable, Sendable {
  /// Not in the form it should have: the place (`byte 133`, `attribute 12`) and what belongs there.
  case malformed(at: String, expected: String)
  /// Signed, perhaps, but by nobody we trust.
  case untrustedChain(reason: String)
  /// The signature does not fit the content.
  case badSignature(reason: String)
  /// The apps that are ours, and the one that the document is for; empty where it names none.
  case wrongApp(expected: String, found: String)
  case wrongEnvironment(expected: String, found: String)
  /// The document itself says that it ended (Apple's volume purchase receipts do).
  case expired(at: Date)
  case unsupported(String)
  /// More bytes than any receipt has; `limit` is how many are read.
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

  /// The place in the document, where the refusal has one.
  package var place: String? {
    if case .malformed(let place, _) = self { place } else { nil }
  }

  /// The reason in words. Quotes app identifiers at the most, never content of the receipt.
  package var detail: String {
    switch self {
    case .malformed(_, let expected): "expected \(expected)"
    case .untrustedChain(let reason): reason
    case .badSignature(let reason): reason
    case .wrongApp(let expected, ""):
      "the receipt names no app, and not every app is ours: only \(expected.prefix(155))"
    case .wrongApp(let expected, let found):
      "the receipt is for the app \(found.prefix(155)), not for \(expected.prefix(155))"
    case .wrongEnvironment(let expected, let found):
      "the receipt says it is from \(found), but whoever signed it signs for \(expected)"
    case .expired(let date): "ended on \(date.formatted(.iso8601))"
    case .unsupported(let what): what
    case .tooLarge(let limit):
      "a receipt has \(limit) bytes at the most, and this is larger"
    }
  }
}
