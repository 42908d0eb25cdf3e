import Entitlements
import Foundation

/// What is known of a user beside purchases, as lines that lead to what they rest on.
struct PersonalLines {
  struct Line: Equatable {
    var line: StyledLine
    var document: ID<Document>?
    var user: ID<User>?
  }

  private let chronicle: Chronicle
  private let view: Viewpoint
  private let width: Int

  init(_ chronicle: Chronicle, _ view: Viewpoint) {
    self.chronicle = chronicle
    self.view = view
    width = view.size.columns - 3
  }

  var aliases: [Line] {
    let isNarrow = view.layout.usesCards
    let start = isNarrow ? 11 : 18
    return Chronicle.Alias.Kind.allCases.flatMap { kind in
      chronicle.aliases.filter { $0.kind == kind }.enumerated().map { place, alias in
        var line = StyledLine(place == 0 ? kind.title(isNarrow) : .empty, .secondary)
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

  /// The newest first, each under who left it and when.
  var notes: [Line] {
    let notes = chronicle.acts.compactMap { act -> (act: Act, text: String)? in
      if case .note(_, let text) = act.deed { (act, text) } else { nil }
    }
    let newest = notes.sorted { $0.act.testimony.statedAt > $1.act.testimony.statedAt }
    return newest.flatMap { act, text in
      var head = StyledLine(view.clock.text(act.testimony.statedAt), .secondary)
      head.add("  \(SafeText(act.actor))", .title)
      let document = act.testimony.evidence
      let words = SafeText(text, limit: 4_000).wrapped(to: width - 2, limit: 40, view.glyphs)
      return [Line(line: head, document: document)]
        + words.map { Line(line: StyledLine($0, .text, at: 2), document: document) }
        + [Line(line: .blank)]
    }.dropLast()
  }
}

extension Chronicle.Alias.Kind {
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
