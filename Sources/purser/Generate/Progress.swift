import Foundation

/// Shows the progress of a long task on one line of the terminal; nothing if standard error is not
/// a terminal.
struct Progress: Sendable {
  private let whole: Int?
  private let noun: String
  private let start = Latencies.now
  private let isShown = isatty(STDERR_FILENO) == 1

  /// The width of the bar.
  private static let width = 20

  /// `whole` is `nil` if the total is unknown.
  init(of whole: Int? = nil, _ noun: String) {
    self.whole = whole
    self.noun = noun
  }

  func update(_ done: Int) {
    guard let whole else { return update(done, share: nil) }
    let share = whole == 0 ? 100 : done * 100 / whole
    write("\r\(done) of \(whole) \(noun), \(share) %")
  }

  /// Shows a bar, the rate and the time left; `share` is the part that is done, of 1, if known.
  func update(_ done: Int, share: Double?) {
    let seconds = max(Latencies.now - start, 0.001)
    var text = "\(done) \(noun), \(Int(Double(done) / seconds))/s"
    if let share {
      let marks = String(repeating: "#", count: Int(share * Double(Self.width)))
      let bar = marks.padding(toLength: Self.width, withPad: ".", startingAt: 0)
      text = "[\(bar)] \(Int(share * 100)) %, \(text)"
      if share > 0 { text += ", \(Int(seconds / share - seconds)) s left" }
    }
    write("\r\(text)\u{1B}[K")
  }

  /// Clears the line.
  func end() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isShown else { return }
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
