import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Writes a history as a support-case file for `purser story check`.
struct LifeStory {
  let trial: LifeTrial
  /// The right answers.
  let accepted: [String]

  var text: String {
    var lines = [
      "about = \(Self.quoted(trial.life.text))", "app = \(Self.quoted(LifeWorld.app))",
      "at = \(trial.instant.ISO8601Format())", "message = \(Self.quoted(trial.message))", "",
      "[expect]", "verdict = \(Self.quoted(verdict))",
      "# right: \(accepted.joined(separator: ", "))",
    ]
    if trial.truth.world.hasCatalog { lines += ["", LifeCatalog.text] }
    for document in trial.delivery.documents { lines += Self.lines(document) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The first accepted verdict that this program has.
  private var verdict: String {
    accepted.first { VerdictCode(rawValue: $0) != nil } ?? VerdictCode.nothingFound.rawValue
  }

  private static func lines(_ document: StoryDocument) -> [String] {
    let received = "received = \(document.receivedAt.ISO8601Format())"
    if case .act(let action, let actor) = document.content {
      let lines = ["", "[[document]]", "kind = \"manual\"", received, "by = \(quoted(actor))"]
      return lines + ["fields = \(table(of: action))"]
    }
    guard case .fields(let fields, let kind) = document.content else { return [] }
    var lines = [
      "", "[[document]]", "kind = \(quoted(kind.rawValue))", received,
    ]
    let texts: [(String, String?)] = [
      ("user", document.user?.raw), ("email", document.email),
      ("environment", document.hints.environment), ("product", document.hints.productID),
      ("product-kind", document.hints.productKind), ("token", document.hints.purchaseToken),
    ]
    for case (let name, let text?) in texts { lines.append("\(name) = \(quoted(text))") }
    return lines + ["fields = \(toml(fields))"]
  }

  /// The TOML table of an operator action that occurs in histories.
  private static func table(of action: OperatorAction.Kind) -> String {
    switch action {
    case .consume(let order, let count, _):
      "{ deed = \"consume\", order = \(quoted(order.raw)), count = \(count) }"
    case .transfer(let chain, let user):
      "{ deed = \"transfer\", chain = \(quoted(chain.raw)), user = \(quoted(user.raw)) }"
    default: "{}"
    }
  }

  /// The TOML value of `value`; omits null members.
  private static func toml(_ value: JSONValue) -> String {
    switch value {
    case .null: "\"\""
    case .bool(let flag): "\(flag)"
    case .number(let digits): digits
    case .string(let text): quoted(text)
    case .array(let items): "[" + items.map(toml).joined(separator: ", ") + "]"
    case .object(let members):
      "{ "
        + members.filter { $0.value != .null }.map { "\($0.name) = \(toml($0.value))" }
        .joined(separator: ", ") + " }"
    }
  }

  private static func quoted(_ text: String) -> String { JSONText.of(leaf: .string(text)) }
}
