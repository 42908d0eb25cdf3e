import Foundation

/// A request to copy a text to the terminal's clipboard: OSC 52 of xterm's "Operating System
/// Commands". Terminals may ignore it and send no response.
package struct ClipboardText: Equatable, Sendable {
  /// One piece of output: the escape sequence with the text in base64.
  let bytes: [UInt8]

  /// The longest base64 that terminals are known to accept at once.
  static let most = 74_994

  /// `nil` if the text is too long. Inside tmux, both the plain and the wrapped sequence are sent:
  /// depending on its settings, tmux handles only one of them.
  package init?(_ text: String, insideTmux: Bool) {
    let base64 = Data(text.utf8).base64EncodedString()
    guard base64.utf8.count <= Self.most else { return nil }
    let plain = "\u{1B}]52;c;\(base64)\u{7}"
    let wrapped = insideTmux ? "\u{1B}Ptmux;\u{1B}\(plain)\u{1B}\\" : ""
    bytes = Array((plain + wrapped).utf8)
  }
}
