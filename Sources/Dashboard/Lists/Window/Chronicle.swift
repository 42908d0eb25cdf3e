package import Entitlements
package import Foundation

/// Everything that happened around one subject, and who had a hand in it.
package struct Chronicle: Equatable, Sendable {
  /// A chain with what a picture of it needs.
  package struct Chain: Equatable, Sendable {
    package var id: ID<Subscription>
    package var sales: [Order]
    package var phases: [Phase]
    /// Who has it, where that is another user than the one asked about.
    package var owner: ID<User>?

    package init(
      id: ID<Subscription>,
      sales: [Order],
      phases: [Phase],
      owner: ID<User>? = nil
    ) {
      self.id = id
      self.sales = sales
      self.phases = phases
      self.owner = owner
    }
  }

  /// Another name of the user, or of what the user bought.
  package struct Alias: Equatable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
      case mergedUser, sharedAccount, appAccount, storeOrder, purchaseToken, predecessor
    }

    package var kind: Kind
    package var value: String
    package var chain: ID<Subscription>?
    package var evidence: ID<Document>?

    package init(
      _ kind: Kind,
      _ value: String,
      chain: ID<Subscription>? = nil,
      evidence: ID<Document>? = nil
    ) {
      self.kind = kind
      self.value = value
      self.chain = chain
      self.evidence = evidence
    }
  }

  /// What was asked about, and whether the ledger holds anything of it.
  package var subject: CaseFile.Subject
  package var user: User?
  package var events: [TimelineEvent]
  package var chains: [Chain]
  package var entitlements: [Entitlement]
  package var aliases: [Alias]
  package var acts: [Act]
  /// The entries of the audit log about the acts.
  package var audit: [AuditRow]
  package var records = CaseRecords()
  /// How the user's access stands; `nil` where nobody in particular was asked about.
  package var access: Diagnosis.Verdict?

  package init(
    subject: CaseFile.Subject,
    user: User? = nil,
    events: [TimelineEvent] = [],
    chains: [Chain] = [],
    entitlements: [Entitlement] = [],
    aliases: [Alias] = [],
    acts: [Act] = [],
    audit: [AuditRow] = []
  ) {
    self.subject = subject
    self.user = user
    self.events = events
    self.chains = chains
    self.entitlements = entitlements
    self.aliases = aliases
    self.acts = acts
    self.audit = audit
  }

  /// Of a case file, as of `instant`.
  package init(_ file: CaseFile, audit: [AuditRow], at instant: Date) {
    let chains = file.chains.told()
    var aliases = file.aliases.map { Alias(.mergedUser, $0.raw) }
    aliases += file.otherUsers.map { Alias(.sharedAccount, $0.raw) }
    // Every document tells the names again.
    var told: Set<[String]> = []
    for link in chains.flatMap(\.links)
    where told.insert([link.kind.rawValue, link.value, link.chain.raw]).inserted {
      let alias = Alias(link.kind.alias, link.value, chain: link.chain, evidence: link.evidence)
      aliases.append(alias)
    }
    self.init(
      subject: file.subject,
      user: file.user,
      events: Timeline.events(of: file, at: instant),
      chains: chains.map { chain in
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

extension CaseFile {
  /// Who has a chain, where that is none of the user's names.
  fileprivate func otherOwner(of chain: ChainRecord) -> ID<User>? {
    guard let user, let owner = chain.sales.last(where: { $0.user != nil })?.user else {
      return nil
    }
    let names = Set([user.id] + aliases)
    let isShared =
      policy == .share
      && chain.claims.contains { $0.strength == .named && names.contains($0.user) }
    return names.contains(owner) || isShared ? nil : owner
  }
}

extension Chronicle {
  /// Whose doing each event was, by its ID, where it was not the user's who was asked about. Before a
  /// purchase moved it was nobody else's, as far as is known here.
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

  /// What happened, and whose doing it was where that was somebody else.
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
  fileprivate var alias: Chronicle.Alias.Kind {
    switch self {
    case .purchaseToken: .purchaseToken
    case .storeOrder: .storeOrder
    case .appAccount: .appAccount
    case .predecessor: .predecessor
    }
  }
}
