import Testing

@testable import Terminal

@Suite struct PastedTextTests {
  @Test(arguments: [
    ("plain", "plain"), ("a\tb\nc", "a\tb\nc"), ("a\rb", "a\nb"), ("a\r\nb", "a\nb"),
    ("a\n\nb", "a\n\nb"), ("a\r\r\nb", "a\n\nb"),
    ("\u{1B}[31mred\u{7}", "[31mred"), ("nul\u{0}del\u{7F}c1\u{9B}", "nuldelc1"),
    ("café 中 😀", "café 中 😀"),
  ])
  func `only text, line feeds and tabs are left`(sent: String, kept: String) {
    #expect(pasted(sent.unicodeScalars.map(\.value)) == kept)
  }

  @Test func `what is no scalar value is dropped`() {
    #expect(pasted([0x61, 0xD800, 0x11_0000, .max, 0x62]) == "ab")
  }

  @Test func `a paste ends at 64 KiB and never within a character`() {
    #expect(pasted(Array(repeating: 0x61, count: 70_000)).utf8.count == 65_536)
    let long = pasted(Array(repeating: 0x4E2D, count: 30_000))
    #expect(long.utf8.count == 65_535)
    #expect(Set(long) == ["中"])
  }

  private func pasted(_ values: [UInt32]) -> String {
    var paste = PastedText()
    for value in values { paste.append(value) }
    return paste.text
  }
}
