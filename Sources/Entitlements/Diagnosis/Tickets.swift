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
