/// Makes what is to be filed on one core while another files, batch by batch. No more than two
/// batches are held at once.
struct Pipeline<Made: Sendable>: Sendable {
  let users: Int
  /// Users made at once.
  let batch: Int
  let make: @Sendable (Int) throws -> [Made]
  let file: @Sendable ([Made]) async throws -> Void

  /// Goes through all users, and tells how many are filed.
  func run(_ progress: Progress) async throws {
    var coming = batch(from: 0)
    for start in stride(from: 0, to: users, by: batch) {
      let made = try await coming.value
      coming = batch(from: start + batch)
      try await file(made)
      progress.tell(min(start + batch, users))
    }
  }

  /// The next users, in the making; none behind the last.
  private func batch(from start: Int) -> Task<[Made], any Error> {
    let chosen = min(start, users)..<min(start + batch, users)
    return Task.detached { try chosen.flatMap(make) }
  }
}
