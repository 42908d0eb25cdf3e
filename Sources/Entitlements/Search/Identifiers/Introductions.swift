/// What a message says about its writer after words such as "I am" or "user ID". It may name
/// nobody: a match in the ledger is only a suggestion.
package struct Introductions: Equatable, Sendable {
  /// Groups of two and three words that may be the writer's name.
  package private(set) var names: [String] = []
  /// Single words that may be the writer's user ID.
  package private(set) var userIDs: [String] = []

  /// The maximum length of a text to search, and of a user ID, in bytes.
  private static let (maxLength, maxIDLength) = (4_096, 64)
  /// The maximum number of introductions.
  private static let maxCount = 8

  package init(in text: String) {
    let words = text.prefix(Self.maxLength).split { $0.isWhitespace || ",;()\"".contains($0) }
      .map { $0.trimmed { ".:!?=#'".contains($0) } }.filter { !$0.isEmpty }
    let keys = words.map { $0.lowercased() }
    for index in keys.indices {
      if let length = Self.beginnings.first(where: { keys[index...].starts(with: $0) })?.count {
        addName(Array(words[(index + length)...].prefix(3)))
        addID(words.dropFirst(index + length).first)
      }
      guard Self.labels.contains(keys[index]) else { continue }
      let rest = index + 1..<min(index + 4, keys.count)
      addID(rest.first { !Self.connectors.contains(keys[$0]) }.map { words[$0] })
    }
    (names, userIDs) = (names.unique, userIDs.unique)
  }

  private mutating func addName(_ words: [Substring]) {
    for count in [3, 2] where words.count >= count && names.count < Self.maxCount {
      let name = words.prefix(count)
      guard name.allSatisfy({ $0.contains(where: \.isLetter) }) else { continue }
      names.append(name.joined(separator: " "))
    }
  }

  private mutating func addID(_ word: Substring?) {
    guard let word, userIDs.count < Self.maxCount, word.utf8.count <= Self.maxIDLength else {
      return
    }
    userIDs.append(String(word))
  }

  /// The words before a name, in the languages of the tickets.
  private static let beginnings: [[String]] = [
    "name is", "name", "i am", "i'm", "this is", "regards", "sincerely", "thanks",
    "soy", "me llamo", "mi nombre es", "nombre", "saludos",
    "ich bin", "ich heiße", "ich heisse", "name ist", "grüße", "grüßen", "gruß",
    "je suis", "je m'appelle", "mon nom est", "nom", "cordialement",
    "mi chiamo", "nome", "saluti",
    "eu sou", "me chamo", "meu nome é", "obrigado", "obrigada",
    "ik ben", "mijn naam is", "naam", "groeten", "jestem", "nazywam się", "pozdrawiam",
    "adım", "saygılarımla", "меня зовут", "я", "имя",
  ].map { $0.split(separator: " ").map(String.init) }

  /// The words before a user ID.
  private static let labels: Set = [
    "user", "username", "userid", "user-id", "uid", "id", "login", "player", "account",
    "nickname", "usuario", "jugador", "cuenta", "benutzer", "benutzername", "nutzer", "konto",
    "nutzer-id", "benutzer-id", "nutzername", "identificador", "kennung", "spieler",
    "utilisateur", "joueur", "compte", "identifiant", "utente", "giocatore",
    "usuário", "jogador", "conta", "gebruiker", "speler", "użytkownik", "gracz", "kullanıcı",
    "oyuncu", "пользователь", "игрок", "логин",
  ]

  /// The words between a label and a user ID.
  private static let connectors: Set = [
    "is", "id", "name", "number", "no", "nr", "ist", "lautet", "es", "est", "é", "è", "my",
  ]
}

extension Introductions {
  /// The words that a text calls its writer's user ID, whatever they look like: `my user ID is
  /// azlife`. Not those that it says of an account, which may be `locked`.
  package static func ownUserIDs(in text: String) -> [String] {
    Introductions(in: text).userIDs.filter { namesWriter($0, in: text, by: idNouns) }
  }

  /// Whether a text says that an identifier in it is the writer's own: `my account: …`,
  /// `my user ID is …`. A noun must follow the possessive: `my friend's account` is another's.
  package static func namesWriter(_ identifier: String, in text: String) -> Bool {
    namesWriter(identifier, in: text, by: nouns)
  }

  /// `last` are the nouns that may precede the identifier.
  private static func namesWriter(
    _ identifier: String,
    in text: String,
    by last: Set<Substring>
  ) -> Bool {
    let isAround = { (character: Character) in "<>()[]\"'“”„«»:=#*`".contains(character) }
    let words = text.lowercased().split { $0.isWhitespace || isAround($0) }
    let wanted = identifier.lowercased().split(whereSeparator: \.isWhitespace)
    guard !wanted.isEmpty else { return false }
    return words.indices.contains { index in
      guard possessives.contains(words[index]),
        index == words.startIndex || !negations.contains(words[index - 1])
      else { return false }
      var next = index + 1
      while next < words.endIndex, nouns.contains(words[next]) { next += 1 }
      guard next > index + 1, last.contains(words[next - 1]) else { return false }
      while next < words.endIndex, verbs.contains(words[next]) { next += 1 }
      let named = words[next...].prefix(wanted.count)
      return named.map { $0.trimmed { ".,;!?".contains($0) } } == wanted
    }
  }

  private static let possessives: Set<Substring> = ["my", "mein", "meine", "mon", "mi"]
  private static let negations: Set<Substring> = [
    // The apostrophe separates the last of `isn't`.
    "not", "t", "isn’t", "nicht", "pas", "no",
  ]
  private static let nouns: Set<Substring> = [
    "account", "user", "id", "user-id", "userid", "username", "name", "login", "sign-in", "email",
    "e-mail", "mail", "address", "konto", "nutzer-id", "nutzerkonto", "nutzername", "benutzer-id",
    "benutzerkonto", "benutzername", "kennung", "adresse", "e-mail-adresse", "mailadresse",
    "compte", "identifiant", "utilisateur", "cuenta", "usuario", "correo", "electrónico",
    "identificador",
  ]
  private static let idNouns: Set<Substring> = [
    "id", "user-id", "userid", "username", "nutzer-id", "nutzername", "benutzer-id",
    "benutzername", "kennung", "identifiant", "identificador",
  ]
  private static let verbs: Set<Substring> = ["is", "ist", "lautet", "est", "es"]
}

extension Substring {
  /// Without the characters around it that are members.
  fileprivate func trimmed(_ isAround: (Character) -> Bool) -> Substring {
    var text = drop(while: isAround)
    while let last = text.last, isAround(last) { text.removeLast() }
    return text
  }
}
