/// Tells, before anything is parsed, whether a command line asks for the screen.
enum ScreenArguments {
  private static let screens = ["dashboard", "demo", "tour"]
  /// The dashboard commands' options that are followed by a value.
  private static let valued = [
    "--ledger", "--config", "--root", "--bundle-id", "--theme", "--themes", "--users", "--seed",
    "--open", "--glyphs", "--color", "--play", "--size", "--snapshot", "--at",
    "--by", "--google-key", "--signature", "--device-guid", "--microsoft-cert",
  ]

  /// The first word that is neither an option nor an option's value decides; without one the
  /// dashboard is meant. Help and version need no screen.
  static func areMeant(_ arguments: some Sequence<String>) -> Bool {
    var isValue = false
    var word: String?
    for argument in arguments {
      if isValue {
        isValue = false
      } else if ["--help", "-h", "--version", "--generate-completion-script"].contains(argument) {
        return false
      } else if argument.hasPrefix("-") {
        isValue = valued.contains(argument)
      } else if word == nil {
        word = argument
      }
    }
    return word.map(screens.contains) ?? true
  }
}
