import Entitlements
import Foundation

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
    guard let list = tab.list?.searched, let rows = rows[tab] else {
      return exportCase(form, to: path, &context)
    }
    context.export(list, .records(ofMarks ? marks.records : rows), form, to: path)
    return true
  }
}

// The case file, on the tabs that are not lists.
extension UserScreen {
  private func request(at index: Int, _ now: Date) -> CaseFileRequest? {
    CaseFileRequest(at: index, text: id.raw, of: id.raw, at: now)
  }

  private func exportCase(
    _ form: Export.Form,
    to path: String?,
    _ context: inout ScreenContext
  ) -> Bool {
    let index = CaseFileRequest.Form.allCases.firstIndex { $0.rawValue == form.rawValue }
    guard tab.list == nil, userDetails != nil, let index,
      var request = request(at: index, context.view.now)
    else { return false }
    request.path = path ?? request.path
    context.perform(.writeCase(request))
    return true
  }

  /// Opens the choice of forms, or performs an action in it; `false` for other actions.
  mutating func performInCaseFile(_ action: Action, _ context: inout ScreenContext) -> Bool {
    guard case .choice(let choice)? = popup?.kind, let index = popup?.scroll.index else {
      guard action == .caseFile, userDetails != nil else { return false }
      popup = TablePopup(.choice(CaseFileRequest.choice))
      return true
    }
    let content = PopupContent(TablePopup(.choice(choice)), choice, context.view)
    let height = content.height(in: body(context.view))
    let count = choice.entries.count
    if popup?.scroll.perform(action, count: count, height: height) == true { return true }
    popup = nil
    // The key that opened the popup closes it, as every other key does.
    guard action == .open else { return action == .caseFile }
    if let request = request(at: index, context.view.now) { context.perform(.writeCase(request)) }
    return true
  }

  func drawCaseFile(in rect: Rect, _ view: ViewContext, on frame: inout Frame) {
    guard let popup, case .choice(let choice) = popup.kind else { return }
    PopupContent(popup, choice, view).draw(in: rect, view, on: &frame)
  }
}
