import Entitlements
import Foundation
internal import GRDB

/// Finds the users, chains and orders that a query names.
struct CaseSearch {
  let db: Database
  var subject = DiagnosisInput.Subject(text: "", isFound: false)
  /// The user that the query names, or else the owner of what it names; `nil` if they are several.
  var user: Int64?
  var chains: Set<Int64> = []
  /// The ID of a user who was merged into `user`; into one of whom nothing is stored if that is `nil`.
  var former: ID<User>?
  private var orders: Set<Int64> = []
  /// The words that name a user, and the users that they may mean.
  private var named: [(words: String, people: [Person])] = []
  /// The owner of what each other identifier names.
  private var owners: [Person] = []

  init(db: Database) { self.db = db }

  mutating func find(for text: String, _ identifiers: [Identifier]) throws {
    subject.text = text
    for identifier in identifiers { try find(identifier, in: text) }
    // Suggests the correction of a mistyped order number, but never treats it as found.
    for repair in Identifier.repairs(in: text) {
      note(repair.kind.title, repair.written(in: text), isFound: false)
    }
    try find(forWhole: text.trimmingCharacters(in: .whitespacesAndNewlines))
    try decide()
    subject.isFound = user != nil || former != nil || !chains.isEmpty || !subject.people.isEmpty
    let sales = try orders.sorted().flatMap { try db.orders("WHERE sale.n = ?", [$0]) }
    subject.orders += sales.map(\.id)
    subject.chains = try chains.sorted().compactMap { try db.chainID(of: $0) }
  }

  private mutating func find(_ identifier: Identifier, in text: String) throws {
    let match = try CaseMatch(of: identifier, in: db)
    let title =
      match.isOrder
      ? Identifier.orderTitle : match.isFound ? identifier.kind.title : identifier.title(in: text)
    note(title, identifier.masked, isFound: match.isFound)
    chains.formUnion(match.chains)
    orders.formUnion(match.orders)
    let people = try match.users.map { Person(user: $0) } + person(once: match.former)
    if !people.isEmpty { named.append((identifier.written(in: text), people)) }
    if let owner = try match.presenter ?? owner(of: match.chains) {
      owners.append(Person(user: owner))
    }
  }

  private mutating func note(_ kind: String, _ text: String, isFound: Bool) {
    subject.identifiers.append(.init(kind: kind, text: text, isFound: isFound))
  }

  /// A text that is an ID or a name as a whole, or else the user IDs in it.
  private mutating func find(forWhole name: String) throws {
    if named.isEmpty, owners.isEmpty, chains.isEmpty, name.utf8.count <= 256,
      !name.utf8.contains(0)
    {
      let user =
        try db.number("SELECT n FROM user WHERE id = ?", [name])
        ?? db.number("SELECT n FROM user WHERE name = ? COLLATE NOCASE", [name])
      let people = try user.map { [Person(user: $0)] } ?? person(once: db.formerUser(name))
      guard people.isEmpty else { return named.append((name, people)) }
      // A store's purchase ID may have no recognisable format.
      chains.formUnion(try db.numbers("SELECT n FROM chain WHERE id = ?", [name]))
      if let owner = try owner(of: chains) { owners.append(Person(user: owner)) }
      if !chains.isEmpty { return }
    }
    try find(forUserIDsIn: subject.text)
  }

  /// A word that looks like an app's user ID, or that the text calls the writer's, counts only if
  /// that user exists.
  private mutating func find(forUserIDsIn text: String) throws {
    let known = Set(subject.identifiers.map { $0.text.lowercased() })
    let ids = (Identifier.userIDs(in: text) + Introductions.ownUserIDs(in: text)).unique
    for id in ids where !known.contains(id.lowercased()) {
      let user = try db.number("SELECT n FROM user WHERE id = ?", [id])
      let people = try user.map { [Person(user: $0)] } ?? person(once: db.formerUser(id))
      guard !people.isEmpty else { continue }
      note(DiagnosisInput.Subject.userIDTitle, id, isFound: true)
      named.append((id, people))
    }
  }

  /// The user who remains of one who was merged.
  private func person(once former: ID<User>?) throws -> [Person] {
    guard let former else { return [] }
    let remaining = try OwnershipContext(in: db).identities.canonical(former)
    let user = try db.number("SELECT n FROM user WHERE id = ?", [remaining.raw])
    return [Person(user: user, former: former)]
  }

  /// The owner of the first chain with an owner. Chains with sales come first: a chain known only
  /// by a token is older than its order, and does not follow a transfer.
  private func owner(of chains: Set<Int64>) throws -> Int64? {
    let sold = try chains.sorted().filter {
      try db.exists("SELECT 1 FROM \"order\" WHERE chain = ?", [$0])
    }
    for chain in sold + chains.sorted() {
      if let owner = try db.number("SELECT user FROM chain WHERE n = ?", [chain]) { return owner }
    }
    return nil
  }
}

/// Decides whom the query is about.
extension CaseSearch {
  private struct Person: Equatable {
    var user: Int64?
    var former: ID<User>?

    static func == (left: Self, right: Self) -> Bool {
      left.user == right.user && (left.user != nil || left.former == right.former)
    }
  }

  private mutating func decide() throws {
    let prefix = Identifier.userPrefix
    let chosen = named.filter { subject.text.hasPrefix(prefix + $0.words) }
    var people = Self.people(chosen.isEmpty ? named : chosen)
    if people.count > 1 {
      let writers = Self.people(
        named.filter { Introductions.namesWriter($0.words, in: subject.text) }
      )
      if writers.count == 1 { people = writers }
    }
    if people.isEmpty { people = Self.distinct(owners) }
    guard people.count == 1, let person = people.first else {
      subject.people = try people.compactMap(id)
      return
    }
    user = person.user
    let isNamed = named.contains { $0.people.contains { $0 == person && $0.former == nil } }
    former = isNamed ? nil : person.former
  }

  /// One person may have several identifiers, and several users one address.
  private static func people(_ named: [(words: String, people: [Person])]) -> [Person] {
    let shared = named.first?.people.first { person in
      named.allSatisfy { $0.people.contains(person) }
    }
    return shared.map { [$0] } ?? distinct(named.compactMap(\.people.first))
  }

  private static func distinct(_ people: [Person]) -> [Person] {
    people.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  private func id(of person: Person) throws -> ID<User>? {
    guard let user = person.user else { return person.former }
    return try db.first("SELECT id FROM user WHERE n = ?", [user]) { try $0.id(0) }
  }
}

extension Database {
  /// The ID of a user who was merged into another.
  func formerUser(_ name: String) throws -> ID<User>? {
    try first("SELECT other FROM act WHERE deed = 'merge' AND other = ?", [name]) { try $0.id(0) }
  }
}
