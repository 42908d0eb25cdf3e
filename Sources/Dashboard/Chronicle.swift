package import Entitlements
package import Foundation

/// Everything that happened around one subject, and who had a hand in it.
package struct Chronicle: Equatable, Sendable {
  /// A chain with what a picture of it needs.
  package struct Chain: Equatable, Sendable {
    package var id: ID<Subscription>
    package var sales: [Order]
    package var phases: [Phase]

    package init(id: ID<Subscription>, sales: [Order], phases: [Phase]) {
      self.id = id
      self.sales = sales
      self.phases = phases
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
      chains: chains.map { Chain(id: $0.id, sales: $0.sales, phases: $0.phases) },
      entitlements: file.entitlements,
      aliases: aliases,
      acts: file.acts,
      audit: audit
    )
    records = CaseRecords(file, at: instant)
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
