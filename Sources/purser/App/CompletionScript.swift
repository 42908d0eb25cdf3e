import ArgumentParser

/// The shells' completions of the program.
///
/// The parser adds a command `help` of its own to those that the program has.
enum CompletionScript {
  private static let addedAbstract = "Show subcommand help information."

  /// The script that the words ask for; `nil` if they don't name a known shell.
  static func text(askedForBy words: CommandWords) -> String? {
    let (option, name) = ("--generate-completion-script", Array(words.rest))
    guard words.path.isEmpty, name.count == 2, name[0] == option else { return nil }
    return CompletionShell(rawValue: name[1]).map(text)
  }

  private static func text(for shell: CompletionShell) -> String {
    var lines: [Substring] = []
    var (helpFunctions, isLeftOut) = (0, false)
    for line in Purser.completionScript(for: shell).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ) {
      if line.contains("help"), line.contains(addedAbstract) { continue }
      if line == "_purser_help() {" {
        helpFunctions += 1
        // The later one would replace the program's own.
        isLeftOut = helpFunctions > 1
      }
      if !isLeftOut { lines.append(line) }
      if line == "}" { isLeftOut = false }
    }
    return lines.joined(separator: "\n")
      .replacing(" help help'", with: " help'").replacing("|help|help)", with: "|help)")
  }
}
