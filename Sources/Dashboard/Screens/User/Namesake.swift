/// What may go by the same name as another on the screen.
struct Namesake {
  var name: SafeText
  /// What is told beside the name in any case.
  var mark: SafeText
  var id: String

  fileprivate var seen: SafeText { "\(name) \(mark)" }
}

extension [Namesake] {
  /// The names, with as much of the IDs' ends as tells apart those that are the same.
  func toldApart(_ glyphs: GlyphSet) -> [SafeText] {
    let groups = Dictionary(grouping: self, by: \.seen)
    let lengths = groups.mapValues { group in
      let tells = (4...12).first { length in
        Set(group.map { $0.id.suffix(length) }).count == group.count
      }
      return group.count < 2 ? 0 : tells ?? 12
    }
    return map { namesake in
      guard let length = lengths[namesake.seen], length > 0 else { return namesake.name }
      return "\(namesake.name) \(glyphs.ellipsis)\(String(namesake.id.suffix(length)))"
    }
  }
}
