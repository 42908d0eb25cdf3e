import Testing

@testable import Terminal

@Suite struct TickTests {
  private let now = ContinuousClock.now

  @Test func `without a tick the loop sleeps for ever`() {
    #expect(milliseconds(until: nil, now: now) == -1)
  }

  @Test func `a tick is waited for to the end and no longer than it takes`() {
    #expect(milliseconds(until: now, now: now) == 0)
    #expect(milliseconds(until: now - .seconds(5), now: now) == 0)
    #expect(milliseconds(until: now + .nanoseconds(1), now: now) == 1)
    #expect(milliseconds(until: now + .milliseconds(250), now: now) == 250)
    #expect(milliseconds(until: now + .microseconds(250_001), now: now) == 251)
    #expect(milliseconds(until: now + .seconds(90), now: now) == 90_000)
  }

  @Test func `a tick beyond a day is looked at again after a day`() {
    #expect(milliseconds(until: now + .seconds(10_000_000_000), now: now) == 86_400_000)
  }
}
