import ArgumentParser
import Entitlements
import Foundation
import Persistence
import Receipts
import ServiceCore

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "import",
    "Import the stores' documents, or the users of a customer database.",
    discussion: """
      `purser import FILE ...` verifies the stores' documents and files them; `purser help import \
      store-documents` lists its options. `purser import users --csv FILE` files names and e-mail \
      addresses. To import a file or folder named users, write ./users.
      """,
    subcommands: [ImportDocumentsCommand.self, ImportUsersCommand.self],
    defaultSubcommand: ImportDocumentsCommand.self
  )
}
