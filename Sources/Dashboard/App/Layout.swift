package import Entitlements
package import Foundation

/// What drawing depends on: the screen size, the time, how times are displayed, and the available
/// characters.
package struct ViewContext: Equatable, Sendable {
  package internal(set) var size: Size
  package internal(set) var now: Date
  package var zone: ClockZone
  /// The operator's time zone offset in seconds east of UTC.
  let utcOffset: Int
  /// The operator's locale, for the dates in sentences; `nil` for ISO 8601 in UTC.
  let locale: String?
  package var glyphs: GlyphSet
  /// Why no jobs run now, and the remedy; `nil` if they run.
  var delay: String?
  /// The operator's column layouts of lists.
  var columns: [ListKind: ColumnLayout] = [:]
  /// The other operators who have cases open, by user.
  package internal(set) var presences: [ID<User>: [CasePresence]] = [:]

  package init(
    size: Size,
    now: Date,
    utcOffset: Int,
    zone: ClockZone = .utc,
    locale: String? = nil,
    glyphs: GlyphSet = .full
  ) {
    self.size = Self.presentable(size)
    self.now = now
    self.zone = zone
    self.utcOffset = min(max(utcOffset, -86_400), 86_400)
    self.locale = locale
    self.glyphs = glyphs
  }

  /// Limits a size to 1–1000 columns and rows, so that a frame fits memory.
  static func presentable(_ size: Size) -> Size {
    Size(columns: min(max(1, size.columns), 1000), rows: min(max(1, size.rows), 1000))
  }

  var clock: Clock { Clock(now: now, zone: zone, localOffset: utcOffset) }
  var layout: Layout { Layout(size) }

  /// When the label of a date changes, if times are displayed relative to now.
  func nextLabelChange(of date: Date?, always: Bool = false) -> Date? {
    guard let date, zone == .relative || always else { return nil }
    return clock.nextChange(of: date)
  }

  /// When a state changes at `date`; `nil` for the past and beyond a year, as a document's date may
  /// lie anywhere.
  func nextStateChange(at date: Date?) -> Date? {
    guard let date, date > now, date.timeIntervalSince(now) < 366 * 86_400 else { return nil }
    return date
  }
}

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

  var isTooSmall: Bool { size.columns < Self.minimum.columns || size.rows < Self.minimum.rows }

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
