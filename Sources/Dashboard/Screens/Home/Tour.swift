/// A ticket, and what it teaches.
package struct Lesson: Equatable, Sendable {
  package var letter: Letter
  /// What to look at, and which key shows more.
  package var look: String

  package init(letter: Letter, look: String) {
    self.letter = letter
    self.look = look
  }
}

/// Where somebody stands in a row of lessons.
struct Tour: Equatable, Sendable {
  let lessons: [Lesson]
  let place: Int

  /// `nil` where there is no lesson of that number.
  init?(_ lessons: [Lesson], at place: Int = 0) {
    guard lessons.indices.contains(place) else { return nil }
    self.lessons = lessons
    self.place = place
  }

  var lesson: Lesson { lessons[place] }
  var next: Tour? { Tour(lessons, at: place + 1) }
  var previous: Tour? { Tour(lessons, at: place - 1) }

  func lines(_ view: Viewpoint) -> [StyledLine] {
    let count: SafeText = "Lesson \(place + 1) of \(lessons.count)"
    let goOn: SafeText = next == nil ? "That was the last one; q leaves." : "n goes on."
    let text: SafeText = "\(lesson.letter.title). \(lesson.look) \(goOn)"
    let indent = view.layout.usesCards ? 0 : count.width + 2
    let room = view.size.columns - 3 - indent
    let words = text.wrapped(to: room, limit: view.size.rows < 14 ? 2 : 3, view.glyphs)
    return words.enumerated().map { row, words in
      var line = row == 0 && indent > 0 ? StyledLine(count, .accent) : StyledLine()
      line.add(words, .text, at: indent)
      return line
    }
  }

  func draw(in rect: Rect, _ view: Viewpoint, on frame: inout Frame) {
    var rest = rect
    let rule = rest.takeTop(1)
    frame.fill(view.glyphs.rule, .rule, from: rule.column, to: rule.endColumn, rule.row)
    frame.draw(lines(view), in: rest.insetColumns(2, 1))
  }
}
