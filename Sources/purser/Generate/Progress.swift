import Foundation

/// Shows the progress of a long task on one line of the terminal; nothing if standard error is not
/// a terminal.
struct Progress: Sendable {
  private let whole: Int
  private let noun: String
  private let isShown = isatty(STDERR_FILENO) == 1

  init(of whole: Int, _ noun: String) {
    self.whole = whole
    self.noun = noun
  }

  func update(_ done: Int) {
    let share = whole == 0 ? 100 : done * 100 / whole
    write("\r\(done) of \(whole) \(noun), \(share) %")
  }

  /// Clears the line.
  func end() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isShown else { return }
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
