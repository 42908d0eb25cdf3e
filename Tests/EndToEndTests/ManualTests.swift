import Foundation
import TestSupport
import Testing

/// The manual says all there is to say, and what it says works.
@Suite struct `The manual` {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static let articles: [(name: String, text: String)] = {
    let folder = root.appendingPathComponent("Sources/purser/Documentation.docc")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().map { name in
      let data = try? Data(contentsOf: folder.appendingPathComponent(name))
      return (name, String(decoding: data ?? Data(), as: UTF8.self))
    }
  }()

  private static let text = articles.map(\.text).joined(separator: "\n")

  private struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable { var kind: String, name: String }
      var names: [Name]?
      var shouldDisplay: Bool
    }
    var commandName: String
    var superCommands: [String]?
    var shouldDisplay: Bool
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?

    var path: String { ((superCommands ?? []) + [commandName]).joined(separator: " ") }

    var all: [Command] {
      [self] + (subcommands ?? []).filter(\.shouldDisplay).flatMap(\.all)
    }
  }

  private func program() throws -> Command {
    struct Dump: Decodable { var command: Command }
    let dump = try Workbench().run(["--experimental-dump-help"])
    return try JSONDecoder().decode(Dump.self, from: Data(dump.output.utf8)).command
  }

  /// A default subcommand is called by its parent's name.
  @Test func `names every command`() throws {
    let all = try program().all
    let defaults = Set(
      all.compactMap { command in
        command.defaultSubcommand.map { "\(command.path) \($0)" }
      }
    )
    for command in all where !defaults.contains(command.path) {
      #expect(Self.text.contains(command.path), "\(command.path)")
    }
  }

  @Test func `names every option`() throws {
    let arguments = try program().all.flatMap { $0.arguments ?? [] }.filter(\.shouldDisplay)
    let long = arguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }
    let names = long.map { "--" + $0.name }
    #expect(names.count > 100)
    for name in Set(names).sorted() { #expect(Self.text.contains(name), "\(name)") }
  }

  /// Every key that is read from a table of the settings.
  @Test func `names every settings key`() throws {
    let settings = try #require(Self.articles.first { $0.name == "Settings.md" }?.text)
    var keys: Set<String> = []
    for folder in ["Settings", "Serve"] {
      let path = Self.root.appendingPathComponent("Sources/purser/\(folder)").path
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        let code = try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
        let pattern = #"\.(?:text|texts|number|flag|expect|table|tables|secret)\(\s*"([a-z0-9-]+)""#
        for match in code.matches(of: try Regex(pattern)) {
          if let key = match[1].substring { keys.insert(String(key)) }
        }
      }
    }
    #expect(keys.count > 60)
    for key in keys.sorted() { #expect(settings.contains(key), "\(key)") }
  }

  @Test func `names only files that are there`() {
    let paths = Self.text.split { !($0.isLetter || $0.isNumber || "/._+-".contains($0)) }
      .filter { $0.hasPrefix("Sources/") || $0.hasPrefix("Tests/") }
    #expect(paths.count > 40)
    for path in Set(paths) {
      let name = path.hasSuffix(".") ? path.dropLast() : path
      let isThere = FileManager.default.fileExists(
        atPath: Self.root.appendingPathComponent(String(name)).path
      )
      #expect(isThere, "\(name)")
    }
  }

  @Test func `lists every file with a mutex`() throws {
    let text = try #require(Self.articles.first { $0.name == "Architecture.md" }?.text)
    let table = try #require(text.firstRange(of: "| file | guards |"))
    let lines = text[table.lowerBound...].prefix(while: { $0 != "#" }).split(separator: "\n")
    let listed = lines.compactMap { line in
      line.hasPrefix("| `") ? line.dropFirst(3).prefix { $0 != "`" } : nil
    }
    let sources = Self.root.appendingPathComponent("Sources")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    )
    let guarded = try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
      .filter { try String(contentsOf: $0, encoding: .utf8).contains(try Regex("Mutex[(<]")) }
    #expect(Set(listed.map(String.init)) == Set(guarded.map(\.lastPathComponent)))
  }

  @Test func `links only to its own articles`() {
    for (name, text) in Self.articles {
      for link in text.split(separator: "<doc:").dropFirst() {
        let target = link.prefix { $0 != ">" }
        #expect(Self.articles.contains { $0.name == "\(target).md" }, "\(name): \(target)")
      }
    }
  }

  @Test(arguments: articles.map(\.name)) func `has examples that run`(name: String) throws {
    let text = try #require(Self.articles.first { $0.name == name }?.text)
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("purser-manual-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = try #require(builtProgram(named: "purser"))
    let home = URL(fileURLWithPath: program).deletingLastPathComponent().path
    for block in text.components(separatedBy: "```sh\n").dropFirst() {
      let script = block.components(separatedBy: "```").first ?? ""
      let status = try ChildProcess(
        ["/bin/sh", "-c", script],
        in: folder.path,
        environment: [
          "HOME": folder.path, "LC_ALL": "C", "TERM": "xterm-256color",
          "PATH": "\(home):/usr/bin:/bin",
        ]
      ).waitUntilExit()
      // 2 is an answer: there is a problem, or the documents differ.
      #expect([0, 2].contains(status), "\(script)")
    }
  }

  @Test func `is shown by topic in the terminal, within 80 columns but for code`() throws {
    let workbench = try Workbench()
    let index = try workbench.run(["help"])
    let topics = index.output.split(separator: "\n").drop { $0 != "Topics:" }.dropFirst()
      .prefix { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(topics.count == Self.articles.count - 1)
    for topic in topics {
      let shown = try workbench.run(["help", topic])
      #expect(shown.status == 0 && shown.output.count > 300, "\(topic)")
      #expect(!shown.output.contains("<doc:") && !shown.output.contains("\u{1B}"), "\(topic)")
      let long = shown.output.split(separator: "\n").filter { $0.count > 80 && !$0.hasPrefix("  ") }
      // A word is never split.
      #expect(long.allSatisfy { $0.split(separator: " ").contains { $0.count > 20 } }, "\(long)")
    }
    #expect(try workbench.run(["help", "tickets"]).output.hasPrefix("ANSWERING TICKETS\n"))
    #expect(
      try workbench.run(["help", "receipt", "show"]).output.contains("USAGE: purser receipt show")
    )
    let unknown = try workbench.run(["help", "nonsense"])
    #expect(unknown.status == 64 && unknown.narration.contains("`purser help` lists them"))
  }

  @Test func `becomes manual pages`() throws {
    let workbench = try Workbench()
    #expect(try workbench.run(["help", "--man-pages", "man"]).status == 0)
    let page = String(decoding: try workbench.read("man/purser-why.1"), as: UTF8.self)
    #expect(page.hasPrefix(".TH PURSER\\-WHY 1"))
    #expect(page.contains("\\fB\\-\\-ledger\\fR \\fIpath\\fR"))
    let article = String(
      decoding: try workbench.read("man/purser-answering-tickets.7"),
      as: UTF8.self
    )
    let requests = article.split(separator: "\n").filter { $0.hasPrefix(".") }
      .compactMap { $0.split(separator: " ").first }
    #expect(
      Set(requests).isSubset(of: [
        ".TH", ".SH", ".SS", ".PP", ".IP", ".TP", ".RS", ".RE", ".nf", ".fi",
      ])
    )
  }
}
