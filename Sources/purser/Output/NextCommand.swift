import Dashboard
import Entitlements

/// The command that does what an answer recommends, with its IDs filled in.
enum NextCommand {
  /// Its words; `nil` where nothing is to be done here, or what it would be done to is not known. What
  /// changes something at a store only says what it would do (`--dry-run`), and words in capitals
  /// are still to be chosen.
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

  private static func store(_ deed: String, _ id: String) -> [String] {
    ["store", deed, id, "--reason", "TEXT", "--dry-run"]
  }

  private static func with(_ id: String?, _ words: (String) -> [String]) -> [String]? {
    id.map(words)
  }
}
