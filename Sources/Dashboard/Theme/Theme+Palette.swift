/// What a theme file says of one role; what it leaves out stays as the role map has it.
package struct RoleOverride: Equatable, Sendable {
  /// Names of the palette: `base0A`.
  package var foreground: String?
  package var background: String?
  package var isBold: Bool?
  package var isDim: Bool?
  package var isReverse: Bool?
  package var isUnderlined: Bool?

  package init(
    foreground: String? = nil,
    background: String? = nil,
    isBold: Bool? = nil,
    isDim: Bool? = nil,
    isReverse: Bool? = nil,
    isUnderlined: Bool? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
    self.isDim = isDim
    self.isReverse = isReverse
    self.isUnderlined = isUnderlined
  }
}

/// Why a palette makes no theme.
package enum PaletteError: Error, Equatable, CustomStringConvertible {
  case missingColor(theme: String, color: String)
  case unknownRole(theme: String, role: String)
  case unknownColor(theme: String, role: String, color: String)

  package var description: String {
    switch self {
    case .missingColor(let theme, let color):
      "The theme \(theme) has no \(color). Add it to [palette] as \"rrggbb\"; "
        + "base00 to base0F are needed."
    case .unknownRole(let theme, let role):
      "The theme \(theme) styles a role \(role) that does not exist. The roles are "
        + Role.allCases.map { "\($0)" }.joined(separator: ", ") + "."
    case .unknownColor(let theme, let role, let color):
      "The theme \(theme) gives \(role) the color \(color), which its [palette] has not. "
        + "Add it there, or name one of base00 to base0F."
    }
  }
}

extension Theme {
  /// A theme from a base16 palette (`base00`…`base0F`, values 0xRRGGBB) through the fixed map of
  /// roles. Colours that are too close to the background are moved until they can be read.
  package init(
    name: String,
    palette: [String: UInt32],
    overrides: [String: RoleOverride] = [:]
  ) throws(PaletteError) {
    let slots = Array(0...15).map { "base0" + String($0, radix: 16, uppercase: true) }
    for slot in slots where palette[slot] == nil {
      throw .missingColor(theme: name, color: slot)
    }
    let names = Set(Role.allCases.map { "\($0)" })
    if let stranger = overrides.keys.sorted().first(where: { !names.contains($0) }) {
      throw .unknownRole(theme: name, role: stranger)
    }
    func color(_ slot: String) -> UInt32 { (palette[slot] ?? 0) & 0xFFFFFF }
    let selected = color("base02")
    let goals = [color("base05"), color("base07")]
    var styles: [Role: Style] = [:]
    for role in Role.allCases {
      let change = overrides["\(role)"] ?? RoleOverride()
      for slot in [change.foreground, change.background].compactMap({ $0 })
      where palette[slot] == nil {
        throw .unknownColor(theme: name, role: "\(role)", color: slot)
      }
      let look = role.look
      let ground = color(change.background ?? look.background)
      var text = color(change.foreground ?? look.foreground)
      // Every role is read in the row under the cursor, too.
      for background in [ground, selected] {
        text = Contrast.lift(text, against: background, to: look.contrast, toward: goals)
      }
      styles[role] = Style(
        foreground: .rgb(text),
        background: .rgb(ground),
        isBold: change.isBold ?? look.isBold,
        isDim: change.isDim ?? false,
        isReverse: change.isReverse ?? false,
        isUnderlined: change.isUnderlined ?? look.isUnderlined
      )
    }
    self.init(
      name: name,
      styles: styles,
      selection: Style(background: .rgb(selected), isBold: true)
    )
  }
}

extension Role {
  fileprivate struct Look {
    var foreground: String
    var background = "base00"
    var isBold = false
    var isUnderlined = false
    var contrast = Contrast.text
  }

  /// The role map: which slot of a palette each role is painted with.
  fileprivate var look: Look {
    switch self {
    case .text: Look(foreground: "base05")
    case .muted: Look(foreground: "base03")
    case .secondary: Look(foreground: "base04")
    case .title: Look(foreground: "base0D", isBold: true)
    case .bar: Look(foreground: "base04", background: "base01")
    case .barStrong: Look(foreground: "base05", background: "base01", isBold: true)
    case .hintKey: Look(foreground: "base0E")
    case .hint: Look(foreground: "base04")
    case .columnTitle: Look(foreground: "base0D", isBold: true)
    case .rule: Look(foreground: "base03", contrast: Contrast.glyph)
    case .good: Look(foreground: "base0B", isBold: true, contrast: Contrast.glyph)
    case .warn: Look(foreground: "base0A", isBold: true, contrast: Contrast.glyph)
    case .bad: Look(foreground: "base08", isBold: true, contrast: Contrast.glyph)
    case .info: Look(foreground: "base0C", contrast: Contrast.glyph)
    case .accent: Look(foreground: "base09", contrast: Contrast.glyph)
    case .sandbox: Look(foreground: "base0F", contrast: Contrast.glyph)
    case .match: Look(foreground: "base0A", isBold: true, isUnderlined: true)
    case .prompt: Look(foreground: "base0C", isBold: true)
    case .error: Look(foreground: "base08", isBold: true)
    }
  }
}
