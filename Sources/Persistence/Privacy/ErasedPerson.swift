import Entitlements
import Foundation
internal import GRDB

/// An erased person's data and what takes its place, to replace it where entries are kept. It is
/// stored only until that is done.
struct ErasedPerson: Codable, Equatable, Sendable {
  /// The new name for each of the person's names.
  var names: [String: String]
  /// The replacement of each purchase token.
  var tokens: [String: String]
  /// What is left of each document, by its ID.
  var tombstones: [String: Tombstone]

  func newName(of user: ID<User>) -> ID<User> { names[user.raw].map { ID($0) } ?? user }

  func claims(_ claims: [PurchaseClaim]) -> [PurchaseClaim] {
    claims.map { claim in
      var claim = claim
      claim.user = newName(of: claim.user)
      return claim
    }
  }

  /// A filing makes the same rows as before; those that an erasure empties are empty from the
  /// beginning.
  func filing(_ filing: Filing) -> Filing {
    let claimant = filing.claim?.user
    var filing = filing
    filing.claims = claims(filing.claims)
    filing.initialClaims = claims(filing.initialClaims)
    switch filing.attribution {
    case .user(let user): filing.attribution = .user(newName(of: user))
    case .owner(let user): filing.attribution = .owner(orElse: newName(of: user))
    case .nobody: break
    }
    filing.document.user = filing.document.user.map(newName)
    guard let tombstone = tombstones[filing.document.id.raw] ?? refusal(of: filing) else {
      return filing
    }
    // What was erased for another person already lacks more than this tombstone.
    let isErased = !filing.document.bytes.isEmpty && filing.document.bytes.allSatisfy { $0 == 0 }
    filing.facts = isErased ? facts(filing.facts) : tombstone.facts
    filing.isOneAccount = tombstone.isOneAccount
    filing.document.context = nil
    // As in the ledger: another user's document keeps that user's name and address.
    if filing.document.verdict != .genuine || claimant.map({ names[$0.raw] != nil }) ?? true {
      (filing.userName, filing.userEmail) = (nil, nil)
    }
    // As long as it was: the length is no secret, and ledgers know it.
    filing.document.bytes = [UInt8](repeating: 0, count: filing.document.bytes.count)
    filing.document.common = []
    return filing
  }

  func facts(_ facts: Facts) -> Facts { facts.renamed(names).renaming(tokens: tokens) }

  /// What is left of actions about the person that were refused: no ledger has them.
  private func refusal(of filing: Filing) -> Tombstone? {
    let actions = Tombstone(facts: filing.facts, isOneAccount: filing.isOneAccount)
    guard !filing.facts.acts.isEmpty, actions.states(any: names) else { return nil }
    return Tombstone(facts: facts(filing.facts), isOneAccount: filing.isOneAccount)
  }

  func job(_ draft: JobDraft) -> JobDraft {
    var draft = draft
    draft.task = task(draft.task)
    return draft
  }

  /// The task with other names, and without an operator's reason if it is about the person.
  private func task(_ task: String) -> String {
    guard let tree = try? JSONSerialization.jsonObject(with: Data(task.utf8)) else { return task }
    let lowercased = Dictionary(names.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
    let chains = Set(tombstones.values.flatMap { $0.facts.orders.map(\.chain.raw) })
    var isAboutPerson = false
    func renamed(_ value: Any) -> Any {
      if let text = value as? String {
        if chains.contains(text) { isAboutPerson = true }
        guard let name = lowercased[text.lowercased()] else { return text }
        isAboutPerson = true
        return name
      }
      if let items = value as? [Any] { return items.map(renamed) }
      if let members = value as? [String: Any] { return members.mapValues(renamed) }
      return value
    }
    func unexplained(_ value: Any) -> Any {
      guard let members = value as? [String: Any] else { return value }
      return Dictionary(
        uniqueKeysWithValues: members.map { ($0, $0 == "reason" ? "" : unexplained($1)) }
      )
    }
    let new = renamed(tree)
    guard isAboutPerson,
      let bytes = try? JSONSerialization.data(
        withJSONObject: unexplained(new),
        options: [.sortedKeys, .withoutEscapingSlashes]
      )
    else { return task }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// Entries of a log, without a person who was erased later. They do to a ledger what they did before,
// apart from what the erasure takes away.

extension LedgerChange {
  func erasing(_ person: ErasedPerson) -> Self {
    var change = self
    change.filings = filings.map(person.filing)
    return change
  }
}

extension FilingBatch {
  func erasing(_ person: ErasedPerson) -> FilingBatch {
    var batch = self
    batch.filings = filings.map(person.filing)
    batch.claims = person.claims(claims)
    batch.jobs = jobs.mapValues { $0.map(person.job) }
    batch.furtherJobs = furtherJobs.map(person.job)
    return batch
  }
}

extension JobAddition {
  func erasing(_ person: ErasedPerson) -> JobAddition {
    JobAddition(drafts: drafts.map(person.job), further: further.erasing(person))
  }
}

extension JobUpdate {
  func erasing(_ person: ErasedPerson) -> JobUpdate {
    var update = self
    update.further = further.erasing(person)
    return update
  }
}

extension JobEnd {
  func erasing(_ person: ErasedPerson) -> JobEnd {
    var end = self
    end.batch = batch.erasing(person)
    return end
  }
}

extension Redemption {
  func erasing(_ person: ErasedPerson) -> Redemption {
    var redemption = self
    redemption.user = person.newName(of: user)
    redemption.items = items.map { item in
      ClaimedSale(item.sale, person.claims([item.claim])[0])
    }
    return redemption
  }
}

extension LoginDraft {
  func erasing(_ person: ErasedPerson) -> LoginDraft {
    guard let name = person.names[user.raw] else { return self }
    var draft = self
    (draft.name, draft.user) = (name, ID(name))
    return draft
  }
}

extension PersonErasure {
  /// This entry, which is before the person's erasure. If it was an attempt to erase the person that
  /// had no effect because a document had arrived before it, it has none where the log is applied anew,
  /// either. Another person's erasure leaves the same documents as before.
  func precedingErasure(of person: ErasedPerson) -> PersonErasure {
    guard names == nil, person.names[user.raw] != nil else {
      var other = self
      other.tombstones = tombstones.mapValues { stone in
        Tombstone(facts: person.facts(stone.facts), isOneAccount: stone.isOneAccount)
      }
      return other
    }
    var attempt = erasing(person)
    attempt.tombstones = [:]
    return attempt
  }

  func erasing(_ person: ErasedPerson) -> PersonErasure {
    guard let name = person.names[user.raw] else { return self }
    var erasure = self
    erasure.user = ID(name)
    erasure.tombstones = person.tombstones
    erasure.names = Dictionary(person.names.values.map { ($0, $0) }) { first, _ in first }
    return erasure
  }
}
