import Foundation

/// How far a long work has come, on one line of the terminal; nothing where nobody looks on.
struct Progress: Sendable {
  private let whole: Int
  private let noun: String
  private let isShown = isatty(STDERR_FILENO) == 1

  init(of whole: Int, _ noun: String) {
    self.whole = whole
    self.noun = noun
  }

  func tell(_ done: Int) {
    let share = whole == 0 ? 100 : done * 100 / whole
    write("\r\(done) of \(whole) \(noun), \(share) %")
  }

  /// Leaves the line empty for what comes after.
  func end() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isShown else { return }
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
