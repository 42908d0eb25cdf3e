package import Foundation

/// A way in which an app derives the account that it sends to the stores from a user's name. The
/// spellings are stored in settings (`account-ids`) and in the ledger.
package enum AccountForm: Hashable, Sendable {
  /// The name itself. A UUID in upper case also matches, because Apple answers in lower case.
  case plain
  /// MD5 in hexadecimal digits, as cordova-plugin-purchase passes it to Google.
  case md5
  /// MD5 as a UUID, with or without the bits of version 3, as the same plugin passes it to Apple.
  case md5UUID
  /// SHA-256 in hexadecimal digits.
  case sha256
  /// The UUID of version 5 in this namespace (RFC 9562 section 5.5).
  case uuid5(UUID)

  /// The default.
  package static let standard: [AccountForm] = [.plain, .md5, .md5UUID]

  package init?(_ spelling: String) {
    switch spelling {
    case "plain": self = .plain
    case "md5": self = .md5
    case "md5-uuid": self = .md5UUID
    case "sha256": self = .sha256
    default:
      let (prefix, rest) = (spelling.prefix(6), spelling.dropFirst(6))
      guard prefix == "uuid5:", let namespace = UUID(uuidString: String(rest)) else { return nil }
      self = .uuid5(namespace)
    }
  }

  /// Parses spellings separated by spaces; unknown ones are skipped.
  package static func list(_ spellings: String) -> [AccountForm] {
    spellings.split(separator: " ").compactMap { AccountForm(String($0)) }
  }

  package var spelling: String {
    switch self {
    case .plain: "plain"
    case .md5: "md5"
    case .md5UUID: "md5-uuid"
    case .sha256: "sha256"
    case .uuid5(let namespace): "uuid5:\(namespace.uuidString.lowercased())"
    }
  }
}

extension AccountForm: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let form = AccountForm(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "unknown account form"
      )
    }
    self = form
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(spelling)
  }
}
