import Entitlements

// Marking and exporting rows in the tabs that are lists.
extension UserScreen {
  /// The marks of the tab in front.
  var marks: Marks { marking[tab]?.marks ?? Marks() }

  /// Performs a marking or export action; `false` for other actions, or without a list.
  mutating func performOnMarks(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if case .export(let ofMarks)? = popup?.kind, let content = popupContent(context.view) {
      let body = body(context.view)
      if performInExport(ofMarks: ofMarks, action, content, in: body, &context) { return true }
    }
    guard let list = tab.list, let rows = rows[tab] else { return false }
    if action == .export {
      openExport(of: list, hasRows: !rows.isEmpty, &context)
      return true
    }
    let step = marking[tab, default: Marking()]
      .perform(action, rows, at: scroll.index, isWhole: true, &context)
    if step == .next { scroll.move(.by(1), count: rows.count, height: scrollHeight(context.view)) }
    return step != nil
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    defer { popup = nil }
    guard popup == nil else { return true }
    return tab == .timeline ? history.closeOne() : marking[tab]?.closeOne() ?? false
  }

  // Export.

  func popupContent(_ view: ViewContext) -> PopupContent? {
    guard let popup, case .export(let ofMarks) = popup.kind else { return nil }
    let total = Count.exact(rows[tab]?.count ?? 0)
    let marked = ofMarks ? marks.count : nil
    return PopupContent(popup, exporting: marked, of: total, "of this user")
  }

  func export(
    _ form: Export.Form,
    ofMarks: Bool,
    to path: String?,
    _ context: inout ScreenContext
  ) -> Bool {
    guard let list = tab.list?.searched, let rows = rows[tab] else { return false }
    context.export(list, .records(ofMarks ? marks.records : rows), form, to: path)
    return true
  }
}
