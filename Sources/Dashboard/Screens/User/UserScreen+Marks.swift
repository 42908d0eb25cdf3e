import Entitlements

/// Marks in the tabs that list rows, and what is written to a file of them.
extension UserScreen {
  /// Those of the tab in front.
  var marks: Marks { marking[tab]?.marks ?? Marks() }

  /// `false` for keys that mean nothing to marks, or nothing in this tab.
  mutating func performOnMarks(_ action: Action, _ desk: inout Desk) -> Bool {
    if popup != nil, performInPopup(action, &desk) { return true }
    guard let list = tab.list, let rows = rows[tab] else { return false }
    if action == .export {
      guard list.searched != nil else {
        desk.say(.warning, list.printing)
        return true
      }
      guard !rows.isEmpty else {
        desk.say(.warning, "There is nothing to export.")
        return true
      }
      popup = TablePopup(.export(ofMarks: !marks.isEmpty))
      return true
    }
    let step = marking[tab, default: Marking()]
      .perform(action, rows, at: scroll.index, isWhole: true, &desk)
    if step == .next {
      scroll.move(by: 1, count: rows.count, height: scrollHeight(desk.view))
    }
    return step != nil
  }

  mutating func closeOne(_ desk: inout Desk) -> Bool {
    if popup != nil {
      popup = nil
      return true
    }
    if tab == .timeline { return history.closeOne() }
    return marking[tab]?.closeOne() ?? false
  }

  // Writing to a file.

  func popupContent(_ view: Viewpoint) -> PopupContent? {
    guard let popup, case .export(let ofMarks) = popup.kind else { return nil }
    let total = Count.exact(rows[tab]?.count ?? 0)
    let marked = ofMarks ? marks.count : nil
    return PopupContent(popup, exporting: marked, of: total, "of this user", view)
  }

  private mutating func performInPopup(_ action: Action, _ desk: inout Desk) -> Bool {
    guard let content = popupContent(desk.view), case .export(let ofMarks) = popup?.kind else {
      return false
    }
    let height = content.height(in: body(desk.view))
    if let distance = Scroll.distance(action, height: height) {
      popup?.scroll.move(by: distance, count: content.entries.count, height: height)
      return true
    }
    switch action {
    case .open:
      let forms = Export.Form.allCases
      if let place = popup?.scroll.index, forms.indices.contains(place) {
        _ = export(forms[place], ofMarks: ofMarks, to: nil, &desk)
      }
      popup = nil
    case .mark:
      if !marks.isEmpty { popup?.kind = .export(ofMarks: !ofMarks) }
    default:
      // The key that has opened it closes it again, as every other does.
      popup = nil
      return action == .export
    }
    return true
  }

  mutating func export(_ form: Export.Form, to path: String?, _ desk: inout Desk) -> Bool {
    export(form, ofMarks: !marks.isEmpty, to: path, &desk)
  }

  private func export(
    _ form: Export.Form,
    ofMarks: Bool,
    to path: String?,
    _ desk: inout Desk
  ) -> Bool {
    guard let list = tab.list?.searched, let rows = rows[tab] else { return false }
    desk.perform(
      .export(
        Export(
          list: list,
          scope: .records(ofMarks ? marks.records : rows),
          form: form,
          path: path ?? Export.name(of: list, form, at: desk.view.now)
        )
      )
    )
    return true
  }
}
