/// The kind of problem that a customer reports to support. It only determines which checks the
/// verdict answers first, and is never evidence.
package enum TicketCategory: String, CaseIterable, Sendable {
  case noAccess
  case chargedTwice
  case refundApple
  case refundGoogle
  case restoreFails
  case vanished
  case cancelledButCharged
  case lostAccess
  case wrongPlan
  case consumableMissing
  case trialOrOffer
  case pendingOrFamily
}
