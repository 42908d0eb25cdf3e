import Entitlements

// Marking and exporting rows in the tabs that are lists.
extension UserScreen {
  /// The marks of the tab in front.
  var marks: Marks { marking[tab]?.marks ?? Marks() }

  /// Performs a marking or export action; `false` for other actions, or without a list.
  mutating func performOnMarks(_ action: Action, _ context: inout ScreenContext) -> Bool {
    if popup != nil, performInPopup(action, &context) { return true }
    guard let list = tab.list, let rows = rows[tab] else { return false }
    if action == .export {
      guard list.searched != nil else {
        context.notify(.warning, list.printing)
        return true
      }
      guard !rows.isEmpty else {
        context.notify(.warning, "There is nothing to export.")
        return true
      }
      popup = TablePopup(.export(ofMarks: !marks.isEmpty))
      return true
    }
    let step = marking[tab, default: Marking()]
      .perform(action, rows, at: scroll.index, isWhole: true, &context)
    if step == .next {
      scroll.move(.by(1), count: rows.count, height: scrollHeight(context.view))
    }
    return step != nil
  }

  mutating func closeOne(_ context: inout ScreenContext) -> Bool {
    if popup != nil {
      popup = nil
      return true
    }
    if tab == .timeline { return history.closeOne() }
    return marking[tab]?.closeOne() ?? false
  }

  // Export.

  func popupContent(_ view: ViewContext) -> PopupContent? {
    guard let popup, case .export(let ofMarks) = popup.kind else { return nil }
    let total = Count.exact(rows[tab]?.count ?? 0)
    let marked = ofMarks ? marks.count : nil
    return PopupContent(popup, exporting: marked, of: total, "of this user", view)
  }

  private mutating func performInPopup(_ action: Action, _ context: inout ScreenContext) -> Bool {
    guard let content = popupContent(context.view), case .export(let ofMarks) = popup?.kind else {
      return false
    }
    let height = content.height(in: body(context.view))
    if let motion = Motion(action, height: height) {
      popup?.scroll.move(motion, count: content.entries.count, height: height)
      return true
    }
    switch action {
    case .open:
      let forms = Export.Form.allCases
      if let index = popup?.scroll.index, forms.indices.contains(index) {
        _ = export(forms[index], ofMarks: ofMarks, to: nil, &context)
      }
      popup = nil
    case .mark:
      if !marks.isEmpty { popup?.kind = .export(ofMarks: !ofMarks) }
    default:
      // The key that opened the popup closes it, as every other key does.
      popup = nil
      return action == .export
    }
    return true
  }

  mutating func export(
    _ form: Export.Form,
    to path: String?,
    _ context: inout ScreenContext
  ) -> Bool {
    export(form, ofMarks: !marks.isEmpty, to: path, &context)
  }

  private func export(
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
