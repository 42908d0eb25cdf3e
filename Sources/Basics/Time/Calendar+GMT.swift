package import Foundation

extension Calendar {
  /// The Gregorian calendar in GMT, by which stores count periods and limits in months and years.
  package static let gmt: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
