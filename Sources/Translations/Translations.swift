import CTexts
import Synchronization

/// The program's catalogs, each parsed on first use.
package enum Translations {
  /// The catalog of a language by its ISO 639-1 code; empty for English, the language of the
  /// messages, and for languages without a catalog.
  package static func catalog(of language: String) -> MessageCatalog {
    catalogs.withLock { catalogs in
      if let catalog = catalogs[language] { return catalog }
      let file = purser_catalog_of(language)
      let bytes = UnsafeBufferPointer(start: file.bytes, count: file.count)
      let catalog = MessageCatalog(po: String(decoding: bytes, as: UTF8.self))
      catalogs[language] = catalog
      return catalog
    }
  }

  private static let catalogs = Mutex<[String: MessageCatalog]>([:])
}
