import Entitlements

extension State {
  /// Keys as their file has them now; where it is broken, those in force stay.
  mutating func take(_ outcome: Outcome<Keymap>) {
    switch outcome {
    case .value(let new):
      guard new != keymap else { return }
      keymap = new
      chord = []
      let problems = new.problems.count
      guard problems > 0 else { return toast(.info, "keys.toml was read anew") }
      let words = SafeText.plural(problems, "key").string
      toast(.warning, "keys.toml was read anew; \(words) cannot be reached (:keys tells which)")
    case .failure(let reason): toast(.error, "the keys in force stay: \(reason)")
    }
  }

  /// Queues as their file has them now; where it is broken, those shown stay.
  mutating func take(_ outcome: Outcome<[SavedQueue]>) {
    switch outcome {
    case .value(let new):
      guard var home = screens[0].part as? HomeScreen, home.queues != new else { return }
      home.take(queues: new)
      screens[0].part = home
      toast(.info, "queues.toml was read anew")
    case .failure(let reason): toast(.error, "the queues shown stay: \(reason)")
    }
  }
}
