extension ISO8601Duration {
  /// Parses `70d`, `12h`, `1d12h`, `2w` or `30m`, or a duration in ISO 8601 format. `nil` for other
  /// texts.
  package static func reading(_ text: String) -> ISO8601Duration? {
    guard let match = text.lowercased().wholeMatch(of: /((?:\d+[wd])*)((?:\d+[hms])*)/) else {
      return ISO8601Duration(text)
    }
    let (date, time) = (match.output.1.uppercased(), match.output.2.uppercased())
    return ISO8601Duration("P\(date)\(time.isEmpty ? "" : "T\(time)")")
  }
}
