import Foundation
import Testing

@testable import Terminal

@Suite struct ClipboardTests {
  private func bytes(of text: String, insideTmux: Bool) throws -> String {
    String(decoding: try #require(ClipboardText(text, insideTmux: insideTmux)).bytes, as: UTF8.self)
  }

  @Test func `a text goes to the terminal as base64 and nothing else`() throws {
    #expect(try bytes(of: "ada", insideTmux: false) == "\u{1B}]52;c;YWRh\u{7}")
    let hostile = try bytes(of: "\u{1B}]52;c;?\u{7}\u{1B}[2J", insideTmux: false)
    #expect(hostile.unicodeScalars.count { $0.value < 0x20 } == 2)
  }

  @Test func `inside tmux it is sent plain and wrapped`() throws {
    let wrapped = "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YWRh\u{7}\u{1B}\\"
    #expect(try bytes(of: "ada", insideTmux: true) == "\u{1B}]52;c;YWRh\u{7}\(wrapped)")
  }

  @Test func `what terminals would cut off is not sent`() {
    let most = ClipboardText.most / 4 * 3
    #expect(ClipboardText(String(repeating: "a", count: most), insideTmux: false) != nil)
    #expect(ClipboardText(String(repeating: "a", count: most + 3), insideTmux: false) == nil)
  }
}
