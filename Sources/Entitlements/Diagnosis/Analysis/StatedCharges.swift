import Foundation

/// Sales that a message excepts from its question.
extension DiagnosisInput {
  /// The sales that a clause excepts by a day or amount, or by what they are, and that no other
  /// clause names as exactly; none if that is all of them.
  func excepted(
    by clauses: MessageClauses,
    among sales: [Order],
    at instant: Date
  ) -> Set<ID<Order>> {
    if clauses.denied.isEmpty, clauses.fine.isEmpty { return [] }
    let meant = named(in: clauses.meant, sales, at: instant)
    var excepting = clauses.denied
    // "The subscription is fine, but I want a refund" may be about the subscription.
    if !meant.exactly.isEmpty || !meant.kinds.isEmpty { excepting += clauses.fine }
    let denied = named(in: excepting, sales, at: instant)
    let excepted = denied.exactly.subtracting(meant.exactly)
      .union(denied.kinds.subtracting(meant.kinds).subtracting(meant.exactly))
    return excepted.count < sales.count ? excepted : []
  }

  /// The sales that clauses name: exactly, by a day or an amount; or by a word of the product's
  /// title, or as a consumable or a subscription.
  private func named(
    in clauses: [String],
    _ sales: [Order],
    at instant: Date
  ) -> (exactly: Set<ID<Order>>, kinds: Set<ID<Order>>) {
    let text = clauses.joined(separator: "\n")
    let clues = MessageClues(in: text)
    let days = clues.days.compactMap { $0.range(before: instant) }
    let exactly = sales.filter { sale in
      days.contains { $0.contains(sale.purchasedAt) }
        || clues.amounts.contains { $0.fits(sale.terms?.price) }
    }
    let words = Self.words(of: text)
    let namesCoins = TicketConcepts(in: text).own.contains(.coins)
    let namesSubscription = MessageClauses.namesSubscription(text)
    let kinds = zip(sales, distinctNames(of: sales)).filter { sale, name in
      let isNamed = !name.filter { !$0.allSatisfy(\.isNumber) }.isDisjoint(with: words)
      return isNamed || namesCoins && kind(of: sale) == .consumable
        || namesSubscription && Self.subscriptionKinds.contains(kind(of: sale))
    }
    return (Set(exactly.map(\.id)), Set(kinds.map(\.0.id)))
  }

  private static let subscriptionKinds: Set<ProductKind> = [.autoRenewable, .nonRenewing]

  /// The product kind that the store states, or else that of the catalog.
  private func kind(of order: Order) -> ProductKind {
    guard order.kind == .unknown else { return order.kind }
    return catalog?.item(for: Catalog.Product(order.store, order.productID))?.kind ?? .unknown
  }
}

/// Charges that a message states and the ledger lacks.
extension DiagnosisInput {
  /// The first day or amount of a charge that the text states and that fits nothing on file; `nil`
  /// also if it cannot be judged.
  func chargeNotOnFile(at instant: Date) -> Subject.Identifier? {
    let sales = chains.flatMap(\.sales)
    guard !sales.isEmpty else { return nil }
    let clauses = MessageClauses(TicketText(subject.text).own).meant.filter(Self.statesCharge)
    let text = clauses.joined(separator: "\n")
    let amounts = MessageClues(in: text).amounts
    let paid = sales.filter { sale in amounts.contains { $0.fits(sale.terms?.price) } }
    // The right amount of a purchase with one charge says which is meant, whatever the day.
    let isOneCharge = paid.contains { sale in sales.filter { $0.chain == sale.chain }.count == 1 }
    let unknownDay = isOneCharge ? nil : dayNotOnFile(in: clauses, at: instant)
    if let unknownDay { return .charge("of \(Wording.day(unknownDay))") }
    return !paid.isEmpty ? nil : amountNotOnFile(in: clauses).map { .charge("of \($0)") }
  }

  /// Whether a clause is about a charge and about nothing besides that has its own day or amount.
  private static func statesCharge(_ clause: String) -> Bool {
    let concepts = TicketConcepts(in: clause).own
    return !concepts.isDisjoint(with: [.bought, .charge, .refund, .twice])
      && mayDateCharge(clause, concepts)
  }

  private static func mayDateCharge(_ clause: String, _ concepts: Set<TicketConcept>) -> Bool {
    concepts.isDisjoint(with: [
      .cancel, .forgot, .trial, .offer, .change, .hold, .pending, .noRefund,
      .notCancelled, .notCharged, .inquiry, .invoice,
    ]) && otherwiseDated.isDisjoint(with: MessageClauses.words(of: clause))
  }

  /// The words with which a day is not that of a charge, or an amount not the whole charge.
  private static let otherwiseDated: Set<String> = Set(
    """
    since until till before after wrote written write writing mail mailed emailed asked told called \
    contacted requested ticket will going next renews ends expires difference instead rather more \
    less than only seit bis vor nach ab geschrieben schrieb angerufen wird statt mehr weniger \
    differenz erstattet depuis jusqu avant après écrit lieu moins remboursé \
    desde hasta antes después escribí vez más menos da fino prima dopo scritto invece até depois \
    escrevi sinds tot voor na geschreven od do przed po с до после
    """
    .split(separator: " ").map(String.init)
  )
}

// MARK: Several charges

extension DiagnosisInput {
  /// A day of a charge: itself in UTC, in any time zone, and as a bank may show it. Each may be two
  /// days, because `3/11` is both 3 November and 11 March.
  private struct ChargeDay {
    var utc: [Range<Date>] = []
    var zoned: [Range<Date>] = []
    var near: [Range<Date>] = []
  }

  /// The sales of a message about two or more charges that states a day for each, and the first day
  /// on which none was made; `nil` if it does not.
  func chargesOnSeveralDays(
    among sales: [Order],
    at instant: Date
  ) -> (sales: [Order], unknownDay: Date?)? {
    let own = TicketText(subject.text).own
    let clauses = MessageClauses(own).meant
    let days = Self.daysOfCharges(in: clauses, at: instant)
    guard days.count > 1, TicketConcepts(in: own).own.contains(.twice) else { return nil }
    let amounts = MessageClues(in: clauses.joined(separator: "\n")).amounts
    // Of two sales on a day, the one of a stated amount is meant.
    let isPaid = { (sale: Order) in amounts.contains { $0.fits(sale.terms?.price) } }
    let ordered = sales.sorted { $0.precedes($1) }
    let candidates = ordered.filter(isPaid) + ordered.filter { !isPaid($0) }
    var found: [Int: Order] = [:]
    let ranges: [KeyPath<ChargeDay, [Range<Date>]>] = [\.utc, \.zoned, \.near]
    for ranges in ranges {
      for (index, day) in days.enumerated() where found[index] == nil {
        found[index] = candidates.first { sale in
          day[keyPath: ranges].contains { $0.contains(sale.purchasedAt) }
            && !found.values.contains { $0.id == sale.id }
        }
      }
    }
    let unknown = days.indices.first { found[$0] == nil && !isReported(on: days[$0].utc) }
    let isComplete = chains.allSatisfy { $0.store == .apple || $0.store == .google }
    return (
      days.indices.compactMap { found[$0] },
      isComplete ? unknown.flatMap { days[$0].utc.first?.lowerBound } : nil
    )
  }

  /// Whether anything was reported then that may be about a charge.
  private func isReported(on days: [Range<Date>]) -> Bool {
    chains.contains { chain in
      let dates = chain.notices.map(\.statedAt) + chain.sales.compactMap(\.cancelledAt)
      return dates.contains { date in days.contains { $0.contains(date) } }
    }
  }

  /// The maximum number of words besides the days in a clause that only continues a list of them:
  /// "charged twice: on 4 November, and on 5 November".
  private static let maxOtherWords = 4

  /// The days of the charges that the clauses state, each once.
  private static func daysOfCharges(in clauses: [String], at instant: Date) -> [ChargeDay] {
    var days: [ChargeDay] = []
    var isOfCharge = false
    for clause in clauses {
      let continues =
        isOfCharge && otherWords(in: clause) <= maxOtherWords
        && mayDateCharge(clause, TicketConcepts(in: clause).own)
      isOfCharge = continues || statesCharge(clause)
      if isOfCharge { days += chargeDays(in: clause, at: instant) }
    }
    var seen: Set<[Range<Date>]> = []
    return days.filter { seen.insert($0.utc).inserted }
  }

  /// The number of words that are neither numbers, nor months, nor units of a number.
  private static func otherWords(in clause: String) -> Int {
    let words = MessageClauses.words(of: clause)
    let others = words.indices.filter { index in
      let isUnit = index > 0 && words[index - 1].last?.isNumber == true
      return !isUnit && !words[index].contains(where: \.isNumber)
        && MessageClues.Day.monthNames[words[index]] == nil
    }
    return others.count
  }

  private static func chargeDays(in clause: String, at instant: Date) -> [ChargeDay] {
    let stated = MessageClues(in: clause).days.filter { $0.isWritten(in: clause) }
    var days: [(day: MessageClues.Day, charge: ChargeDay)] = []
    for day in stated {
      guard let zoned = day.range(before: instant) else { continue }
      let start = zoned.lowerBound.addingTimeInterval(14 * 3_600)
      let utc = start..<start.adding(days: 1)
      let near =
        zoned.lowerBound.adding(days: -daysAfter)..<zoned.upperBound.adding(days: daysBefore)
      let other = days.firstIndex {
        $0.day.year == day.year && $0.day.month == day.day && $0.day.day == day.month
      }
      let index = other ?? days.endIndex
      if other == nil { days.append((day, ChargeDay())) }
      days[index].charge.utc.append(utc)
      days[index].charge.zoned.append(zoned)
      days[index].charge.near.append(near)
    }
    return days.map(\.charge)
  }
}

// MARK: Days and amounts

extension DiagnosisInput {
  /// Days between a charge and its entry on a bank statement, and before it by the time zone.
  private static let (daysBefore, daysAfter) = (1.0, 3.0)

  /// The first stated day near which no charge was made and nothing was reported.
  private func dayNotOnFile(in clauses: [String], at instant: Date) -> Date? {
    let known = chains.flatMap { chain in
      // What happened on a day may be the very charge whose day was only estimated.
      let isEstimated = chain.sales.contains(where: \.isDateEstimated)
      return chain.sales.flatMap { sale in
        [sale.purchasedAt, isEstimated ? nil : sale.expiresAt, sale.cancelledAt].compactMap(\.self)
      } + chain.notices.filter { !isEstimated || $0.kind.isOfRefund }.map(\.statedAt)
    }
    // Microsoft and Amazon do not report each charge of a subscription.
    guard chains.allSatisfy({ $0.store == .apple || $0.store == .google }) else { return nil }
    let unknown = statedDays(in: clauses, at: instant).first { stated in
      !stated.ranges.contains { range in known.contains(where: range.contains) }
    }
    return unknown?.day
  }

  /// The sales near the days of charges that the text states, for a question that fits no day.
  func sales(nearDaysIn clauses: [String], among sales: [Order], at instant: Date) -> [Order] {
    let days = statedDays(in: clauses.filter(Self.statesCharge), at: instant)
    return sales.filter { sale in
      days.contains { $0.ranges.contains { $0.contains(sale.purchasedAt) } }
    }
  }

  /// The first day that each clause states, and the times near all days that it may mean.
  private func statedDays(
    in clauses: [String],
    at instant: Date
  ) -> [(day: Date, ranges: [Range<Date>])] {
    clauses.compactMap { clause -> (day: Date, ranges: [Range<Date>])? in
      let days = MessageClues(in: clause).days.filter { $0.isWritten(in: clause) }
      let ranges = days.compactMap { day -> Range<Date>? in
        guard let range = day.range(before: instant) else { return nil }
        // Without a year it may be a day to come.
        let isRecent = instant < range.lowerBound.adding(days: 300)
        return day.year != nil || isRecent ? range : nil
      }
      guard ranges.count == days.count, let first = ranges.first else { return nil }
      let near = ranges.map { range in
        range.lowerBound.adding(
          days: -Self.daysAfter
        )..<range.upperBound.adding(
          days: Self.daysBefore
        )
      }
      return (first.lowerBound.addingTimeInterval(14 * 3_600), near)
    }
  }

  /// Billionths of a unit: no message states more, and a sum of two does not overflow.
  private static let maxPrice: Int64 = 1_000_000_000_000_000_000

  /// The first stated amount that is no price on file, nor one with tax added, nor a sum of them.
  /// An unknown price, or one in another currency, may be any amount.
  private func amountNotOnFile(in clauses: [String]) -> String? {
    let sales = chains.flatMap(\.sales)
    let prices = Set(sales.compactMap { $0.terms?.price })
      .filter { (1..<Self.maxPrice).contains($0.nanos) }
    let amounts = clauses.flatMap { clause in
      MessageClues(in: clause).amounts.filter { $0.isWritten(in: clause) }
    }
    // A charge without a price most likely cost about as much as another one of the purchase.
    let isPriced = sales.allSatisfy { sale in
      sales.contains {
        $0.chain == sale.chain && $0.productID == sale.productID && $0.terms?.price != nil
      }
    }
    guard isPriced, let first = amounts.first,
      amounts.allSatisfy({ amount in
        prices.allSatisfy { amount.currency ?? $0.currency == $0.currency }
          && !prices.contains { amount.mayBe($0.nanos) }
          && !prices.contains { one in prices.contains { one.nanos + $0.nanos == amount.nanos } }
      })
    else { return nil }
    let (whole, part) = (first.nanos / 1_000_000_000, first.nanos / 10_000_000 % 100)
    let code = first.currency.map { " \($0.code)" } ?? ""
    return "\(whole).\(part < 10 ? "0" : "")\(part)\(code)"
  }
}

extension DiagnosisInput.Subject.Identifier {
  /// The kind of a charge that the question states by its day or amount.
  static let chargeTitle = "charge"

  static func charge(_ text: String) -> Self {
    Self(kind: chargeTitle, text: text, isFound: false)
  }
}

extension MessageClues.Amount {
  /// The most that taxes add to a price.
  private static let maxTax: Int64 = 30

  /// Whether it may be a price, with taxes or several times.
  fileprivate func mayBe(_ price: Int64) -> Bool {
    guard price > 0 else { return false }
    return (price...price + price / 100 * Self.maxTax).contains(nanos)
      || nanos.isMultiple(of: price) && nanos / price <= 12
  }

  /// Whether it is an amount, and not a time of day such as `10.45`.
  fileprivate func isWritten(in clause: String) -> Bool {
    let isTime = nanos < 24_000_000_000 && nanos / 10_000_000 % 100 < 60
    return nanos > 0 && (currency != nil || !isTime || clause.contains(where: \.isCurrencySymbol))
  }
}

extension MessageClues.Day {
  /// Whether a clause states it beyond doubt, by its year or the whole name of its month.
  fileprivate func isWritten(in clause: String) -> Bool {
    let words = MessageClauses.words(of: clause)
    if let year { return words.contains(String(year)) }
    return words.contains { word in
      Self.monthNames[word] == month || word.contains("月") || word.contains("월")
    }
  }

  static let monthNames: [String: Int] = {
    let years = """
      january february march april may june july august september october november december
      jan feb mar apr may jun jul aug sept oct nov dec
      januar februar märz april mai juni juli august september oktober november dezember
      janvier février mars avril mai juin juillet août septembre octobre novembre décembre
      enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
      gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
      janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
      januari februari maart april mei juni juli augustus september oktober november december
      stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października \
      listopada grudnia
      ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
      января февраля марта апреля мая июня июля августа сентября октября ноября декабря
      """
    var names: [String: Int] = [:]
    for year in years.split(separator: "\n") {
      for (index, name) in year.split(separator: " ").enumerated() {
        names[String(name)] = index + 1
      }
    }
    return names
  }()
}
