import Basics
import Entitlements
import Foundation
import Receipts
import ServiceCore

/// Writes a life as a story's file, so that `purser story check` replays it.
struct LifeStory {
  let trial: LifeTrial
  /// The answers that are right.
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

  /// The first that this program knows.
  private var verdict: String {
    accepted.first { VerdictCode(rawValue: $0) != nil } ?? VerdictCode.nothingFound.rawValue
  }

  private static func lines(_ document: StoryDocument) -> [String] {
    let received = "received = \(document.receivedAt.ISO8601Format())"
    if case .act(let deed, let actor) = document.content {
      let lines = ["", "[[document]]", "kind = \"manual\"", received, "by = \(quoted(actor))"]
      return lines + ["fields = \(table(of: deed))"]
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

  /// Of the acts that lives have.
  private static func table(of deed: Act.Deed) -> String {
    switch deed {
    case .consume(let order, let count, _):
      "{ deed = \"consume\", order = \(quoted(order.raw)), count = \(count) }"
    case .transfer(let chain, let user):
      "{ deed = \"transfer\", chain = \(quoted(chain.raw)), user = \(quoted(user.raw)) }"
    default: "{}"
    }
  }

  /// As an inline table; a null is left out.
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
