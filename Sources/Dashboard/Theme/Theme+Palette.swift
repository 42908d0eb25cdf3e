/// A theme file's overrides for one role; `nil` keeps the default.
package struct RoleOverride: Equatable, Sendable {
  /// A palette slot (`base0A`), one of the terminal's sixteen colours (`red`, `bright-red`),
  /// `default` for the terminal's default, or `#rrggbb`.
  package var foreground: String?
  package var background: String?
  package var isBold: Bool?
  package var isDim: Bool?
  package var isReverse: Bool?
  package var isUnderlined: Bool?

  package static let none = RoleOverride()
}

/// An error in a theme file.
package enum PaletteError: Error, Equatable, CustomStringConvertible {
  case missingColor(theme: String, color: String)
  case unknownRole(theme: String, role: String)
  case unknownColor(theme: String, role: String, color: String)

  package var description: String {
    switch self {
    case .missingColor(let theme, let color):
      "The theme \(theme) has no \(color). Add it to its palette as \"rrggbb\"; "
        + "base00 to base0F are needed."
    case .unknownRole(let theme, let role):
      "The theme \(theme) styles a role \(role) that does not exist. The roles are "
        + (Role.allCases.map { "\($0)" } + ["selection"]).joined(separator: ", ") + "."
    case .unknownColor(let theme, let role, let color):
      "The theme \(theme) gives \(role) the color \(color), which is none. Take a name of its "
        + "palette, as base0A, one of the terminal's, as red or bright-red, default, or \"#rrggbb\"."
    }
  }
}

extension Theme {
  /// Creates a theme from a base16 or base24 palette (`base00`…`base0F`, `base10`…`base17`; values
  /// 0xRRGGBB) with the fixed map of roles. Colours with too little contrast to the background are
  /// adjusted. Without a palette every role has the terminal's default colours, except for
  /// overrides.
  package init(
    name: String,
    palette: [String: UInt32]?,
    overrides: [String: RoleOverride] = [:]
  ) throws(PaletteError) {
    self = try ThemeBuilder(name: name, palette: palette, overrides: overrides).make().theme
  }

  /// Whether the theme has a light background; `nil` if the terminal's own colour is used.
  package var isLight: Bool? {
    let background = style(of: .text, isSelected: false).background
    guard case .rgb(let color) = background else { return nil }
    return Contrast.luminance(color) > 0.18
  }
}

/// Builds a theme from the contents of a theme file.
package struct ThemeBuilder: Sendable {
  /// An adjustment of a colour for better contrast.
  package struct Lift: Equatable, Sendable {
    package var role: Role
    /// The contrast of the palette's colour, and of the adjusted one.
    package var before, after: Double
  }

  let name: String
  let palette: [String: UInt32]?
  let overrides: [String: RoleOverride]

  private static let selectionName = "selection"

  package init(
    name: String,
    palette: [String: UInt32]?,
    overrides: [String: RoleOverride] = [:]
  ) {
    self.name = name
    self.palette = palette
    self.overrides = overrides
  }

  package func make() throws(PaletteError) -> (theme: Theme, lifts: [Lift]) {
    try expectWhole()
    let selection = try selection()
    var lifts: [Lift] = []
    var styles: [Role: Theme.Style] = [:]
    for role in Role.allCases {
      let made = try style(of: role, selection)
      styles[role] = made.style
      if let lift = made.lift { lifts.append(lift) }
    }
    return (Theme(name: name, styles: styles, selection: selection), lifts)
  }

  private func expectWhole() throws(PaletteError) {
    if let palette {
      for slot in (0...15).map({ "base0" + String($0, radix: 16, uppercase: true) })
      where palette[slot] == nil {
        throw .missingColor(theme: name, color: slot)
      }
    }
    let names = Set(Role.allCases.map { "\($0)" } + [Self.selectionName])
    if let unknown = overrides.keys.sorted().first(where: { !names.contains($0) }) {
      throw .unknownRole(theme: name, role: unknown)
    }
  }

  private func selection() throws(PaletteError) -> Theme.Style {
    let change = overrides[Self.selectionName] ?? RoleOverride()
    let background = try color(change.background, of: Self.selectionName) ?? slot("base02")
    return Theme.Style(
      foreground: try color(change.foreground, of: Self.selectionName) ?? .standard,
      background: background,
      isBold: change.isBold ?? true,
      isReverse: change.isReverse ?? (background == .standard),
      isUnderlined: change.isUnderlined ?? false
    )
  }

  private func style(
    of role: Role,
    _ selection: Theme.Style
  ) throws(PaletteError) -> (style: Theme.Style, lift: Lift?) {
    let change = overrides["\(role)"] ?? RoleOverride()
    let look = role.look
    let background = try color(change.background, of: "\(role)") ?? slot(look.background)
    let foreground =
      try color(change.foreground, of: "\(role)") ?? look.bright.flatMap { palette?[$0] }
      .map(Theme.Color.rgb) ?? slot(look.foreground)
    let (text, lift) = readable(foreground, on: [background, selection.background], role, look)
    let style = Theme.Style(
      foreground: text,
      background: background,
      isBold: change.isBold ?? (palette != nil && look.isBold),
      isDim: change.isDim ?? false,
      isReverse: change.isReverse ?? false,
      isUnderlined: change.isUnderlined ?? (palette != nil && look.isUnderlined)
    )
    return (style, lift)
  }

  /// Adjusts a colour so that it is readable on the role's background and in the selected row.
  private func readable(
    _ color: Theme.Color,
    on backgrounds: [Theme.Color],
    _ role: Role,
    _ look: Role.Look
  ) -> (Theme.Color, Lift?) {
    guard case .rgb(let original) = color else { return (color, nil) }
    let backgrounds = backgrounds.compactMap { if case .rgb(let value) = $0 { value } else { nil } }
    let goals = ["base05", "base07"].compactMap { palette?[$0] }
    var text = original
    for background in backgrounds {
      text = Contrast.lift(text, against: background, to: look.contrast, toward: goals)
    }
    func worst(_ color: UInt32) -> Double {
      backgrounds.map { Contrast.ratio(color, $0) }.min() ?? 21
    }
    guard text != original else { return (.rgb(original), nil) }
    return (.rgb(text), Lift(role: role, before: worst(original), after: worst(text)))
  }

  private func slot(_ name: String) -> Theme.Color {
    palette?[name].map { .rgb($0 & 0xFF_FFFF) } ?? .standard
  }

  private func color(_ colorName: String?, of role: String) throws(PaletteError) -> Theme.Color? {
    guard let colorName else { return nil }
    if let value = palette?[colorName] { return .rgb(value & 0xFF_FFFF) }
    guard let color = Theme.Color(named: colorName) else {
      throw .unknownColor(theme: name, role: role, color: colorName)
    }
    return color
  }
}

extension Theme.Color {
  /// `default`, `red`, `bright-red`, `#rrggbb`.
  init?(named name: String) {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    if name == "default" {
      self = .standard
    } else if let index = names.firstIndex(of: name) {
      self = .ansi(UInt8(index))
    } else if name.hasPrefix("bright-"), let index = names.firstIndex(of: String(name.dropFirst(7)))
    {
      self = .ansi(UInt8(index + 8))
    } else if name.hasPrefix("#"), let value = Base16Scheme.color(name) {
      self = .rgb(value)
    } else {
      return nil
    }
  }
}

extension Role {
  fileprivate struct Look {
    var foreground: String
    var background = "base00"
    /// The brighter base24 slot, used if the palette has it.
    var bright: String?
    var isBold = false
    var isUnderlined = false
    var contrast = Contrast.text
  }

  /// The role map: the palette slots of each role.
  fileprivate var look: Look {
    switch self {
    case .text: Look(foreground: "base05")
    case .muted: Look(foreground: "base03")
    case .secondary: Look(foreground: "base04")
    case .title: Look(foreground: "base0D", bright: "base16", isBold: true)
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
    case .match: Look(foreground: "base0A", bright: "base13", isBold: true, isUnderlined: true)
    case .prompt: Look(foreground: "base0C", bright: "base15", isBold: true)
    case .error: Look(foreground: "base08", bright: "base12", isBold: true)
    }
  }
}
