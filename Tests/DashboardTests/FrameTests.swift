import Entitlements
import Foundation
import TestSupport
import Testing

@testable import Dashboard

/// Whole screens, compared with frames that were read and approved.
@Suite struct FrameTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  @Test(arguments: FrameCase.all)
  func `a screen looks as it was approved`(_ example: FrameCase) {
    let text = FrameText.planes(of: view(example.played().state))
    let file = "\(Self.folder.path)/Frames/\(example.file)"
    if let difference = Golden.difference(of: text, from: file) {
      Issue.record("\(example.name) is drawn differently from \(file)\n\(difference)")
    }
  }

  @Test func `no two frames have one name, and none is left over`() throws {
    let names = FrameCase.all.map(\.file)
    #expect(Set(names).count == names.count)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Self.folder.appendingPathComponent("Frames").path
    )
    #expect(Set(files.filter { $0.hasSuffix(".frame") }).subtracting(names) == [])
  }

  /// The names of the types in the sources that are screens.
  private func screens() throws -> Set<String> {
    let sources = Self.folder.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/Dashboard")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var names: Set<String> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for match in text.matches(of: /struct (\w+): (?:Exporting)?Screen/) {
        names.insert(String(match.1))
      }
    }
    return names
  }

  @Test(arguments: Size.all)
  func `every screen, popup, dialog and command has frames`(_ size: Size) throws {
    var seen = Seen()
    for example in FrameCase.all where example.size == size { seen.add(example.played().state) }
    let screens = try screens()
    #expect(screens.count >= 11)
    #expect(screens.subtracting(seen.screens) == [])
    #expect(Set(ListKind.allCases).subtracting(seen.lists) == [])
    #expect(Set(UserScreen.Tab.allCases).subtracting(seen.tabs) == [])
    // Of what leaves nothing on the screen there is nothing to see.
    #expect(Set(Command.allCases).subtracting(seen.commands) == [.q])
    #expect(Set(Action.allCases.filter(\.isOperation)).subtracting(seen.acts) == [])
    let parts: Set = [
      "sorts", "columns", "facet", "export", "pasted", "choice", "chord a", "chord g", "chord y",
      "palette", "help",
      "quit", "filter", "command", "search", "help search", "looking", "form", "preview",
      "proposal", "pending", "failure", "progress", "done", "answer", "refusal", "toast", "waiting",
    ]
    #expect(parts.subtracting(seen.parts) == [])
  }

  @Test func `five screens and more have frames of the largest size`() {
    var seen = Seen()
    for example in FrameCase.all where example.size == .largest { seen.add(example.played().state) }
    #expect(seen.screens.count >= 5)
  }
}

/// What was come upon on frames.
private struct Seen {
  var screens: Set<String> = []
  var lists: Set<ListKind> = []
  var tabs: Set<UserScreen.Tab> = []
  var commands: Set<Command> = []
  var acts: Set<Action> = []
  var parts: Set<String> = []

  mutating func add(_ state: State) {
    screens.insert("\(type(of: state.front))")
    if let table = state.front as? TableScreen {
      lists.insert(table.list)
    }
    if let popup = state.front.popup { parts.insert(Self.name(of: popup)) }
    if let user = state.front as? UserScreen { tabs.insert(user.tab) }
    for line in state.history {
      guard let word = line.split(separator: " ").first else { continue }
      if let command = Command(rawValue: String(word)) { commands.insert(command) }
    }
    if let key = state.chord.first, case .character(let character) = key {
      parts.insert("chord \(character)")
    }
    if state.palette != nil { parts.insert("palette") }
    if state.helpTop != nil { parts.insert("help") }
    if state.isConfirmingQuit { parts.insert("quit") }
    if let field = state.field {
      parts.insert(field.kind == .help ? "help search" : "\(field.kind)")
    }
    if state.toast != nil { parts.insert("toast") }
    if state.showsWaiting { parts.insert("waiting") }
    if let dialog = state.dialog { add(dialog) }
  }

  private static func name(of popup: TablePopup) -> String {
    switch popup.kind {
    case .sorts: "sorts"
    case .columns: "columns"
    case .facet: "facet"
    case .export: "export"
    case .pasted: "pasted"
    case .choice: "choice"
    }
  }

  private mutating func add(_ dialog: Dialog) {
    acts.insert(dialog.action)
    if dialog.preview != nil { parts.insert("preview") }
    if dialog.failure != nil { parts.insert("failure") }
    if dialog.proposal != nil { parts.insert("proposal") }
    switch dialog.step {
    case .looking: parts.insert("looking")
    case .form: parts.insert(dialog.pending == nil ? "form" : "pending")
    case .progress: parts.insert("progress")
    case .done: parts.insert("done")
    case .answer(_, let isRefusal): parts.insert(isRefusal ? "refusal" : "answer")
    }
  }
}
