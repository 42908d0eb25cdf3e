import Entitlements
import Persistence

/// A document that is named on the command line: by its file, or by its ID in the ledger.
struct FiledDocument {
  let place: LedgerOptions
  let settings: SettingsOptions

  private static let lettersOfID = 64

  /// The bytes of the file; where there is none of the name, of the document on file.
  func read(_ name: String) throws -> [UInt8] {
    do throws(InputError) {
      return try InputFile.read(name)
    } catch {
      guard case .missing = error, Self.isID(name) else { throw error }
      let ledger = try place.open(settings)
      let document = try Blocking.wait { try await ledger.document(ID(name)) }
      guard let document else { throw error }
      return document.bytes
    }
  }

  private static func isID(_ name: String) -> Bool {
    name.utf8.count == lettersOfID && name.allSatisfy(\.isHexDigit)
  }
}
