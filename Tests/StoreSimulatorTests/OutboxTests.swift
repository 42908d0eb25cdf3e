import Foundation
import StoreSimulator
import Testing

@Suite struct `The outbox over restarts` {
  private func page(_ simulator: Simulator, after next: Int) async throws -> OutboxPage {
    let answer = await simulator.answer(SimulatorRequest("GET", "/simulator/outbox?after=\(next)"))
    return try JSONDecoder().decode(OutboxPage.self, from: answer.body)
  }

  private func restarted(from state: SimulatorState) async throws -> Simulator {
    var state = state
    state.resume()
    return try await Simulator(keys: SharedKeys.keys, state: state, now: { noon })
  }

  @Test func `a reader goes on where it was`() async throws {
    let first = try await simulator()
    try await first.perform(act(.buy, product: "coins.100"))
    let read = try await page(first, after: 0)
    #expect(read.notifications.map(\.sequence) == [1])
    #expect(try await page(first, after: read.next).notifications.isEmpty)
    let second = try await restarted(from: await first.state)
    #expect(try await page(second, after: read.next).notifications.isEmpty)
    try await second.perform(act(.buy, product: "coins.100"))
    #expect(try await page(second, after: read.next).notifications.map(\.sequence) == [2])
  }

  @Test func `numbers that were given out and never written down are read anew`() async throws {
    let first = try await simulator()
    try await first.perform(act(.buy, product: "coins.100"))
    let written = await first.state
    try await first.perform(act(.buy, product: "coins.100"))
    let read = try await page(first, after: 0)
    #expect(read.notifications.count == 2)
    let second = try await restarted(from: written)
    for _ in 0..<3 { try await second.perform(act(.buy, product: "coins.100")) }
    let later = try await page(second, after: read.next)
    #expect(later.notifications.map(\.sequence) == [2, 3, 4])
    #expect(later.next > read.next)
    #expect(try await page(second, after: later.next).notifications.isEmpty)
    let third = try await restarted(from: await second.state)
    #expect(try await page(third, after: read.next).notifications.map(\.sequence) == [2, 3, 4])
  }

  @Test(arguments: [-1, 3, 1 << 40, Int.max])
  func `a place that nobody was given reads as the beginning`(_ next: Int) async throws {
    let simulator = try await simulator()
    try await simulator.perform(act(.buy, product: "coins.100"))
    #expect(try await page(simulator, after: next).notifications.map(\.sequence) == [1])
  }
}
