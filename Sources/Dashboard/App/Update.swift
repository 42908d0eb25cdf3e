import Entitlements
package import Foundation

/// Returns the first effects, which load the home screen or the one that `line` opens.
package func start(_ state: inout State, opening line: String? = nil) -> [Effect] {
  if let line { state.run(line) }
  state.loadIfNeeded()
  return state.takeEffects()
}

/// Applies one event to the state and returns the resulting effects. Time arrives as `.ticked`,
/// which the loop sends before the other events of a wake-up.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  switch event {
  case .key(let key): state.handle(key)
  case .typed(let keys):
    guard state.paste(among: keys) else { return keys.flatMap { update(&state, .key($0)) } }
  case .pasted(let text): state.paste(text)
  case .resized(let size): state.view.size = ViewContext.presentable(size)
  case .ticked(let now): state.tick(now)
  case .ledgerChanged(let bytes):
    state.ledgerBytes = bytes ?? state.ledgerBytes
    state.markStale(keepingRows: state.sample != nil)
  case .answered(let request, let outcome): state.accept(outcome, to: request)
  case .executed(let request, let actionRequest, let outcome):
    state.accept(request, actionRequest, outcome)
  case .writing(.value(let mode)): state.take(mode)
  case .writing(.failure(let reason)): state.toast(.error, reason)
  case .sampled(let sample):
    state.sample = sample
    if sample == nil { state.markStale() }
  case .storesOpened: state.storesOpening = nil
  case .mouse(let mouse): state.handle(mouse)
  case .themeLoaded(let name, .value(let theme)):
    if theme != state.chosenTheme { state.toast(.info, "theme \(name)") }
    state.chosenTheme = theme
  case .themeLoaded(let name, .failure(let reason)):
    // Some reasons name the theme, others only its file.
    let isNamed = reason.contains("theme \(name)")
    state.toast(.error, isNamed ? reason : "theme \(name): \(reason)")
  case .themesChanged:
    state.inFront { if $0.preview != nil { _ = $0.perform(.refresh, &$1) } }
    if state.chosenTheme != .terminal {
      state.effects.append(.loadTheme(name: state.chosenTheme.name))
    }
  case .themesFound(let names): state.themeNames = names
  case .toolFailed(let copy, let reason): state.effects.append(.send(copy, after: reason))
  case .uncopied(let title, let text, let reason, let path):
    state.push(TextScreen(title, text, path: path))
    state.toast(.warning, "\(title): \(reason): written to \(path)")
  case .keysLoaded(let outcome): state.take(outcome)
  case .queuesLoaded(let outcome): state.take(outcome)
  case .commandsLoaded(let outcome): state.take(outcome)
  case .launched(let name, let outcome): state.show(outcome, of: name)
  case .noticed(let notice): state.toast(notice.severity, notice.text)
  case .presencesChanged(let presences):
    state.view.presences = Dictionary(grouping: presences, by: \.user)
  case .proposalsChanged(let proposals): state.take(proposals)
  }
  state.loadIfNeeded()
  state.followBatches()
  return state.takeEffects()
}

/// The next instant at which the screen changes without an event; `nil` if it never does, so that
/// an idle dashboard sleeps.
package func nextTick(_ state: State) -> Date? {
  var instants: [Date] = []
  let now = state.view.now
  if let since = state.waiting?.since {
    let waited = now.timeIntervalSince(since)
    let tenths = (max(0, waited) * 10 + 0.001).rounded(.down)
    instants.append(since.addingTimeInterval(max(State.timeout, (tenths + 1) / 10)))
  }
  if let toast = state.toast, let life = toast.life {
    instants.append(toast.since.addingTimeInterval(life))
  }
  if let shown = state.front.nextChange(state.view) { instants.append(shown) }
  instants += state.view.presences.values.joined().map { $0.at + CasePresence.timeout }
  instants += state.proposals.map { $0.at + Proposal.timeout }
  // The header shows a sandbox's time.
  if state.advancesClock {
    let past = now.timeIntervalSince1970.truncatingRemainder(dividingBy: 60)
    instants.append(now.addingTimeInterval(60 - past))
  }
  return instants.filter { $0 > now }.min()
}

extension State.Toast {
  /// Seconds until the message disappears; errors stay until Esc.
  var life: TimeInterval? { notice.severity == .error ? nil : 4 }
}

extension State {
  mutating func tick(_ now: Date) {
    // A clock that is set back must not prolong a message.
    view.now = now
    if let current = toast, let life = current.life,
      now.timeIntervalSince(current.since) >= life || now < current.since
    {
      toast = nil
    }
    front.tick(now)
  }

  /// Marks all screens stale; those not in front reload when they come to the front. `keepingRows`
  /// leaves lists as they are, since rows that arrive by the hundred would be unreadable.
  mutating func markStale(keepingRows: Bool = false) {
    for index in batches.indices where !batches[index].isOver { batches[index].isStale = true }
    forEachScreen { screen in
      if keepingRows, let table = screen as? TableScreen, table.keepsRows { return }
      screen.markStale()
    }
  }

  /// Loads the missing data of the screen in front.
  mutating func loadIfNeeded() { inFront { $0.loadIfNeeded(&$1) } }

  mutating func accept(_ outcome: Outcome<LedgerAnswer>, to request: Int) {
    if dialog?.pending?.number == request { return acceptInDialog(outcome) }
    if acceptInBatch(outcome, to: request) { return }
    let view = view
    forEachScreen { $0.accept(outcome, to: request, view) }
  }
}

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
      guard (screens[0].part as? HomeScreen)?.queues != new else { return }
      forEachScreen { screen in
        guard var home = screen as? HomeScreen else { return }
        home.take(queues: new)
        screen = home
      }
      toast(.info, "queues.toml was reloaded")
    case .failure(let reason): toast(.error, "the queues shown stay: \(reason)")
    }
  }
}
