import Dashboard
import Entitlements
import Foundation

extension Sample {
  private static func shared(_ order: Order) -> Order {
    order.changing { details in
      details.terms = Order.Terms(ownership: .familyShared, statementSource: order.statementSource)
    }
  }

  /// One subscription of each: the user's own, twice the same; a family member's; another user's.
  private static let familySales: [Order] = [
    order("190001300418802", "pro.monthly", from: -4, until: 26),
    order("450000911223301", "pro.monthly", from: -18, until: 12),
    shared(order("660001880055001", "studio.yearly", from: -80, until: 285)),
    order("880001120000303", "plus.monthly", from: -10, until: 20, user: "byron"),
  ]

  static let household: DiagnosisInput = {
    let own = familySales.filter { $0.user == ID("ada") }
    var file = DiagnosisInput(subject: DiagnosisInput.Subject(text: "ada", isFound: true))
    file.user = userDetails.user
    file.chains = familySales.map { sale in
      var chain = ChainRecord(id: sale.chain)
      chain.sales = [sale]
      return chain
    }
    file.entitlements = EntitlementRules.entitlements(
      for: ID("ada"),
      from: own,
      lives: lives(of: own)
    )
    return file
  }()

  static let familyDetails: UserDetails = {
    let own = familySales.filter { $0.user == ID("ada") }
    return UserDetails(
      user: userDetails.user,
      orders: own,
      subscriptions: EntitlementRules.subscriptions(from: own),
      lives: lives(of: own),
      entitlements: household.entitlements,
      documents: []
    )
  }()

  private static func lives(of sales: [Order]) -> [ID<Subscription>: [Phase]] {
    Dictionary(grouping: sales, by: \.chain)
      .mapValues { SubscriptionPhases(sales: $0, renewalStatuses: []).phases }
  }
}
