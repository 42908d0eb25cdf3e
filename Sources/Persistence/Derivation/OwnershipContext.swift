import Entitlements
internal import GRDB

/// The ownership policy, merged identities and account forms from stored operator actions.
struct OwnershipContext {
  private var acts: [OperatorAction]
  private(set) var policy = OwnershipPolicy.transfer
  private(set) var identities = Identities()
  /// How the app derives accounts from its users' names.
  private(set) var accountForms = AccountForm.standard

  init(in db: Database) throws {
    acts = try db.map(
      """
      SELECT act.deed, act.user, act.other, act.key, act.statedAt, document.id
      FROM act JOIN document ON document.n = act.document WHERE act.deed IN ('merge', 'policy', 'accountForms')
      """
    ) {
      let action: OperatorAction.Kind =
        switch try $0.text(0) {
        case "merge": .merge(into: try $0.id(1), try $0.id(2))
        case "policy": .policy(try $0.word(3))
        default: .accountForms(AccountForm.list(try $0.text(3)))
        }
      return OperatorAction(
        action,
        by: "",
        statementSource: StatementSource(try $0.id(5), at: try $0.instant(4))
      )
    }
    decide()
  }

  /// Adds the actions that affect ownership.
  mutating func add(_ others: [OperatorAction]) {
    let relevant = others.filter {
      switch $0.kind {
      case .merge, .policy, .accountForms: true
      default: false
      }
    }
    guard !relevant.isEmpty else { return }
    acts += relevant
    decide()
  }

  private mutating func decide() {
    identities = Identities(acts)
    let policies = acts.sorted { $0.statementSource < $1.statementSource }.compactMap {
      if case .policy(let policy) = $0.kind { policy } else { nil }
    }
    policy = policies.last ?? .transfer
    let forms = acts.sorted { $0.statementSource < $1.statementSource }.compactMap {
      if case .accountForms(let forms) = $0.kind { forms } else { nil }
    }
    accountForms = forms.last ?? AccountForm.standard
  }
}
