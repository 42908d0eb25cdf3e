/// The subject of a word or phrase in a support ticket. The tables of all languages use these
/// concepts, so that they share one set of weights.
enum TicketConcept: String, CaseIterable {
  // Payments.
  case bought, charge, twice, once, refund, accident, child, unused
  // The store.
  case apple, google
  // Missing purchases.
  case restore, fail, device, account, gone
  // The end of a subscription.
  case cancel, forgot, again, premium, locked, stopped, until, hold, ongoing
  // Plans and prices.
  case monthly, yearly, tier, change, wrong, price
  case coins, missing, trial, offer, pending, approve, family
  // Subjects unrelated to purchases.
  case crash, wish, login, away, praise, business, invoice, inquiry
  // Negations: the concept did not happen or is not wanted, although its words occur.
  case noRefund, notCancelled, notTwice, notCharged
  // Another person, who is one of a family group if nothing else explains the message; the feature
  // Family Sharing by its name; a request to cancel and to refund; a clause that only asks for a
  // refund.
  case relative, sharing, cancelAndRefund, refundRequest
  // A receipt, invoice or discount that the author looks for.
  case document
  // Clauses that say nothing about the problem: how often the author tried or wrote, what the
  // message takes back, and that the clause before is no problem any more.
  case attempt, dismissed, settled
  // No change, a valid purchase, an app that treats the user as new, rewards for new customers.
  case sameDevice, fine, newcomer, invite
  // Recent events, and free things.
  case recent, free
  // Numbers.
  case amount, sameAmount, otherAmount, quantity
}

extension TicketConcept {
  static let asides: Set<TicketConcept> = [.attempt, .dismissed, .settled]

  /// What a clause that asks for a refund may say besides.
  fileprivate static let beside: Set<TicketConcept> = [
    .refund, .apple, .google, .amount, .sameAmount, .quantity, .again, .recent, .premium, .monthly,
    .yearly, .coins, .charge, .bought, .relative, .praise,
  ]

  /// The concepts that a negation cancels.
  var denied: Set<TicketConcept> {
    switch self {
    case .noRefund: [.refund]
    case .notCancelled: [.cancel, .forgot]
    case .notTwice: [.twice]
    default: []
    }
  }
}

/// The concepts of a text: those in its author's own words, and those in quoted text.
struct TicketConcepts {
  var own: Set<TicketConcept> = []
  var quoted: Set<TicketConcept> = []

  /// Own words count twice as much as quoted ones. Without own words, quoted ones are the message.
  func strength(of concept: TicketConcept) -> Int {
    own.contains(concept) ? 2 : quoted.contains(concept) ? 1 : 0
  }
}

extension TicketConcepts {
  init(in message: String) { self.init(in: TicketText(message)) }

  init(in text: TicketText) {
    let (ownTokens, quotedTokens) = (
      TicketTokenizer.split(text.own), TicketTokenizer.split(text.quoted)
    )
    let languages = MessageLanguage.candidates(of: ownTokens + quotedTokens).map(\.tickets)
    own = Self.concepts(in: ownTokens, languages)
    if !own.isDisjoint(with: TicketConcept.asides) {
      let rest = Self.concepts(in: Self.withoutAsides(text.own, languages), languages)
      if !rest.isSubset(of: TicketConcept.asides.union([.praise, .again, .apple, .google])) {
        own = rest
      }
    }
    // What else went wrong explains the request. Who cancelled asks why there was a charge.
    if own.contains(.refund), !own.contains(.cancel), Self.requestsRefund(text.own, languages) {
      own.insert(.refundRequest)
    }
    quoted = Self.concepts(in: quotedTokens, languages)
    // A text that only forwards a message has the meaning of that message.
    if own.isEmpty { (own, quoted) = (quoted, []) }
  }

  /// Whether a clause is about a refund and nothing else: "The app crashes, refund please".
  private static func requestsRefund(_ text: String, _ languages: [TicketLanguage]) -> Bool {
    MessageClauses.clauses(of: text).contains { clause in
      guard !MessageClauses.isOpen(clause) else { return false }
      let found = concepts(in: TicketTokenizer.split(clause), languages)
      return found.contains(.refund) && found.isSubset(of: TicketConcept.beside)
    }
  }

  /// The words of a text without the clauses that say nothing about its problem.
  private static func withoutAsides(
    _ text: String,
    _ languages: [TicketLanguage]
  ) -> [TicketToken] {
    var kept: [[TicketToken]] = []
    for clause in MessageClauses.clauses(of: text) {
      let tokens = TicketTokenizer.split(clause)
      let found = concepts(in: tokens, languages)
      // "I was charged twice, and wrote to you twice"
      let isAttempt =
        found.contains(.attempt) && found.isDisjoint(with: [.charge, .bought, .refund])
      if found.contains(.settled), !MessageClauses.isOpen(clause) {
        _ = kept.popLast()
      } else if !isAttempt, !found.contains(.dismissed) {
        kept.append(tokens)
      }
    }
    return kept.flatMap(\.self)
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
    let isExplained =
      found.contains(.locked)
      && !found.isDisjoint(with: [.bought, .charge])
      && found.isDisjoint(with: [.pending, .approve])
    if found.contains(.relative), !isExplained { found.insert(.family) }
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

/// The text of a support ticket, divided into its author's own words and quoted text.
struct TicketText {
  private(set) var own = ""
  private(set) var quoted = ""

  /// The maximum length that is read, in bytes: the problem is described early.
  private static let maxLength = 16_384

  init(_ text: String) {
    let beginning = String(decoding: text.utf8.prefix(Self.maxLength), as: UTF8.self)
    var isForwarded = false
    var isSignature = false
    for line in Self.decoded(beginning).split(whereSeparator: \.isNewline) {
      let content = line.drop { $0 == " " || $0 == "\t" }
      if content.first == ">" || content.first == "|" {
        quoted += content.drop { ">| ".contains($0) } + "\n"
      } else if line == "-- " || line == "--" {
        isSignature = true
      } else if Self.isSeparator(content) {
        isForwarded = true
      } else if isForwarded {
        quoted += line + "\n"
      } else if !isSignature {
        own += line + "\n"
      }
    }
  }

  /// `-----Original Message-----` and similar lines in any language.
  private static func isSeparator(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.hasSuffix("---") && line.contains(where: \.isLetter)
  }

  /// Decodes quoted-printable text, as mail programs send it (RFC 2045, section 6.7).
  private static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (index, count) = (0, 0)
    while index < bytes.count {
      guard bytes[index] == 0x3D else {
        result.append(bytes[index])
        index += 1
        continue
      }
      let rest = bytes[(index + 1)...].prefix(2)
      if rest.first == 0x0A || rest.elementsEqual([0x0D, 0x0A]) {
        index += rest.first == 0x0A ? 2 : 3
        count += 1
      } else if rest.count == 2, rest.allSatisfy(\.isHexadecimal),
        let byte = UInt8(String(decoding: rest, as: UTF8.self), radix: 16)
      {
        result.append(byte)
        index += 3
        count += byte >= 0x80 ? 1 : 0
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return count < 2 ? text : String(decoding: result, as: UTF8.self)
  }
}
