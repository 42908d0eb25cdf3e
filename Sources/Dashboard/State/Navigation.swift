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
    show(screens)
  }

  private mutating func show(_ screens: [Screen]) {
    self.screens = screens
    helpTop = nil
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
