import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore
import Terminal
import Web

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "init",
    "Set up purser: stores, endpoints, ledger and catalog.",
    discussion: """
      Asks in a form what it needs to know, says where to find it, tests each store's credentials \
      at once, reads apps and products from the stores that list them, and writes the settings and \
      their files, which only you can read. Then it prints what to enter at \
      the stores and in your app, and what is still missing. Run again it proposes what the \
      settings say, and changes only what you answer differently; it removes nothing. With \
      --answers it asks nothing. Exit status: 0 set up, 1 a store does not accept its credentials \
      (the settings are written nevertheless), 64 nothing was written.
      """
  )

  @OptionGroup var settings: SettingsOptions
  @Option(help: .value("file", "Answers as TOML; --questions prints their keys. - for input."))
  var answers: String?
  @Option(
    help: .value("folder", "Set up with the simulated stores of purser simulate --dir FOLDER.")
  )
  var sandbox: String?
  @Flag(help: "Print the questions with their keys, as a file of answers.") var questions = false
  @Flag(name: .customLong("dry-run"), help: "Print the settings, and write nothing.")
  var dryRun = false
  @Flag(name: .customLong("no-check"), help: "Ask the stores nothing.") var noCheck = false
  @Flag(help: "Ask one line at a time instead of in a form that fills the terminal.")
  var plain = false

  private var path: String { settings.config ?? Paths.settings }
  private var folder: String {
    URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
  }

  func run() throws {
    if questions { return try StandardStream.print(safe: SetupAnswersFile.template) }
    let simulated = try sandbox.map(SimulatedSettings.init)
    let base = try simulated?.text(for: path) ?? existingText()
    var current = try CurrentAnswers(base)
    simulated?.complete(&current.answers)
    var (setup, failed) = try answered(current, base)
    try simulated?.addSenders(to: &setup)
    if dryRun { return try StandardStream.print(setup.text.text) }
    try expectUsable(setup)
    try write(setup)
    try importCatalog(setup)
    try report(setup)
    if failed { throw ExitCode(1) }
    guard setup.answers.isYes("test-notification"), let app = setup.answers["app.bundle-id"] else {
      return
    }
    try NotifyTestCommand.parse(["--config", path, "--app", app, "--wait", "15"]).run()
  }

  private func existingText() throws -> SettingsText {
    guard FileManager.default.fileExists(atPath: path) else { return SettingsText("", path: path) }
    let text = try InputFile.text(file: path) { FileError("The settings: \($0)") }
    let settings = try Settings(parsing: text, path: path)
    guard settings.groups.isEmpty else {
      throw FileError("\(path) has groups of apps: name the settings of one with --config.")
    }
    return SettingsText(text, path: path)
  }

  /// Asks, or reads the file of answers. Returns whether a store refused its credentials.
  private func answered(
    _ current: CurrentAnswers,
    _ base: SettingsText
  ) throws -> (Setup, failed: Bool) {
    let stores = SetupStores(base: base, path: path, isOn: !noCheck)
    var current = current
    current.answers.asksStores = !noCheck
    func setup(_ answers: SetupAnswers) throws -> Setup {
      try Setup(answers, editing: base, in: folder)
    }
    var failed: Set<Store> = []
    func check(_ store: Store, _ answers: SetupAnswers) throws -> Bool {
      guard !noCheck, answers.sells(at: store) else { return true }
      let result = try Blocking.wait { await stores.check(store, answers) }
      for line in result.lines { Console.print("  \(line)") }
      if result.works { failed.remove(store) } else { failed.insert(store) }
      return result.works
    }
    if answers == nil, !plain, SetupScreen.isPossible {
      var screen = SetupScreen(current, path: path, stores: stores) { answers in
        (base.text, try setup(answers).text.text)
      }
      let settings = try? Settings(parsing: base.text, path: path)
      let look = try Appearance(nil, settings ?? Settings(), path: path)
      do {
        guard let done = try screen.run(look, ThemeFiles(given: nil)) else {
          Console.print("Nothing was written.")
          throw ExitCode(64)
        }
        failed = done.failed
        for store in done.pending { _ = try check(store, done.complete) }
        return (try setup(done.complete), !failed.isEmpty)
      } catch is TerminalError {
        // A terminal without a cursor can still be asked one line at a time.
      }
    }
    let final: SetupAnswers
    if let answers {
      final = try SetupAnswersFile(answers).completing(current)
      for store in Store.allCases { _ = try check(store, final) }
    } else {
      var dialog = SetupDialog(
        from: current.answers,
        skipping: current.elsewhere,
        check: check
      ) { store, answers in try Blocking.wait { await stores.apps(of: store, answers) } }
      try dialog.run()
      final = dialog.answers
    }
    return (try setup(final), !failed.isEmpty)
  }

  /// Reads the settings as every command will, before anything is written.
  private func expectUsable(_ setup: Setup) throws {
    try StagedSettings.with(setup, path: path) { settings in
      for key in settings.ignoredKeys { Console.print(key.warning(in: path)) }
    }
  }

  private func write(_ setup: Setup) throws {
    Paths.makePrivateFolder(folder)
    do throws(OutputFileError) {
      try setup.writeSecrets(to: folder)
      try OutputFile.replace(path, by: Array(setup.text.text.utf8))
    } catch {
      throw FileError("\(error)")
    }
    let names = setup.secrets.map(\.name)
    let files = names.isEmpty ? "" : ", and beside it \(names.joined(separator: ", "))"
    try StandardStream.print(safe: "Written: \(path)\(files). Only you can read them.")
  }

  private func importCatalog(_ setup: Setup) throws {
    guard let answer = setup.answers["catalog"] else { return }
    let settings = try Settings.load(path, isNamed: true)
    guard let file = answer == SetupQuestion.fromStores ? try fetchCatalog(settings) : answer else {
      return
    }
    let ledger = settings.ledger.file ?? Paths.ledger
    Paths.makePrivateFolder(URL(fileURLWithPath: ledger).deletingLastPathComponent().path)
    do {
      try CatalogImportCommand.parse(["--config", path, "--primary", file]).run()
    } catch is ExitCode {
      throw FileError("\(file) was not imported. The settings are written.")
    }
  }

  /// Writes what the stores list into a file beside the settings; `nil` if there is nothing new to
  /// import. A catalog that is there is kept, since entitlements may have been added to it.
  private func fetchCatalog(_ settings: Settings) throws -> String? {
    let file = "\(folder)/catalog.toml"
    if FileManager.default.fileExists(atPath: file) {
      Console.print("\(file) is kept. purser catalog fetch prints what the stores list now.")
      return nil
    }
    let fetched = try Blocking.wait {
      try await FetchedCatalog.fetch(settings.listedApps, with: settings)
    }
    for notice in fetched.notices { Console.print(notice) }
    for failure in fetched.failures {
      Console.print("\(failure.place) lists no products: \(failure.error)")
    }
    guard !fetched.catalog.items.isEmpty else { return nil }
    do throws(OutputFileError) {
      try OutputFile.replace(file, by: Array(CatalogText.of(fetched.catalog).utf8))
    } catch {
      throw FileError("\(error)")
    }
    return file
  }

  private func report(_ setup: Setup) throws {
    let instructions = SetupInstructions(setup: setup) { key, section in
      guard case .text(let name)? = try? setup.text.value(key, in: section) else { return nil }
      let file = URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: folder + "/")).path
      return try? SecretFile.text(at: file)
    }
    if !instructions.lines.isEmpty { try StandardStream.print(safe: instructions.lines) }
    let settings = try Settings.load(path, isNamed: true)
    let asked = Set(setup.answers.list("endpoints"))
    var missing: [String] = []
    var configuration = settings.serve
    (configuration.apps, configuration.packages) = (settings.appIDs, settings.packages)
    for state in try ServeCheck.states(of: configuration) {
      let isMeant =
        asked.contains(state.name)
        || asked.contains("notifications")
          && Store(rawValue: state.name).map(setup.answers.sells) ?? false
      switch state {
      case .closed(let name, let lack) where isMeant: missing.append("  \(name): \(lack)")
      case .refused(let name, let reason): missing.append("  \(name): \(reason)")
      case .open(let group):
        missing += [group.lack].compactMap(\.self).map { "  \(group.name): \($0)" }
      case .closed: break
      }
    }
    if setup.answers["serve.public-url"] == nil, !asked.isEmpty {
      missing.append("  [serve] public-url: stores and apps cannot reach 127.0.0.1")
    }
    if !missing.isEmpty { try StandardStream.print(safe: ["", "Still missing:"] + missing) }
    let next = asked.isEmpty ? "purser" : "purser serve, and purser in another terminal"
    try StandardStream.print(safe: ["", "Next: \(next)"])
  }
}
