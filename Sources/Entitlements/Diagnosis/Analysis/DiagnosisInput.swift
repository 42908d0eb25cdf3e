package import Foundation

/// The facts that a ledger has about one subject; conclusions from them are for one instant.
///
/// The collections may be in any order and contain duplicates.
package struct DiagnosisInput: Sendable {
  /// The subject of the question.
  package struct Subject: Equatable, Sendable {
    /// An identifier found in the question.
    package struct Identifier: Equatable, Sendable {
      /// The kind's label: `order`, `transaction`, `email`.
      package var kind: String
      package var text: String
      /// Whether the ledger has a match for it.
      package var isFound: Bool

      package init(kind: String, text: String, isFound: Bool) {
        self.kind = kind
        self.text = text
        self.isFound = isFound
      }
    }

    package var text: String
    package var identifiers: [Identifier]
    /// Whether the ledger has anything about the subject.
    package var isFound: Bool
    /// The sales and chains that the identifiers name directly; empty if only a user was named. If
    /// not empty, the diagnosis is only about these.
    package var orders: [ID<Order>]
    package var chains: [ID<Subscription>]

    /// The users or owners that the question may be about, if they are several: it is then about
    /// none of them.
    package var people: [ID<User>] = []

    /// The label of an app's own user ID.
    package static let userIDTitle = "user ID"

    /// Whether the question names the user who asks, and not only a purchase.
    var namesUser: Bool {
      let userKinds =
        [Entitlements.Identifier.Kind.email, .appAccount].map(\.title) + [Self.userIDTitle]
      return orders.isEmpty && chains.isEmpty
        || identifiers.contains { $0.isFound && userKinds.contains($0.kind) }
    }

    package init(
      text: String,
      identifiers: [Identifier] = [],
      isFound: Bool,
      orders: [ID<Order>] = [],
      chains: [ID<Subscription>] = []
    ) {
      self.text = text
      self.identifiers = identifiers
      self.isFound = isFound
      self.orders = orders
      self.chains = chains
    }
  }

  package var subject: Subject
  /// The user in question; `nil` if the owner of what was found is unknown.
  package var user: User?
  /// The ID that the question names, if it is of a user who was merged into `user`.
  package var formerID: ID<User>?
  /// Users that were merged into this one.
  package var aliases: [ID<User>] = []
  /// The user's chains, and those found that belong to others or to no user, each once.
  package var chains: [ChainRecord] = []
  package var acts: [OperatorAction] = []
  /// Who keeps what two users claim.
  package var policy = OwnershipPolicy.transfer
  /// The entitlements of `user`, including past ones.
  package var entitlements: [Entitlement] = []
  package var inventory: [InventoryItem] = []
  /// The documents of the user and of the chains, including rejected ones.
  package var documents: [DocumentRow] = []
  /// `nil` if the ledger has no catalog.
  package var catalog: CatalogIndex?
  /// Other users whose purchases came from the same store accounts.
  package var otherUsers: [ID<User>] = []
  /// When the ledger received its newest document of each store, about any user.
  package var lastReceived: [Store: Date] = [:]
  /// When the ledger first received each sale, if known: a sale's own statement source is the best
  /// one, often not the first.
  package var firstReceived: [ID<Order>: Date] = [:]
  /// The developer's own apps, by the stores' names for them; `nil` if unknown.
  package var ownApps: Set<String>?

  package init(subject: Subject) { self.subject = subject }
}

extension DiagnosisInput {
  /// Whether the question is an identifier, or the ID of the user or a purchase, and nothing besides:
  /// it has no language, and no words that say what it is about.
  package var asksByName: Bool {
    let text = subject.text
    return user?.id.raw == text || formerID?.raw == text
      || subject.chains.contains { $0.raw == text }
      || subject.identifiers.contains { $0.isFound && $0.text == text }
      || Entitlements.Identifier(lone: text) != nil
  }

  /// The days after its end for which a product's name most likely still means a purchase.
  static let maxDaysAfterEnd: Double = 60

  /// Narrows the question to the user's purchase that fits the amounts and days in its text, or
  /// else to the products that it names. Changes nothing if several fit, or identifiers name
  /// purchases.
  package mutating func focusByClues(at instant: Date) {
    guard let user, subject.orders.isEmpty, subject.chains.isEmpty,
      subject.identifiers.allSatisfy(\.isFound)
    else { return }
    let all = chains.flatMap(\.sales).filter { $0.user == user.id && $0.purchasedAt <= instant }
    // A test purchase is meant only if there is no real one.
    let real = all.filter { $0.environment == .production }
    let known = real.isEmpty ? all : real
    let clauses = MessageClauses(subject.text)
    if let charge = chargeNotOnFile(at: instant) { subject.identifiers.append(charge) }
    let excepted = excepted(by: clauses, among: known, at: instant)
    let sales = known.filter { !excepted.contains($0.id) }
    guard sales.count > 1 else { return }
    if let stated = chargesOnSeveralDays(among: sales, at: instant) {
      if let day = stated.unknownDay {
        let charge = Subject.Identifier.charge("of \(Wording.day(day))")
        if !subject.identifiers.contains(charge) { subject.identifiers.append(charge) }
      } else if !stated.sales.isEmpty {
        subject.orders = stated.sales.map(\.id)
        subject.chains = Set(stated.sales.map(\.chain)).sorted()
      }
      return
    }
    let text = (clauses.meant + clauses.fine).joined(separator: "\n")
    let clues = MessageClues(in: text)
    let days = clues.days.compactMap { $0.range(before: instant) }
    let paid = sales.filter { sale in clues.amounts.contains { $0.fits(sale.terms?.price) } }
    let onDays = sales.filter { sale in days.contains { $0.contains(sale.purchasedAt) } }
    let near = self.sales(nearDaysIn: clauses.meant, among: sales, at: instant)
    // A bill may show the day after.
    let dated = onDays.isEmpty && near.count == 1 ? near : onDays
    let both = paid.filter { sale in dated.contains { $0.id == sale.id } }
    // One or two sales on the days alone are charges; more may be other events.
    let isByDays = clues.amounts.isEmpty && (1...2).contains(dated.count)
    let meant = !both.isEmpty ? both : isByDays ? dated : paid
    let named = Set(meant.map(\.chain))
    if !both.isEmpty && both.count == 1 || isByDays {
      subject.orders = meant.map(\.id)
      subject.chains = named.sorted()
    } else if let chain = named.first {
      guard named.count == 1 else { return }
      subject.chains = [chain]
    } else if Set(sales.map(\.chain)).count > 1,
      let chain = chainNamed(in: text, of: sales, at: instant)
    {
      subject.chains = [chain]
    }
  }

  /// The only chain whose product a text names by keywords that not all of them share.
  private func chainNamed(in text: String, of sales: [Order], at instant: Date) -> ID<Subscription>?
  {
    let newest = Dictionary(grouping: sales, by: \.chain).values.compactMap { sales in
      sales.max { $0.precedes($1) }
    }
    let mentioned = Self.words(of: text)
    let named = zip(newest, distinctNames(of: newest)).filter { !$1.isDisjoint(with: mentioned) }
    guard let sale = named.first?.0, named.count == 1,
      sale.accessUntil.map({ $0.adding(days: Self.maxDaysAfterEnd) > instant }) ?? true
    else { return nil }
    return sale.chain
  }

  /// The words of each sale's title that not all of them share.
  func distinctNames(of sales: [Order]) -> [Set<String>] {
    let names = sales.map { sale in
      let item = catalog?.item(for: Catalog.Product(sale.store, sale.productID))
      return Self.words(of: item?.title ?? sale.productID)
    }
    let shared = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
    return names.map { $0.subtracting(shared) }
  }

  /// The words in a text that may be a product's name.
  static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return Set(words.lazy.filter { $0.count > 2 }.map(String.init))
  }
}

extension MessageClues.Amount {
  func fits(_ price: Money?) -> Bool {
    guard let price, price.nanos == nanos else { return false }
    return currency == nil || currency == price.currency
  }
}
