import Synchronization

/// The program's catalogs, each parsed on first use.
package enum Translations {
  /// The catalog of a language by its ISO 639-1 code; empty for English, the language of the
  /// messages, and for languages without a catalog.
  package static func catalog(of language: String) -> MessageCatalog {
    catalogs.withLock { catalogs in
      if let catalog = catalogs[language] { return catalog }
      let text = String(decoding: file(of: language), as: UTF8.self)
      let catalog = MessageCatalog(po: text)
      catalogs[language] = catalog
      return catalog
    }
  }

  private static let catalogs = Mutex<[String: MessageCatalog]>([:])

  private static func file(of language: String) -> [UInt8] {
    switch language {
    case "ar": PackageResources.ar_po
    case "de": PackageResources.de_po
    case "es": PackageResources.es_po
    case "fr": PackageResources.fr_po
    case "hi": PackageResources.hi_po
    case "it": PackageResources.it_po
    case "ja": PackageResources.ja_po
    case "ko": PackageResources.ko_po
    case "nl": PackageResources.nl_po
    case "pl": PackageResources.pl_po
    case "pt": PackageResources.pt_po
    case "ru": PackageResources.ru_po
    case "tr": PackageResources.tr_po
    case "zh": PackageResources.zh_po
    default: []
    }
  }
}
