package import Entitlements

extension State {
  /// Opens the dialog for querying a store for the unknown order of the screen in front.
  mutating func openLookup() -> [Effect] {
    guard let order = front.unknownOrder, let store = order.orderStore else { return [] }
    if stores?.contains(store) == false {
      let reason = ActionFormBuilder.unavailableReason([store], isDemo: isDemo)
      toast(.warning, "Nothing to look up: \(reason)")
      return []
    }
    dialog = Dialog(.lookUp, .form(ActionForm(lookingUp: order.value, store, apps: apps)))
    return []
  }
}

extension ActionForm {
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
      "Nothing changes at the store. Its answer is filed here.",
      "The query is a job; closing this dialog doesn't cancel it.",
    ]
  }
}

extension Identifier {
  /// The store that issues such order numbers; `nil` for other identifiers.
  var orderStore: Store? {
    switch kind {
    case .appleOrder: .apple
    case .googleOrder: .google
    default: nil
    }
  }
}

extension Diagnosis {
  /// The order in question if it is not on file and its store can be queried.
  package var unknownOrder: Identifier? {
    subject.isFound ? nil : Identifier.all(in: subject.text).first { $0.orderStore != nil }
  }
}
