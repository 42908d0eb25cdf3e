import Dashboard
import Entitlements
import Foundation
import Terminal

/// Asks the questions of `purser init` in a form that fills the terminal.
struct SetupScreen {
  private enum Note: Sendable {
    case checked(Store, SetupSession.CheckResult, Int)
    case listed(Store, [String], Int)
  }

  private var session: SetupSession
  private var form: SetupForm
  private let stores: SetupStores
  /// The settings before and after the set-up.
  private let preview: (SetupAnswers) throws -> (before: String, after: String)

  init(
    _ current: CurrentAnswers,
    path: String,
    stores: SetupStores,
    preview: @escaping (SetupAnswers) throws -> (before: String, after: String)
  ) {
    session = SetupSession(current, asksStores: stores.isOn)
    form = SetupForm(title: "init", path: path, questions: session.questions)
    (self.stores, self.preview) = (stores, preview)
  }

  /// Whether a form can be shown: input and output are a terminal that can be drawn on.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
  }

  /// Asks everything; `nil` if the operator leaves.
  ///
  /// - Throws: `TerminalError` for a terminal that cannot be drawn on.
  mutating func run(
    _ look: Appearance,
    _ themes: ThemeFiles
  ) throws -> SetupSession? {
    let mailbox = try Mailbox<Note>()
    var screen = try TerminalScreen(
      theme: try themes.load(look.theme),
      colors: look.colors,
      log: Paths.log
    )
    let glyphs = look.glyphs(takesUTF8: screen.takesUTF8)
    var size = screen.size
    var tasks: [Task<Void, Never>] = []
    var isDone = false
    Terminal.run(screen: &screen, mailbox: mailbox) { inputs in
      var reply = LoopUpdate()
      for input in inputs {
        if case .resized(let new) = input { size = new }
        let view = SetupFormView(size: size, glyphs: glyphs)
        for outcome in handle(input, view) {
          switch outcome {
          case .write: (isDone, reply.order) = (true, .quit)
          case .leave: reply.order = .quit
          case .redraw: reply.order = .redraw
          case .suspend: reply.order = .suspend
          case .answered, .complete, .review: perform(outcome)
          }
        }
      }
      tasks += ask(mailbox)
      form.take(session.questions)
      reply.frame = SetupFormView(size: size, glyphs: glyphs).frame(form)
      reply.takesMouse = look.takesMouse
      return reply
    }
    for task in tasks { task.cancel() }
    return isDone ? session : nil
  }

  private mutating func handle(_ input: Input<Note>, _ view: SetupFormView) -> [SetupForm.Outcome] {
    switch input {
    case .key(let key): return form.handle(key, height: view.height)
    case .mouse(let mouse): return form.handle(mouse, view)
    case .pasted(let text): form.paste(text)
    case .note(.checked(let store, let result, let number)):
      guard session.take(result, of: store, number) else { break }
      form.checks[SetupQuestion.group(of: store)] =
        .init(result.works ? .passed : .failed, result.lines)
    case .note(.listed(let store, let apps, let number)): session.take(apps, of: store, number)
    case .quitRequested: return [.leave]
    case .resized: break
    }
    return []
  }

  private mutating func perform(_ outcome: SetupForm.Outcome) {
    switch outcome {
    case .answered(let key, let text):
      session.take(text, to: key)
      form.take(session.questions)
    case .complete(let key, let text):
      let completion = PathCompletion(text)
      form.complete(key, with: completion.text)
      form.message = completion.message.map { StatusMessage(severity: .info, text: $0) }
    case .review:
      form.take(session.questions)
      guard !form.moveToOpen() else { return }
      do {
        let (before, after) = try preview(session.complete)
        form.review = Self.lines(before, after)
      } catch {
        form.message = StatusMessage(severity: .error, text: String(describing: error))
      }
    case .write, .leave, .redraw, .suspend: break
    }
  }

  /// Asks the stores what can be asked with new answers.
  private mutating func ask(_ mailbox: Mailbox<Note>) -> [Task<Void, Never>] {
    session.takeQuestions().map { question, number in
      if case .check(let store) = question {
        form.checks[SetupQuestion.group(of: store)] = .init(.running)
      }
      return Task.detached { [stores, answers = session.complete] in
        switch question {
        case .check(let store):
          mailbox.post(.checked(store, await stores.check(store, answers), number))
        case .apps(let store):
          mailbox.post(.listed(store, await stores.apps(of: store, answers), number))
        }
      }
    }
  }

  private static func lines(_ before: String, _ after: String) -> [SetupForm.SettingsLine] {
    let (old, new) = (before.components(separatedBy: "\n"), after.components(separatedBy: "\n"))
    let added = Set(
      new.difference(from: old).insertions.map { change in
        switch change {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
      }
    )
    return new.enumerated().map { SetupForm.SettingsLine($1, isNew: added.contains($0)) }
  }
}

/// The completion of a path that is being typed.
struct PathCompletion {
  private(set) var text: String
  /// The candidates, or that there are none.
  private(set) var message: String?

  /// More are not listed.
  private static let maxShown = 8

  init(_ typed: String) {
    text = typed
    let cut = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (folder, start) = (String(typed[..<cut]), typed[cut...])
    let place = folder.isEmpty ? "." : SetupQuestion.expanded(folder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    // Hidden files are offered to who types their dot.
    let found = names.filter { $0.hasPrefix(start) && ($0.first != "." || start.first == ".") }
      .sorted()
    guard let first = found.first else {
      message = "no such file"
      return
    }
    let common = found.dropFirst().reduce(first) { $0.commonPrefix(with: $1) }
    text = folder + common
    guard found.count == 1 else {
      let more = found.count > Self.maxShown ? ", …" : ""
      message = found.prefix(Self.maxShown).joined(separator: "  ") + more
      return
    }
    var isFolder: ObjCBool = false
    let path = "\(place)/\(first)"
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      text += "/"
    }
  }
}
