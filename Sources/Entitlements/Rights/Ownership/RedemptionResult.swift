/// The result of redeeming one sale for a user.
package enum RedemptionResult: Equatable, Sendable {
  case given
  /// The user already had it.
  case had
  /// Another user has it and keeps it.
  case taken
  /// It was redeemed before.
  case spent
}
