package import Entitlements
package import Foundation

/// The history of one subject: its events, purchases, entitlements, names and operator actions.
package struct SubjectHistory: Equatable, Sendable {
  /// A purchase chain with the data for its chart.
  package struct Chain: Equatable, Sendable {
    package var id: ID<Subscription>
    package var sales: [Order]
    package var phases: [Phase]
    /// The owner, if not the user in question.
    package var owner: ID<User>?
  }

  /// Another identifier of the user, or of a purchase.
  package struct Alias: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case mergedUser, sharedAccount, appAccount, storeOrder, purchaseToken, predecessor
    }

    package var kind: Kind
    package var value: String
    package var chain: ID<Subscription>?
    package var evidence: ID<Document>?
  }

  /// The subject of the query, and whether it is on file.
  package var subject: DiagnosisInput.Subject
  package var user: User?
  package var events: [TimelineEvent] = []
  package var chains: [Chain] = []
  package var entitlements: [Entitlement] = []
  package var aliases: [Alias] = []
  package var acts: [OperatorAction] = []
  /// The audit log entries of the actions.
  package var audit: [AuditRow] = []
  package var records = CaseRecords()
  /// The verdict on the user's access; `nil` if the subject is not one user.
  package var access: Diagnosis.Verdict?
}

extension SubjectHistory {
  /// Creates the history from a diagnosis input, as of `instant`.
  package init(_ file: DiagnosisInput, audit: [AuditRow], at instant: Date) {
    var aliases = file.aliases.map { Alias(kind: .mergedUser, value: $0.raw) }
    aliases += file.otherUsers.map { Alias(kind: .sharedAccount, value: $0.raw) }
    // Every document repeats the names.
    var seen: Set<[String]> = []
    for link in file.chains.stated().flatMap(\.links)
    where seen.insert([link.kind.rawValue, link.value, link.chain.raw]).inserted {
      let (chain, evidence) = (link.chain, link.evidence)
      aliases.append(
        Alias(kind: link.kind.alias, value: link.value, chain: chain, evidence: evidence)
      )
    }
    self.init(
      subject: file.subject,
      user: file.user,
      events: Timeline.events(of: file, at: instant),
      chains: file.chains.joinedByToken.stated().map { chain in
        Chain(
          id: chain.id,
          sales: chain.sales,
          phases: chain.phases,
          owner: file.otherOwner(of: chain)
        )
      },
      entitlements: file.entitlements,
      aliases: aliases,
      acts: file.acts,
      audit: audit
    )
    records = CaseRecords(file, at: instant)
    access = file.user == nil ? nil : Diagnosis.access(in: file, at: instant)
  }
}

extension SubjectHistory {
  /// The operators' notes, the newest first.
  var notes: [(act: OperatorAction, text: String)] {
    acts.compactMap { act -> (act: OperatorAction, text: String)? in
      if case .note(_, let text) = act.kind { (act, text) } else { nil }
    }.sorted { $0.act.statementSource.statedAt > $1.act.statementSource.statedAt }
  }
}

extension DiagnosisInput {
  /// The owner of a chain, if it is none of the user's names.
  fileprivate func otherOwner(of chain: ChainRecord) -> ID<User>? {
    guard let user, let owner = chain.sales.last(where: { $0.user != nil })?.user else {
      return nil
    }
    let names = Set([user.id] + aliases)
    let isShared =
      policy == .share && chain.claims.contains { $0.strength == .named && names.contains($0.user) }
    return names.contains(owner) || isShared ? nil : owner
  }
}

extension SubjectHistory {
  /// The user of each event, by event ID, if not the user in question. Events before a purchase
  /// moved are attributed to the user in question.
  var others: [String: ID<User>] {
    let owners = Dictionary(
      chains.compactMap { chain in chain.owner.map { (chain.id, $0) } }
    ) { first, _ in first }
    var others: [String: ID<User>] = [:]
    var moves: [ID<Subscription>: Date] = [:]
    for event in events where event.kind == .ownerChanged {
      if let chain = event.chain { moves[chain] = event.storeAt }
    }
    for event in events {
      switch event.kind {
      case .ownerChanged, .ownerShared, .ownerRefused: others[event.id] = event.user
      default:
        guard let chain = event.chain, let owner = owners[chain] else { continue }
        if event.storeAt >= moves[chain] ?? .distantPast { others[event.id] = owner }
      }
    }
    return others
  }

  /// The event's description, with the user if it is another one.
  static func sentence(for event: TimelineEvent, _ others: [String: ID<User>]) -> SafeText {
    let app = event.chain.flatMap { Subscription.Name($0)?.app }
    let sentence = SafeText.sentence(Wording.sentence(for: event), of: [app].compactMap(\.self))
    guard let other = others[event.id] else { return sentence }
    switch event.kind {
    case .ownerChanged, .ownerShared, .ownerRefused: return "\(sentence): \(other.raw)"
    default: return "\(other.raw): \(sentence)"
    }
  }
}

extension Link.Kind {
  fileprivate var alias: SubjectHistory.Alias.Kind {
    switch self {
    case .purchaseToken: .purchaseToken
    case .storeOrder: .storeOrder
    case .appAccount: .appAccount
    case .predecessor: .predecessor
    }
  }
}
