import Entitlements
package import Foundation

/// The first effects: what the first screen shows.
package func start(_ state: inout State) -> [Effect] { state.settle() }

/// Folds one event into the state, and says what to do because of it. Time arrives as `.ticked`,
/// which the loop sends before the other events of a wake.
package func update(_ state: inout State, _ event: Event) -> [Effect] {
  var effects: [Effect] = []
  switch event {
  case .key(let key): effects = state.handle(key)
  case .pasted(let text): state.paste(text)
  case .resized(let size): state.size = State.presentable(size)
  case .ticked(let now): state.tick(now)
  case .ledgerChanged(let bytes):
    state.ledgerBytes = bytes ?? state.ledgerBytes
    state.markStale()
  case .listedUsers(let request, let outcome):
    let height = state.layout.listHeight()
    state.home.listing.answer(request, outcome, height: height)
  case .listedDocuments(let request, let outcome): state.accept(request, outcome)
  case .opened(let request, let outcome): state.accept(request, outcome)
  case .inspected(let request, let outcome): state.accept(request, outcome)
  case .examinedRestore(let request, let outcome): state.accept(request, outcome)
  case .queuedReverify(let request, let user, let outcome):
    state.accept(request, .reverify, of: user, outcome)
  case .queuedRestore(let request, let user, let outcome):
    state.accept(request, .restore, of: user, outcome)
  case .followedJobs(let request, let outcome): state.accept(request, outcome)
  case .themeLoaded(let name, .value(let theme)):
    state.theme = theme
    state.toast(.info, "theme \(name)")
    effects = [.redraw]
  case .themeLoaded(let name, .failure(let reason)):
    state.toast(.error, "theme \(name): \(reason)")
  case .noticed(let notice): state.toast(notice.severity, notice.text)
  }
  return effects + state.settle() + state.followBatches()
}

/// The next instant at which the screen looks different though nothing happens; `nil` when it
/// never does, so that an idle dashboard sleeps.
package func nextTick(_ state: State) -> Date? {
  var instants: [Date] = []
  if let since = state.waitingSince {
    let waited = state.now.timeIntervalSince(since)
    let tenths = (max(0, waited) * 10 + 0.001).rounded(.down)
    instants.append(since.addingTimeInterval(max(State.patience, (tenths + 1) / 10)))
  }
  if let toast = state.toast, let life = toast.life {
    instants.append(toast.since.addingTimeInterval(life))
  }
  if case .receipt(let screen) = state.above.last, let revealedAt = screen.revealedAt {
    instants.append(revealedAt.addingTimeInterval(State.revealLife))
  }
  if let shown = state.nextVisibleChange { instants.append(shown) }
  return instants.filter { $0 > state.now }.min()
}

extension State.Toast {
  /// Seconds until it goes by itself; errors stay until Esc.
  var life: TimeInterval? { notice.severity == .error ? nil : 4 }
}

extension State {
  /// Seconds after which revealed secrets are masked again.
  static let revealLife: TimeInterval = 60

  mutating func tick(_ now: Date) {
    // A clock that is set back must not make what is waited for wait longer.
    self.now = now
    if let current = toast, let life = current.life,
      now.timeIntervalSince(current.since) >= life || now < current.since
    {
      toast = nil
    }
    if case .receipt(var screen) = above.last, let revealedAt = screen.revealedAt,
      now.timeIntervalSince(revealedAt) >= Self.revealLife || now < revealedAt
    {
      screen.revealedAt = nil
      above[above.count - 1] = .receipt(screen)
    }
  }

  mutating func toast(_ severity: Notice.Severity, _ text: String) {
    toast = Toast(notice: Notice(severity: severity, text: text), since: now)
  }

  /// Everything shown may have changed; what is not in front is asked for when it comes there.
  mutating func markStale() {
    home.listing.refresh()
    for index in batches.indices where !batches[index].isOver { batches[index].isStale = true }
    for index in above.indices {
      switch above[index] {
      case .user(var screen):
        screen.isStale = true
        screen.failure = nil
        above[index] = .user(screen)
      case .receipts(var screen):
        screen.listing.refresh()
        above[index] = .receipts(screen)
      case .receipt(var screen):
        // A document never changes, but what was missing or failed may be there now.
        if screen.inspection == nil { screen.isStale = true }
        screen.failure = nil
        above[index] = .receipt(screen)
      }
    }
  }

  /// Asks for what the screen in front needs and does not have.
  mutating func settle() -> [Effect] {
    switch above.last {
    case nil:
      let height = layout.listHeight()
      home.listing.settle(height: height)
      guard let query = try? home.query(at: now),
        let request = home.listing.nextRequest(height: height)
      else { return [] }
      let number = newRequest()
      home.listing.begin(request, number: number, at: now)
      return [.listUsers(query, request.anchor, limit: request.limit, request: number)]
    case .user(var screen):
      let effects = ask(&screen.isStale, &screen.pending) { .open(screen.id, request: $0) }
      screen.scroll.settle(count: scrollCount(of: screen), height: scrollHeight(of: screen))
      above[above.count - 1] = .user(screen)
      return effects
    case .receipts(var screen):
      let height = layout.listHeight()
      screen.listing.settle(height: height)
      guard let request = screen.listing.nextRequest(height: height) else {
        above[above.count - 1] = .receipts(screen)
        return []
      }
      let number = newRequest()
      screen.listing.begin(request, number: number, at: now)
      above[above.count - 1] = .receipts(screen)
      return [.listDocuments(request.anchor, limit: request.limit, request: number)]
    case .receipt(var screen):
      let effects = ask(&screen.isStale, &screen.pending) { .inspect(screen.id, request: $0) }
      let count = screen.tree?.visible.count ?? 0
      screen.tree?.scroll.settle(count: count, height: layout.treeHeight)
      above[above.count - 1] = .receipt(screen)
      return effects
    }
  }

  private mutating func ask(
    _ isStale: inout Bool,
    _ pending: inout Pending?,
    _ effect: (Int) -> Effect
  ) -> [Effect] {
    // Waits for what is under way: a busy ledger must not starve the screen.
    guard isStale, pending == nil else { return [] }
    isStale = false
    let number = newRequest()
    pending = Pending(number: number, since: now)
    return [effect(number)]
  }
}
