import Entitlements

extension QueryPredicates {
  /// A bare word: matches of its identifiers, or else of texts that start with it.
  func predicates(forWord text: String) -> [SearchPredicate] {
    guard !text.utf8.contains(0), text.utf8.count <= Query.longestText else {
      return [.never(.user)]
    }
    let identifiers = Identifier.all(in: text)
    let isName =
      text.utf8.count >= Self.shortestName && !text.contains(where: \.isWhitespace)
    if identifiers.isEmpty { return beginnings(text) + (isName ? named([text]) : []) }
    let isWhole = identifiers.contains { $0.range.count == text.utf8.count }
    return identifiers.flatMap(predicates) + lone(text, identifiers)
      + (isName && !isWhole ? named([text]) : [])
  }

  /// Shorter texts match too many identifiers by chance.
  private static let shortestName = 8

  /// A purchase by an identifier of unknown format: mostly UUIDs, which may be an app account at
  /// one store and a sale at another.
  private func named(_ spellings: [String]) -> [SearchPredicate] {
    let names = spellings.map(Query.TextMatch.exact)
    return [
      ChainPredicates.link(
        ["appAccount", "purchaseToken", "storeOrder", "predecessor"],
        names,
        in: .token
      ),
      SalePredicates.transaction(names), ChainPredicates.original(names),
    ]
  }

  private func beginnings(_ text: String) -> [SearchPredicate] {
    let products = product { column in
      .any([
        TextColumn(column.name, ignoringCase: true).begins(text),
        "beginsWord(\(column.name), \(text))",
      ])
    }
    // A row contains its product; its user's names need another row.
    if list == .orders || list == .subs { return [products] + UserPredicates.word(text) }
    guard list == .events else { return UserPredicates.word(text) + [products] }
    // For events, the kind counts too.
    let kind = TextColumn("+notice.kind", ignoringCase: true).begins(text)
    return UserPredicates.word(text) + [products, SearchPredicate(.notice, kind)]
  }

  /// User IDs have any format: a word that is an identifier may also be a user ID or its start.
  private func lone(_ text: String, _ identifiers: [Identifier]) -> [SearchPredicate] {
    guard let identifier = identifiers.first, identifiers.count == 1,
      Identifier(lone: text) != nil, !identifier.isSecret, identifier.kind != .document
    else { return [] }
    let column = TextColumn("user.id", ignoringCase: true)
    return [PredicateTable.user.predicate(column, [.prefix(identifier.value)], in: .user)]
  }

  private func predicates(for identifier: Identifier) -> [SearchPredicate] {
    let values = [Query.TextMatch.exact(identifier.value)]
    switch identifier.kind {
    case .googleOrder, .appleOrder, .transaction, .stripe:
      return SalePredicates.order(values) + [
        ChainPredicates.original(identifier.spellings.map(Query.TextMatch.exact)),
        ChainPredicates.link(["predecessor"], values, in: .order),
      ]
    case .purchaseToken:
      return [
        ChainPredicates.link(["purchaseToken", "predecessor"], values, in: .token),
        ChainPredicates.original(values),
      ]
    case .appAccount:
      return named(identifier.spellings)
        + identifier.spellings.map { UserPredicates.handle(.account, .exact($0), in: .acct) }
    case .email: return emails(identifier.value)
    case .document: return [DocumentPredicates.id([identifier.value])]
    case .record: return record(identifier.value)
    // The content is decoded, not searched for.
    case .receipt, .signedPayload: return [.never(.user)]
    }
  }

  /// The address or, if no user has it, addresses that start with it, which may be half typed.
  private func emails(_ address: String) -> [SearchPredicate] {
    let column = TextColumn("user.email", ignoringCase: true)
    let known = TextColumn("known.email", ignoringCase: true).equals([address])
    return [
      PredicateTable.user.predicate(column, [.exact(address)], in: .email),
      PredicateTable.user.predicate(column, [.prefix(address)], in: .email)
        .provided("NOT EXISTS (SELECT 1 FROM user AS known WHERE \(known))"),
      UserPredicates.handle(.email, .exact(address), in: .email),
    ]
  }

  /// The ledger's own ID of a sale or a chain.
  private func record(_ value: String) -> [SearchPredicate] {
    guard let name = Subscription.Name(ID(value)) else { return [.never(.user)] }
    let appScope: Fragment = """
      SELECT shop.n FROM shop WHERE shop.store = \(name.store.rawValue)
        AND shop.environment = \(name.environment.rawValue) AND shop.app = \(name.app)
      """
    let id = name.originalTransactionID
    return [
      SearchPredicate(
        .sale,
        "(+sale.transactionID = \(id) AND sale.shop IN (\(appScope)))",
        ["SELECT n FROM \"order\" WHERE transactionID = \(id) AND shop IN (\(appScope))"],
        .one,
        isExact: true
      ),
      SearchPredicate(
        .chain,
        "(+chain.id = \(id) AND chain.shop IN (\(appScope)))",
        ["SELECT n FROM chain WHERE id = \(id) AND shop IN (\(appScope))"],
        .one,
        isExact: true
      ),
    ]
  }
}
