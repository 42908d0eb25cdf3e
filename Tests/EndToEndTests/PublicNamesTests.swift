import Foundation
import TestSupport
import Testing

/// Names that stand in other people's files and programs: they stay, whatever the code calls things.
@Suite struct `Public names` {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("PublicNames").path
  private let bench: Workbench

  init() throws { bench = try Workbench() }

  private func difference(of lines: [String], from name: String) -> String? {
    Golden.difference(
      of: lines.joined(separator: "\n") + "\n",
      from: "\(Self.folder)/\(name).txt"
    )
  }

  @Test func `keys.toml's actions keep their names and keys`() throws {
    struct Answer: Decodable {
      struct Action: Decodable {
        var action: String
        var keys: [String]
      }
      var actions: [Action]
    }
    let answer = try bench.run(["keys", "--json"]).output
    let actions = try JSONDecoder().decode(Answer.self, from: Data(answer.utf8)).actions
    let lines = actions.map { "\($0.action): \($0.keys.joined(separator: " "))" }
    #expect(difference(of: lines, from: "keys") == nil)
  }

  @Test func `settings keep their names`() throws {
    let names = try bench.run(["config", "schema"]).output.split(separator: "\n").compactMap {
      $0.split(separator: " ").first.map(String.init)
    }
    #expect(difference(of: names, from: "settings") == nil)
  }

  /// What `--json` prints about the terminal, the themes and the settings, by its names alone.
  @Test(arguments: ["themes --json", "log --json"])
  func `an answer in JSON keeps the names of its members`(_ question: String) throws {
    let answer = try bench.run(question.split(separator: " ").map(String.init)).output
    let json = try JSONSerialization.jsonObject(
      with: Data(answer.utf8),
      options: [.fragmentsAllowed]
    )
    let name = question.replacingOccurrences(of: " ", with: "_")
    #expect(difference(of: members(json, "").sorted(), from: name) == nil)
  }

  private func members(_ json: Any, _ path: String) -> Set<String> {
    switch json {
    case let object as [String: Any]:
      object.reduce(into: []) { $0.formUnion(members($1.value, "\(path).\($1.key)")) }
    case let array as [Any]:
      array.reduce(into: []) { $0.formUnion(members($1, "\(path)[]")) }
    default: [path]
    }
  }
}
