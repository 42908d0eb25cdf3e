import Entitlements
import Foundation

/// Which screens were shown: as far back as somebody would go, and forth again.
struct Trail: Equatable, Sendable {
  private(set) var past: [[Screen]] = []
  private(set) var future: [[Screen]] = []

  /// More would hold rows that nobody comes back to.
  private static let length = 16

  mutating func leave(_ screens: [Screen]) {
    past.append(screens)
    if past.count > Self.length { past.removeFirst() }
    future = []
  }

  mutating func back(from screens: [Screen]) -> [Screen]? {
    guard let last = past.popLast() else { return nil }
    future.append(screens)
    return last
  }

  mutating func forth(from screens: [Screen]) -> [Screen]? {
    guard let next = future.popLast() else { return nil }
    past.append(screens)
    return next
  }

  /// The one before, which changes places with this.
  mutating func swap(with screens: [Screen]) -> [Screen]? {
    guard let last = past.popLast() else { return nil }
    past.append(screens)
    return last
  }
}

extension State {
  /// Shows other screens; a secret that was revealed is masked behind the back.
  mutating func go(to screens: [Screen]) {
    front.hide()
    trail.leave(self.screens)
    noteVisit()
    show(screens)
  }

  private mutating func show(_ screens: [Screen]) {
    self.screens = screens
    helpTop = nil
    if isHome, var home = front as? HomeScreen {
      home.take(visited: visited.reversed(), owners, view)
      front = home
    }
  }

  /// Remembers how one comes to the screen in front, and whom it was about.
  mutating func noteVisit() {
    guard let line = front.openingLine, Self.holdsNoSecret(line) else { return }
    visited.removeAll { $0 == line }
    visited.append(line)
    if let why = front as? WhyScreen { owners[line] = why.inquiry?.user }
    if visited.count > Self.mostVisited { owners[visited.removeFirst()] = nil }
  }

  private static let mostVisited = 20
  private static let mostLetters = 200
  /// A document's ID has as many; what is longer is a token that nobody knows.
  private static let mostLettersOfWord = 64

  /// Whether a line may be kept: nobody who reads it could act with it, and it is no whole letter.
  static func isFit(_ line: String) -> Bool { line.count <= mostLetters && holdsNoSecret(line) }

  private static func holdsNoSecret(_ line: String) -> Bool {
    !Identifier.all(in: line).contains(where: \.isSecret)
      && !line.split(separator: " ").contains { $0.count > mostLettersOfWord }
  }

  /// Lines for the next dashboard. A message stays here: where it is known whom it was about, that
  /// user is named instead.
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

  /// What the next dashboard is to know; the screen in front is among those that were shown.
  package var memory: Memory {
    var seen = self
    seen.noteVisit()
    let views = view.columns.map { "\($0.key.rawValue) \($0.value.line)" }.sorted()
    return Memory(
      lines: history.filter(Self.isFit),
      visited: seen.fitVisits,
      views: views,
      told: told
    )
  }

  /// Arranges columns as they were before.
  mutating func arrange(_ lines: [String]) {
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let list = ListKind(rawValue: String(parts[0])) else { continue }
      view.columns[list] = ColumnLayout(list.table(view).columns, line: parts[1])
    }
  }

  mutating func push(_ screen: Screen) { go(to: screens + [screen]) }

  /// To the home screen, and from there to another.
  mutating func goHome(and screen: Screen? = nil) {
    go(to: [screens[0]] + (screen.map { [$0] } ?? []))
  }

  mutating func goBack() {
    guard !isHome else { return }
    go(to: Array(screens.dropLast()))
  }

  mutating func walk(_ step: (inout Trail, [Screen]) -> [Screen]?) {
    front.hide()
    if let screens = step(&trail, screens) { show(screens) }
  }
}
