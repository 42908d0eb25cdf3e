import Entitlements
import Foundation

/// A few things of which one is chosen.
struct Choice: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var text: SafeText
    var remark: SafeText = .empty
  }

  var title: SafeText
  var entries: [Entry]
  /// The one in force.
  var current: Int?
  /// What choosing does, for the hint line.
  var verb: SafeText
}

/// A text that was pasted on a list, and what can be done with it.
struct PasteChoice: Equatable, Sendable {
  enum Use: Equatable, Sendable { case answer, filter }

  let text: String
  /// The likelier one first: a query filters, everything else is a question.
  let uses: [Use]
  /// The query to list by: of a message the identifiers in it.
  let filter: String
  /// How that is shown: without secrets.
  private let shown: SafeText

  init(_ text: String, at now: Date) {
    self.text = text
    let identifiers = Array(Identifier.all(in: text).prefix(3))
    switch HomeScreen.Reading(of: text, at: now) {
    case .query(nil):
      uses = [.filter, .answer]
      (filter, shown) = (text, SafeText(text))
    case .query, .inquiry, .nothing:
      uses = [.answer, .filter]
      filter = identifiers.isEmpty ? text : identifiers.map(\.value).joined(separator: " OR ")
      shown =
        identifiers.isEmpty
        ? SafeText(text) : .joined(identifiers.map { SafeText($0.masked) }, by: " OR ")
    }
  }

  func choice(_ view: Viewpoint) -> Choice {
    let room = max(8, min(60, view.size.columns - 28))
    let entries = uses.map { use -> Choice.Entry in
      switch use {
      case .answer: Choice.Entry(text: "answer this", remark: "why there is access or none")
      case .filter:
        Choice.Entry(text: "filter by this", remark: shown.truncated(to: room, view.glyphs))
      }
    }
    return Choice(title: "pasted", entries: entries, verb: "do it")
  }
}
