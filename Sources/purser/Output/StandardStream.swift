import Dashboard
import Foundation
import Receipts

/// Standard output cannot be written, because of a full disk or a closed pipe.
struct OutputError: Error, CustomStringConvertible {
  var reason: String

  var description: String {
    "Standard output cannot be written: \(reason). The output is incomplete."
  }
}

/// Unbuffered access to the three standard descriptors.
enum StandardStream {
  /// Prints a line to standard output; throws unless all of it is written.
  static func print(_ text: String) throws(OutputError) {
    var output = OutputBuffer()
    output.write(text)
    output.write("\n")
    try output.flush()
  }

  /// Prints a line that is safe for a terminal.
  static func print(safe text: String) throws(OutputError) { try print(PlainText.safe(text)) }

  /// Prints lines that are safe for a terminal.
  static func print(safe lines: [String]) throws(OutputError) {
    try print(lines.map(PlainText.safe).joined(separator: "\n"))
  }

  /// Writes all bytes. Returns the error number, or 0.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// Opens closed standard descriptors, so that no other file gets their numbers.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}

/// A buffer for standard output that writes long output in parts. The first error stops all writing
/// and is thrown by `flush`.
struct OutputBuffer {
  private static let maxBytes = 65_536

  /// The buffered bytes.
  private(set) var bytes: [UInt8] = []
  private var code: Int32 = 0
  /// Whether everything stays in the buffer instead.
  private let collects: Bool

  init(isKept: Bool = false) { collects = isKept }

  mutating func write(_ text: String) { write(text.utf8) }

  mutating func write(_ units: some Sequence<UInt8>) {
    bytes.append(contentsOf: units)
    if bytes.count >= Self.maxBytes { drain() }
  }

  private mutating func drain() {
    guard !collects else { return }
    if code == 0 { code = StandardStream.write(bytes[...], to: STDOUT_FILENO) }
    bytes.removeAll(keepingCapacity: bytes.capacity <= 2 * Self.maxBytes)
  }

  /// Writes the remaining bytes.
  mutating func flush() throws(OutputError) {
    drain()
    guard code == 0 else { throw OutputError(reason: String(cString: strerror(code))) }
  }
}

/// Prints messages for people to standard error; standard output is for data.
enum Console {
  /// Prints a line; ignores write errors, such as a closed terminal.
  static func print(_ text: String) {
    _ = StandardStream.write(Array((PlainText.safe(text) + "\n").utf8)[...], to: STDERR_FILENO)
  }

  /// The rejection's location and detail as a sentence.
  static func sentence(_ rejection: Rejection) -> String {
    sentence(rejection.location, rejection.detail)
  }

  static func sentence(_ place: String?, _ detail: String) -> String {
    (place.map { "at \($0): " } ?? "") + detail
  }
}

extension String {
  /// With blanks up to `width` characters, after it or, with `isRight`, before it.
  func padded(to width: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - count))
    return isRight ? blanks + self : self + blanks
  }

  /// With leading zeros up to `width` digits.
  func zeroPadded(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

/// Rows of text with aligned columns.
enum TextTable {
  /// Aligns the first `left` columns on the left, the others on the right.
  static func lines(_ rows: [[String]], left: Int) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        cell.0.padded(to: cell.1, isRight: column >= left)
      }.joined(separator: "  ")
    }
  }
}

/// Makes text from stores and users safe for a terminal or a log.
enum PlainText {
  static func safe(_ text: String) -> String { SafeText(text, limit: 4_096).string }
}

/// Shows the progress of a long task on one line of the terminal; nothing if standard error is not
/// a terminal.
struct Progress: Sendable {
  private let whole: Int?
  private let noun: String
  private let start = Latencies.now
  let isShown = isatty(STDERR_FILENO) == 1

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
  func update(_ done: Int, share: Double?) { update(text(done, share: share)) }

  /// The same as text.
  func text(_ done: Int, share: Double?) -> String {
    let seconds = max(Latencies.now - start, 0.001)
    var text = "\(done) \(noun), \(Int(Double(done) / seconds))/s"
    if let share {
      let marks = String(repeating: "#", count: Int(share * Double(Self.width)))
      let bar = marks.padding(toLength: Self.width, withPad: ".", startingAt: 0)
      text = "[\(bar)] \(Int(share * 100)) %, \(text)"
      if share > 0 { text += ", \(Int(seconds / share - seconds)) s left" }
    }
    return text
  }

  func update(_ text: String) { write("\r\(text)\u{1B}[K") }

  /// Clears the line.
  func end() { write("\r\u{1B}[K") }

  private func write(_ text: String) {
    guard isShown else { return }
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}
