/// A form that fills the screen. Its questions are answered in place, in any order; an answer can
/// add and remove other questions, which its owner decides.
package struct SetupForm: Equatable, Sendable {
  package struct Question: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
      case text
      /// A secret, which is never shown.
      case hidden
      /// The path of a file, which Tab completes.
      case path
      /// Any number of these.
      case choices([String])
      case flag
    }

    /// The name by which the owner knows it.
    package var key: String
    package var group: String
    /// One to three words, of 19 columns at most.
    package var label: String
    package var ask: String
    package var help: String
    package var link: String?
    package var kind: Kind
    /// Choices are separated by commas, a flag is `yes` or `no`.
    package var answer: String
    /// What is used without an answer.
    package var proposal: String?
    /// Answers that a store offers.
    package var suggestions: [String]
    package var isRequired: Bool
    package var fault: String?

    package init(
      key: String,
      group: String,
      label: String,
      ask: String,
      help: String,
      link: String? = nil,
      kind: Kind = .text,
      answer: String = "",
      proposal: String? = nil,
      suggestions: [String] = [],
      isRequired: Bool = true,
      fault: String? = nil
    ) {
      self.key = key
      self.group = group
      self.label = label
      self.ask = ask
      self.help = help
      self.link = link
      self.kind = kind
      self.answer = answer
      self.proposal = proposal
      self.suggestions = suggestions
      self.isRequired = isRequired
      self.fault = fault
    }

    /// The answer that counts.
    var value: String? { answer.isEmpty ? proposal : answer }
    var isOpen: Bool { fault != nil || isRequired && (value ?? "").isEmpty }

    /// The value as it is shown.
    var text: String {
      if case .choices = kind { chosen.joined(separator: ", ") } else { value ?? "" }
    }

    var chosen: [String] {
      (value ?? "").split(separator: ",").map { $0.trimmingPrefix { $0 == " " } }.map(String.init)
    }
  }

  /// What a store says about the answers of a group.
  package struct Check: Equatable, Sendable {
    package enum State: Equatable, Sendable { case running, passed, failed }

    package var state: State
    package var lines: [String]

    package init(_ state: State, _ lines: [String] = []) {
      self.state = state
      self.lines = lines
    }
  }

  /// A line of the settings that are about to be written.
  package struct SettingsLine: Equatable, Sendable {
    package var text: String
    package var isNew: Bool

    package init(_ text: String, isNew: Bool) {
      self.text = text
      self.isNew = isNew
    }
  }

  /// What the owner has to do.
  package enum Outcome: Equatable, Sendable {
    /// The new answer to a question; empty to take none, or the proposal.
    case answered(key: String, String)
    /// Complete the path that is being typed.
    case complete(key: String, String)
    /// Show the settings that would be written.
    case review
    case write
    case leave
    case redraw, suspend
  }

  enum Stop: Equatable, Sendable {
    case question(String)
    case write, leave
  }

  package let title: String
  /// The settings file.
  package let path: String
  package private(set) var questions: [Question] = []
  /// By group.
  package var checks: [String: Check] = [:]
  /// The settings before they are written, instead of the questions.
  package var review: [SettingsLine]? { didSet { top = 0 } }
  package var message: StatusMessage?

  private(set) var focus: Stop
  private(set) var editor = LineEditor()
  /// The choice under the cursor.
  private(set) var choice = 0
  /// The first visible line of the review.
  private(set) var top = 0
  private var isLeaving = false

  package init(title: String, path: String, questions: [Question]) {
    (self.title, self.path) = (title, path)
    self.questions = questions
    focus = questions.first.map { .question($0.key) } ?? .write
    load()
  }

  /// Replaces the questions; the focus stays at its question, with what is being typed.
  package mutating func take(_ questions: [Question]) {
    let old = index ?? 0
    self.questions = questions
    guard case .question(let key) = focus, !questions.contains(where: { $0.key == key }) else {
      return
    }
    focus = questions.isEmpty ? .write : .question(questions[min(old, questions.count - 1)].key)
    load()
  }

  /// Replaces the text that is being typed.
  package mutating func complete(_ key: String, with text: String) {
    guard focus == .question(key) else { return }
    editor = LineEditor(text)
  }

  /// Moves to the first question without a valid answer; `false` if there is none.
  package mutating func moveToOpen() -> Bool {
    guard let open = questions.first(where: \.isOpen) else { return false }
    focus = .question(open.key)
    load()
    message = StatusMessage(
      severity: .warning,
      text: open.fault ?? "\(open.group), \(open.label): an answer is needed"
    )
    return true
  }

  var index: Int? {
    guard case .question(let key) = focus else { return nil }
    return questions.firstIndex { $0.key == key }
  }

  var question: Question? { index.map { questions[$0] } }

  /// The number of questions that still need an answer.
  package var openCount: Int { questions.filter(\.isOpen).count }

  private var stops: [Stop] { questions.map { .question($0.key) } + [.write, .leave] }

  /// Begins to edit the focused question.
  private mutating func load() {
    let isTyped = question?.kind == .text || question?.kind == .path
    editor = LineEditor(isTyped ? question?.answer ?? "" : "")
    choice = 0
  }

  /// The focused question's answer, if it was changed.
  private var change: [Outcome] {
    guard let question else { return [] }
    switch question.kind {
    case .text, .path:
      let text = editor.text.trimmingPrefix { $0 == " " }
      return text == question.answer ? [] : [.answered(key: question.key, String(text))]
    case .hidden:
      return editor.characters.isEmpty ? [] : [.answered(key: question.key, editor.text)]
    case .choices, .flag: return []
    }
  }

  private mutating func move(to stop: Stop) -> [Outcome] {
    let change = change
    focus = stop
    load()
    return change
  }

  private mutating func move(by distance: Int) -> [Outcome] {
    let stops = stops
    let index = stops.firstIndex(of: focus) ?? 0
    return move(to: stops[min(max(0, index + distance), stops.count - 1)])
  }

  /// Moves to the first question of the next or previous group.
  private mutating func moveGroup(by distance: Int) -> [Outcome] {
    let groups = questions.reduce(into: [String]()) { groups, question in
      if groups.last != question.group { groups.append(question.group) }
    }
    let current = question.flatMap { groups.firstIndex(of: $0.group) } ?? groups.count
    let goal = current + distance
    guard groups.indices.contains(goal),
      let first = questions.first(where: { $0.group == groups[goal] })
    else { return move(to: distance < 0 ? stops[0] : .write) }
    return move(to: .question(first.key))
  }
}

// Keys.
extension SetupForm {
  /// Handles a key. `height` is the number of visible lines.
  package mutating func handle(_ key: Key, height: Int) -> [Outcome] {
    if review != nil { return handle(inReview: key, height) }
    let wasLeaving = isLeaving
    isLeaving = false
    message = nil
    switch key {
    case .control("c"): return [.leave]
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    case .control("s"), .function(10): return move(to: .write) + [.review]
    case .escape: return leave(wasLeaving)
    case .down: return move(by: 1)
    case .up, .backTab: return move(by: -1)
    case .pageDown: return moveGroup(by: 1)
    case .pageUp: return moveGroup(by: -1)
    default: break
    }
    switch focus {
    case .write where key == .enter: return [.review]
    case .leave where key == .enter: return [.leave]
    case .write, .leave:
      if key == .left || key == .right || key == .tab {
        focus = focus == .write ? .leave : .write
      }
      return []
    case .question: return edit(key)
    }
  }

  /// Inserts a pasted line.
  package mutating func paste(_ text: String) {
    guard review == nil, let kind = question?.kind else { return }
    switch kind {
    case .choices, .flag: return
    case .text, .hidden, .path:
      // Without the line break that is copied with a line.
      var line = text[...]
      while let last = line.last, last.isWhitespace { line.removeLast() }
      editor.insert(String(line))
    }
  }

  /// The first press asks, the second leaves; typed text is dropped before.
  private mutating func leave(_ wasLeaving: Bool) -> [Outcome] {
    guard change.isEmpty else {
      load()
      return []
    }
    guard !wasLeaving else { return [.leave] }
    isLeaving = true
    message = StatusMessage(severity: .warning, text: "Esc again leaves, and writes nothing")
    return []
  }

  private mutating func edit(_ key: Key) -> [Outcome] {
    guard let question else { return [] }
    switch question.kind {
    case .choices(let words): return choose(key, question, words)
    case .flag: return choose(key, question)
    case .text, .hidden, .path: break
    }
    switch key {
    case .enter: return move(by: 1)
    case .tab where question.kind == .path && !editor.characters.isEmpty:
      return [.complete(key: question.key, editor.text)]
    case .tab where !question.suggestions.isEmpty:
      let index = question.suggestions.firstIndex(of: editor.text).map { $0 + 1 } ?? 0
      editor = LineEditor(question.suggestions[index % question.suggestions.count])
      return []
    case .tab: return move(by: 1)
    default:
      _ = editor.handle(key)
      return []
    }
  }

  private mutating func choose(_ key: Key, _ question: Question, _ words: [String]) -> [Outcome] {
    switch key {
    case .enter, .tab: return move(by: 1)
    case .left: choice = max(0, choice - 1)
    case .right: choice = min(words.count - 1, choice + 1)
    case .character(" "):
      var chosen = question.chosen
      let word = words[choice]
      if chosen.contains(word) { chosen.removeAll { $0 == word } } else { chosen.append(word) }
      let sorted = words.filter(chosen.contains)
      return [.answered(key: question.key, sorted.joined(separator: ","))]
    case .character("-") where !question.isRequired:
      return [.answered(key: question.key, "")]
    case .character(let character):
      // The first letter of a choice moves to it.
      let first = String(character)
      choice = words.firstIndex { $0.hasPrefix(first) } ?? choice
    default: break
    }
    return []
  }

  private mutating func choose(_ key: Key, _ question: Question) -> [Outcome] {
    let isYes = question.value == "yes"
    switch key {
    case .enter, .tab: return move(by: 1)
    case .character(" "), .left, .right:
      return [.answered(key: question.key, isYes ? "no" : "yes")]
    case .character("y"): return [.answered(key: question.key, "yes")]
    case .character("n"): return [.answered(key: question.key, "no")]
    default: return []
    }
  }

  private mutating func handle(inReview key: Key, _ height: Int) -> [Outcome] {
    let last = max(0, (review?.count ?? 0) - height)
    switch key {
    case .enter, .character("w"): return [.write]
    case .control("c"): return [.leave]
    case .control("l"): return [.redraw]
    case .control("z"): return [.suspend]
    case .escape, .character("q"), .left, .backspace: review = nil
    case .down, .character("j"): top = min(last, top + 1)
    case .up, .character("k"): top = max(0, top - 1)
    case .pageDown, .character(" "): top = min(last, top + height)
    case .pageUp: top = max(0, top - height)
    case .home, .character("g"): top = 0
    case .end, .character("G"): top = last
    default: break
    }
    return []
  }

  /// Handles a click or the wheel.
  package mutating func handle(_ mouse: Mouse, _ view: SetupFormView) -> [Outcome] {
    switch mouse.kind {
    case .wheelUp, .wheelDown:
      let isUp = mouse.kind == .wheelUp
      if review != nil { return handle(inReview: isUp ? .up : .down, view.height) }
      return move(by: isUp ? -1 : 1)
    case .press where review == nil:
      guard let stop = view.stop(at: mouse, in: self) else { return [] }
      if stop == focus, stop == .write || stop == .leave {
        return [stop == .write ? .review : .leave]
      }
      return move(to: stop)
    case .press, .release, .drag: return []
    }
  }
}
