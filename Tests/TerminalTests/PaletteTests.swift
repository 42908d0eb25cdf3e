import Testing

@testable import Dashboard
@testable import Terminal

@Suite struct PaletteTests {
  @Test(
    arguments: [
      (0, Palette.none), (-1, .none), (7, .none), (8, .eight), (16, .sixteen), (88, .sixteen),
      (256, .indexed), (32767, .indexed), (1 << 24, .direct),
    ] as [(Int32, Palette)]
  )
  func `the number of colours says how colours are named`(colors: Int32, palette: Palette) {
    #expect(Palette(colors: colors) == palette)
  }

  @Test func `the 256 colours are xterm's`() {
    #expect(Palette.all.count == 256)
    #expect(Palette.all[16] == 0x000000)
    #expect(Palette.all[196] == 0xFF0000)
    #expect(Palette.all[231] == 0xFFFFFF)
    #expect(Palette.all[232] == 0x080808)
    #expect(Palette.all[255] == 0xEEEEEE)
  }

  @Test func `each of the fixed 240 is nearest to itself`() {
    for (number, value) in Palette.all.enumerated().dropFirst(16) {
      let nearest = Palette.indexed.number(of: .rgb(value))
      #expect(Palette.all[Int(nearest)] == value, "\(number)")
    }
  }

  @Test(
    arguments: [
      (0x1E1E2E, 234), (0xD9534F, 167), (0x4682B4, 67), (0x282828, 235), (0xFDF6E3, 230),
    ] as [(UInt32, Int32)]
  )
  func `a colour between them goes to one that looks like it`(value: UInt32, number: Int32) {
    #expect(Palette.indexed.number(of: .rgb(value)) == number)
  }

  @Test(
    arguments: [
      (0x000000, 0), (0xFF2020, 9), (0xC01010, 1), (0x10C010, 2), (0xFAFAFA, 15), (0x808080, 8),
    ] as [(UInt32, Int32)]
  )
  func `sixteen colours are enough to be near`(value: UInt32, number: Int32) {
    #expect(Palette.sixteen.number(of: .rgb(value)) == number)
  }

  @Test func `eight colours stay below eight`() {
    for value in stride(from: UInt32(0), through: 0xFF_FFFF, by: 0x0F_1E2D) {
      #expect((0..<8).contains(Palette.eight.number(of: .rgb(value))))
    }
  }

  @Test func `the terminal's own colour is always its own`() {
    for palette in [Palette.none, .eight, .sixteen, .indexed, .direct] {
      #expect(palette.number(of: .standard) == -1)
    }
    #expect(Palette.none.number(of: .rgb(0xFF0000)) == -1)
  }

  @Test func `direct colours are themselves, but for the names of the first eight`() {
    #expect(Palette.direct.number(of: .rgb(0x50FA7B)) == 0x50FA7B)
    #expect(Palette.direct.number(of: .rgb(0x000005)) == 0)
    #expect(Palette.direct.number(of: .ansi(3)) == 3)
    #expect(Palette.direct.number(of: .ansi(9)) == 0xFF0000)
  }

  @Test func `without colour a background is reverse video`() {
    let bar = Theme.Style(foreground: .ansi(0), background: .ansi(6), isBold: true)
    let ink = TerminalStyle(bar, on: .none)
    #expect(ink.foreground == -1 && ink.background == -1)
    #expect(ink.attributes == 1 | 4)
    #expect(TerminalStyle(bar, on: .indexed).attributes == 1)
  }

  @Test func `eight colours make bright ones of bold, and grey readable`() {
    #expect(
      TerminalStyle(.init(foreground: .ansi(9)), on: .eight)
        == TerminalStyle(.init(foreground: .ansi(1), isBold: true), on: .eight)
    )
    #expect(
      TerminalStyle(.init(foreground: .ansi(8)), on: .eight)
        == TerminalStyle(.init(isDim: true), on: .eight)
    )
  }

  @Test func `text can be read after it and its ground have moved to what the terminal has`() {
    for (text, ground) in [(0x767676, 0xFFFFFF), (0x5C7E10, 0xF4F4F4), (0x8A8A8A, 0x1C1C1C)]
      as [(UInt32, UInt32)]
    {
      let needed = min(Contrast.ratio(text, ground), Contrast.text)
      let number = Palette.indexed.number(of: .rgb(text), on: .rgb(ground))
      let place = Palette.indexed.number(of: .rgb(ground))
      #expect(
        Contrast.ratio(Palette.all[Int(number)], Palette.all[Int(place)]) >= needed
      )
    }
  }

  @Test func `no more colours are made use of than were asked for`() {
    #expect(ColorChoice.sixteen.limit(.indexed) == .sixteen)
    #expect(ColorChoice.sixteen.limit(.eight) == .eight)
    #expect(ColorChoice.automatic.limit(.direct) == .direct)
  }
}
