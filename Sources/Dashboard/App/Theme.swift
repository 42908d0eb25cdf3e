/// A mapping of roles to styles.
package struct Theme: Equatable, Sendable {
  package enum Color: Equatable, Hashable, Sendable {
    /// The terminal's default colour.
    case standard
    /// One of the terminal's sixteen colours, 0–15.
    case ansi(UInt8)
    /// 0xRRGGBB.
    case rgb(UInt32)
  }

  package struct Style: Equatable, Hashable, Sendable {
    package var foreground: Color
    package var background: Color
    package var isBold: Bool
    package var isDim: Bool
    package var isReverse: Bool
    package var isUnderlined: Bool

    package init(
      foreground: Color = .standard,
      background: Color = .standard,
      isBold: Bool = false,
      isDim: Bool = false,
      isReverse: Bool = false,
      isUnderlined: Bool = false
    ) {
      self.foreground = foreground
      self.background = background
      self.isBold = isBold
      self.isDim = isDim
      self.isReverse = isReverse
      self.isUnderlined = isUnderlined
    }
  }

  package var name: String
  /// A role without a style has the style of `text`.
  package var styles: [Role: Style]
  /// The style of the row under the cursor: its background, or reverse video if it has none.
  package var selection: Style

  package init(name: String, styles: [Role: Style], selection: Style) {
    self.name = name
    self.styles = styles
    self.selection = selection
  }

  /// The style of a cell: its role's, overlaid with the selection if it is selected. Reverse video
  /// drops the role's colour, or the selected row would have many background colours.
  package func style(of role: Role, isSelected: Bool) -> Style {
    var style = styles[role] ?? styles[.text] ?? Style()
    guard isSelected else { return style }
    if selection.isReverse {
      style.foreground = selection.foreground
      style.background = selection.background
    } else if selection.background != .standard {
      style.background = selection.background
    }
    style.isBold = style.isBold || selection.isBold
    style.isReverse = selection.isReverse
    style.isUnderlined = style.isUnderlined || selection.isUnderlined
    style.isDim = false
    return style
  }
}
