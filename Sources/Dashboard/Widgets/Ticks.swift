import Basics
import Foundation

/// The ticks of a calendar axis, at the finest unit whose labels do not touch.
struct Ticks {
  struct Tick: Equatable {
    var date: Date
    var label: SafeText
  }

  private(set) var all: [Tick] = []

  private enum Unit {
    case seconds(Double)
    case months(Int)

    /// The approximate length in seconds.
    var length: Double {
      switch self {
      case .seconds(let seconds): seconds
      case .months(let months): Double(months) * 30.4 * 86_400
      }
    }
  }

  private static let units: [Unit] = [
    .seconds(300), .seconds(900), .seconds(3600), .seconds(21_600), .seconds(86_400),
    .seconds(7 * 86_400), .months(1), .months(3), .months(6), .months(12), .months(60),
    .months(240),
  ]

  /// The cells for the longest label, its tick and a gap.
  private static let spacing = 8.0

  init(from: Date, until: Date, cells: Int, offset: Int) {
    let perCell = until.timeIntervalSince(from) / Double(max(1, cells))
    let unit = Self.units.first { $0.length >= perCell * Self.spacing } ?? .months(240)
    switch unit {
    case .seconds(let step): addSteps(step, from, until, offset)
    case .months(let step): addMonths(step, from, until, offset)
    }
  }

  private mutating func addSteps(_ step: Double, _ from: Date, _ until: Date, _ offset: Int) {
    let shift = Double(offset)
    var next = ((from.timeIntervalSince1970 + shift) / step).rounded(.up) * step - shift
    while next < until.timeIntervalSince1970, all.count < 500 {
      let date = Date(timeIntervalSince1970: next)
      if let time = CivilTime(date, offset: offset) {
        let label: SafeText =
          step < 86_400
          ? "\(Clock.padded(time.hour)):\(Clock.padded(time.minute))"
          : "\(time.day) \(Self.name(ofMonth: time.month))"
        all.append(Tick(date: date, label: label))
      }
      next += step
    }
  }

  private mutating func addMonths(_ step: Int, _ from: Date, _ until: Date, _ offset: Int) {
    guard let first = CivilTime(from, offset: offset) else { return }
    // Months since year 0, so that steps fall on January whatever the first month is.
    var month = (first.year * 12 + first.month - 1) / step * step
    while all.count < 500 {
      let (year, index) = (month / 12, month % 12)
      let date = CivilTime.midnight(year: year, month: index + 1, day: 1, offset: offset)
      guard date < until else { return }
      if date >= from {
        all.append(Tick(date: date, label: index == 0 ? "\(year)" : Self.name(ofMonth: index + 1)))
      }
      month += step
    }
  }

  private static func name(ofMonth month: Int) -> SafeText {
    CivilTime.monthNames.indices.contains(month - 1) ? CivilTime.monthNames[month - 1] : ""
  }
}
