import Foundation

/// A text as a terminal is asked to take it into its clipboard: OSC 52 of xterm's "Operating System
/// Commands". Whether the terminal does is its own affair, and it does not say.
package struct ClipboardText: Equatable, Sendable {
  /// One piece of output, of the terminal's own words and base64.
  let bytes: [UInt8]

  /// As much base64 as terminals are known to take in one piece.
  static let most = 74_994

  /// `nil` where the text is too long. A terminal multiplexer that keeps the words for itself hands
  /// on what is wrapped in its own, or the other way round: inside tmux both forms are sent.
  package init?(_ text: String, insideTmux: Bool) {
    let base64 = Data(text.utf8).base64EncodedString()
    guard base64.utf8.count <= Self.most else { return nil }
    let plain = "\u{1B}]52;c;\(base64)\u{7}"
    let wrapped = insideTmux ? "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : ""
    bytes = Array((plain + wrapped).utf8)
  }
}
