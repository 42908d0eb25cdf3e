import Entitlements
import Foundation

/// What stands in front of a list, an entry a line, to choose from.
struct TablePopup: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// Every order in both directions.
    case sorts([RowSort])
    case columns
    case facet(Facet)
    case export(ofMarks: Bool)
    /// What is to be done with a text.
    case pasted(PasteChoice)
    case choice(Choice)
  }

  var kind: Kind
  var scroll = Scroll()

  init(_ kind: Kind) { self.kind = kind }

  var pending: Pending? { if case .facet(let facet) = kind { facet.pending } else { nil } }

  mutating func accept(_ outcome: Outcome<Answer>, to request: Int) {
    guard case .facet(var facet) = kind, facet.pending?.number == request else { return }
    facet.accept(outcome)
    kind = .facet(facet)
    scroll = Scroll()
  }
}

extension TableScreen {
  /// Whether the action meant something in the popup; anything else closes it.
  mutating func performInPopup(_ action: Action, _ desk: inout Desk) -> Bool {
    guard var popup else { return false }
    let content = PopupContent(popup, self, desk.view)
    let count = content.entries.count
    let height = content.height(in: desk.view.layout.body)
    if let distance = Scroll.distance(action, height: height) {
      popup.scroll.move(by: distance, count: count, height: height)
      self.popup = popup
      return true
    }
    switch (action, popup.kind) {
    case (.open, _): choose(popup, &desk)
    case (.mark, .columns): toggle(popup, desk: &desk)
    case (.columnLeft, .columns): move(popup, by: -1, height, &desk)
    case (.columnRight, .columns): move(popup, by: 1, height, &desk)
    case (.widenColumn, .columns), (.narrowColumn, .columns):
      let order = layout(desk.view).order
      guard order.indices.contains(popup.scroll.index) else { return true }
      resize(order[popup.scroll.index], by: action == .widenColumn ? 1 : -1, &desk)
    case (.facet, .columns): freeze(popup, &desk)
    case (.facet, .facet(let facet)) where facet.calendar != nil:
      if let pending = facet.pending { desk.perform(.forget(request: pending.number)) }
      openFacet(by: facet.calendar?.unit == .month ? .day : .month, &desk)
    case (.mark, .export(let ofMarks)):
      guard !marks.isEmpty else { return true }
      self.popup?.kind = .export(ofMarks: !ofMarks)
    default:
      // The key that has opened it closes it again, as every other does.
      if let pending = popup.pending { desk.perform(.forget(request: pending.number)) }
      self.popup = nil
      return [.sortMenu, .columns, .facet, .export].contains(action)
    }
    return true
  }

  private mutating func choose(_ popup: TablePopup, _ desk: inout Desk) {
    let place = popup.scroll.index
    switch popup.kind {
    case .columns: self.popup = nil
    case .sorts(let sorts):
      self.popup = nil
      guard sorts.indices.contains(place / 2) else { return }
      sort(by: sorts[place / 2], isReversed: !place.isMultiple(of: 2))
    case .facet(let facet):
      guard facet.pending == nil else { return }
      self.popup = nil
      if facet.values.indices.contains(place) { narrow(by: facet.values[place]) }
    case .export(let ofMarks):
      self.popup = nil
      let forms = Export.Form.allCases
      if forms.indices.contains(place) { export(forms[place], ofMarks: ofMarks, &desk) }
    case .pasted(let pasted):
      self.popup = nil
      guard pasted.uses.indices.contains(place) else { return }
      switch pasted.uses[place] {
      case .answer: desk.answer(pasted.text)
      case .filter: take(pasted.filter, for: .filter)
      }
    case .choice: self.popup = nil
    }
  }

  func layout(_ view: Viewpoint) -> ColumnLayout {
    view.columns[list] ?? ColumnLayout(list.table(view).columns)
  }

  private mutating func toggle(_ popup: TablePopup, desk: inout Desk) {
    var layout = layout(desk.view)
    guard layout.order.indices.contains(popup.scroll.index) else { return }
    layout.toggle(layout.order[popup.scroll.index])
    offset = 0
    desk.arrange(list, layout)
  }

  private mutating func freeze(_ popup: TablePopup, _ desk: inout Desk) {
    var layout = layout(desk.view)
    guard layout.order.indices.contains(popup.scroll.index) else { return }
    layout.freeze(upTo: layout.order[popup.scroll.index])
    offset = 0
    desk.arrange(list, layout)
  }

  private mutating func move(
    _ popup: TablePopup,
    by distance: Int,
    _ height: Int,
    _ desk: inout Desk
  ) {
    var layout = layout(desk.view)
    guard layout.order.indices.contains(popup.scroll.index) else { return }
    layout.move(layout.order[popup.scroll.index], by: distance)
    self.popup?.scroll.move(by: distance, count: layout.order.count, height: height)
    offset = 0
    desk.arrange(list, layout)
  }

  mutating func export(_ form: Export.Form, to path: String?, _ desk: inout Desk) -> Bool {
    guard list.searched != nil, fault == nil else { return false }
    export(form, ofMarks: !marks.isEmpty, to: path, &desk)
    return true
  }

  /// Has the marked rows, or all that match, written to a file beside which nothing is changed.
  mutating func export(
    _ form: Export.Form,
    ofMarks: Bool,
    to path: String? = nil,
    _ desk: inout Desk
  ) {
    guard let list = list.searched, let sort else { return }
    desk.perform(
      .export(
        Export(
          list: list,
          scope: ofMarks
            ? .records(marks.records) : .matching(query, sort, isReversed: isReversed),
          form: form,
          path: path ?? Export.name(of: list, form, at: desk.view.now)
        )
      )
    )
  }
}
