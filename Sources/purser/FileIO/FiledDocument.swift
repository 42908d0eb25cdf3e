import Entitlements
import Persistence

/// Reads a document that the command line names by file or by its ID in the ledger.
struct FiledDocument {
  let place: LedgerOptions
  let settings: SettingsOptions

  private static let idLength = 64

  /// The bytes of the file or, if there is none of that name, of the document with that ID.
  func read(_ name: String) throws -> [UInt8] {
    do throws(InputError) {
      return try InputFile.read(name)
    } catch {
      guard case .missing = error, Self.isID(name) else { throw error }
      let ledger = try place.open(settings)
      let document = try Blocking.wait { try await ledger.documents.find(ID(name)) }
      guard let document else { throw error }
      return document.bytes
    }
  }

  private static func isID(_ name: String) -> Bool {
    name.utf8.count == idLength && name.allSatisfy(\.isHexDigit)
  }
}
