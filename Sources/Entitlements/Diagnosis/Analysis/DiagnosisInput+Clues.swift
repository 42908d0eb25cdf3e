package import Foundation

extension DiagnosisInput {
  /// The days after its end for which a product's name most likely still means a purchase.
  private static let maxDaysAfterEnd: Double = 60

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
    let sales = real.isEmpty ? all : real
    guard sales.count > 1 else { return }
    let clues = MessageClues(in: subject.text)
    let days = clues.days.compactMap { $0.range(before: instant) }
    let paid = sales.filter { sale in clues.amounts.contains { $0.fits(sale.terms?.price) } }
    let dated = sales.filter { sale in days.contains { $0.contains(sale.purchasedAt) } }
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
      let chain = chainNamed(in: subject.text, of: sales, at: instant)
    {
      subject.chains = [chain]
    }
  }

  /// The only chain whose product a text names by keywords that not all of them share.
  private func chainNamed(in text: String, of sales: [Order], at instant: Date) -> ID<Subscription>?
  {
    let newest = Dictionary(grouping: sales, by: \.chain).values.compactMap { sales in
      sales.max { ($0.purchasedAt, $0.id) < ($1.purchasedAt, $1.id) }
    }
    let names = newest.map { sale in
      let item = catalog?.item(for: Catalog.Product(sale.store, sale.productID))
      return Self.words(of: item?.title ?? sale.productID)
    }
    let shared = names.dropFirst().reduce(names.first ?? []) { $0.intersection($1) }
    let mentioned = Self.words(of: text)
    let named = zip(newest, names).filter { !$1.subtracting(shared).isDisjoint(with: mentioned) }
    guard let sale = named.first?.0, named.count == 1,
      sale.accessUntil.map({ $0.adding(days: Self.maxDaysAfterEnd) > instant }) ?? true
    else { return nil }
    return sale.chain
  }

  /// The words in a text that may be a product's name.
  static func words(of text: String) -> Set<String> {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return Set(words.lazy.filter { $0.count > 2 }.map(String.init))
  }
}

extension MessageClues.Amount {
  fileprivate func fits(_ price: Money?) -> Bool {
    guard let price, price.nanos == nanos else { return false }
    return currency == nil || currency == price.currency
  }
}
