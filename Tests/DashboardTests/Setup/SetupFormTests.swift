import Dashboard
import Entitlements
import Foundation
import TestSupport
import Testing

/// The form of `purser init`.
@Suite struct SetupFormTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  private typealias Question = SetupForm.Question

  private static let stores = Question(
    key: "stores",
    group: "Basics",
    label: "stores",
    ask: "In which stores do you sell?",
    help: "Any of them.",
    kind: .choices(["apple", "google", "microsoft", "amazon"]),
    proposal: "apple,google"
  )
  private static let name = Question(
    key: "app.name",
    group: "Basics",
    label: "name",
    ask: "What is your app called?",
    help: "A name to show."
  )
  private static let keyFile = Question(
    key: "apple.key-file",
    group: "App Store",
    label: "purchase key",
    ask: "The file of an In-App Purchase key (AuthKey_….p8)?",
    help: "Users and Access, Integrations, In-App Purchase. The file can be downloaded once.",
    link: "https://appstoreconnect.apple.com/access/integrations/api/subs",
    kind: .path
  )
  private static let bundle = Question(
    key: "app.bundle-id",
    group: "App Store",
    label: "bundle ID",
    ask: "Its bundle ID in the App Store?",
    help: "App Information: Bundle ID.",
    suggestions: ["com.example.reader", "com.example.writer"]
  )
  private static let secret = Question(
    key: "apple.shared-secret-file",
    group: "App Store",
    label: "shared secret",
    ask: "The app's shared secret?",
    help: "For verifyReceipt.",
    kind: .hidden,
    isRequired: false
  )
  private static let test = Question(
    key: "test-notification",
    group: "Endpoints",
    label: "test notification",
    ask: "Ask Apple for a test notification in the end?",
    help: "It arrives if purser serve runs there.",
    kind: .flag,
    proposal: "no",
    isRequired: false
  )
  private static let view = SetupFormView(size: Size(columns: 80, rows: 24), glyphs: .full)
  private static let all = [stores, name, keyFile, bundle, secret, test]

  private func form(_ questions: [SetupForm.Question] = all) -> SetupForm {
    SetupForm(title: "init", path: "/home/ada/.config/purser/config.toml", questions: questions)
  }

  /// Presses keys, and answers as the owner does; returns all outcomes.
  @discardableResult
  private func press(_ keys: [Key], _ form: inout SetupForm) -> [SetupForm.Outcome] {
    keys.flatMap { form.handle($0, height: Self.view.height) }
  }

  private func typing(_ text: String) -> [Key] { text.map { .character($0) } }

  private func text(
    _ form: SetupForm,
    _ size: Size = Size(columns: 80, rows: 24),
    _ glyphs: GlyphSet = .full
  ) -> String {
    FrameText.planes(of: SetupFormView(size: size, glyphs: glyphs).frame(form))
  }

  @Test func `an answer is told when its question is left`() {
    var form = form()
    #expect(press([.down] + typing("Reader"), &form).isEmpty)
    #expect(press([.enter], &form) == [.answered(key: "app.name", "Reader")])
    #expect(press([.up], &form).isEmpty, "nothing was typed")
  }

  @Test func `a choice is taken and given back with Space`() {
    var form = form()
    #expect(
      press([.right, .right, .character(" ")], &form)
        == [.answered(key: "stores", "apple,google,microsoft")]
    )
    #expect(
      press([.character("g"), .character(" ")], &form) == [.answered(key: "stores", "apple")]
    )
    var yes = self.form([Self.test])
    #expect(press([.character(" ")], &yes) == [.answered(key: "test-notification", "yes")])
  }

  @Test func `Tab completes a path, takes what a store lists, and else moves on`() {
    var form = form([Self.keyFile, Self.bundle, Self.name])
    let typed = press(typing("~/Down") + [.tab], &form)
    #expect(typed == [.complete(key: "apple.key-file", "~/Down")])
    form.complete("apple.key-file", with: "~/Downloads/")
    #expect(press([.enter], &form) == [.answered(key: "apple.key-file", "~/Downloads/")])
    let second = press([.tab, .tab, .enter], &form)
    #expect(second == [.answered(key: "app.bundle-id", "com.example.writer")])
    #expect(press([.tab], &form).isEmpty)
    #expect(text(form).contains("Show the settings and write"))
  }

  @Test func `a secret is never on the screen`() {
    var form = form([Self.secret])
    press(typing("hush-hush"), &form)
    #expect(!text(form).contains("hush"))
    #expect(text(form).contains("*********"))
    #expect(
      press([.enter], &form) == [.answered(key: "apple.shared-secret-file", "hush-hush")]
    )
  }

  @Test func `a paste goes into the question, without the line break at its end`() {
    var form = form([Self.name])
    form.paste("Reader Plus\n")
    #expect(press([.enter], &form) == [.answered(key: "app.name", "Reader Plus")])
  }

  @Test func `the focus stays at its question when others come and go`() {
    var form = form()
    press([.down, .down, .down] + typing("com.example"), &form)
    form.take([Self.stores, Self.bundle])
    #expect(
      press([.enter], &form) == [.answered(key: "app.bundle-id", "com.example")],
      "with what was typed"
    )
    form.take([Self.stores, Self.name])
    #expect(text(form).contains("Show the settings and write"))
  }

  @Test func `what needs an answer is found before the settings are shown`() {
    var form = form()
    #expect(press([.control("s")], &form) == [.review])
    let isOpen = form.moveToOpen()
    #expect(isOpen)
    #expect(text(form).contains("Basics, name: an answer is needed"))
    #expect(form.openCount == 3)
    var complete = self.form([Self.stores, Self.test])
    let isStillOpen = complete.moveToOpen()
    #expect(!isStillOpen, "proposals count")
  }

  @Test func `Esc drops what is typed, asks, and then leaves`() {
    var form = form([Self.name])
    press(typing("Rea"), &form)
    #expect(press([.escape], &form).isEmpty)
    #expect(press([.escape], &form).isEmpty)
    #expect(text(form).contains("Esc again leaves, and writes nothing"))
    #expect(press([.escape], &form) == [.leave])
    var other = self.form([Self.name])
    press([.escape, .down], &other)
    #expect(press([.escape], &other).isEmpty, "another key takes it back")
    #expect(press([.control("c")], &other) == [.leave])
  }

  @Test func `the review shows what is new, and Esc goes back`() {
    var form = form([Self.stores])
    form.review = (1...60).map { .init("line \($0)", isNew: $0 % 2 == 0) }
    #expect(text(form).contains("+ line 2") && text(form).contains("30 new lines"))
    press([.end], &form)
    #expect(text(form).contains("+ line 60"))
    press([.escape], &form)
    #expect(form.review == nil)
    form.review = []
    #expect(press([.enter], &form) == [.write])
  }

  @Test func `a click focuses a question, and a second one presses a button`() {
    var form = form([Self.stores, Self.name])
    let lines = text(form).split(separator: "\n", omittingEmptySubsequences: false)
    // The first line is the frame's size.
    let row = (lines.firstIndex { $0.contains("name") } ?? 0) - 1
    _ = form.handle(Mouse(.press, column: 6, row: row), Self.view)
    press(typing("Reader"), &form)
    #expect(press([.enter], &form) == [.answered(key: "app.name", "Reader")])
    let button = (lines.firstIndex { $0.contains("[Leave]") } ?? 0) - 1
    let click = Mouse(.press, column: 36, row: button)
    let (first, second) = (form.handle(click, Self.view), form.handle(click, Self.view))
    #expect(first.isEmpty && second == [.leave])
  }

  @Test func `any size and any text can be drawn`() {
    var hostile = Self.all
    for index in hostile.indices {
      hostile[index].answer = String(repeating: "\u{1B}[31m漢\u{202E}", count: 300)
      hostile[index].fault = String(repeating: "x\u{0301} ", count: 500)
    }
    for columns in [1, 2, 39, 40, 41, 60, 109, 110, 300] {
      for rows in [1, 9, 10, 14, 24, 60] {
        var form = form(hostile)
        for _ in 0...hostile.count {
          let frame = SetupFormView(size: Size(columns: columns, rows: rows), glyphs: .ascii)
            .frame(form)
          #expect(frame.cells.count == columns * rows)
          press([.down], &form)
        }
      }
    }
  }

  @Test(arguments: [Size(columns: 40, rows: 10), Size(columns: 80, rows: 24)])
  func `it looks as it was approved`(_ size: Size) {
    for size in [size, Size(columns: 120, rows: 36)] { expectApproved(size) }
  }

  private func expectApproved(_ size: Size) {
    var questions = Self.all
    questions[1].answer = "Reader"
    questions[2].answer = "/home/ada/AuthKey_ABC1234567.p8"
    questions[3].fault = "It looks like com.example.reader."
    questions[3].answer = "com example"
    var form = form(questions)
    press([.pageDown, .down], &form)
    form.checks["App Store"] = .init(
      .failed,
      ["App Store Server API, production: not accepted. Check the key's ID."]
    )
    expect(form, "form", size)
    form.review = [
      .init("[[app]]", isNew: false), .init("name = \"Reader\"", isNew: true),
    ]
    expect(form, "review", size)
  }

  private func expect(_ form: SetupForm, _ name: String, _ size: Size) {
    let file = "\(Self.folder.path)/Frames/\(name)-\(size.columns)x\(size.rows).frame"
    if let difference = Golden.difference(of: text(form, size), from: file) {
      Issue.record("the form is drawn differently from \(file)\n\(difference)")
    }
  }
}
