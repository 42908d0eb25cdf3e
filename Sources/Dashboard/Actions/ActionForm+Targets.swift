import Entitlements

extension ActionForm {
  var touchesProduction: Bool { places.contains { $0.environment == .production } }

  /// Fills the form from the plan that was looked up; the action can then be confirmed.
  mutating func take(_ plan: RestorePlan) {
    guard case .restore(_, let user) = draft else { return }
    draft = .restore(plan, to: user)
    isSearching = false
    inputs = []
    switch plan.source {
    case .purchase(let purchase):
      add([purchase])
      statements = [
        "current owner: \(purchase.owner.map { SafeText($0.raw) } ?? "none")",
        "The purchase becomes this user's. The audit log records who did it.",
      ]
      if let store = purchase.name?.store {
        statements.append("Then \(store.title) is queried by \(store.handle).")
      }
    case .file(let bytes):
      targets = [Target(title: SafeText(plan.text), detail: .bytes(bytes))]
      statements = [
        "If genuine, it is filed as this user's; a rejected one grants nothing.",
        "Then the stores are queried about every purchase in it.",
        "If two users claim a purchase, the ownership policy decides.",
      ]
    }
    statements.append("Each query is a job; closing this dialog doesn't cancel it.")
  }

  mutating func add(_ purchases: [Purchase]) {
    for store in Store.allCases {
      for environment in Environment.allCases {
        let count = purchases.count {
          $0.name?.store == store && $0.name?.environment == environment
        }
        guard count > 0 else { continue }
        let text: SafeText =
          "\(store.title), \(environment.rawValue): \(SafeText.plural(count, "purchase"))"
        places.append(Place(text: text, environment: environment))
      }
    }
    targets = purchases.map { purchase in
      let app = purchase.name?.app ?? ""
      return Target(
        title: purchase.product.map { SafeText.product($0, of: app) } ?? SafeText(app),
        detail: SafeText(purchase.name?.originalTransactionID ?? purchase.chain.raw)
      )
    }
  }

  mutating func add(_ people: [Targets.Person]) {
    if people.count == 1 { return person = people[0] }
    targets = people.map { Target(title: SafeText($0.name ?? ""), detail: SafeText($0.id.raw)) }
  }

  mutating func add(_ jobs: [JobRow]) {
    targets = jobs.map { Target(title: "\(Int($0.id)) \($0.kind)", detail: SafeText($0.handle)) }
  }

  mutating func leave(_ count: Int, _ reason: SafeText) {
    guard count > 0 else { return }
    statements.append("left out: \(SafeText.plural(count, "job")), \(reason)")
  }

  /// Requires typing the count to act on several targets in production.
  mutating func confirmIfMany(_ count: Int, isProduction: Bool) {
    guard isProduction, count > 1 else { return }
    confirm(by: "\(count)", "how many there are")
  }
}

extension JobRow {
  /// The key without the kind it begins with.
  var subject: String { key.hasPrefix(kind + " ") ? String(key.dropFirst(kind.count + 1)) : key }

  /// A purchase by its number, everything else as it is.
  var handle: String {
    Subscription.Name(ID(subject))?.originalTransactionID ?? subject
  }
}

extension Store {
  var title: SafeText { SafeText(Wording.name(of: self)) }

  /// What the store identifies a purchase by.
  var handle: SafeText {
    switch self {
    case .apple: "the transaction ID"
    case .google: "the purchase token and order ID"
    case .microsoft: "the customer's Store ID key"
    case .amazon: "the customer's ID and the receipt ID"
    }
  }
}
