import Entitlements

extension State {
  /// Applies reloaded keys; if their file is invalid, the current ones stay.
  mutating func take(_ outcome: Outcome<Keymap>) {
    switch outcome {
    case .value(let new):
      guard new != keymap else { return }
      keymap = new
      chord = []
      let problems = new.problems.count
      guard problems > 0 else { return toast(.info, "keys.toml was reloaded") }
      let count = SafeText.plural(problems, "key").string
      toast(.warning, "keys.toml was reloaded; \(count) cannot be reached (:keys lists them)")
    case .failure(let reason): toast(.error, "the current keys stay: \(reason)")
    }
  }

  /// Applies reloaded queues; if their file is invalid, the current ones stay.
  mutating func take(_ outcome: Outcome<[SavedQueue]>) {
    switch outcome {
    case .value(let new):
      guard var home = screens[0].part as? HomeScreen, home.queues != new else { return }
      home.take(queues: new)
      screens[0].part = home
      toast(.info, "queues.toml was reloaded")
    case .failure(let reason): toast(.error, "the queues shown stay: \(reason)")
    }
  }
}
