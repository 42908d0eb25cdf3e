package import Foundation

/// From where everything is seen: how much room there is, the time, how times are told, and which
/// characters there are to draw with.
package struct Viewpoint: Equatable, Sendable {
  package internal(set) var size: Size
  package internal(set) var now: Date
  package var zone: ClockZone
  /// Seconds east of UTC of the operator's own zone.
  let utcOffset: Int
  /// The operator's locale, for the dates in sentences; `nil` for ISO 8601 in UTC.
  let locale: String?
  package var glyphs: GlyphSet
  /// Why no job is begun now, and what is to be done about it; `nil` where jobs are.
  var delay: String?
  /// How the operator has arranged the columns of lists.
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

  /// No terminal is larger, and a frame of any size must fit memory.
  static func presentable(_ size: Size) -> Size {
    Size(columns: min(max(1, size.columns), 1000), rows: min(max(1, size.rows), 1000))
  }

  var clock: Clock { Clock(now: now, zone: zone, localOffset: utcOffset) }
  var layout: Layout { Layout(size) }

  /// When a date in front reads differently, where times are told relative to now.
  func nextTelling(of date: Date?, always: Bool = false) -> Date? {
    guard let date, zone == .relative || always else { return nil }
    return clock.nextChange(of: date)
  }

  /// When a state changes at `date`; a date from a document may lie anywhere, and nobody sits here
  /// for a year to see it pass.
  func nextFlip(at date: Date?) -> Date? {
    guard let date, date > now, date.timeIntervalSince(now) < 366 * 86_400 else { return nil }
    return date
  }
}
