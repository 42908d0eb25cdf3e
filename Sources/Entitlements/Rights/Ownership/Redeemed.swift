/// What became of one sale that a user wanted.
package enum Redeemed: Equatable, Sendable {
  case given
  /// It was theirs before.
  case had
  /// Somebody else has it, and keeps it.
  case taken
  /// It was redeemed before.
  case spent
}
