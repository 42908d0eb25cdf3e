package import Entitlements
import Foundation

/// The remains of an erased document: the facts it stated, without the person.
///
/// Accounting needs the sales, and every replay must derive phases, entitlements and owners again
/// without the bytes. So the facts are stored in the document's place, under its hash and key, by
/// which the same document is recognised.
package struct Tombstone: Codable, Equatable, Sendable {
  package var facts: Facts
  /// As in the filing.
  package var isOneAccount: Bool

  package init(facts: Facts, isOneAccount: Bool) {
    (self.facts, self.isOneAccount) = (facts, isOneAccount)
  }

  init(stored bytes: [UInt8]) throws {
    guard let read = try? JSONDecoder.stored().decode(StoredForm.self, from: Data(bytes)) else {
      throw RowDecodingError(column: 0)
    }
    self.init(facts: read.facts, isOneAccount: read.isOneAccount)
    guard let ends = read.paidUntil, ends.count == facts.renewalStatuses.count else { return }
    for (index, end) in ends.enumerated() { facts.renewalStatuses[index].paidUntil = end }
  }

  package func encode(to encoder: any Encoder) throws {
    try Form(facts: facts, isOneAccount: isOneAccount).encode(to: encoder)
  }

  package init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    self.init(facts: form.facts, isOneAccount: form.isOneAccount)
  }

  func renamed(_ names: [String: String], _ tokens: ErasedTokens) -> Tombstone {
    Tombstone(
      facts: facts.renamed(names).renaming(tokens: tokens.values),
      isOneAccount: isOneAccount
    )
  }

  /// Whether it states one of the old names.
  func states(any names: [String: String]) -> Bool {
    facts.links.contains { $0.kind == .appAccount && names[$0.value] != nil }
      || facts.acts.map(OperatorActionRow.init).contains { act in
        [act.user, act.other].contains { $0.map { names[$0] != nil } ?? false }
      }
  }

  func stored() throws -> Data { try JSONEncoder.stored().encode(self) }

  /// As in the file. Earlier versions kept there what the statuses state of the paid time.
  private struct StoredForm: Decodable {
    var facts: Facts
    var isOneAccount: Bool
    /// In order of the statuses.
    var paidUntil: [Date?]?

    private enum CodingKeys: String, CodingKey {
      case facts = "facts", isOneAccount = "isOneAccount", paidUntil = "paidUntil"
    }
  }

  private struct Form: Codable {
    var schemaVersion = 1
    var facts: Facts
    var isOneAccount: Bool

    private enum CodingKeys: String, CodingKey {
      case schemaVersion = "schemaVersion"
      case facts = "facts"
      case isOneAccount = "isOneAccount"
    }
  }
}

extension Facts {
  /// The facts with other names and without operators' notes.
  func renamed(_ names: [String: String]) -> Facts {
    var facts = self
    facts.links = links.map { link in
      guard link.kind == .appAccount, let name = names[link.value] else { return link }
      return Link(.appAccount, name, of: link.chain, evidence: link.evidence)
    }
    facts.acts = acts.map { act in
      var act = act
      act.kind = act.kind.renamed { names[$0.raw].map { ID($0) } ?? $0 }
      return act
    }
    return facts
  }

  /// The facts with these tokens replaced.
  func renaming(tokens: [String: String]) -> Facts {
    var facts = self
    facts.links = links.map { link in
      guard link.kind == .purchaseToken || link.kind == .predecessor,
        let value = tokens[link.value]
      else { return link }
      return Link(link.kind, value, of: link.chain, evidence: link.evidence)
    }
    return facts
  }
}

extension OperatorAction.Kind {
  fileprivate func renamed(_ name: (ID<User>) -> ID<User>) -> OperatorAction.Kind {
    switch self {
    case .grant(let user, let key, let environment, let until):
      .grant(name(user), key: key, environment, until: until)
    case .withdraw(let user, let key, let environment):
      .withdraw(name(user), key: key, environment)
    case .merge(let user, let other): .merge(into: name(user), name(other))
    case .transfer(let chain, let user): .transfer(chain, to: name(user))
    case .note(let user, _): .note(name(user), "")
    case .assign(let user, let assignee): .assign(name(user), to: assignee)
    case .account(let account, let user):
      .account(name(ID(account)).raw, of: user.map(name))
    case .consume, .policy, .accountForms: self
    }
  }
}
