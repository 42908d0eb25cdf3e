/// Detects, before parsing, whether a command line opens the screen.
enum ScreenArguments {
  private static let screens = ["dashboard", "demo", "tour"]
  /// The dashboard commands' options that take a value.
  private static let valued = [
    "--ledger", "--config", "--root", "--bundle-id", "--theme", "--themes", "--users", "--seed",
    "--open", "--glyphs", "--color", "--play", "--size", "--snapshot", "--at",
    "--by", "--google-key", "--signature", "--device-guid", "--microsoft-cert",
  ]

  /// Whether the first argument that is neither an option nor its value is a screen command, or
  /// there is none. Help and version need no screen.
  static func areMeant(_ arguments: some Sequence<String>) -> Bool {
    var isValue = false
    var command: String?
    for argument in arguments {
      if isValue {
        isValue = false
      } else if ["--help", "-h", "--version", "--generate-completion-script"].contains(argument) {
        return false
      } else if argument.hasPrefix("-") {
        isValue = valued.contains(argument)
      } else if command == nil {
        command = argument
      }
    }
    return command.map(screens.contains) ?? true
  }
}
