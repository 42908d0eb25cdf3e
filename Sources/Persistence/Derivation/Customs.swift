import Entitlements
internal import GRDB

/// Who keeps what two users claim, and which users proved to be one, and how app
/// accounts are derived: what the acts on file say.
struct Customs {
  private var acts: [Act]
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
      let deed: Act.Deed =
        switch try $0.text(0) {
        case "merge": .merge(into: try $0.id(1), try $0.id(2))
        case "policy": .policy(try $0.word(3))
        default: .accountForms(AccountForm.list(try $0.text(3)))
        }
      return Act(
        deed,
        by: "",
        testimony: Testimony(try $0.id(5), at: try $0.instant(4))
      )
    }
    judge()
  }

  /// Takes note of those that are customs.
  mutating func add(_ others: [Act]) {
    let customs = others.filter {
      switch $0.deed {
      case .merge, .policy, .accountForms: true
      default: false
      }
    }
    guard !customs.isEmpty else { return }
    acts += customs
    judge()
  }

  private mutating func judge() {
    identities = Identities(acts)
    let policies = acts.sorted { $0.testimony < $1.testimony }.compactMap {
      if case .policy(let policy) = $0.deed { policy } else { nil }
    }
    policy = policies.last ?? .transfer
    let forms = acts.sorted { $0.testimony < $1.testimony }.compactMap {
      if case .accountForms(let forms) = $0.deed { forms } else { nil }
    }
    accountForms = forms.last ?? AccountForm.standard
  }
}
