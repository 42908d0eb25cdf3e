/// A step of the tour: a ticket, and what to learn from it.
package struct TourStep: Equatable, Sendable {
  package var ticketMessage: TicketMessage
  /// What to look at, and which key to press.
  package var look: String

  package init(ticketMessage: TicketMessage, look: String) {
    self.ticketMessage = ticketMessage
    self.look = look
  }
}

/// The tour's steps, and the current one.
struct Tour: Equatable, Sendable {
  let steps: [TourStep]
  let place: Int

  /// `nil` if there is no step at that index.
  init?(_ steps: [TourStep], at place: Int = 0) {
    guard steps.indices.contains(place) else { return nil }
    self.steps = steps
    self.place = place
  }

  var step: TourStep { steps[place] }
  var next: Tour? { Tour(steps, at: place + 1) }
  var previous: Tour? { Tour(steps, at: place - 1) }

  func lines(_ view: ViewContext) -> [StyledLine] {
    let count: SafeText = "Lesson \(place + 1) of \(steps.count)"
    let goOn: SafeText = next == nil ? "That was the last one; q leaves." : "n goes on."
    let text: SafeText = "\(step.ticketMessage.title). \(step.look) \(goOn)"
    let indent = view.layout.usesCards ? 0 : count.width + 2
    let room = view.size.columns - 3 - indent
    let parts = text.wrapped(to: room, limit: view.size.rows < 14 ? 2 : 3, view.glyphs)
    return parts.enumerated().map { row, part in
      var line = row == 0 && indent > 0 ? StyledLine(count, .accent) : StyledLine()
      line.add(part, .text, at: indent)
      return line
    }
  }

  func draw(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    var rest = rect
    let rule = rest.takeTop(1)
    frame.fill(view.glyphs.rule, .rule, from: rule.column, to: rule.endColumn, rule.row)
    frame.draw(lines(view), in: rest.insetColumns(2, 1))
  }
}
