import Entitlements
import Foundation

/// A user's aliases and notes, as lines that open their documents or users.
struct UserContactLines {
  struct Line: Equatable {
    var line: StyledLine
    var document: ID<Document>?
    var user: ID<User>?
  }

  private let subjectHistory: SubjectHistory
  private let view: ViewContext
  private let width: Int

  init(_ subjectHistory: SubjectHistory, _ view: ViewContext) {
    self.subjectHistory = subjectHistory
    self.view = view
    width = view.size.columns - 3
  }

  var aliases: [Line] {
    let isNarrow = view.layout.usesCards
    let start = isNarrow ? 11 : 18
    return SubjectHistory.Alias.Kind.allCases.flatMap { kind in
      subjectHistory.aliases.filter { $0.kind == kind }.enumerated().map { index, alias in
        var line = StyledLine(index == 0 ? kind.title(isNarrow) : .empty, .secondary)
        let value =
          kind == .purchaseToken ? view.masked(alias.value) : SafeText(alias.value, limit: 200)
        let chain = alias.chain.flatMap(Subscription.Name.init)?.originalTransactionID
        let tail: SafeText = chain == nil || isNarrow ? .empty : "of \(SafeText(chain ?? ""))"
        let room = width - start - (tail.isEmpty ? 0 : min(tail.width, 30) + 2)
        line.add(value.truncated(to: room, .middle, view.glyphs), .text, at: start)
        let cut = tail.truncated(to: 30, .middle, view.glyphs)
        line.add(cut, .muted, at: width - cut.width)
        let isUser = kind == .mergedUser || kind == .sharedAccount
        return Line(
          line: line,
          document: alias.evidence,
          user: isUser ? ID(alias.value) : nil
        )
      }
    }
  }

  /// The notes, the newest first, each below its author and time.
  var notes: [Line] {
    let notes = subjectHistory.acts.compactMap { act -> (act: OperatorAction, text: String)? in
      if case .note(_, let text) = act.kind { (act, text) } else { nil }
    }
    let newest = notes.sorted { $0.act.statementSource.statedAt > $1.act.statementSource.statedAt }
    return newest.flatMap { act, text in
      var head = StyledLine(view.clock.text(act.statementSource.statedAt), .secondary)
      head.add("  \(SafeText(act.actor))", .title)
      let document = act.statementSource.evidence
      let parts = SafeText(text, limit: 4_000).wrapped(to: width - 2, limit: 40, view.glyphs)
      return [Line(line: head, document: document)]
        + parts.map { Line(line: StyledLine($0, .text, at: 2), document: document) }
        + [Line(line: .blank)]
    }.dropLast()
  }
}

extension SubjectHistory.Alias.Kind {
  fileprivate func title(_ isNarrow: Bool) -> SafeText {
    switch self {
    case .mergedUser: isNarrow ? "merged" : "merged user"
    case .sharedAccount: isNarrow ? "shares" : "shares an account"
    case .appAccount: isNarrow ? "account" : "app account"
    case .storeOrder: isNarrow ? "order" : "store order"
    case .purchaseToken: isNarrow ? "token" : "purchase token"
    case .predecessor: isNarrow ? "before" : "took the place of"
    }
  }
}
