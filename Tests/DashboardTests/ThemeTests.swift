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
}
