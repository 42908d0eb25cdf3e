package import Foundation

/// The shop that took the money.
package enum Store: String, Codable, Sendable, CaseIterable {
  case apple, google, microsoft, amazon
}

/// Where a purchase happened. Rights bought in one environment say nothing about another.
package enum Environment: String, Codable, Sendable, CaseIterable {
  case production, sandbox, xcode
}

/// What kind of thing was sold. Stores do not always say (`unknown`).
package enum ProductKind: String, Codable, Sendable, CaseIterable {
  case consumable, nonConsumable, nonRenewing, autoRenewable, unknown
}

/// How a document came to us.
package enum Origin: String, Sendable, CaseIterable {
  /// The app or the customer sent it.
  case uploaded
  /// We asked the store.
  case polled
  /// The store told us.
  case pushed
  /// An operator or developer handed in a file.
  case imported
  /// An operator's own act.
  case manual
}

/// What a document's word rests on.
package enum Provenance: String, Sendable, CaseIterable {
  /// The store's signature, checked by us.
  case signature
  /// The store's own answer over TLS.
  case storeAnswer
  /// Nothing but a secret that the store and the developer share.
  case sharedSecret
  /// An operator.
  case operatorAct
  /// Made by `purser generate`; never genuine outside a ledger that says so.
  case generated
  /// Nothing: the document is kept, and proves nothing.
  case none

  package var authority: Authority {
    switch self {
    case .signature, .storeAnswer, .operatorAct, .generated: .full
    case .sharedSecret, .none: .hearsay
    }
  }
}

/// Which of two statements about one thing counts: the one of greater authority, then the later
/// one, then that of the greater document ID. Nothing in it depends on the order of arrival.
package enum Authority: Int, Codable, Sendable, Comparable {
  /// Anybody who knows the shared secret may have said it.
  case hearsay = 1
  /// The store signed it, or answered it to us.
  case full = 2

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Who said something, and when by the store's clock.
package struct Testimony: Codable, Equatable, Sendable, Comparable {
  package var authority: Authority
  /// The store's own time of the document, in whole milliseconds.
  package var statedAt: Date
  package var evidence: ID<Document>

  private enum CodingKeys: String, CodingKey {
    case authority = "authority"
    case statedAt = "statedAt"
    case evidence = "evidence"
  }

  package init(_ evidence: ID<Document>, at statedAt: Date, _ authority: Authority = .full) {
    self.authority = authority
    self.statedAt = statedAt
    self.evidence = evidence
  }

  package static func < (left: Self, right: Self) -> Bool {
    if left.authority != right.authority { return left.authority < right.authority }
    if left.statedAt != right.statedAt { return left.statedAt < right.statedAt }
    return left.evidence < right.evidence
  }
}
