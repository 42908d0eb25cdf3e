import Dashboard

/// Makes text from stores and users safe for a terminal or a log.
enum PlainText {
  static func safe(_ text: String) -> String { SafeText(text, limit: 4_096).string }
}
