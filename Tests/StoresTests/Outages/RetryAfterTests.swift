import Foundation
import Stores
import Testing

struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  @Test func `seconds, a date, and Apple's milliseconds name the same instant`() {
    let later = now.addingTimeInterval(90)
    #expect(RetryAfter.instant("90", now: now) == later)
    #expect(RetryAfter.instant("Thu, 01 Jan 2026 00:01:30 GMT", now: now) == later)
    #expect(RetryAfter.instant("1767225690000", now: now) == later)
  }

  @Test(arguments: ["", " ", "-5", "soon", "1.5", "Thu, 99 Jan 2026 00:01:30 GMT", "٣"])
  func `what is no form of it says nothing`(text: String) {
    #expect(RetryAfter.instant(text, now: now) == nil)
  }

  @Test func `nobody is sent into the past, nor away for more than a day`() {
    #expect(RetryAfter.instant("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == now)
    let tomorrow = now.addingTimeInterval(86_400)
    #expect(RetryAfter.instant("99999999", now: now) == tomorrow)
    #expect(RetryAfter.instant("99999999999999999999999999", now: now) == tomorrow)
  }
}
