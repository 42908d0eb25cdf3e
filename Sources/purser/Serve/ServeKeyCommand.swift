import ArgumentParser
import Foundation
import ServiceCore
import Web

/// `purser serve key`: makes a key for the API.
struct ServeKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Make a key for the API: shown once, kept as a hash.",
    discussion: """
      The key is printed on standard output, and nowhere kept. What belongs into the settings holds \
      its hash alone.
      """
  )

  @Option(
    help: ArgumentHelp("read, write, personal: some of them, with commas.", valueName: "list"),
    transform: ServeKeyCommand.scopes
  )
  var scopes: [APIConfiguration.Scope] = [.read]

  @Option(help: ArgumentHelp("How often in a second it may be used.", valueName: "count"))
  var perSecond: Int?

  @Argument(help: ArgumentHelp("Who gets it; acts are signed so.", valueName: "name"))
  var name: String

  func validate() throws {
    // It stands in settings between quotes, and in the audit log.
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw ValidationError("A key's name has 1 to 64 bytes, and neither quotes nor backslashes.")
    }
    if let perSecond, perSecond < 1 {
      throw ValidationError("--per-second takes a whole number above 0.")
    }
  }

  func run() throws {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let letters = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    let key = "pk_\(letters)"
    try StandardStream.print(settings(of: APIKeyDigest(of: Secret(key)), key))
  }

  private func settings(of digest: APIKeyDigest, _ key: String) -> String {
    var lines = [
      "The key, shown this once:", "", "  \(key)", "", "For the settings:", "",
      "[[serve.api.key]]", "name = \"\(name)\"", "hash = \"\(digest)\"",
      "scopes = [\(scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]",
    ]
    if let perSecond { lines.append("per-second = \(perSecond)") }
    return lines.joined(separator: "\n")
  }

  private static func scopes(_ text: String) throws -> [APIConfiguration.Scope] {
    let words = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let scopes = words.compactMap(APIConfiguration.Scope.init)
    guard !words.isEmpty, scopes.count == words.count else {
      throw ValidationError("--scopes takes read, write and personal, with commas between them.")
    }
    return APIConfiguration.Scope.allCases.filter(scopes.contains)
  }
}
