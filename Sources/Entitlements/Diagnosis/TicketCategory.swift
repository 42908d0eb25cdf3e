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

/// The subject of a check, independent of its ticket.
package enum CheckTopic: CaseIterable, Sendable {
  case access, money, plans, stated, owner

  package init(ofCheck code: String) {
    let word = code.prefix { $0 != "-" }
    self =
      if let topic = Self.exceptions[code] {
        topic
      } else if ["charges", "apple", "google", "cancel"].contains(word) {
        .money
      } else if ["plan", "trial"].contains(word) {
        .plans
      } else if ["vanished", "family"].contains(word) {
        .owner
      } else if word == "pending" {
        .stated
      } else {
        .access
      }
  }

  private static let exceptions: [String: CheckTopic] = [
    "access-owner": .owner, "charges-owner": .owner, "coins-owner": .owner, "restore-owner": .owner,
    "access-receipt": .stated, "access-heard": .stated, "access-paid": .stated,
    "restore-document": .stated, "restore-believed": .stated, "restore-contents": .stated,
    "coins-receipt": .stated, "cancel-told": .stated, "plan-told": .stated,
    "apple-requested": .stated, "apple-decision": .stated, "google-review": .stated,
    "plan-price": .money, "plan-storefront": .money, "plan-rise": .money,
  ]
}

/// One finding for each ticket: its checks, and the verdict that would answer it.
extension DiagnosisAnalysis {
  func finding(for ticket: TicketCategory) -> Finding {
    switch ticket {
    case .noAccess: noAccess()
    case .chargedTwice: chargedTwice()
    case .refundApple: refundApple()
    case .refundGoogle: refundGoogle()
    case .restoreFails: restoreFails()
    case .vanished: vanished()
    case .cancelledButCharged: cancelledButCharged()
    case .lostAccess: lostAccess()
    case .wrongPlan: wrongPlan()
    case .consumableMissing: consumableMissing()
    case .trialOrOffer: trialOrOffer()
    case .pendingOrFamily: pendingOrFamily()
    }
  }
}
