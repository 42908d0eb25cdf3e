package import Foundation

/// An entry of the audit log. Of what was dealt with it holds a hash alone, so that an erasure need
/// not touch it.
package struct AuditRow: Equatable, Sendable {
  /// Counted from 1, without a gap.
  package var number: Int64
  package var at: Date
  /// Who did it, as the operator signed.
  package var actor: String
  /// A word: `grant`, `erase`, `export`, `catalog`.
  package var deed: String
  /// Lower-case hex of the SHA-256 of what it was done with: an act's document, an erased user's new
  /// name, an exported file, a catalog's content.
  package var subject: String
  /// Lower-case hex of the SHA-256 over the entry before and this one.
  package var hash: String

  package init(
    number: Int64,
    at: Date,
    actor: String,
    deed: String,
    subject: String,
    hash: String
  ) {
    self.number = number
    self.at = at
    self.actor = actor
    self.deed = deed
    self.subject = subject
    self.hash = hash
  }
}

/// The number and the hash of the newest entry of the audit log. Who keeps it elsewhere can prove
/// later that the log still holds every entry up to that one, unchanged.
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

  /// Reads what `description` writes.
  package init?(_ description: String) {
    let words = description.split(whereSeparator: \.isWhitespace)
    guard words.count == 2, let number = Int64(words[0]), number >= 0, words[1].utf8.count == 64,
      words[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { return nil }
    self.init(number: number, hash: String(words[1]))
  }

  package var description: String { "\(number) \(hash)" }
}
