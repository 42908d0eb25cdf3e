import Entitlements
internal import GRDB

/// Who keeps what two users claim, and which users proved to be one: what the acts on file say.
struct Customs {
  private var acts: [Act]
  private(set) var policy = OwnershipPolicy.transfer
  private(set) var identities = Identities()

  init(in db: Database) throws {
    acts = try db.map(
      """
      SELECT act.deed, act.user, act.other, act.key, act.statedAt, document.id
      FROM act JOIN document ON document.n = act.document WHERE act.deed IN ('merge', 'policy')
      """
    ) {
      Act(
        try $0.text(0) == "merge"
          ? .merge(into: try $0.id(1), try $0.id(2)) : .policy(try $0.word(3)),
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
      case .merge, .policy: true
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
  }
}
