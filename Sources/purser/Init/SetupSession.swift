import Dashboard
import Entitlements
import Foundation

/// The answers of a set-up while they are given, as the questions of a form.
struct SetupSession {
  /// What a store said about its credentials.
  struct CheckResult: Sendable {
    var works: Bool
    var lines: [String]
  }

  private(set) var answers: SetupAnswers
  /// The questions that the settings answer in another way.
  private let skipped: Set<String>
  /// What the settings say.
  private let current: SetupAnswers
  private var faults: [String: String] = [:]
  /// The apps that a store lists.
  private var apps: [Store: [String]] = [:]
  /// The answers with which each store was asked last.
  private var asked: [Question: [String]] = [:]
  private var numbers: [Question: Int] = [:]
  /// The newest check of each store that has ended.
  private var ended: [Store: Int] = [:]
  private var refused: Set<Store> = []

  init(_ current: CurrentAnswers, asksStores: Bool) {
    (answers, self.current, skipped) = (current.answers, current.answers, current.elsewhere)
    answers.asksStores = asksStores
  }

  /// All answers: those given, else the settings', else the usual ones.
  var complete: SetupAnswers {
    var complete = answers
    for question in SetupQuestion.all where isAsked(question, complete) {
      guard complete.values[question.key] == nil else { continue }
      complete[question.key] = question.standard(complete)
    }
    return complete
  }

  private func isAsked(_ question: SetupQuestion, _ complete: SetupAnswers) -> Bool {
    question.isAsked(complete) && !skipped.contains(question.key)
  }

  /// The questions that are asked now.
  var questions: [SetupForm.Question] {
    let complete = complete
    return SetupQuestion.all.filter { isAsked($0, complete) }.map { question in
      let given = answers[question.key] ?? ""
      return SetupForm.Question(
        key: question.key,
        group: question.group(complete),
        label: question.label,
        ask: question.ask,
        help: question.help,
        link: question.link,
        kind: question.formKind,
        answer: answers.typed[question.key] == nil ? given : "as entered",
        // An answer that was taken back is not proposed again.
        proposal: answers.values[question.key] == nil ? question.standard(complete) : nil,
        suggestions: question.namesApp ? question.store.flatMap { apps[$0] } ?? [] : [],
        isRequired: question.isRequired,
        fault: faults[question.key]
      )
    }
  }

  /// Takes an answer of the form. An empty one means the usual answer; `none` means no answer.
  mutating func take(_ text: String, to key: String) {
    guard let question = SetupQuestion.all.first(where: { $0.key == key }) else { return }
    faults[key] = nil
    let isChoice = if case .choices = question.kind { true } else { false }
    // Without a choice, nothing is chosen: the usual choices are not taken instead.
    if isChoice && text.isEmpty || !question.isRequired && ["none", "-"].contains(text) {
      answers.typed[key] = nil
      answers.values[key] = ""
    } else if text.isEmpty {
      answers.typed[key] = nil
      answers.values[key] = nil
    } else {
      faults[key] = question.problem(with: text, isKept: text == current[key])
      answers.take(text, to: question, current: current)
    }
  }

  /// What a store can be asked.
  enum Question: Hashable, Sendable {
    /// Whether it accepts the credentials.
    case check(Store)
    /// Which apps there are.
    case apps(Store)
  }

  /// What can be asked with the present answers and was not yet.
  mutating func takeQuestions() -> [(question: Question, number: Int)] {
    let complete = complete
    guard complete.asksStores else { return [] }
    return Store.allCases.flatMap { [Question.check($0), .apps($0)] }.compactMap { question in
      guard let values = values(for: question, complete), values != asked[question] else {
        return nil
      }
      asked[question] = values
      numbers[question, default: 0] += 1
      return (question, numbers[question, default: 0])
    }
  }

  /// The answers that the store's answer depends on; `nil` while they are incomplete.
  private func values(for question: Question, _ complete: SetupAnswers) -> [String]? {
    switch question {
    case .check(let store):
      let questions = SetupQuestion.all.filter { $0.store == store && isAsked($0, complete) }
      let isReady = questions.allSatisfy { question in
        faults[question.key] == nil && (!question.isRequired || complete[question.key] != nil)
      }
      guard complete.sells(at: store), !questions.isEmpty, isReady else { return nil }
      return questions.map { (complete.typed[$0.key] ?? complete[$0.key]) ?? "" }
    case .apps(let store):
      let questions = SetupQuestion.all.filter { $0.store == store && !$0.namesApp }
      guard complete.canList(store), questions.allSatisfy({ faults[$0.key] == nil }) else {
        return nil
      }
      return questions.map { complete[$0.key] ?? "" }
    }
  }

  /// Whether this is the answer to the newest question; earlier ones are out of date.
  private func isNewest(_ question: Question, _ number: Int) -> Bool {
    numbers[question] == number
  }

  /// The stores that refused their credentials.
  var failed: Set<Store> {
    let complete = complete
    return refused.filter { complete.sells(at: $0) }
  }

  /// The stores whose checks have not ended.
  var pending: [Store] {
    Store.allCases.filter { numbers[.check($0)] != ended[$0] }
  }

  /// Takes the result of a check; `false` if it is out of date.
  mutating func take(_ result: CheckResult, of store: Store, _ number: Int) -> Bool {
    guard isNewest(.check(store), number) else { return false }
    ended[store] = number
    if result.works { refused.remove(store) } else { refused.insert(store) }
    return true
  }

  mutating func take(_ apps: [String], of store: Store, _ number: Int) {
    guard isNewest(.apps(store), number) else { return }
    self.apps[store] = apps
  }
}

extension SetupAnswers {
  /// Takes an answer: a secret is either a file's path or what was typed.
  mutating func take(_ answer: String, to question: SetupQuestion, current: SetupAnswers) {
    typed[question.key] = nil
    if question.kind == .secret(isTyped: true), answer != current[question.key],
      !FileManager.default.fileExists(atPath: SetupQuestion.expanded(answer))
    {
      typed[question.key] = answer
      self[question.key] = question.key
    } else {
      self[question.key] = question.normalized(answer)
    }
  }
}

extension SetupQuestion {
  fileprivate var formKind: SetupForm.Question.Kind {
    switch kind {
    case .text, .number, .texts: .text
    case .choices(let words): .choices(words)
    case .secret(isTyped: true): .hidden
    case .secret, .file: .path
    case .flag: .flag
    }
  }

  /// The heading above it.
  func group(_ answers: SetupAnswers) -> String {
    if key == "app.package", !answers.sells(at: .google) { return "Other stores" }
    if let store { return Self.group(of: store) }
    if Self.endpoints.contains(where: { $0.key == key }) { return "Endpoints" }
    return Self.rest.contains { $0.key == key } ? "Catalog" : "Basics"
  }

  static func group(of store: Store) -> String {
    switch store {
    case .apple: "App Store"
    case .google: "Google Play"
    case .microsoft: "Microsoft Store"
    case .amazon: "Amazon Appstore"
    }
  }
}
