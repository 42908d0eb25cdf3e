import Entitlements
package import Foundation

/// An operator-defined command that runs a program on the record under the cursor. Each word
/// becomes one argument, whatever its placeholders expand to; no shell interprets it.
package struct CustomCommand: Equatable, Sendable {
  /// A placeholder within a word.
  package enum Slot: String, CaseIterable, Sendable {
    /// The ID that `yy` copies.
    case id
    case user
    case transaction, product, app, store, environment
    case receipt
    /// The text typed after the command's name.
    case text
    /// The path of a temporary file with the rows as masked JSON, deleted when the program ends.
    case jsonFile = "json file"
  }

  package enum Piece: Equatable, Sendable {
    case text(String)
    case slot(Slot)
  }

  package var name: String
  package var help: String
  /// The key sequence; empty if only the name runs the command.
  package var keys: [Key]
  /// Whether it changes something, so that it is refused in read-only mode.
  package var acts: Bool
  /// The program, and its arguments.
  package var words: [[Piece]]

  package init(name: String, help: String, keys: [Key], acts: Bool, words: [[Piece]]) {
    self.name = name
    self.help = help
    self.keys = keys
    self.acts = acts
    self.words = words
  }

  /// Whether the name is that of a built-in command.
  package static func isBuiltIn(_ name: String) -> Bool {
    Command(rawValue: name) != nil || ["q!", "quit"].contains(name)
  }
}

/// A program to run, with its arguments expanded.
package struct ProcessLaunch: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// The path of the file with the records.
    case jsonFile
  }

  package var name: String
  /// The program, and its arguments.
  package var words: [[Piece]]
  package var records: [Record]
  /// The instant at which the screen shows them.
  package var instant: Date
}

/// The output and exit status of a program.
package struct ProcessResult: Equatable, Sendable {
  package var lines: [String]
  /// Whether the output was truncated.
  package var isCut: Bool
  /// The exit status; 0 for success.
  package var status: Int32

  package init(lines: [String], isCut: Bool, status: Int32) {
    self.lines = lines
    self.isCut = isCut
    self.status = status
  }
}

extension State {
  /// Applies the reloaded custom commands; if their file is invalid, the current ones stay.
  mutating func take(_ outcome: Outcome<[CustomCommand]>) {
    switch outcome {
    case .value(let new):
      guard new != commands else { return }
      commands = new
      toast(.info, "commands.toml was reloaded")
    case .failure(let reason): toast(.error, "the current commands stay: \(reason)")
    }
  }

  /// Runs a custom command, or explains why it cannot run.
  mutating func launch(_ command: CustomCommand, _ text: String = "") {
    guard !isDemo else {
      return toast(.warning, ":\(command.name) is not run here: the demo has no real users.")
    }
    if command.acts, writeMode == .readOnly, let refusal = writeMode.refusal(queriesStores: false) {
      return toast(.warning, refusal)
    }
    do throws(CommandExpansionError) {
      let expander = CommandExpander(records: front.records, text: text)
      let launch = ProcessLaunch(
        name: command.name,
        words: try expander.words(of: command),
        records: front.records,
        instant: view.now
      )
      toast(.info, ":\(command.name) runs")
      effects.append(.launch(launch))
    } catch {
      toast(.warning, ":\(command.name) \(error.message)")
    }
  }

  /// Shows a program's output, or that there was none.
  mutating func show(_ outcome: Outcome<ProcessResult>, of name: String) {
    switch outcome {
    case .failure(let reason): toast(.error, ":\(name): \(reason)")
    case .value(let result):
      let failed = result.status != 0
      guard !result.lines.isEmpty else {
        let message = failed ? "ended with status \(result.status), without output" : "is done"
        return toast(failed ? .error : .info, ":\(name) \(message)")
      }
      var lines = result.lines.map { $0.isEmpty ? PageLine.blank : .text($0) }
      if result.isCut { lines.append(.warning("The rest of the output was dropped.")) }
      if failed { lines.insert(.warning("It ended with status \(result.status)."), at: 0) }
      push(PageScreen("\(name)", equivalentCommand: nil, .fixed(lines)))
    }
  }
}

/// Expands a command's placeholders with values of the records.
private struct CommandExpander {
  let records: [Record]
  let text: String

  func words(of command: CustomCommand) throws(CommandExpansionError) -> [[ProcessLaunch.Piece]] {
    var words: [[ProcessLaunch.Piece]] = []
    for word in command.words {
      // A placeholder that is a word of its own expands to one argument for each row.
      if word.count == 1, case .slot(let slot) = word[0], slot != .jsonFile {
        let values = try values(of: slot)
        words += try values.map { value throws(CommandExpansionError) in
          [try argument(value, after: words)]
        }
        continue
      }
      words.append(try filled(word, after: words))
    }
    return words
  }

  private func filled(
    _ word: [CustomCommand.Piece],
    after words: [[ProcessLaunch.Piece]]
  ) throws(CommandExpansionError) -> [ProcessLaunch.Piece] {
    var pieces: [ProcessLaunch.Piece] = []
    for piece in word {
      switch piece {
      case .text(let text): pieces.append(.text(text))
      case .slot(.jsonFile):
        guard !records.isEmpty else { throw missing(.jsonFile) }
        pieces.append(.jsonFile)
      case .slot(let slot):
        let values = try values(of: slot)
        guard values.count == 1 else {
          throw CommandExpansionError("takes only one row: {\(slot.rawValue)} is inside a word.")
        }
        pieces.append(pieces.isEmpty ? try argument(values[0], after: words) : .text(values[0]))
      }
    }
    return pieces
  }

  /// Rejects document values that the program would parse as options.
  private func argument(
    _ value: String,
    after words: [[ProcessLaunch.Piece]]
  ) throws(CommandExpansionError) -> ProcessLaunch.Piece {
    guard !value.hasPrefix("-") || words.contains([.text("--")]) else {
      throw CommandExpansionError(
        "would take \(value) for an option: put \"--\" before it in its run."
      )
    }
    return .text(value)
  }

  private func values(of slot: CustomCommand.Slot) throws(CommandExpansionError) -> [String] {
    if slot == .text {
      guard !text.isEmpty else { throw CommandExpansionError("needs a word after its name.") }
      return [text]
    }
    var seen: Set<String> = []
    let values = records.compactMap { $0.value(of: slot) }
      .filter { !$0.isEmpty && !$0.utf8.contains(0) && seen.insert($0).inserted }
    guard !values.isEmpty else { throw missing(slot) }
    return values
  }

  private func missing(_ slot: CustomCommand.Slot) -> CommandExpansionError {
    CommandExpansionError("needs {\(slot.rawValue)}, and what the cursor is on has none.")
  }
}

/// A placeholder that cannot be expanded.
private struct CommandExpansionError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}

extension Record {
  fileprivate func value(of slot: CustomCommand.Slot) -> String? {
    let name = chain.flatMap { Subscription.Name($0) }
    switch slot {
    case .id: return primaryID
    case .user: return user?.raw
    case .transaction: return name?.originalTransactionID
    case .product: return productID
    case .app: return name?.app
    case .store: return name?.store.rawValue
    case .environment: return name?.environment.rawValue
    case .receipt: return document?.raw
    case .text, .jsonFile: return nil
    }
  }
}
