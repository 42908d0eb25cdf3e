import Entitlements
import Foundation

/// The screens to go back and forward to.
struct NavigationHistory: Equatable, Sendable {
  private(set) var past: [[AnyScreen]] = []
  private(set) var future: [[AnyScreen]] = []

  /// The maximum number of screen stacks, which limits memory.
  private static let length = 16

  mutating func leave(_ screens: [AnyScreen]) {
    past.append(screens)
    if past.count > Self.length { past.removeFirst() }
    future = []
  }

  mutating func back(from screens: [AnyScreen]) -> [AnyScreen]? {
    guard let last = past.popLast() else { return nil }
    future.append(screens)
    return last
  }

  mutating func forth(from screens: [AnyScreen]) -> [AnyScreen]? {
    guard let next = future.popLast() else { return nil }
    past.append(screens)
    return next
  }

  /// Exchanges the current screens with the previous ones.
  mutating func swap(with screens: [AnyScreen]) -> [AnyScreen]? {
    guard let last = past.popLast() else { return nil }
    past.append(screens)
    return last
  }

  fileprivate mutating func forEach(_ change: (inout any Screen) -> Void) {
    past.forEachScreen(change)
    future.forEachScreen(change)
  }
}

extension [[AnyScreen]] {
  fileprivate mutating func forEachScreen(_ change: (inout any Screen) -> Void) {
    for stack in indices {
      for index in self[stack].indices { change(&self[stack][index].part) }
    }
  }
}

extension State {
  /// Changes every screen, those to go back and forward to among them.
  mutating func forEachScreen(_ change: (inout any Screen) -> Void) {
    for index in screens.indices { change(&screens[index].part) }
    navigation.forEach(change)
  }

  /// Hides the screen in front, then shows what `next` makes of the current screens. A copy that was
  /// made before would still have its secrets.
  mutating func go(to next: ([AnyScreen]) -> [AnyScreen]) {
    front.hide(view)
    navigation.leave(screens)
    noteVisit()
    show(next(screens))
  }

  private mutating func show(_ screens: [AnyScreen]) {
    self.screens = screens
    helpTop = nil
    if isHome, var home = front as? HomeScreen {
      home.take(visited: visited.reversed(), owners, view)
      front = home
    }
  }

  /// Records the command that opens the screen in front, and the user concerned.
  mutating func noteVisit() {
    guard let line = front.openingLine, Self.holdsNoSecret(line) else { return }
    visited.removeAll { $0 == line }
    visited.append(line)
    if let why = front as? WhyScreen { owners[line] = why.inquiry?.user }
    if visited.count > Self.maxVisited { owners[visited.removeFirst()] = nil }
  }

  private static let maxVisited = 20
  private static let maxCharacters = 200
  /// The length of a document's ID; longer words are treated as tokens of unknown kinds.
  private static let maxCharactersOfWord = 64

  /// Whether a line may be saved: it holds no secret and is not a customer's whole message.
  static func isFit(_ line: String) -> Bool { line.count <= maxCharacters && holdsNoSecret(line) }

  private static func holdsNoSecret(_ line: String) -> Bool {
    !Identifier.all(in: line).contains(where: \.isSecret)
      && !line.split(separator: " ").contains { $0.count > maxCharactersOfWord }
  }

  /// The visits to save for the next dashboard. A customer's message is not saved; if its user is
  /// known, a visit to that user replaces it.
  private var fitVisits: [String] {
    let lines = visited.compactMap { line -> String? in
      if let owner = owners[line], WhyScreen.isMessage(String(line.dropFirst("why ".count))) {
        return "why \(owner.id.raw)"
      }
      return Self.isFit(line) ? line : nil
    }
    return lines.enumerated().filter { !lines[($0.offset + 1)...].contains($0.element) }
      .map(\.element)
  }

  /// The session state to save, including a visit to the screen in front.
  package var memory: SessionState {
    var seen = self
    seen.noteVisit()
    let views = view.columns.map { "\($0.key.rawValue) \($0.value.line)" }.sorted()
    return SessionState(
      lines: history.filter(Self.isFit),
      visited: seen.fitVisits,
      views: views,
      messages: messages
    )
  }

  /// Restores saved column layouts.
  mutating func arrange(_ lines: [String]) {
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let list = ListKind(rawValue: String(parts[0])) else { continue }
      view.columns[list] = ColumnLayout(list.columns, line: parts[1])
    }
  }

  mutating func push(_ screen: AnyScreen) { go { $0 + [screen] } }
  mutating func push(_ screen: some Screen) { push(AnyScreen(screen)) }

  /// Goes to the home screen, and from there to `screen`.
  mutating func goHome(and screen: some Screen) { go { [$0[0], AnyScreen(screen)] } }

  mutating func goHome() { go { [$0[0]] } }

  mutating func goBack() {
    guard !isHome else { return }
    go { $0.dropLast() }
  }

  mutating func walk(_ step: (inout NavigationHistory, [AnyScreen]) -> [AnyScreen]?) {
    front.hide(view)
    if let screens = step(&navigation, screens) { show(screens) }
  }
}
