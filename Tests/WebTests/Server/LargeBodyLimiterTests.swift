import Testing
import Web

@Suite struct LongBodiesTests {
  private let bodies = LargeBodyLimiter(most: 8)

  /// Somebody who waits for a turn of so many bytes, once that is so.
  private func waiting(_ bytes: Int, behind others: Int) async -> Task<Void, Never> {
    let task = Task { await bodies.enter(bytes) }
    while bodies.counts.waiting <= others { await Task.yield() }
    return task
  }

  @Test func `those that fit are worked on at once`() async {
    await bodies.enter(5)
    await bodies.enter(3)
    #expect(bodies.counts == (8, 0))
  }

  @Test func `one that is longer than all may be is worked on alone`() async {
    await bodies.enter(20)
    let next = await waiting(1, behind: 0)
    bodies.leave(20)
    await next.value
    #expect(bodies.counts == (1, 0))
  }

  @Test func `a short one does not overtake a long one that waits`() async {
    await bodies.enter(5)
    let long = await waiting(6, behind: 0)
    let short = await waiting(2, behind: 1)
    bodies.leave(5)
    await long.value
    await short.value
    #expect(bodies.counts == (8, 0))
  }
}
