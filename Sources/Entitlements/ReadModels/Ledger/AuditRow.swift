package import Foundation

/// An entry of the audit log. It has only a hash of its subject, which an erasure need not change.
package struct AuditRow: Equatable, Sendable {
  /// Counted from 1 without gaps.
  package var number: Int64
  package var at: Date
  /// The name that the operator signed with.
  package var actor: String
  /// The action's keyword: `grant`, `erase`, `export`, `catalog`.
  package var action: String
  /// Lower-case hex of the SHA-256 of the subject: an action's document, an erased user's new name,
  /// an exported file, a catalog's content.
  package var subject: String
  /// Lower-case hex of the SHA-256 over the previous entry and this one.
  package var hash: String

  package init(
    number: Int64,
    at: Date,
    actor: String,
    action: String,
    subject: String,
    hash: String
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.action = action
    self.subject = subject
    self.hash = hash
  }
}

/// The number and hash of the newest entry of the audit log. A copy stored elsewhere can later
/// prove that the log still has every entry up to that one, unchanged.
package struct AuditHead: Equatable, Sendable, LosslessStringConvertible {
  /// 0 for a log without entries.
  package var number: Int64
  /// As in `AuditRow`.
  package var hash: String

  package static let empty = AuditHead(number: 0, hash: String(repeating: "0", count: 64))

  package init(number: Int64, hash: String) {
    self.number = number
    self.hash = hash
  }

  /// Parses the format of `description`.
  package init?(_ description: String) {
    let parts = description.split(whereSeparator: \.isWhitespace)
    guard parts.count == 2, let number = Int64(parts[0]), number >= 0, parts[1].utf8.count == 64,
      parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.init(number: number, hash: String(parts[1]))
  }

  package var description: String { "\(number) \(hash)" }
}
