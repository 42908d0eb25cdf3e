import Entitlements
import TestSupport
import Testing

@testable import Dashboard

@Suite struct TextTests {
  @Test(arguments: [
    ("\0", "‹00›"), ("\u{1B}]52;c;SGk=\u{7}", "‹1B›]52;c;SGk=‹07›"), ("\u{1B}[2J", "‹1B›[2J"),
    ("\u{9B}31m", "‹9B›31m"), ("a\rb", "a‹0D›b"), ("a\tb", "a‹09›b"), ("\u{7F}", "‹7F›"),
    ("x\u{202E}y", "x‹U+202E›y"), ("x\u{2066}y", "x‹U+2066›y"), ("a\u{200D}b", "a‹U+200D›b"),
    ("a\u{200B}b", "a‹U+200B›b"), ("\u{2028}", "‹U+2028›"), ("\u{FEFF}", "‹U+FEFF›"),
    ("\u{E000}", "‹U+E000›"), ("\u{E0041}", "‹U+E0041›"), ("\u{FFFD}", "‹U+FFFD›"),
    ("e\u{301}", "é"), ("山田", "山田"), ("plain ~ text", "plain ~ text"),
    ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}!", "\u{1F468}!"),
    ("\u{1F44D}\u{1F3FD}", "\u{1F44D}"), ("\u{26A0}\u{FE0F}", "\u{26A0}"),
    ("1\u{FE0F}\u{20E3}", "1"), ("\u{1F1EB}\u{1F1F7}", "FR"), ("\u{1FAE8}", "▯"),
  ]) func `hostile text is shown and not obeyed`(_ text: String, _ shown: String) {
    #expect(SafeText(text).string == shown)
  }

  @Test func `the inspector shows what the table leaves out`() {
    #expect(
      SafeText("\u{26A0}\u{FE0F}", detail: .inspector).string == "\u{26A0}‹U+FE0F›"
    )
  }

  @Test func `ten thousand marks on a letter become four`() {
    let text = SafeText("x" + String(repeating: "\u{323}", count: 10_000))
    #expect(text.width <= 2)
    #expect(text.string.unicodeScalars.count <= 6)
  }

  @Test func `no text grows beyond its limit`() {
    #expect(SafeText(String(repeating: "山", count: 5000), limit: 100).width == 201)
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("山", 2), ("한", 2), ("ｶ", 1), ("Ａ", 2), ("\u{1F7E2}", 2), ("…", 1),
    ("─", 1), ("✓", 1), ("⊖", 1), ("◔", 1), ("▬", 1), ("⚡", 2), ("\u{301}", 0), ("ก", 1),
  ]) func `a character takes the cells the table says`(_ text: String, _ cells: Int) {
    #expect(TextWidth.of(text) == cells)
  }

  @Test func `tables of widths ascend and do not overlap`() {
    for table in [WidthTable.wide, WidthTable.zero] {
      #expect(table.count.isMultiple(of: 2))
      #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test func `identifiers are cut in the middle and prose at its end`() {
    let glyphs = GlyphSet.full
    #expect(SafeText("2000000812347777").truncated(to: 9, .middle, glyphs).string == "2000…7777")
    #expect(SafeText("Ada Lovelace").truncated(to: 6, glyphs).string == "Ada L…")
    #expect(SafeText("山田太郎").truncated(to: 6, glyphs).string == "山田…")
    #expect(SafeText("山田").truncated(to: 1, glyphs).string == "…")
    #expect(SafeText("fits").truncated(to: 4, glyphs).string == "fits")
  }

  @Test func `a wide character never stands half in the last column`() {
    var frame = Frame(size: Size(columns: 4, rows: 1))
    frame.write("abc山", .text, at: 0, 0)
    #expect(FrameText.characters(of: frame, row: 0) == "abc ")
    frame.write("a山", .text, at: 1, 0)
    #expect(FrameText.characters(of: frame, row: 0) == "aa山")
    frame.write("x", .text, at: 3, 0)
    #expect(FrameText.characters(of: frame, row: 0) == "aa x")
  }

  @Test func `marks share the cell of their letter`() {
    var frame = Frame(size: Size(columns: 3, rows: 1))
    frame.write("x\u{323}\u{307}y", .text, at: 0, 0)
    #expect(frame.clusters == ["x\u{323}\u{307}"])
    #expect(frame.cells[1].glyph == 0x79)
  }

  @Test(arguments: [GlyphSet.full, .basic, .ascii])
  func `every state can be told without colour`(_ glyphs: GlyphSet) {
    let badges = SubscriptionState.allCases.map { Badge($0, glyphs) }
    #expect(Set(badges.map(\.glyph.string)).count == badges.count)
    #expect(Set(badges.map(\.code.string)).count == badges.count)
    #expect(badges.allSatisfy { $0.glyph.width == 1 && $0.code.width == 3 })
    if glyphs == .ascii { #expect(badges.allSatisfy { $0.text.isASCII }) }
  }
}
