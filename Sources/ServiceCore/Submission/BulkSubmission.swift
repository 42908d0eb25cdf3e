package import Entitlements
import Foundation
import Persistence
import Receipts

/// Files many documents with the same result as filing them one by one, in order: verifies them on
/// all cores while earlier ones are written, and writes many in one transaction.
///
/// Stopping at any time, even by SIGKILL, leaves a beginning of the documents filed. The next run
/// with the same key then recognises them by their bytes and doesn't verify them again, unless they
/// name a user.
package struct BulkSubmission<Name: Sendable>: Sendable {
  /// A document with the caller's name for it; without a document, the name is only passed on.
  package struct NamedDocument: Sendable {
    var name: Name
    var document: SubmittedDocument?

    package init(_ name: Name, _ document: SubmittedDocument?) {
      (self.name, self.document) = (name, document)
    }
  }

  /// What became of one item.
  package struct NamedOutcome: Sendable {
    package var name: Name
    package var verdict = Document.Verdict.genuine
    package var purchases = 0
    /// Whether any purchase of the document can be filed.
    package var hasFacts = true
    /// `nil` for a text that is not a store's document, which is not filed, and after an error.
    package var outcome: Filing.Outcome?
    package var error: ServiceError?
  }

  /// The next part of the input.
  package enum InputStep: Sendable {
    /// Makes the next few documents, on any thread.
    case make(@Sendable () throws -> [NamedDocument])
    /// No document is ready: files and reports all documents so far. The next step may block.
    case wait
    case end
  }

  private struct Examined: Sendable {
    var result: NamedOutcome
    var filing: Filing?

    var byteCount: Int { filing?.document.bytes.count ?? 0 }
  }

  /// A beginning of the input that an interrupted run has filed.
  package struct Position: Sendable {
    /// Identifies the content of the input, by which its items have their numbers.
    package var input: Int64
    /// The number of items.
    package var count: Int

    package init(of input: Int64, count: Int = 0) { (self.input, self.count) = (input, count) }
  }

  private let service: EntitlementService
  /// Identifies the input and how it is verified; stored until all of it is filed.
  private let key: Int64
  /// A transaction writes this many documents, or fewer of many bytes.
  private let maxFilings: Int

  /// The parts in verification, which go on during a transaction; fewer if they are large.
  private static var maxParts: Int { 128 }
  private static var maxBytesInVerification: Int { 16 << 20 }
  private static var maxFiledBytes: Int { 64 << 20 }

  /// Whether each step takes place a millisecond after the one before, at the earliest: documents
  /// that state no time are ordered by the time of their arrival.
  private let isUndated: Bool

  /// Other processes cannot write during a transaction, so `maxFilings` limits its duration.
  package init(
    _ service: EntitlementService,
    key: Int64,
    maxFilings: Int = 1_024,
    isUndated: Bool = false
  ) {
    (self.service, self.key, self.maxFilings) = (service, key, maxFilings)
    self.isUndated = isUndated
  }

  /// How many items of the input the last run has filed, if it was one with this key that was
  /// stopped. A run that begins there needs no item before.
  package func filedCount(of input: Int64) async throws(ServiceError) -> Int {
    guard try await service.position(of: .import) == key,
      try await service.position(of: .importInput) == input
    else { return 0 }
    return Int(try await service.position(of: .importItems) ?? 0)
  }

  /// Files the documents of all steps, which begin at the position, or, if the task is cancelled,
  /// those taken until then.
  package func run(
    from start: Position? = nil,
    _ next: () throws -> InputStep,
    _ report: ([NamedOutcome]) async throws -> Void
  ) async throws {
    let skipsKnown = try await service.beginBulkFiling(key)
    var parts: [Task<[Examined], any Error>] = []
    var maxParts = Self.maxParts
    var examined: [Examined] = []
    var (byteCount, filing) = (0, Task<[NamedOutcome], Never> { [] })
    var isMarked = skipsKnown
    // After an error, what follows the failed document must not pass for a beginning.
    var position = start
    var now = Date.distantPast

    /// Files what is examined; `isLast` if nothing follows.
    func file(isLast: Bool = false) async throws {
      let batch = examined
      (examined, byteCount) = ([], 0)
      let results = await filing.value
      if results.contains(where: { $0.error != nil }) { position = nil }
      try await report(results)
      position?.count += batch.count
      let marks =
        isLast
        ? (isMarked ? BulkMark.allCases.map { $0.position(0) } : [])
        : BulkMark.positions(key, position)
      isMarked = !isLast
      filing = Task { await self.file(batch, marks) }
    }

    func take(downTo count: Int) async throws {
      while parts.count > count {
        let part = try await parts.removeFirst().value
        let size = part.reduce(0) { $0 + $1.byteCount }
        maxParts = min(Self.maxParts, max(4, Self.maxBytesInVerification / max(size, 1)))
        examined += part
        byteCount += size
        if examined.count >= maxFilings || byteCount >= Self.maxFiledBytes {
          try await file()
        }
      }
    }

    func finish(isLast: Bool) async throws {
      try await take(downTo: 0)
      try await file(isLast: isLast)
      try await report(await filing.value)
      filing = Task { [] }
    }

    do {
      loop: while !Task.isCancelled {
        switch try next() {
        case .make(let items):
          now = isUndated ? max(service.now(), now.addingTimeInterval(0.001)) : service.now()
          let instant = now
          parts.append(
            Task.detached { try await examine(try items(), at: instant, skipsKnown: skipsKnown) }
          )
          try await take(downTo: maxParts)
        case .wait: try await finish(isLast: false)
        case .end: break loop
        }
      }
      try await finish(isLast: !Task.isCancelled)
    } catch {
      _ = await filing.value
      throw error
    }
  }

  private func examine(
    _ items: [NamedDocument],
    at now: Date,
    skipsKnown: Bool
  ) async throws -> [Examined] {
    let known: [ID<User>??] =
      skipsKnown
      ? try await service.owners(ofKnown: items.map(\.document)) : items.map { _ in nil }
    return zip(items, known).map { item, known in
      var result = NamedOutcome(name: item.name)
      if let known { result.outcome = .alreadyFiled(known) }
      guard known == nil, let document = item.document else { return Examined(result: result) }
      let validation = service.submissions.examine(document, at: now)
      (result.verdict, result.purchases) = (
        validation.verdict, validation.filing.document.purchases
      )
      result.hasFacts = !validation.filing.facts.chains.isEmpty
      let isFiled = validation.submission.kind.store != nil
      return Examined(result: result, filing: isFiled ? validation.filing : nil)
    }
  }

  /// Files all in one transaction, with the mark; if that fails, each in its own.
  private func file(_ examined: [Examined], _ marks: [ReadPosition]) async -> [NamedOutcome] {
    var results = examined.map(\.result)
    let filed = examined.indices.filter { examined[$0].filing != nil }
    let ends = marks.contains { $0.value == 0 }
    guard !filed.isEmpty || ends else { return results }
    do throws(ServiceError) {
      let outcomes = try await service.file(filed.compactMap { examined[$0].filing }, marks)
      for (index, outcome) in zip(filed, outcomes) { results[index].outcome = outcome }
    } catch {
      for index in filed {
        let alone = examined[index...index].compactMap(\.filing)
        do throws(ServiceError) {
          results[index].outcome = try await service.file(alone, []).first
        } catch {
          results[index].error = error
        }
      }
    }
    return results
  }
}

/// What is stored of a run until all of it is filed.
private enum BulkMark: String, CaseIterable {
  case `import` = "import"
  case importInput = "import input"
  case importItems = "import items"

  func position(_ value: Int64) -> ReadPosition { ReadPosition(rawValue, at: value) }

  static func positions<Name>(
    _ key: Int64,
    _ position: BulkSubmission<Name>.Position?
  ) -> [ReadPosition] {
    guard let position else { return [Self.import.position(key)] }
    return [
      Self.import.position(key), importInput.position(position.input),
      importItems.position(Int64(position.count)),
    ]
  }
}

extension EntitlementService {
  fileprivate func position(of mark: BulkMark) async throws(ServiceError) -> Int64? {
    try await wrapping(try await ledger.readPosition(mark.rawValue))
  }

  /// - Returns: Whether the last run was one with this key that was stopped.
  fileprivate func beginBulkFiling(_ key: Int64) async throws(ServiceError) -> Bool {
    try await wrapping(try await ledger.prepareForBulkFiling())
    return try await position(of: .import) == key
  }

  fileprivate func file(
    _ filings: [Filing],
    _ marks: [ReadPosition]
  ) async throws(ServiceError) -> [Filing.Outcome] {
    var batch = FilingBatch(filings)
    batch.marks = marks
    let all = batch
    return try await wrapping(try await ledger.file(all))
  }

  /// The owners, if any, of the documents that the ledger holds and trusts; `nil` for others and
  /// for documents submitted with a user, who claims their purchases.
  fileprivate func owners(
    ofKnown documents: [SubmittedDocument?]
  ) async throws(ServiceError) -> [ID<User>??] {
    let sought = documents.map { document in
      document.flatMap { $0.user == nil ? DocumentReader.storedForm(ofUnverified: $0.bytes) : nil }
    }
    return try await wrapping(try await ledger.documents.owners(ofGenuine: sought))
  }
}
