import ArgumentParser
import Dashboard
import Entitlements
import Foundation

/// Asks the questions of `purser init`, one line each.
struct SetupDialog {
  private(set) var answers: SetupAnswers
  /// The questions that the settings answer in another way.
  private let skipped: Set<String>
  /// What the settings say.
  private let current: SetupAnswers
  private let check: (Store, SetupAnswers) throws -> Bool
  private let apps: (Store, SetupAnswers) throws -> [String]
  private let isTerminal = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// `check` tests a store's credentials, reports, and returns whether they work; `apps` lists the
  /// apps there.
  init(
    from current: SetupAnswers,
    skipping skipped: Set<String>,
    check: @escaping (Store, SetupAnswers) throws -> Bool,
    apps: @escaping (Store, SetupAnswers) throws -> [String]
  ) {
    (answers, self.current, self.skipped) = (current, current, skipped)
    (self.check, self.apps) = (check, apps)
  }

  /// Asks everything. Throws at the end of the input; nothing has been written then.
  mutating func run() throws {
    let help = isTerminal ? "" : ", ? explains"
    Console.print("Enter takes the answer in brackets, - none, < goes back\(help).")
    var asked: [Int] = []
    var index = 0
    while index < SetupQuestion.all.count {
      let question = SetupQuestion.all[index]
      guard question.isAsked(answers), !skipped.contains(question.key) else {
        index += 1
        continue
      }
      guard try ask(question) else {
        index = asked.popLast() ?? index
        continue
      }
      asked.append(index)
      index += 1
      guard let store = question.store, isLast(index, of: store) else { continue }
      if try !check(store, answers), try isYes("Answer the questions about it again?") {
        let first = SetupQuestion.all.firstIndex { $0.store == store } ?? index
        asked.removeAll { $0 >= first }
        index = first
      }
    }
  }

  /// Whether no question from this one on is about the store.
  private func isLast(_ index: Int, of store: Store) -> Bool {
    !SetupQuestion.all[index...].contains { $0.store == store && $0.isAsked(answers) }
  }

  /// `false` to go back.
  private mutating func ask(_ question: SetupQuestion) throws -> Bool {
    let proposal = answers[question.key] ?? question.standard(answers)
    let isHidden = question.kind == .secret(isTyped: true)
    if question.namesApp, let store = question.store, answers.canList(store) {
      let apps = try apps(store, answers)
      if !apps.isEmpty { Console.print("There: \(apps.joined(separator: ", "))") }
    }
    while true {
      prompt(question, proposal, isHidden: isHidden)
      let line = try readAnswer(of: question, isHidden: isHidden)
      switch line {
      case "<": return false
      case "?":
        explain(question)
        continue
      case "-" where !question.isRequired:
        answers[question.key] = nil
        answers.typed[question.key] = nil
        return true
      default: break
      }
      let answer = line.isEmpty ? proposal ?? "" : line
      if answer.isEmpty, !question.isRequired { return true }
      if let fault = question.problem(with: answer, isKept: answer == current[question.key]) {
        Console.print("  \(fault)")
        continue
      }
      answers.take(answer, to: question, current: current)
      return true
    }
  }

  /// On a terminal the help is always shown, and the question stands out.
  private func prompt(_ question: SetupQuestion, _ proposal: String?, isHidden: Bool) {
    let hint = isHidden ? " (a file, or the secret itself, which is not shown)" : ""
    let shown = answers.typed[question.key] != nil ? "as typed" : proposal
    let brackets = shown.map { " [\($0)]" } ?? (question.isRequired ? "" : " [none]")
    guard isTerminal else { return write(PlainText.safe("\(question.ask)\(hint)\(brackets) ")) }
    write("\n\u{1B}[1m\(question.ask)\u{1B}[0m\(hint)\n")
    explain(question)
    write(PlainText.safe("\(brackets.dropFirst())> "))
  }

  private func explain(_ question: SetupQuestion) {
    for line in Self.wrapped(question.help) { Console.print("  \(line)") }
    guard let link = question.link else { return }
    guard isTerminal else { return Console.print("  \(link)") }
    // OSC 8: terminals that know it let the link be opened.
    write("  \u{1B}]8;;\(link)\u{1B}\\\(link)\u{1B}]8;;\u{1B}\\\n")
  }

  private static func wrapped(_ text: String, to width: Int = 76) -> [String] {
    text.split(separator: " ").reduce(into: [String]()) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }

  private func isYes(_ ask: String) throws -> Bool {
    write("\(ask) [yes] ")
    guard let line = readLine() else { return false }
    return line.isEmpty || SetupAnswers.yes.contains(line.lowercased())
  }

  private func readAnswer(of question: SetupQuestion, isHidden: Bool) throws -> String {
    let line = isHidden ? try HiddenInput.line() : readLine()
    guard let line else {
      write("\n")
      throw FileError("The input ended at \(question.key). Nothing was written.")
    }
    return line.trimmingCharacters(in: .whitespaces)
  }

  private func write(_ text: String) {
    _ = StandardStream.write(Array(text.utf8)[...], to: STDERR_FILENO)
  }
}

extension SetupQuestion {
  /// What is wrong with an answer. One that the settings have already is accepted.
  func problem(with answer: String, isKept: Bool) -> String? {
    guard !isKept else { return nil }
    switch kind {
    case .choices(let words):
      let chosen = answer.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      if answer == "none", !isRequired { return nil }
      guard let unknown = chosen.first(where: { !words.contains($0) }) else { return nil }
      let meant = SpellingSuggestions.of(unknown, in: words).first.map { ", did you mean \($0)?" }
      return "\(unknown) is none of \(words.joined(separator: ", "))\(meant ?? ".")"
    case .file:
      if answer == Self.fromStores { return nil }
      do throws(Fault) {
        let source = try CatalogSource(path: Self.expanded(answer))
        return source.hasErrors ? "It has errors: purser catalog check \(answer) lists them." : nil
      } catch {
        return "\(error)"
      }
    case .secret(false):
      do throws(InputError) {
        let bytes = try InputFile.read(file: Self.expanded(answer))
        return bytes.isEmpty ? "\(answer) is empty." : nil
      } catch {
        return "\(error)"
      }
    case .flag:
      let words = SetupAnswers.yes + SetupAnswers.no
      return words.contains(answer.lowercased()) ? nil : "Answer yes or no."
    case .number: return Int(answer) == nil ? "It is a whole number." : fault(answer)
    case .text, .texts, .secret(true): return fault(answer)
    }
  }

  func normalized(_ answer: String) -> String {
    switch kind {
    case .file where answer == Self.fromStores: answer
    case .secret, .file: Self.expanded(answer)
    case .choices: answer == "none" ? "" : answer
    case .flag: answer.lowercased()
    case .text, .number, .texts: answer
    }
  }

  /// The path with the home folder for `~`.
  static func expanded(_ path: String) -> String {
    path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
  }
}

/// Reads a line from the terminal without showing it.
private enum HiddenInput {
  private static let interrupt = UInt8(3)

  /// `nil` at the end of the input.
  ///
  /// - Throws: Exit status 130 on Ctrl-C.
  static func line() throws -> String? {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return readLine() }
    var hidden = shown
    // Ctrl-C ends the line instead of the process, which would leave the terminal without echo.
    hidden.c_lflag &= ~tcflag_t(ECHO | ISIG)
    withUnsafeMutableBytes(of: &hidden.c_cc) { $0[Int(VEOL)] = interrupt }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      _ = StandardStream.write([UInt8(ascii: "\n")], to: STDERR_FILENO)
    }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else { return nil }
    guard !bytes[..<count].contains(interrupt) else { throw ExitCode(130) }
    return String(decoding: bytes[..<count], as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
