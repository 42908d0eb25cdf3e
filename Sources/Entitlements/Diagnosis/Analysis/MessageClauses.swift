import Foundation

/// The clauses of a message by what they say about the purchases that they name: "Refund the
/// subscription, not the coins", "The coins are fine".
struct MessageClauses {
  /// The clauses of which neither is true.
  private(set) var meant: [String] = []
  /// The clauses that except something from the question.
  private(set) var denied: [String] = []
  /// The clauses that call something correct. They except it only if another one names a purchase.
  private(set) var fine: [String] = []

  init(_ message: String) {
    for clause in Self.clauses(of: message) {
      let words = Self.words(of: clause)
      if Self.isDenied(words) {
        denied.append(clause)
      } else if Self.isFine(words), !clause.hasSuffix("?") {
        fine.append(clause)
      } else {
        meant.append(clause)
      }
    }
  }

  /// Whether a text names a subscription as such, and not by denying that there is one.
  static func namesSubscription(_ text: String) -> Bool {
    let words = words(of: text)
    return words.indices.contains { index in
      (words[index].hasSuffix("abo") || words[index].hasSuffix("abos")
        || subscriptions.contains(where: words[index].contains))
        && (index == 0 || !indefinite.contains(words[index - 1]))
    }
  }

  /// Whether a clause is a question, or denies what it says.
  static func isOpen(_ clause: String) -> Bool {
    clause.hasSuffix("?") || !negations.isDisjoint(with: words(of: clause))
  }

  /// The words in lower case, in their order.
  static func words(of text: some StringProtocol) -> [String] {
    let text = text.lowercased().replacing("'", with: "").replacing("’", with: "")
    return text.split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

// MARK: Clauses

extension MessageClauses {
  /// The parts between punctuation marks and before contrasting words. A mark between digits is
  /// part of a number; a question mark stays.
  static func clauses(of message: String) -> [String] {
    var clauses: [String] = []
    var clause = ""
    func end() {
      let parts = parts(of: clause)
      clauses += parts.filter { $0.contains { $0.isLetter || $0.isNumber } }
      clause = ""
    }
    var last: Character = " "
    let characters = Array(message)
    for (index, character) in characters.enumerated() {
      let next = index + 1 < characters.count ? characters[index + 1] : " "
      let isInNumber =
        ".,:".contains(character) && last.isNumber
        && (next.isNumber || character == "." && beginsMonth(characters[(index + 1)...]))
      if character == "?" || character == "？" { clause.append("?") }
      if character.isNewline || ",;:.!?。、，！？；：".contains(character) && !isInNumber {
        end()
      } else {
        clause.append(character)
      }
      last = character
    }
    end()
    return clauses
  }

  /// Whether a month follows, as in `3. Oktober`.
  private static func beginsMonth(_ rest: ArraySlice<Character>) -> Bool {
    let word = rest.drop { $0 == " " }.prefix { $0.isLetter }
    return MessageClues.Day.monthNames[String(word).lowercased()] != nil
  }

  /// Splits before `but`, and before `not the` in "refund the subscription not the coins".
  private static func parts(of clause: String) -> [String] {
    var parts: [String] = []
    var part: [Substring] = []
    let words = clause.split(whereSeparator: \.isWhitespace)
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1].lowercased() : ""
      let isContrast =
        contrasts.contains(word.lowercased())
        || word.lowercased() == "not" && ["the", "my", "for", "from"].contains(next)
      if isContrast, !part.isEmpty {
        parts.append(part.joined(separator: " "))
        part = []
      }
      part.append(word)
    }
    return parts + [part.joined(separator: " ")]
  }

  /// Whether the clause begins with "not the …", or rejects a refund of what it names.
  private static func isDenied(_ words: [String]) -> Bool {
    let words = words.drop { openings.contains($0) || contrasts.contains($0) }
    if let first = words.first, let second = words.dropFirst().first,
      articles[first]?.contains(second) == true
    {
      return true
    }
    // "Don't refund the coins", "I don't want the coins refunded", "no refund for the coins"
    let text = words.joined(separator: " ")
    guard let match = rejections.first(where: text.contains) else { return false }
    return match.hasSuffix("want") ? words.contains { $0.hasPrefix("refund") } : true
  }

  private static func isFine(_ words: [String]) -> Bool {
    let words = Set(words)
    return words.isDisjoint(with: negations) && words.isDisjoint(with: limits)
      && (!words.isDisjoint(with: states) && !words.isDisjoint(with: approvals)
        || !words.isDisjoint(with: working))
  }
}

// MARK: Words

extension MessageClauses {
  private static func set(_ words: String) -> Set<String> {
    Set(words.split(separator: " ").map(String.init))
  }

  private static let contrasts = set(
    "but however although though aber sondern jedoch obwohl mais pero sino aunque ma però mas porém"
      + " maar hoewel но а"
  )
  private static let openings = set("please and bitte und et y e en")

  /// The words that begin an exception, each with those that follow it.
  private static let articles = [
    "not": set("the my for from that this those these on of a an about"),
    "nicht": set("die das den der dem mein meine meinen für vom am"),
    "pas": set("le la les l celui celle ceux mon ma mes du pour"),
    "non": set("il lo la le i gli l quello quella quelli quelle per del"),
    "no": set("el la las los aquel de del mi mis por"),
    "não": set("o a os as do da para pelo pela"), "nao": set("o a os as do da para pelo pela"),
    "niet": set("de het die mijn voor van"),
  ]
  private static let rejections = [
    "dont want", "do not want", "dont refund", "do not refund", "no refund for", "no refund of",
    "not a refund for", "not a refund of",
  ]

  private static let states = set(
    "is are thats its theyre ist sind est sont está están esta estan è sono va vont são zijn"
  )
  private static let approvals = set(
    "fine ok okay alright correct good ordnung korrekt richtig gut bon bonne correcte ordre bien"
      + " correcto correcta bene posto certo bem orde goed prima"
  )
  private static let working = set("works stimmt passt funktioniert")
  private static let negations = set(
    "not no never isnt arent wasnt doesnt didnt dont cant cannot nothing nicht nichts kein keine nie"
      + " pas jamais rien non nunca nada não niet geen nooit"
  )
  /// Words that limit a state to another time.
  private static let limits = set(
    "until till before unless if while once when bis bevor solange wenn jusqu avant si hasta antes"
      + " cuando fino finché quando até tot voordat als"
  )

  private static let subscriptions = [
    "subscription", "abonnement", "suscripci", "subscripci", "abbonament", "assinatura",
    "subskrypc",
    "abonelik", "abonament", "подписк", "اشتراك", "订阅", "訂閱", "サブスク", "定期購読", "구독", "membership",
    "mitgliedschaft",
  ]
  private static let indefinite = set(
    "a an any no without kein keine ein eine un une una uma um een geen nessun nenhuma ninguna"
  )
}
