/// Titles side by side, numbered by the keys that lead to them; they shorten where there is no room.
struct TabBar {
  struct Tab {
    var title: SafeText
    var count: Int?
  }

  let tabs: [Tab]
  let front: Int

  private enum Form: CaseIterable { case counted, whole, short, numbers }

  private func title(_ place: Int, _ form: Form) -> SafeText {
    let title = tabs[place].title
    switch form {
    case .counted, .whole: return title
    case .short: return place == front ? title : title.prefix(3)
    case .numbers: return place == front ? title : .empty
    }
  }

  private func count(_ place: Int, _ form: Form) -> SafeText {
    guard form == .counted, let count = tabs[place].count else { return .empty }
    return .grouped(count)
  }

  private func gap(_ form: Form) -> Int { form == .counted || form == .whole ? 2 : 1 }

  private func width(_ form: Form) -> Int {
    tabs.indices.reduce(0) { sum, place in
      let title = title(place, form).width
      let count = count(place, form).width
      return sum + 1 + (title > 0 ? title + 1 : 0) + (count > 0 ? count + 1 : 0) + gap(form)
    }
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    let room = rect.columns - 2
    let form = Form.allCases.first { width($0) <= room } ?? .numbers
    var column = rect.column + (gap(form) > 1 ? 2 : 1)
    for place in tabs.indices {
      let isFront = place == front
      let start = column
      column = frame.write("\(place + 1)", .hintKey, at: column, rect.row)
      let title = title(place, form)
      if !title.isEmpty {
        column = frame.write(title, isFront ? .title : .secondary, at: column + 1, rect.row)
      }
      // The tab in front is told by more than its colour.
      if isFront { frame.select(row: rect.row, from: start, to: column) }
      let count = count(place, form)
      if !count.isEmpty { column = frame.write(count, .muted, at: column + 1, rect.row) }
      if let digit = "\(place + 1)".first {
        frame.press([.character(digit)], from: start, to: column, rect.row)
      }
      column += gap(form)
    }
  }
}
