import StoreSimulator

/// Lets a simulator answer over HTTP while `work` asks it.
func serving(
  _ simulator: Simulator,
  _ work: @escaping @Sendable (String) async throws -> Void
) async throws {
  let (addresses, continuation) = AsyncStream.makeStream(of: String.self)
  try await withThrowingTaskGroup(of: Void.self) { group in
    group.addTask {
      try await SimulatorServer(simulator).run { continuation.yield($0) }
    }
    group.addTask {
      for await address in addresses {
        try await work(address)
        break
      }
    }
    try await group.next()
    group.cancelAll()
  }
}
