/// What roles look like.
package struct Theme: Equatable, Sendable {
  package enum Color: Equatable, Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// One of the terminal's sixteen, 0–15.
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
  /// A role that is not here looks like `text`.
  package var styles: [Role: Style]
  /// How the row under the cursor differs: its background, and reverse video where there is none.
  package var selection: Style

  package init(name: String, styles: [Role: Style], selection: Style) {
    self.name = name
    self.styles = styles
    self.selection = selection
  }

  /// The style of a cell: its role's, with the selection laid over where it is selected. Reverse
  /// video takes the role's colour away, or the selected row would be a patchwork.
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
