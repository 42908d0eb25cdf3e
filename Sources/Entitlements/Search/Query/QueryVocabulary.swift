/// The words that stand for the values of one type. Their case makes no difference.
struct Vocabulary<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable {
  /// The word for each value, in the order of the values.
  let words: [String]
  private let values: [String: Value]
  private let wordsByValue: [Value: String]

  /// Every value is known by the name it has in the program. Where that is no word for people, or
  /// people have others too, `words` tells them, the usual one first.
  init(_ words: [Value: [String]] = [:]) {
    var (values, wordsByValue): ([String: Value], [Value: String]) = ([:], [:])
    for value in Value.allCases {
      let spellings = (words[value] ?? []) + [value.rawValue.lowercased()]
      for spelling in spellings { values[spelling] = value }
      wordsByValue[value] = spellings.first
    }
    self.values = values
    self.wordsByValue = wordsByValue
    self.words = Value.allCases.compactMap { wordsByValue[$0] }
  }

  func value(of word: String) -> Value? { values[word.lowercased()] }

  func word(for value: Value) -> String { wordsByValue[value] ?? value.rawValue }
}

extension Query {
  static let states = Vocabulary<SubscriptionState>([
    .introductory: ["intro"], .gracePeriod: ["grace"], .billingRetry: ["hold", "retry"],
    .autoRenewOff: ["off"],
  ])
  static let stores = Vocabulary<Store>([
    .apple: ["apple", "appstore"], .google: ["google", "play"], .microsoft: ["microsoft", "ms"],
  ])
  static let environments = Vocabulary<Environment>([.production: ["prod"]])
  static let kinds = Vocabulary<ProductKind>([.autoRenewable: ["sub", "subscription"]])
  static let possessions = Vocabulary<Possession>()
  static let qualities = Vocabulary<Quality>()

  /// Words of the screens that no field knows, and what asks for it.
  static let otherWords = [
    "rejected": "has:error", "refused": "has:error", "failed": "has:error",
    "sandboxed": "env:sandbox", "cancelled": "state:off", "canceled": "state:off",
  ]
}

extension Query.Name {
  /// The words the field may be compared with; empty where they are not counted.
  package var words: [String] {
    switch subject {
    case .state: Query.states.words
    case .store: Query.stores.words
    case .environment: Query.environments.words
    case .kind: Query.kinds.words
    case .possession: Query.possessions.words
    case .quality: Query.qualities.words
    case .text, .currency, .price, .since, .until, .on, .time: []
    }
  }

  /// Whether `word` means something in the field, whatever the case of its letters.
  func knows(_ word: String) -> Bool {
    switch subject {
    case .state: Query.states.value(of: word) != nil
    case .store: Query.stores.value(of: word) != nil
    case .environment: Query.environments.value(of: word) != nil
    case .kind: Query.kinds.value(of: word) != nil
    case .possession: Query.possessions.value(of: word) != nil
    case .quality: Query.qualities.value(of: word) != nil
    case .text, .currency, .price, .since, .until, .on, .time: false
    }
  }
}
