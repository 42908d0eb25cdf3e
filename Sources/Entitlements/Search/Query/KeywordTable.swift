/// The keywords for the values of one type, case-insensitive.
struct KeywordTable<Value: RawRepresentable<String> & CaseIterable & Hashable & Sendable>: Sendable
{
  /// The main keyword for each value, in the order of the values.
  let words: [String]
  private let values: [String: Value]
  private let wordsByValue: [Value: String]

  /// Each value has its raw value as a keyword. `words` has better ones, the main one first.
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
  static let states = KeywordTable<SubscriptionState>([
    .introductory: ["intro"], .gracePeriod: ["grace"], .billingRetry: ["hold", "retry"],
    .autoRenewOff: ["off"],
  ])
  static let stores = KeywordTable<Store>([
    .apple: ["apple", "appstore"], .google: ["google", "play"], .microsoft: ["microsoft", "ms"],
  ])
  static let environments = KeywordTable<Environment>([.production: ["prod"]])
  static let kinds = KeywordTable<ProductKind>([.autoRenewable: ["sub", "subscription"]])
  static let possessions = KeywordTable<Possession>()
  static let qualities = KeywordTable<Quality>()

  /// Other labels on the screens, and the conditions that search for them.
  static let otherLabels = [
    "rejected": "has:error", "refused": "has:error", "failed": "has:error",
    "sandboxed": "env:sandbox", "cancelled": "state:off", "canceled": "state:off",
  ]
}

extension Query.Name {
  /// The keywords that the field accepts; empty if it accepts other values.
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

  /// Whether `word` is a keyword of the field, in any case.
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
