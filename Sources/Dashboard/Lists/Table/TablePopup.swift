import Entitlements
import Foundation

/// A menu in front of a list, with an entry per line.
struct TablePopup: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Every order in both directions.
    case sorts([RowSort])
    case columns
    case facet(Facet)
    case export(ofMarks: Bool)
    /// The uses of a pasted text.
    case pasted(PasteChoice)
    case choice(Choice)
  }

  var kind: Kind
  var scroll = Scroll()

  init(_ kind: Kind) { self.kind = kind }

  var pending: Pending? { if case .facet(let facet) = kind { facet.pending } else { nil } }

  mutating func accept(
    _ outcome: Outcome<LedgerAnswer>,
    to request: Int,
    _ column: Column?,
    _ view: ViewContext
  ) {
    guard case .facet(var facet) = kind, facet.pending?.number == request else { return }
    let entries = facet.entries
    facet.accept(outcome, column, view)
    kind = .facet(facet)
    // The cursor stays on its value while the counts grow, or at the beginning.
    guard scroll.index > 0, entries.indices.contains(scroll.index) else { return }
    let chosen = entries[scroll.index]
    scroll.index =
      facet.entries.firstIndex { $0.label == chosen.label && $0.query == chosen.query } ?? 0
  }
}

extension TableScreen {
  /// Performs an action in the popup; other actions close it and return `false`.
  mutating func performInPopup(_ action: Action, _ context: inout ScreenContext) -> Bool {
    guard var popup else { return false }
    let content = PopupContent(popup, self, context.view)
    if case .export(let ofMarks) = popup.kind {
      return performInExport(
        ofMarks: ofMarks,
        action,
        content,
        in: context.view.layout.body,
        &context
      )
    }
    let count = content.entries.count
    let height = content.height(in: context.view.layout.body)
    if let motion = Motion(action, height: height) {
      popup.scroll.move(motion, count: count, height: height)
      self.popup = popup
      return true
    }
    switch (action, popup.kind) {
    case (.open, _): choose(popup, &context)
    case (.mark, .columns): arrange(popup, &context) { $0.toggle($1) }
    case (.columnLeft, .columns), (.columnRight, .columns):
      let distance = action == .columnRight ? 1 : -1
      arrange(popup, &context) { $0.move($1, by: distance) }
      self.popup?.scroll.move(.by(distance), count: count, height: height)
    case (.widenColumn, .columns), (.narrowColumn, .columns):
      let order = layout(context.view).order
      guard order.indices.contains(popup.scroll.index) else { return true }
      resize(order[popup.scroll.index], by: action == .widenColumn ? 1 : -1, &context)
    case (.facet, .columns): arrange(popup, &context) { $0.freeze(upTo: $1) }
    case (.facet, .facet(let facet)) where facet.calendar != nil:
      if let pending = facet.pending { context.perform(.cancelQuery(request: pending.number)) }
      openFacet(by: facet.calendar?.unit == .month ? .day : .month, &context)
    default:
      // The key that opened the popup closes it, as every other key does.
      if let pending = popup.pending { context.perform(.cancelQuery(request: pending.number)) }
      self.popup = nil
      return action.opensPopup
    }
    return true
  }

  private mutating func choose(_ popup: TablePopup, _ context: inout ScreenContext) {
    guard popup.pending == nil else { return }
    self.popup = nil
    let index = popup.scroll.index
    switch popup.kind {
    case .columns, .choice, .export: break
    case .sorts(let sorts):
      guard sorts.indices.contains(index / 2) else { return }
      sort(by: sorts[index / 2], isReversed: !index.isMultiple(of: 2))
    case .facet(let facet):
      guard facet.entries.indices.contains(index) else { return }
      guard let query = facet.entries[index].query else {
        return context.notify(.warning, "\(facet.column.string) cannot be queried here.")
      }
      narrow(by: query)
    case .pasted(let pasted):
      guard pasted.uses.indices.contains(index) else { return }
      switch pasted.uses[index] {
      case .answer: context.openInquiry(pasted.text)
      case .filter: take(pasted.filter, for: .filter)
      }
    }
  }

  func layout(_ view: ViewContext) -> ColumnLayout {
    view.columns[list] ?? ColumnLayout(list.columns)
  }

  /// Changes the layout of the column under the popup's cursor.
  private mutating func arrange(
    _ popup: TablePopup,
    _ context: inout ScreenContext,
    _ change: (inout ColumnLayout, String) -> Void
  ) {
    var layout = layout(context.view)
    guard layout.order.indices.contains(popup.scroll.index) else { return }
    change(&layout, layout.order[popup.scroll.index])
    offset = 0
    context.arrange(list, layout)
  }

  func export(
    _ form: Export.Form,
    ofMarks: Bool,
    to path: String?,
    _ context: inout ScreenContext
  ) -> Bool {
    guard let list = list.searched, fault == nil, let sort else { return false }
    let scope: Export.Scope =
      ofMarks ? .records(marks.records) : .matching(query, sort, isReversed: isReversed)
    context.export(list, scope, form, to: path)
    return true
  }
}

/// A screen with rows that can be marked and exported, also through a popup.
protocol ExportingScreen: Screen {
  var popup: TablePopup? { get set }
  var marks: Marks { get }

  /// Exports the marked rows, or all, to a file; `false` if they cannot be exported.
  func export(
    _ form: Export.Form,
    ofMarks: Bool,
    to path: String?,
    _ context: inout ScreenContext
  ) -> Bool
}

extension ExportingScreen {
  func export(_ form: Export.Form, to path: String?, _ context: inout ScreenContext) -> Bool {
    export(form, ofMarks: !marks.isEmpty, to: path, &context)
  }

  /// Opens the popup with the formats, or says why there is nothing to export.
  mutating func openExport(of list: ListKind, hasRows: Bool, _ context: inout ScreenContext) {
    guard list.searched != nil else { return context.notify(.warning, list.printing) }
    guard hasRows else { return context.notify(.warning, "There is nothing to export.") }
    popup = TablePopup(.export(ofMarks: !marks.isEmpty))
  }

  /// Performs an action in that popup; other actions close it.
  mutating func performInExport(
    ofMarks: Bool,
    _ action: Action,
    _ content: PopupContent,
    in body: Rect,
    _ context: inout ScreenContext
  ) -> Bool {
    let (count, height) = (content.entries.count, content.height(in: body))
    if popup?.scroll.perform(action, count: count, height: height) == true { return true }
    switch action {
    case .open:
      let forms = Export.Form.allCases
      if let index = popup?.scroll.index, forms.indices.contains(index) {
        _ = export(forms[index], ofMarks: ofMarks, to: nil, &context)
      }
      popup = nil
    case .mark: if !marks.isEmpty { popup?.kind = .export(ofMarks: !ofMarks) }
    default:
      // The key that opened the popup closes it, as every other key does.
      popup = nil
      return action.opensPopup
    }
    return true
  }
}

extension Action {
  /// Whether it opens a popup in front of a list, and closes one that is open.
  fileprivate var opensPopup: Bool { [.sortMenu, .columns, .facet, .export].contains(self) }
}

/// A list of entries to choose one from.
struct Choice: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    var text: SafeText
    var remark: SafeText = .empty
  }

  var title: SafeText
  var entries: [Entry] = []
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
