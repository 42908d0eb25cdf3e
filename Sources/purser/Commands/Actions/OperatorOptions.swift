import ArgumentParser
import Foundation

/// The option that names the operator.
struct OperatorOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The operator's name in the audit log. Default: the system user.",
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

  /// The system user's name, or its ID if it has none.
  static var systemUser: String {
    let user = NSUserName()
    return user.isEmpty ? "\(getuid())" : user
  }
}

/// Validates a user ID on the command line.
enum UserArgument {
  static func id(_ text: String) throws -> String {
    guard !text.isEmpty, text.utf8.count <= 256, !text.utf8.contains(0) else {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
    return text
  }
}

extension ExitCode {
  /// Prints `text`; status 4 means that a named user or purchase is not on file.
  static func notFound(_ text: String) -> ExitCode {
    Console.say(text)
    return ExitCode(4)
  }
}
