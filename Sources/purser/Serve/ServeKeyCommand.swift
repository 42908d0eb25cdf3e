import ArgumentParser
import Foundation
import ServiceCore
import Web

/// `purser serve key`: creates an API key.
struct ServeKeyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "key",
    abstract: "Create an API key, which is shown once and stored as a hash.",
    discussion: "Prints the key, which is not saved anywhere, and the settings with its hash."
  )

  @Option(
    help: ArgumentHelp("read, write, personal, or several separated by commas.", valueName: "list"),
    transform: ServeKeyCommand.scopes
  )
  var scopes: [APIConfiguration.Scope] = [.read]

  @Option(help: ArgumentHelp("The rate limit, in requests per second.", valueName: "count"))
  var perSecond: Int?

  @Argument(help: ArgumentHelp("The key's name, which the audit log shows.", valueName: "name"))
  var name: String

  func validate() throws {
    // The name is written in quotes in the settings, and in the audit log.
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar.value >= 0x20 && scalar.value != 0x7F && scalar != "\"" && scalar != "\\"
    }
    guard isPlain, (1...64).contains(name.utf8.count) else {
      throw ValidationError("A key's name has 1 to 64 bytes without quotes or backslashes.")
    }
    if let perSecond, perSecond < 1 {
      throw ValidationError("--per-second takes a whole number above 0.")
    }
  }

  func run() throws {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    let text = Data(bytes).base64EncodedString().replacing("+", with: "-")
      .replacing("/", with: "_").replacing("=", with: "")
    let key = "pk_\(text)"
    try StandardStream.print(settings(of: APIKeyDigest(of: Secret(key)), key))
  }

  private func settings(of digest: APIKeyDigest, _ key: String) -> String {
    var lines = [
      "The key, shown only once:", "", "  \(key)", "", "For the settings:", "",
      "[[serve.api.key]]", "name = \"\(name)\"", "hash = \"\(digest)\"",
      "scopes = [\(scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]",
    ]
    if let perSecond { lines.append("per-second = \(perSecond)") }
    return lines.joined(separator: "\n")
  }

  private static func scopes(_ text: String) throws -> [APIConfiguration.Scope] {
    let names = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    let scopes = names.compactMap(APIConfiguration.Scope.init)
    guard !names.isEmpty, scopes.count == names.count else {
      throw ValidationError("--scopes takes read, write and personal, separated by commas.")
    }
    return APIConfiguration.Scope.allCases.filter(scopes.contains)
  }
}
