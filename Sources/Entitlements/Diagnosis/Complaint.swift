/// What a person who writes to support says went wrong. A hint, never evidence: it picks which of
/// the checks the verdict answers first.
package enum Complaint: String, CaseIterable, Sendable {
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
