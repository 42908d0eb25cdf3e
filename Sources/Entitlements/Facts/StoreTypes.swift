package import Foundation

/// The store that took the payment.
package enum Store: String, Codable, Sendable, CaseIterable {
  case apple, google, microsoft, amazon
}

/// Where a purchase happened. Entitlements do not carry over from one environment to another.
package enum Environment: String, Codable, Sendable, CaseIterable {
  case production, sandbox, xcode
}

/// The kind of product. Stores do not always state it (`unknown`).
package enum ProductKind: String, Codable, Sendable, CaseIterable {
  case consumable, nonConsumable, nonRenewing, autoRenewable, unknown
}

/// How a document was received.
package enum Origin: String, Sendable, CaseIterable {
  /// The app or the customer sent it.
  case uploaded
  /// The service queried the store.
  case polled
  /// The store sent it.
  case pushed
  /// An operator or developer submitted a file.
  case imported
  /// An operator action.
  case manual
}

/// Why a document is trusted.
package enum TrustBasis: String, Sendable, CaseIterable {
  /// The store's signature, verified here.
  case signature
  /// The store's own answer over TLS.
  case storeAnswer
  /// Only a secret that the store and the developer share.
  case sharedSecret
  /// An operator.
  case operatorAct
  /// Made by `purser generate`; genuine only in a ledger marked as generated.
  case generated
  /// Nothing: the document is stored but proves nothing.
  case none

  package var authority: Authority {
    switch self {
    case .signature, .storeAnswer, .operatorAct, .generated: .full
    case .sharedSecret, .none: .hearsay
    }
  }
}

/// How much a statement counts. Of two statements about one thing, the one of greater authority
/// counts, then the later one, then that of the greater document ID, in any order of arrival.
package enum Authority: Int, Codable, Sendable, Comparable {
  /// Everyone who knows the shared secret may have stated it.
  case hearsay = 1
  /// The store signed it, or answered it to a query.
  case full = 2

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A fact with its source.
package protocol SourcedFact {
  var statementSource: StatementSource { get }
}

extension SourcedFact {
  package var statedAt: Date { statementSource.statedAt }
  package var evidence: ID<Document> { statementSource.evidence }
}

/// The document that makes a statement, its time by the store's clock and its authority.
package struct StatementSource: Codable, Equatable, Sendable, Comparable {
  package var authority: Authority
  /// The store's own time of the document, in whole milliseconds.
  package var statedAt: Date
  package var evidence: ID<Document>

  private enum CodingKeys: String, CodingKey {
    case authority = "authority", statedAt = "statedAt", evidence = "evidence"
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

/// An identifier of one entity type: `ID<User>` is not `ID<Order>`.
package struct ID<Entity>: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
  package let raw: String

  package init(_ raw: String) { self.raw = raw }

  package init(from decoder: any Decoder) throws {
    raw = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(raw)
  }

  package var description: String { raw }

  package static func < (left: Self, right: Self) -> Bool { left.raw < right.raw }
}

/// Joins a store's number with store, environment and app, within which it is unique.
enum ScopedIdentifier {
  static func joined(
    _ store: Store,
    _ environment: Environment,
    _ app: String,
    _ number: String
  ) -> String {
    var (store, environment) = (store.rawValue, environment.rawValue)
    var (app, number) = (app, number)
    let count =
      store.utf8.count + environment.utf8.count + app.utf8.count + number.utf8.count + 3
    // Written in one pass: an identifier is made for every row that is read.
    return String(unsafeUninitializedCapacity: count) { name in
      var end = 0
      func add(_ part: inout String) {
        part.withUTF8 { bytes in
          end = name[end...].update(fromContentsOf: bytes)
        }
      }
      func addColon() {
        name[end] = UInt8(ascii: ":")
        end += 1
      }
      add(&store)
      addColon()
      add(&environment)
      addColon()
      add(&app)
      addColon()
      add(&number)
      return end
    }
  }
}

extension String {
  /// Whether it has none of Unicode's control characters (Cc), as names have none.
  package var isLine: Bool {
    !unicodeScalars.contains { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) }
  }
}

extension ID<User> {
  /// How the ledger names a buyer whom nobody named, and one who was erased.
  package static var anonymousPrefix: String { "anonymous-" }
  package static var erasedPrefix: String { "erased-" }

  /// Whether only the ledger makes such names: a client with one would claim to be somebody else.
  package var isReserved: Bool {
    let name = raw.lowercased()
    return name.hasPrefix(Self.anonymousPrefix) || name.hasPrefix(Self.erasedPrefix)
  }
}

/// A customer whose purchases are in the ledger.
package struct User: Equatable, Sendable {
  /// The app's own identifier for the user, as given at import.
  package let id: ID<User>
  package var name: String?
  package var email: String?
  /// When the ledger first received something about this user.
  package var firstSeenAt: Date
  /// The operator to whom the user's case is assigned, by name.
  package var assignee: String?

  package init(id: ID<User>, name: String? = nil, email: String? = nil, firstSeenAt: Date) {
    self.id = id
    self.name = name
    self.email = email
    self.firstSeenAt = firstSeenAt
  }
}
