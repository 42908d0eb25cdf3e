import Dashboard
import Entitlements

/// The command for a recommendation, with its IDs filled in.
enum NextCommand {
  /// The command's arguments; `nil` if there is nothing to do here or an ID is unknown. Store
  /// actions have `--dry-run`; words in capitals are placeholders.
  static func words(for diagnosis: Diagnosis) -> [String]? {
    let order = diagnosis.about?.order?.raw
    let purchase = diagnosis.about?.purchase.chain.raw
    let user = diagnosis.user?.raw
    switch diagnosis.recommendation.code {
    case .reverify, .askStore: return with(purchase) { ["verify", $0] }
    case .transfer, .attach, .keepOrTransfer:
      guard let purchase, let user else { return nil }
      return ["act", "transfer", purchase, user]
    case .decideGrant: return with(user) { ["act", "grant", $0, "KEY"] }
    case .rebuildRights: return ["replay", "--check"]
    case .lookUpOrder:
      return with(diagnosis.unknownOrder?.value) { ["lookup", $0, "--app", "ID"] }
    case .refund: return with(order) { store("refund", $0) }
    case .revokeAtStore: return with(order) { store("revoke", $0) }
    case .acknowledge: return with(purchase) { store("acknowledge", $0) }
    case .answerApple: return with(order) { store("consumption", $0) }
    default: return nil
    }
  }

  private static func store(_ action: String, _ id: String) -> [String] {
    ["store", action, id, "--reason", "TEXT", "--dry-run"]
  }

  private static func with(_ id: String?, _ words: (String) -> [String]) -> [String]? {
    id.map(words)
  }
}
