/// Generates the next batch of documents while the previous one is filed. Holds at most two batches
/// in memory.
struct Pipeline<Made: Sendable>: Sendable {
  let users: Int
  /// The number of users per batch.
  let batch: Int
  let make: @Sendable (Int) throws -> [Made]
  let file: @Sendable ([Made]) async throws -> Void

  /// Files all users and reports the progress.
  func run(_ progress: Progress) async throws {
    var next = batch(from: 0)
    for start in stride(from: 0, to: users, by: batch) {
      let made = try await next.value
      next = batch(from: start + batch)
      try await file(made)
      progress.update(min(start + batch, users))
    }
  }

  /// Starts generating a batch; empty after the last user.
  private func batch(from start: Int) -> Task<[Made], any Error> {
    let chosen = min(start, users)..<min(start + batch, users)
    return Task.detached { try chosen.flatMap(make) }
  }
}
