/// A name that several items on the screen may share.
struct AmbiguousName {
  var name: SafeText
  /// The mark that is always shown beside the name.
  var mark: SafeText
  var id: String

  fileprivate var displayed: SafeText { "\(name) \(mark)" }
}

extension [AmbiguousName] {
  /// The names, with as much of the IDs' ends as distinguishes equal ones.
  func disambiguated(_ glyphs: GlyphSet) -> [SafeText] {
    let groups = Dictionary(grouping: self, by: \.displayed)
    let lengths = groups.mapValues { group in
      let suffices = (4...12).first { length in
        Set(group.map { $0.id.suffix(length) }).count == group.count
      }
      return group.count < 2 ? 0 : suffices ?? 12
    }
    return map { item in
      guard let length = lengths[item.displayed], length > 0 else { return item.name }
      return "\(item.name) \(glyphs.ellipsis)\(String(item.id.suffix(length)))"
    }
  }
}
