extension Theme {
  /// The terminal's own colours, for dark and light backgrounds.
  package static let terminal = Theme(
    name: "terminal",
    styles: [
      .text: Style(),
      // Bright black is invisible in some schemes; dim is not.
      .muted: Style(isDim: true),
      .secondary: Style(),
      .title: Style(isBold: true),
      .bar: Style(),
      .barStrong: Style(isBold: true),
      .hintKey: Style(foreground: .ansi(5)),
      .hint: Style(isDim: true),
      .columnTitle: Style(foreground: .ansi(4), isBold: true),
      .rule: Style(isDim: true),
      .good: Style(foreground: .ansi(2), isBold: true),
      .warn: Style(foreground: .ansi(3), isBold: true),
      .bad: Style(foreground: .ansi(1), isBold: true),
      .info: Style(foreground: .ansi(6)),
      .accent: Style(foreground: .ansi(3)),
      .sandbox: Style(foreground: .ansi(5)),
      .match: Style(foreground: .ansi(3), isBold: true, isUnderlined: true),
      .prompt: Style(foreground: .ansi(6), isBold: true),
      .error: Style(foreground: .ansi(1), isBold: true),
    ],
    selection: Style(isBold: true, isReverse: true)
  )
}
