import Testing

@testable import Terminal

@Suite struct GlyphsTests {
  @Test(arguments: [
    ("✓", "+"), ("↻", "t"), ("∿", "~"), ("⊖", "-"), ("◦", "."), ("↺", "<"), ("✗", "x"), ("⊘", "#"),
    ("─", "-"), ("│", "|"), ("┌", "+"), ("┼", "+"), ("╯", "+"), ("█", "#"), ("░", "#"), ("…", "."),
    ("▸", ">"), ("▾", "v"), ("·", "."), ("–", "-"), ("中", "?"), ("é", "?"), ("a", "a"), ("~", "~"),
  ])
  func `signs have an ASCII twin of their shape`(sign: Unicode.Scalar, twin: Unicode.Scalar) {
    #expect(asciiTwin(of: sign.value) == twin.value)
  }

  @Test func `every twin is printable ASCII`() {
    for value in UInt32(0x7F)...0x3FFF {
      #expect((0x20...0x7E).contains(asciiTwin(of: value)))
    }
  }
}
