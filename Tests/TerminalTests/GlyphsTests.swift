import Testing

@testable import Terminal

@Suite struct GlyphsTests {
  @Test(arguments: [
    ("✓", "+"), ("↻", "t"), ("∿", "~"), ("⊖", "-"), ("◦", "."), ("↺", "<"), ("✗", "x"), ("⊘", "#"),
    ("─", "-"), ("│", "|"), ("┌", "+"), ("┼", "+"), ("╯", "+"), ("█", "#"), ("░", "#"), ("…", "."),
    ("▸", ">"), ("▾", "v"), ("·", "."), ("–", "-"), ("中", "?"), ("é", "?"), ("a", "a"), ("~", "~"),
  ])
  func `signs have an ASCII fallback of their shape`(sign: Unicode.Scalar, fallback: Unicode.Scalar)
  {
    #expect(asciiFallback(of: sign.value) == fallback.value)
  }

  @Test func `every fallback is printable ASCII`() {
    for value in UInt32(0x7F)...0x3FFF {
      #expect((0x20...0x7E).contains(asciiFallback(of: value)))
    }
  }
}
