/// The areas of the screen, depending on its size.
struct Layout: Equatable, Sendable {
  /// The smallest screen that is drawn in full.
  static let minimum = Size(columns: 40, rows: 10)

  let size: Size
  private(set) var header: Rect?
  private(set) var body: Rect
  private(set) var status: Rect
  private(set) var hints: Rect?
  private(set) var rules: [Int] = []

  init(_ size: Size) {
    self.size = size
    var rest = Rect(column: 0, row: 0, columns: size.columns, rows: size.rows)
    if size.rows >= 14 {
      header = rest.takeTop(1)
      rules.append(rest.takeTop(1).row)
    }
    if size.rows >= 20, size.columns >= 60 { hints = rest.takeBottom(1) }
    status = rest.takeBottom(1)
    if size.rows >= 18 { rules.append(rest.takeBottom(1).row) }
    body = rest
  }

  var isTooSmall: Bool {
    size.columns < Self.minimum.columns || size.rows < Self.minimum.rows
  }

  /// Whether lists show two-line cards instead of a table.
  var usesCards: Bool { size.columns < 60 }

  /// The rows above a tab's content: the tabs, and a blank row if there is room.
  var tabRows: Int { body.rows >= 12 ? 2 : 1 }

  /// The number of visible records of a list that begins `above` rows below the body's top.
  func listHeight(below above: Int = 0) -> Int {
    let rows = body.rows - above
    return max(1, usesCards ? rows / 2 : rows - 1)
  }

  /// The two summary lines of a document, and the tree's column titles.
  static let bannerRows = 3
  /// The summary above a panel that fills the body, and a blank row.
  static let panelBannerRows = 2
  /// The block below the tree on the node under the cursor.
  var detailRows: Int { body.rows >= 16 ? 5 : body.rows >= 12 ? 4 : 0 }

  var treeHeight: Int { max(1, body.rows - Self.bannerRows - detailRows) }
}
