import Entitlements
import Foundation

/// A list of entries to choose one from.
struct Choice: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var text: SafeText
    var remark: SafeText = .empty
  }

  var title: SafeText
  var entries: [Entry]
  /// The index of the current choice.
  var current: Int?
  /// The verb of choosing, for the hint line.
  var verb: SafeText
}

/// A text that was pasted on a list, with its possible uses.
struct PasteChoice: Equatable, Sendable {
  enum Use: Equatable, Sendable { case answer, filter }

  let text: String
  /// The possible uses, the likelier one first: a query filters, everything else is an inquiry.
  let uses: [Use]
  /// The query to filter by; for a message, the identifiers in it.
  let filter: String
  /// The displayed query, without secrets.
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

  func choice(_ view: ViewContext) -> Choice {
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
