import Basics
import Foundation
import Testing

@testable import Dashboard

@Suite struct ClockTests {
  private static let clock = Clock(now: Sample.now, zone: .utc, localOffset: 19_800)

  @Test(arguments: [
    (0.0, "1970-01-01 00:00"), (951_782_400, "2000-02-29 00:00"), (-1, "1969-12-31 23:59"),
    (4_107_542_399, "2100-02-28 23:59"), (4_107_542_400, "2100-03-01 00:00"),
    (1_795_228_800, "2026-11-21 02:40"), (-62_135_596_800, "0001-01-01 00:00"),
    (.infinity, "beyond 9999"), (.nan, "beyond 9999"), (1e300, "beyond 9999"),
  ]) func `an instant is told by the calendar`(_ seconds: Double, _ text: String) {
    #expect(Self.clock.absolute(Date(timeIntervalSince1970: seconds)).string == text)
  }

  @Test func `local time is shifted and named`() {
    var clock = Self.clock
    clock.zone = .local
    #expect(clock.text(Sample.now).string == "2026-11-21 08:10")
    #expect(clock.name.string == "UTC+5:30")
  }

  @Test(arguments: [
    (-30.0, "now"), (-90, "1 min ago"), (7199, "in 119 min"), (7200, "in 2 h"),
    (-200_000, "2 d ago"), (1e10, "in 316 y"), (.nan, "unknown"),
  ]) func `a distance is told in one unit`(_ distance: Double, _ text: String) {
    let date = Date(timeIntervalSince1970: Sample.now.timeIntervalSince1970 + distance)
    #expect(Self.clock.relative(date).string == text)
  }

  @Test func `midnights agree with the calendar over four hundred years`() {
    for year in stride(from: 1800, through: 2200, by: 1) {
      for month in 1...12 {
        let date = CivilTime.midnight(year: year, month: month, day: 1, offset: 0)
        let time = CivilTime(date, offset: 0)
        #expect(time?.year == year && time?.month == month && time?.day == 1)
      }
    }
  }

  @Test(arguments: [
    (0, "0 B"), (1023, "1023 B"), (1_258_291, "1.2 MB"), (188_210, "184 KB"), (1024, "1.0 KB"),
    (.max, "8192 PB"), (-5, "0 B"),
  ]) func `a size is told in a unit that fits`(_ count: Int, _ text: String) {
    #expect(SafeText.bytes(count).string == text)
  }
}
