import Entitlements

/// A program of the operator's own that is run on what the cursor is on. Each of its words is one
/// argument, whatever is filled in: no shell reads any of them.
package struct OwnCommand: Equatable, Sendable {
  /// What is filled into a word.
  package enum Slot: String, CaseIterable, Sendable {
    /// What `yy` copies: an ID for people.
    case id
    case user
    case transaction, product, app, store, environment
    case receipt
    /// What was typed after the command's name.
    case text
    /// The path of a file with the rows as JSON, masked, that goes when the program ends.
    case jsonFile = "json file"
  }

  package enum Piece: Equatable, Sendable {
    case text(String)
    case slot(Slot)
  }

  package var name: String
  package var help: String
  /// Pressed one after the other; none where only the name runs it.
  package var keys: [Key]
  /// Whether it changes something, so that it is refused where the ledger is only read.
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

  /// Whether the dashboard itself has a command of the name.
  package static func isBuiltIn(_ name: String) -> Bool {
    Command(rawValue: name) != nil || ["q!", "quit"].contains(name)
  }
}

/// A program that is to be run now.
package struct Launch: Equatable, Sendable {
  package enum Piece: Equatable, Sendable {
    case text(String)
    /// The path of the file with the records.
    case jsonFile
  }

  package var name: String
  /// The program, and its arguments.
  package var words: [[Piece]]
  package var records: [Record]
}

/// What a program left behind.
package struct Launched: Equatable, Sendable {
  package var lines: [String]
  /// Whether it said more than was kept.
  package var isCut: Bool
  /// 0 where all went well.
  package var status: Int32

  package init(lines: [String], isCut: Bool, status: Int32) {
    self.lines = lines
    self.isCut = isCut
    self.status = status
  }
}

extension State {
  /// Commands as their file has them now; where it is broken, those in force stay.
  mutating func take(_ outcome: Outcome<[OwnCommand]>) {
    switch outcome {
    case .value(let new):
      guard new != commands else { return }
      commands = new
      toast(.info, "commands.toml was read anew")
    case .failure(let reason): toast(.error, "the commands in force stay: \(reason)")
    }
  }

  /// Runs a command of the operator's, or says what keeps it from that.
  mutating func launch(_ command: OwnCommand, _ text: String = "") -> [Effect] {
    guard !isDemo else {
      toast(.warning, ":\(command.name) is not run here: nobody in the demo is real.")
      return []
    }
    if command.acts, acting == .readOnly, let refusal = acting.refusal(ofAsking: false) {
      toast(.warning, refusal)
      return []
    }
    do throws(SlotFault) {
      let filler = SlotFiller(records: front.records, text: text)
      let launch = Launch(
        name: command.name,
        words: try filler.words(of: command),
        records: front.records
      )
      toast(.info, ":\(command.name) runs")
      return [.launch(launch)]
    } catch {
      toast(.warning, ":\(command.name) \(error.words)")
      return []
    }
  }

  /// Shows what a program said, or that it said nothing.
  mutating func show(_ outcome: Outcome<Launched>, of name: String) {
    switch outcome {
    case .failure(let reason): toast(.error, ":\(name): \(reason)")
    case .value(let launched):
      let failed = launched.status != 0
      guard !launched.lines.isEmpty else {
        let words = failed ? "ended with status \(launched.status), and said nothing" : "is done"
        return toast(failed ? .error : .info, ":\(name) \(words)")
      }
      var lines = launched.lines.map { $0.isEmpty ? PageLine.blank : .text($0) }
      if launched.isCut { lines.append(.warning("It said more, which is not kept.")) }
      if failed { lines.insert(.warning("It ended with status \(launched.status)."), at: 0) }
      push(Screen(PageScreen("\(name)", twin: nil, .fixed(lines))))
    }
  }
}

/// Fills what stands under the cursor into the words of a command.
private struct SlotFiller {
  let records: [Record]
  let text: String

  func words(of command: OwnCommand) throws(SlotFault) -> [[Launch.Piece]] {
    var words: [[Launch.Piece]] = []
    for word in command.words {
      // Alone in its word, a slot makes an argument of each row.
      if word.count == 1, case .slot(let slot) = word[0], slot != .jsonFile {
        let values = try values(of: slot)
        words += try values.map { value throws(SlotFault) in [try argument(value, after: words)] }
        continue
      }
      words.append(try filled(word, after: words))
    }
    return words
  }

  private func filled(
    _ word: [OwnCommand.Piece],
    after words: [[Launch.Piece]]
  ) throws(SlotFault) -> [Launch.Piece] {
    var pieces: [Launch.Piece] = []
    for piece in word {
      switch piece {
      case .text(let text): pieces.append(.text(text))
      case .slot(.jsonFile):
        guard !records.isEmpty else { throw missing(.jsonFile) }
        pieces.append(.jsonFile)
      case .slot(let slot):
        let values = try values(of: slot)
        guard values.count == 1 else {
          throw SlotFault("takes one row: {\(slot.rawValue)} stands inside of a word.")
        }
        pieces.append(
          pieces.isEmpty ? try argument(values[0], after: words) : .text(values[0])
        )
      }
    }
    return pieces
  }

  /// What comes from a document must not be taken for an option.
  private func argument(
    _ value: String,
    after words: [[Launch.Piece]]
  ) throws(SlotFault) -> Launch.Piece {
    guard !value.hasPrefix("-") || words.contains([.text("--")]) else {
      throw SlotFault("would take \(value) for an option: put \"--\" before it in its run.")
    }
    return .text(value)
  }

  private func values(of slot: OwnCommand.Slot) throws(SlotFault) -> [String] {
    if slot == .text {
      guard !text.isEmpty else {
        throw SlotFault("needs a word after its name.")
      }
      return [text]
    }
    var seen: Set<String> = []
    let values = records.compactMap { $0.value(of: slot) }
      .filter { !$0.isEmpty && !$0.utf8.contains(0) && seen.insert($0).inserted }
    guard !values.isEmpty else { throw missing(slot) }
    return values
  }

  private func missing(_ slot: OwnCommand.Slot) -> SlotFault {
    SlotFault("needs {\(slot.rawValue)}, and what the cursor is on has none.")
  }
}

/// What keeps a command's words from being filled in.
private struct SlotFault: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

extension Record {
  fileprivate func value(of slot: OwnCommand.Slot) -> String? {
    let name = chain.flatMap { Subscription.Name($0) }
    switch slot {
    case .id: return quoted
    case .user: return user?.raw
    case .transaction: return name?.originalTransactionID
    case .product:
      switch self {
      case .order(let row): return row.order.productID
      case .subscription(let row): return row.productID
      default: return nil
      }
    case .app: return name?.app
    case .store: return name?.store.rawValue
    case .environment: return name?.environment.rawValue
    case .receipt: return document?.raw
    case .text, .jsonFile: return nil
    }
  }
}
