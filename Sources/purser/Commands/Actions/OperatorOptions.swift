import ArgumentParser
import Foundation

/// Who does it.
struct OperatorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Who does it, for the audit log. Default: the system's user.",
      valueName: "name"
    )
  )
  var by: String?

  func validate() throws {
    if let by, by.isEmpty || by.utf8.count > 256 || by.utf8.contains(0) {
      throw ValidationError("--by takes 1 to 256 bytes.")
    }
  }

  var name: String { by ?? Self.systemUser }

  /// The system's user, by number where it has no name.
  static var systemUser: String {
    let user = NSUserName()
    return user.isEmpty ? "\(getuid())" : user
  }
}

/// A user on the command line.
enum UserArgument {
  static func id(_ text: String) throws -> String {
    guard !text.isEmpty, text.utf8.count <= 256, !text.utf8.contains(0) else {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
    return text
  }
}

extension ExitCode {
  /// Nothing on file goes by what was named; `text` says so.
  static func notFound(_ text: String) -> ExitCode {
    Narration.say(text)
    return ExitCode(4)
  }
}
