/// Tab titles side by side, numbered by their keys; shortened if there is no room.
struct TabBar {
  struct Tab {
    var title: SafeText
    var count: Int?
  }

  let tabs: [Tab]
  let front: Int

  private enum Form: CaseIterable { case counted, whole, short, numbers }

  private func title(_ index: Int, _ form: Form) -> SafeText {
    let title = tabs[index].title
    switch form {
    case .counted, .whole: return title
    case .short: return index == front ? title : title.prefix(3)
    case .numbers: return index == front ? title : .empty
    }
  }

  private func count(_ index: Int, _ form: Form) -> SafeText {
    guard form == .counted, let count = tabs[index].count else { return .empty }
    return .grouped(count)
  }

  private func gap(_ form: Form) -> Int { form == .counted || form == .whole ? 2 : 1 }

  private func width(_ form: Form) -> Int {
    tabs.indices.reduce(0) { sum, index in
      let title = title(index, form).width
      let count = count(index, form).width
      return sum + 1 + (title > 0 ? title + 1 : 0) + (count > 0 ? count + 1 : 0) + gap(form)
    }
  }

  func draw(in rect: Rect, on frame: inout Frame) {
    let room = rect.columns - 2
    let form = Form.allCases.first { width($0) <= room } ?? .numbers
    var column = rect.column + (gap(form) > 1 ? 2 : 1)
    for index in tabs.indices {
      let isFront = index == front
      let start = column
      column = frame.write("\(index + 1)", .hintKey, at: column, rect.row)
      let title = title(index, form)
      if !title.isEmpty {
        column = frame.write(title, isFront ? .title : .secondary, at: column + 1, rect.row)
      }
      // The current tab is not shown by colour alone.
      if isFront { frame.select(row: rect.row, from: start, to: column) }
      let count = count(index, form)
      if !count.isEmpty { column = frame.write(count, .muted, at: column + 1, rect.row) }
      if let digit = "\(index + 1)".first {
        frame.press([.character(digit)], from: start, to: column, rect.row)
      }
      column += gap(form)
    }
  }
}
