import Entitlements
import Foundation

/// A deed as it is put to the operator: what it is done to, what it does, what is still to be said,
/// and what comes of it when it is confirmed.
struct Proposal: Equatable, Sendable {
  /// Something that has to be typed.
  struct Input: Equatable, Sendable {
    enum Name: Equatable, Sendable {
      case named, user, app, key, until, environment, reason, text, confirmation
      case endsAccess, consent, used, preference
    }

    var name: Name
    var label: SafeText
    /// What stands there while nothing is typed.
    var hint: SafeText
    var editor: LineEditor
    /// What else could stand there: up and down go through it.
    var choices: [String] = []

    init(
      _ name: Name,
      _ label: SafeText,
      _ hint: SafeText,
      _ text: String = "",
      of choices: [String] = []
    ) {
      self.name = name
      self.choices = choices
      self.label = label
      self.hint = hint
      editor = LineEditor(text)
    }

    var text: String { editor.text.trimmingCharacters(in: .whitespaces) }

    /// Puts in what stands so many places after what is there, and around.
    mutating func choose(by distance: Int) {
      guard !choices.isEmpty else { return }
      let last = distance > 0 ? choices.count - 1 : 0
      let place = choices.firstIndex(of: text) ?? last
      editor = LineEditor(choices[(place + distance + choices.count) % choices.count])
    }
  }

  /// A line of what it is done to: what people call it, and by what it goes.
  struct Target: Equatable, Sendable {
    var title: SafeText
    var detail: SafeText
  }

  /// A store's world, and how many of the targets are in it.
  struct Place: Equatable, Sendable {
    var text: SafeText
    var environment: Environment
  }

  var title: SafeText
  /// What the button that acts is called.
  var verb: SafeText
  /// Complete but for what is typed.
  var draft: Deed
  /// Whom it is about, where that is one user.
  var person: Targets.Person?
  var places: [Place] = []
  var targets: [Target] = []
  /// What is sent, what changes, and what cannot be undone.
  var statements: [SafeText] = []
  var inputs: [Input] = []
  /// Whether what is typed has to be looked up before anything can be done.
  var isSearching = false

  func text(of name: Input.Name) -> String { inputs.first { $0.name == name }?.text ?? "" }

  /// What has to be typed before it is done: a count, or the end of an ID.
  var confirmation: String?

  var isConfirmed: Bool { confirmation.map { text(of: .confirmation) == $0 } ?? true }

  /// Demands a second word.
  mutating func confirm(by word: String, _ what: SafeText) {
    confirmation = word
    inputs.append(Input(.confirmation, "confirm", "type \(SafeText(word)), \(what)"))
  }

  /// Why what was typed will not do, and where.
  struct Fault: Error, Equatable {
    var name: Input.Name
    var words: String

    init(_ name: Input.Name, _ words: String) {
      self.name = name
      self.words = words
    }
  }

  /// The deed with what was typed in its blanks.
  func deed(at now: Date) throws(Fault) -> Deed {
    switch draft {
    case .reverify, .restore, .cancel, .retry: return draft
    case .transfer(let purchases, _):
      return .transfer(purchases, to: ID(try expect(.user, "Name the user who is to have it.")))
    case .grant(_, let users):
      let grant = Grant(
        key: try expect(.key, "Name the entitlement."),
        environment: try environment(),
        until: try Self.end(text(of: .until), at: now),
        reason: text(of: .reason)
      )
      return .grant(grant, to: users)
    case .revoke(let rights, _): return .revoke(rights, because: text(of: .reason))
    case .lookUp(let order, let store, _):
      return .lookUp(order: order, store, app: try expect(.app, "Name the app it was bought in."))
    case .sale(let act, let order, _):
      return .sale(
        try typed(act),
        order,
        because: try expect(.reason, "Say why; it is kept with the job.")
      )
    case .note(_, let users): return .note(try expect(.text, "Type the note."), about: users)
    }
  }

  private func expect(_ name: Input.Name, _ words: String) throws(Fault) -> String {
    let text = text(of: name)
    guard !text.isEmpty else { throw Fault(name, words) }
    guard text.utf8.count <= 4_096, !text.utf8.contains(0) else {
      throw Fault(name, "That is too long, or holds a NUL.")
    }
    return text
  }

  private func typed(_ act: SaleAct) throws(Fault) -> SaleAct {
    switch act {
    case .deliver: return act
    case .refund:
      let word = text(of: .endsAccess)
      guard ["", "no", "yes"].contains(word) else { throw Fault(.endsAccess, "Type yes or no.") }
      return .refund(endsAccess: word == "yes")
    case .answerApple:
      guard text(of: .consent) == "yes" else {
        throw Fault(.consent, "Apple may be told only what the customer agreed to: type yes.")
      }
      let (used, word) = (text(of: .used), text(of: .preference))
      let percent = Int(used)
      guard used.isEmpty || percent.map((0...100).contains) == true else {
        throw Fault(.used, "Type 0 to 100, or nothing where it is not known.")
      }
      let preference = RefundPreference(rawValue: word)
      guard word.isEmpty || preference != nil else {
        let words = RefundPreference.allCases.map(\.rawValue).joined(separator: ", ")
        throw Fault(.preference, "Type \(words), or nothing.")
      }
      return .answerApple(percentUsed: percent, preference: preference)
    }
  }

  private func environment() throws(Fault) -> Environment {
    let typed = text(of: .environment).lowercased()
    let environment = Environment.allCases.first {
      typed.isEmpty ? $0 == .production : $0.rawValue.lowercased().hasPrefix(typed)
    }
    guard let environment else {
      throw Fault(.environment, "The environment is production, sandbox or xcode.")
    }
    return environment
  }

  /// When a right ends, as the query grammar tells times to come: `30d`, `2027-01-31`.
  static func end(_ text: String, at now: Date) throws(Fault) -> Date? {
    guard !text.isEmpty else { return nil }
    let isPlain = text.utf8.allSatisfy { byte in
      (0x30...0x3A).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
    }
    let query = isPlain ? try? Query(reading: "expires:..\(text)", at: now) : nil
    guard case .field(.time(_, let ranges))? = query, let end = ranges.first?.until else {
      throw Fault(.until, "The end is told as 30d, 3mo, 1y, or 2027-01-31; nothing is no end.")
    }
    guard end > now else { throw Fault(.until, "That lies in the past.") }
    return end
  }
}
