/// What a check is about, whatever was complained of.
package enum CheckTopic: CaseIterable, Sendable {
  case access, money, plans, told, owner

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
        .told
      } else {
        .access
      }
  }

  private static let exceptions: [String: CheckTopic] = [
    "access-owner": .owner, "charges-owner": .owner, "coins-owner": .owner, "restore-owner": .owner,
    "access-receipt": .told, "access-heard": .told, "access-paid": .told,
    "restore-document": .told, "restore-believed": .told, "restore-contents": .told,
    "coins-receipt": .told, "cancel-told": .told, "plan-told": .told,
    "apple-requested": .told, "apple-decision": .told, "google-review": .told,
    "plan-price": .money, "plan-storefront": .money, "plan-rise": .money,
  ]
}
