extension MessageLanguage {
  /// The language's name in English and in itself.
  package var title: String {
    switch self {
    case .english: "English"
    case .german: "German  Deutsch"
    case .french: "French  Français"
    case .spanish: "Spanish  Español"
    case .italian: "Italian  Italiano"
    case .portuguese: "Portuguese  Português"
    case .dutch: "Dutch  Nederlands"
    case .polish: "Polish  Polski"
    case .turkish: "Turkish  Türkçe"
    case .russian: "Russian  Русский"
    case .arabic: "Arabic  العربية"
    case .hindi: "Hindi  हिन्दी"
    case .chinese: "Chinese  简体中文"
    case .japanese: "Japanese  日本語"
    case .korean: "Korean  한국어"
    }
  }
}
