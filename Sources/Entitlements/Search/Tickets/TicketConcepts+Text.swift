extension TicketConcepts {
  init(in letter: String) { self.init(in: TicketText(letter)) }

  init(in text: TicketText) {
    let (ownTokens, quotedTokens) = (
      TicketTokenizer.split(text.own), TicketTokenizer.split(text.quoted)
    )
    let languages = MessageLanguage.candidates(of: ownTokens + quotedTokens).map(\.tickets)
    own = Self.concepts(in: ownTokens, languages)
    quoted = Self.concepts(in: quotedTokens, languages)
    // Somebody who only forwards a letter means what it says.
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

  /// Whether a number of three digits or more stands there twice with at most five words between.
  private static func repeatsNumber(_ tokens: [TicketToken]) -> Bool {
    tokens.indices.contains { place in
      let token = tokens[place]
      let isLong = token.count > 2 && (0x30...0x39).contains(token[0])
      return isLong && tokens[(place + 1)...].prefix(6).contains(token)
    }
  }

  /// Whether it is a number such as 50 or 1200, and not a year. It often counts coins.
  private static func isRound(_ token: TicketToken) -> Bool {
    let isYear = token.count == 4 && token.starts(with: [0x32, 0x30])
    return (2...5).contains(token.count) && token.last == 0x30 && !isYear
      && token.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// What currencies are called beside their signs.
  private static let currencies = Set(
    TicketTokenizer.split(
      """
      eur euro euros usd dollar dollars bucks gbp pound pounds quid chf franken zl pln zloty tl lira \
      liraydı lirayken liradan liraya try rub руб р рублей рубля рубль inr rs rupees rupaye रुपये रुपए brl reais real r conto jpy krw \
      ريال جنيه درهم دينار kr sek 円 元 块 원 yen won balles mxn pesos peso aed sar egp nt
      """
    )
  )

  /// The words, with the names of currencies beside numbers as signs, and the amounts.
  private static func amounts(
    in tokens: [TicketToken]
  ) -> (tokens: [TicketToken], amounts: [TicketToken]) {
    var tokens = tokens
    var amounts: [TicketToken] = []
    let isNumber = { (token: TicketToken) in (0x30...0x39).contains(token[0]) }
    for place in tokens.indices where isNumber(tokens[place]) {
      let near = [place - 1, place + 1].filter(tokens.indices.contains)
      let sign = near.first {
        tokens[$0] == TicketTokenizer.currency || currencies.contains(tokens[$0])
      }
      if let sign { tokens[sign] = TicketTokenizer.currency }
      if sign != nil || tokens[place].isAmount {
        amounts.append(tokens[place])
      }
    }
    return (tokens, amounts)
  }
}
