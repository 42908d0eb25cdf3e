package import Entitlements

extension State {
  /// Puts the question to the operator whether a store is to be asked for the order that the screen
  /// in front knows nothing of.
  mutating func openLookup() -> [Effect] {
    guard let order = front.unknownOrder, let store = order.orderStore else { return [] }
    if stores?.contains(store) == false {
      let reason = ProposalMaker.whyUnasked([store], isDemo: isDemo)
      toast(.warning, "Nothing to look up: \(reason)")
      return []
    }
    dialog = Dialog(.lookUp, .proposal(Proposal(lookingUp: order.value, store, apps: apps)))
    return []
  }
}

extension Proposal {
  fileprivate init(lookingUp order: String, _ store: Store, apps: [String]) {
    self.init(
      title: "Look up an order",
      verb: "Look up 1",
      draft: .lookUp(order: order, store, app: "")
    )
    places = [
      Place(text: "\(store.title), production: 1 order", environment: .production)
    ]
    targets = [Target(title: "order", detail: SafeText(order))]
    let known = apps.prefix(3).joined(separator: ", ")
    let hint: SafeText = known.isEmpty ? "the app's ID at its store" : "such as \(SafeText(known))"
    inputs = [Input(.app, "app", hint, apps.count == 1 ? apps[0] : "")]
    statements = [
      "sent to \(store.title): the order's number, for this app",
      "Nothing changes at the store. What it answers is filed here.",
      "The question is a job: closing this does not call it off.",
    ]
  }
}

extension Identifier {
  /// Which store knows it as an order; `nil` for what is no order's number.
  var orderStore: Store? {
    switch kind {
    case .appleOrder: .apple
    case .googleOrder: .google
    default: nil
    }
  }
}

extension Diagnosis {
  /// The order that was asked about and that nobody here has heard of, if its store could be asked.
  package var unknownOrder: Identifier? {
    subject.isFound ? nil : Identifier.all(in: subject.text).first { $0.orderStore != nil }
  }
}
