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
