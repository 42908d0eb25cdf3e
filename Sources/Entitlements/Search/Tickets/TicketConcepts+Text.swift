extension TicketConcepts {
  init(in message: String) { self.init(in: TicketText(message)) }

  init(in text: TicketText) {
    let (ownTokens, quotedTokens) = (
      TicketTokenizer.split(text.own), TicketTokenizer.split(text.quoted)
    )
    let languages = MessageLanguage.candidates(of: ownTokens + quotedTokens).map(\.tickets)
    own = Self.concepts(in: ownTokens, languages)
    quoted = Self.concepts(in: quotedTokens, languages)
    // A text that only forwards a message has the meaning of that message.
    if own.isEmpty { (own, quoted) = (quoted, []) }
  }

  private static func concepts(
    in tokens: [TicketToken],
    _ languages: [TicketLanguage]
  ) -> Set<TicketConcept> {
    if tokens.isEmpty { return [] }
    let (tokens, amounts) = amounts(in: tokens)
    var found = languages.reduce(into: Set<TicketConcept>()) {
      $0.formUnion($1.concepts(in: tokens))
    }
    for concept in found { found.subtract(concept.denied) }
    if tokens.contains(where: { isRound($0) && !amounts.contains($0) }) { found.insert(.quantity) }
    if !amounts.isEmpty { found.insert(.amount) }
    if Set(amounts).count < amounts.count || repeatsNumber(tokens) { found.insert(.sameAmount) }
    if Set(amounts).count > 1 { found.insert(.otherAmount) }
    return found
  }

  /// Whether a number of three digits or more occurs twice with at most five words in between.
  private static func repeatsNumber(_ tokens: [TicketToken]) -> Bool {
    tokens.indices.contains { index in
      let token = tokens[index]
      let isLong = token.count > 2 && (0x30...0x39).contains(token[0])
      return isLong && tokens[(index + 1)...].prefix(6).contains(token)
    }
  }

  /// Whether it is a number such as 50 or 1200, and not a year. Such numbers often count coins.
  private static func isRound(_ token: TicketToken) -> Bool {
    let isYear = token.count == 4 && token.starts(with: [0x32, 0x30])
    return (2...5).contains(token.count) && token.last == 0x30 && !isYear
      && token.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// The names of currencies besides their signs.
  private static let currencies = Set(
    TicketTokenizer.split(
      """
      eur euro euros usd dollar dollars bucks gbp pound pounds quid chf franken zl pln zloty tl lira \
      liraydı lirayken liradan liraya try rub руб р рублей рубля рубль inr rs rupees rupaye रुपये रुपए brl reais real r conto jpy krw \
      ريال جنيه درهم دينار kr sek 円 元 块 원 yen won balles mxn pesos peso aed sar egp nt
      """
    )
  )

  /// The words, with names of currencies next to numbers replaced by signs, and the amounts.
  private static func amounts(
    in tokens: [TicketToken]
  ) -> (tokens: [TicketToken], amounts: [TicketToken]) {
    var tokens = tokens
    var amounts: [TicketToken] = []
    let isNumber = { (token: TicketToken) in (0x30...0x39).contains(token[0]) }
    for index in tokens.indices where isNumber(tokens[index]) {
      let near = [index - 1, index + 1].filter(tokens.indices.contains)
      let sign = near.first {
        tokens[$0] == TicketTokenizer.currency || currencies.contains(tokens[$0])
      }
      if let sign { tokens[sign] = TicketTokenizer.currency }
      if sign != nil || tokens[index].isAmount {
        amounts.append(tokens[index])
      }
    }
    return (tokens, amounts)
  }
}
