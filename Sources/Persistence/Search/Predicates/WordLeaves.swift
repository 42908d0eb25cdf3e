import Entitlements

extension QueryLeaves {
  /// A bare word: what its identifiers name, or else what begins so.
  func leaves(forWord text: String) -> [SearchLeaf] {
    guard !text.utf8.contains(0), text.utf8.count <= Query.longestText else {
      return [.never(.user)]
    }
    let identifiers = Identifier.all(in: text)
    let isName =
      text.utf8.count >= Self.shortestName && !text.contains(where: \.isWhitespace)
    if identifiers.isEmpty { return beginnings(text) + (isName ? named([text]) : []) }
    let isWhole = identifiers.contains { $0.range.count == text.utf8.count }
    return identifiers.flatMap(leaves) + lone(text, identifiers)
      + (isName && !isWhole ? named([text]) : [])
  }

  /// What is shorter names too many things by chance.
  private static let shortestName = 8

  /// A purchase by any name that stores and apps make up in no known form: UUIDs above all, which
  /// are an app's for a user with one store and a sale's with another.
  private func named(_ spellings: [String]) -> [SearchLeaf] {
    let names = spellings.map(Query.TextMatch.exact)
    return [
      ChainLeaves.link(
        ["appAccount", "purchaseToken", "storeOrder", "predecessor"],
        names,
        in: .token
      ),
      SaleLeaves.transaction(names), ChainLeaves.original(names),
    ]
  }

  private func beginnings(_ text: String) -> [SearchLeaf] {
    let products = product { column in
      .any([
        TextColumn(column.name, ignoringCase: true).begins(text),
        "beginsWord(\(column.name), \(text))",
      ])
    }
    // A row tells its own product at once, and its user's names only with another row.
    if list == .orders || list == .subs { return [products] + UserLeaves.word(text) }
    guard list == .events else { return UserLeaves.word(text) + [products] }
    // Of an event, what it is called counts too.
    let kind = TextColumn("+notice.kind", ignoringCase: true).begins(text)
    return UserLeaves.word(text) + [products, SearchLeaf(.notice, kind)]
  }

  /// People name users as they like: a word that is an identifier may be a user's ID as well, or
  /// the beginning of it.
  private func lone(_ text: String, _ identifiers: [Identifier]) -> [SearchLeaf] {
    guard let identifier = identifiers.first, identifiers.count == 1,
      Identifier(lone: text) != nil, !identifier.isSecret, identifier.kind != .document
    else { return [] }
    let column = TextColumn("user.id", ignoringCase: true)
    return [SearchHome.user.leaf(column, [.prefix(identifier.value)], in: .user)]
  }

  private func leaves(for identifier: Identifier) -> [SearchLeaf] {
    let values = [Query.TextMatch.exact(identifier.value)]
    switch identifier.kind {
    case .googleOrder, .appleOrder, .transaction, .stripe:
      return SaleLeaves.order(values) + [
        ChainLeaves.original(identifier.spellings.map(Query.TextMatch.exact)),
        ChainLeaves.link(["predecessor"], values, in: .order),
      ]
    case .purchaseToken:
      return [
        ChainLeaves.link(["purchaseToken", "predecessor"], values, in: .token),
        ChainLeaves.original(values),
      ]
    case .appAccount: return named(identifier.spellings)
    case .email: return emails(identifier.value)
    case .document: return [DocumentLeaves.id([identifier.value])]
    case .record: return record(identifier.value)
    // What is inside is decoded, not searched for.
    case .receipt, .signedPayload: return [.never(.user)]
    }
  }

  /// The address, or where nobody has it, those that begin so: it may be half typed.
  private func emails(_ address: String) -> [SearchLeaf] {
    let column = TextColumn("user.email", ignoringCase: true)
    let known = TextColumn("known.email", ignoringCase: true).equals([address])
    return [
      SearchHome.user.leaf(column, [.exact(address)], in: .email),
      SearchHome.user.leaf(column, [.prefix(address)], in: .email)
        .provided("NOT EXISTS (SELECT 1 FROM user AS known WHERE \(known))"),
    ]
  }

  /// The ledger's own name of a sale or a chain.
  private func record(_ value: String) -> [SearchLeaf] {
    guard let name = Subscription.Name(ID(value)) else { return [.never(.user)] }
    let shop: Fragment = """
      SELECT shop.n FROM shop WHERE shop.store = \(name.store.rawValue)
        AND shop.environment = \(name.environment.rawValue) AND shop.app = \(name.app)
      """
    let id = name.originalTransactionID
    return [
      SearchLeaf(
        .sale,
        "(+sale.transactionID = \(id) AND sale.shop IN (\(shop)))",
        ["SELECT n FROM \"order\" WHERE transactionID = \(id) AND shop IN (\(shop))"],
        .one,
        isExact: true
      ),
      SearchLeaf(
        .chain,
        "(+chain.id = \(id) AND chain.shop IN (\(shop)))",
        ["SELECT n FROM chain WHERE id = \(id) AND shop IN (\(shop))"],
        .one,
        isExact: true
      ),
    ]
  }
}
