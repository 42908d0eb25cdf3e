import Testing

@testable import Dashboard

@Suite struct ThemeTests {
  /// Everything nearly the colour of the ground.
  private static func murky(_ ground: UInt32, _ rest: UInt32, _ text: UInt32) -> [String: UInt32] {
    var palette: [String: UInt32] = [:]
    for slot in 0...15 {
      palette["base0" + String(slot, radix: 16, uppercase: true)] = rest
    }
    palette["base00"] = ground
    palette["base01"] = ground
    palette["base02"] = ground
    palette["base05"] = text
    palette["base07"] = text
    return palette
  }

  @Test(arguments: [(0x101010, 0x181818, 0xE0E0E0), (0xFAFAFA, 0xF0F0F0, 0x202020)])
  func `what could not be read is moved until it can`(
    _ ground: UInt32,
    _ rest: UInt32,
    _ text: UInt32
  ) throws {
    let theme = try Theme(name: "murky", palette: Self.murky(ground, rest, text))
    for role in Role.allCases {
      guard case .rgb(let color) = theme.style(of: role, isSelected: false).foreground else {
        Issue.record("\(role) has no colour")
        continue
      }
      #expect(Contrast.ratio(color, ground) >= 3, "\(role)")
    }
    guard case .rgb(let muted) = theme.style(of: .muted, isSelected: false).foreground else {
      return
    }
    #expect(Contrast.ratio(muted, ground) >= 4.5)
  }

  @Test func `in reverse video the selected row is one colour, whatever its cells mean`() {
    let styles = Set(
      Role.allCases.map { Theme.terminal.style(of: $0, isSelected: true).foreground }
    )
    #expect(styles == [.standard])
    #expect(Theme.terminal.style(of: .good, isSelected: true).isReverse)
    #expect(Theme.terminal.style(of: .good, isSelected: false).foreground != .standard)
  }

  @Test func `a palette with a hole is refused by the colour's name`() {
    var palette = Self.murky(0, 0x888888, 0xFFFFFF)
    palette["base0B"] = nil
    #expect(throws: PaletteError.missingColor(theme: "holey", color: "base0B")) {
      try Theme(name: "holey", palette: palette)
    }
  }

  @Test func `a theme cannot style a role that does not exist`() {
    #expect(throws: PaletteError.unknownRole(theme: "odd", role: "titel")) {
      try Theme(
        name: "odd",
        palette: Self.murky(0, 0x888888, 0xFFFFFF),
        overrides: ["titel": RoleOverride(isBold: true)]
      )
    }
  }

  @Test func `every role has a look in the terminal's own colours`() {
    #expect(Role.allCases.allSatisfy { Theme.terminal.styles[$0] != nil })
  }

  /// As published: the newer layout, the older one, and what other editors leave behind.
  static let schemes = [
    """
    system: "base16"
    name: "Test"
    variant: "dark"
    palette:
    \(lines("  ", { "\"#\($0)\"" }))
    """,
    """
    # An older one.
    scheme: "Test"   # by nobody
    author: "nobody (http://example.org)"
    \(lines("", { "\"\($0)\"" }))
    """,
    "\u{FEFF}---\r\nname: 'Test'\r\npalette:\r\n"
      + lines("  ", { $0.uppercased() }).replacing("\n", with: "\r\n"),
  ]

  private static func lines(_ indent: String, _ primaryID: (String) -> String) -> String {
    (0...15).map { slot in
      let color = "0\(String(slot, radix: 16))1e2f"
      return "\(indent)base0\(String(slot, radix: 16, uppercase: true)): \(primaryID(color))"
    }.joined(separator: "\n")
  }

  @Test(arguments: schemes) func `a scheme is read as it was published`(_ text: String) throws {
    let scheme = try Base16Scheme(yaml: text)
    #expect(scheme.name == "Test")
    #expect(scheme.isLight == false)
    #expect(scheme.palette.count == 16)
    #expect(scheme.palette["base0A"] == 0x0A1E2F)
    _ = try Theme(name: "test", palette: scheme.palette)
  }

  @Test func `the brighter colours of base24 are made use of`() throws {
    var palette = Self.murky(0x101010, 0xC0C0C0, 0xE0E0E0)
    palette["base12"] = 0xFFAA99
    #expect(
      try Theme(name: "bright", palette: palette).style(of: .error, isSelected: false).foreground
        == .rgb(0xFFAA99)
    )
  }

  @Test(arguments: [
    ("base00: \"12345\"", Base16Scheme.Fault.notAColor(line: 1, key: "base00")),
    ("name: x\nbase0A: \"zzzzzz\"", .notAColor(line: 2, key: "base0A")),
    ("just text", .notAPair(line: 1)), ("name: \"no colours\"", .noColors),
  ]) func `what is no scheme is refused by its line`(_ text: String, _ fault: Base16Scheme.Fault) {
    #expect(throws: fault) { try Base16Scheme(yaml: text) }
  }

  @Test func `a theme without a palette is the terminal's text but for what it says`() throws {
    let theme = try Theme(
      name: "plain",
      palette: nil,
      overrides: ["good": RoleOverride(foreground: "bright-green", isBold: true)]
    )
    #expect(theme.style(of: .text, isSelected: false) == Theme.Style())
    #expect(
      theme.style(of: .good, isSelected: false) == Theme.Style(foreground: .ansi(10), isBold: true)
    )
    #expect(theme.selection == Theme.Style(isBold: true, isReverse: true))
  }

  @Test func `a colour that is no name is refused`() {
    #expect(throws: PaletteError.unknownColor(theme: "odd", role: "good", color: "mauve")) {
      try Theme(name: "odd", palette: nil, overrides: ["good": RoleOverride(foreground: "mauve")])
    }
  }
}
