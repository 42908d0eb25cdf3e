import Testing

@testable import Dashboard
@testable import Terminal

@Suite struct KeyReaderTests {
  @Test(
    arguments: [
      (0, Key.control(" ")), (1, .control("a")), (3, .control("c")), (4, .control("d")),
      (8, .backspace), (9, .tab), (10, .enter), (13, .enter), (26, .control("z")), (27, .escape),
      (28, .control("\\")), (29, .control("]")), (31, .control("_")), (32, .character(" ")),
      (0x71, .character("q")), (127, .backspace), (0xE9, .character("é")),
      (0x1F600, .character("😀")),
    ] as [(UInt32, Key)]
  )
  func `a code from the keyboard is the key that sends it`(code: UInt32, key: Key) {
    #expect(Key(typed: code) == key)
  }

  @Test(arguments: [0x80, 0x9B, 0xD800, 0xDFFF, 0x11_0000, .max] as [UInt32])
  func `what no key sends is no key`(code: UInt32) {
    #expect(Key(typed: code) == nil)
  }

  @Test(
    arguments: [
      (1, Key.up), (2, .down), (3, .left), (4, .right), (5, .home), (6, .end), (7, .pageUp),
      (8, .pageDown), (9, .insert), (10, .delete), (11, .backspace), (12, .enter), (13, .backTab),
      (101, .function(1)), (112, .function(12)),
    ] as [(UInt32, Key)]
  )
  func `a code of curses' is the key it names`(code: UInt32, key: Key) {
    #expect(Key(named: code) == key)
  }

  @Test(arguments: [0, 16, 99, 100, 164, .max] as [UInt32])
  func `a code that names nothing is no key`(code: UInt32) {
    #expect(Key(named: code) == nil)
  }

  @Test func `letters and named keys come in the order they were hit`() {
    let codes: [KeyCode] = [.character(0x6A), .key(.down), .unnamed, .character(0x71)]
    #expect(read(codes) == [.key(.character("j")), .key(.down), .key(.character("q"))])
  }

  @Test func `Escape alone is the Escape key`() {
    #expect(read("\u{1B}") == [.key(.escape)])
    #expect(read("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
  }

  @Test func `a key hit right after Escape is not lost`() {
    #expect(read("\u{1B}q") == [.key(.escape), .key(.character("q"))])
    #expect(read("\u{1B}[") == [.key(.escape), .key(.character("["))])
    #expect(read("\u{1B}]") == [.key(.escape), .key(.character("]"))])
    let codes: [KeyCode] = [.character(27), .key(.up)]
    #expect(read(codes) == [.key(.escape), .key(.up)])
  }

  @Test(arguments: [
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[<0;23;4M", "\u{1B}[?62;22c", "\u{1B}[1;5q", "\u{1B}[27;5;113~",
    "\u{1B}OZ", "\u{1B}]11;rgb:qqqq/qqqq/qqqq\u{7}", "\u{1B}]52;c;cXFxcQ==\u{1B}\\",
    "\u{1B}P>|term qqq\u{1B}\\", "\u{1B}_Gqqq\u{1B}\\",
  ])
  func `a report that nobody asked for is swallowed whole`(report: String) {
    #expect(read(report) == [])
    #expect(read(report + "j" + report + "k") == [.key(.character("j")), .key(.character("k"))])
  }

  @Test(
    arguments: [
      ("\u{1B}[A", .up), ("\u{1B}OA", .up), ("\u{1B}[1;5B", .down), ("\u{1B}[1;2C", .right),
      ("\u{1B}[1D", .left), ("\u{1B}OD", .left), ("\u{1B}[H", .home), ("\u{1B}[F", .end),
      ("\u{1B}[1~", .home), ("\u{1B}[4~", .end), ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete),
      ("\u{1B}[5~", .pageUp), ("\u{1B}[6;3~", .pageDown), ("\u{1B}[Z", .backTab),
      ("\u{1B}OP", .function(1)), ("\u{1B}OR", .function(3)), ("\u{1B}[11~", .function(1)),
      ("\u{1B}[15;2~", .function(5)), ("\u{1B}[24~", .function(12)), ("\u{1B}OM", .enter),
    ] as [(String, Key)]
  )
  func `a key counts in every form that terminals send`(sequence: String, key: Key) {
    #expect(read(sequence) == [.key(key)])
    #expect(read(sequence + "j") == [.key(key), .key(.character("j"))])
  }

  @Test(arguments: [
    "\u{1B}[24;80R", "\u{1B}[?1A", "\u{1B}[2A", "\u{1B}[1;99A", "\u{1B}[99~", "\u{1B}[~",
    "\u{1B}[1;5;9A", "\u{1B}[1111111111;5A", "\u{1B}[>A",
  ])
  func `what only looks like a key is swallowed`(report: String) {
    #expect(read(report + "j") == [.key(.character("j"))])
  }

  @Test func `a report that is broken off does not eat the key after it`() {
    let codes: [KeyCode] = [.character(27), .character(0x5B), .character(0x31), .key(.up)]
    #expect(read(codes) == [.key(.up)])
    #expect(read("\u{1B}[1\u{1B}") == [.key(.escape)])
  }

  @Test func `while a paste lasts everything is text`() {
    let codes: [KeyCode] =
      [.pasteBegin] + typed(":quit\rq\u{1B}[Aé") + [.key(.up), .key(.enter), .pasteEnd]
      + typed("j")
    #expect(read(codes) == [.pasted(":quit\nq[Aé\n"), .key(.character("j"))])
  }

  @Test(
    arguments: [
      ("0;23;4M", Mouse(.press, column: 22, row: 3)),
      ("0;23;4m", Mouse(.release, column: 22, row: 3)),
      ("4;1;1M", Mouse(.press, column: 0, row: 0)),
      ("64;300;2M", Mouse(.wheelUp, column: 299, row: 1)),
      ("65;1;1M", Mouse(.wheelDown, column: 0, row: 0)),
      ("32;5;5M", Mouse(.drag, column: 4, row: 4)),
    ]
  )
  func `a report of the mouse is what it did`(_ report: String, _ mouse: Mouse) {
    #expect(read([.mouseBegin] + typed(report + "j")) == [.mouse(mouse), .key(.character("j"))])
  }

  @Test(arguments: ["0;0;1M", "1;2M", ";;M", "0;99999;1M", "2;1;1M", "0;1;1;1M"])
  func `a report of the mouse that says nothing is swallowed`(_ report: String) {
    #expect(read([.mouseBegin] + typed(report + "j")) == [.key(.character("j"))])
  }

  @Test func `a report of the mouse that is broken off does not eat the key after it`() {
    #expect(read([.mouseBegin] + typed("0;1") + [.key(.up)]) == [.key(.up)])
  }

  @Test func `the oldest report of the mouse is swallowed whole`() {
    #expect(read("\u{1B}[M qqj") == [.key(.character("j"))])
  }

  @Test func `a paste that never ends is text all the same`() {
    #expect(read([.pasteBegin] + typed("abc")) == [.pasted("abc")])
  }

  @Test func `the end of a paste that never began is nothing`() {
    #expect(read([.pasteEnd, .character(0x6A)]) == [.key(.character("j"))])
  }

  @Test func `a flood of keys is read in portions and none is lost`() {
    var codes = Array(repeating: KeyCode.character(0x6A), count: 2_500)[...]
    var reader = KeyReader(reportTimeout: 0)
    var counts: [Int] = []
    repeat { counts.append(reader.read { _ in codes.popFirst() }.count) } while reader.isUnfinished
    #expect(counts == [1_024, 1_024, 452])
  }

  @Test func `random bytes neither trap nor stop the keys after them`() {
    var generator = Xorshift(state: 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<2_000 {
      let noise = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        KeyCode.character(UInt32.random(in: 0...0x1_FFFF, using: &generator))
      }
      // BEL ends any string, the second Escape whatever that one began.
      let strokes = read(noise + typed("\u{7}\u{7}\u{1B}\u{1B}[0mq"))
      #expect(strokes.last == .key(.character("q")))
    }
  }

  private func typed(_ text: String) -> [KeyCode] {
    text.unicodeScalars.map { .character($0.value) }
  }

  private func read(_ text: String) -> [KeyReader.InputEvent] {
    read(typed(text))
  }

  private func read(_ codes: [KeyCode]) -> [KeyReader.InputEvent] {
    var codes = codes[...]
    var reader = KeyReader(reportTimeout: 50)
    return reader.read { _ in codes.popFirst() }
  }
}

private struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
