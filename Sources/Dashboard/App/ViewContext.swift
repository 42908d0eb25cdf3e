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
