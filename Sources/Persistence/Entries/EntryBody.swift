import Entitlements
import Foundation

/// The kinds of entries, by the numbers that the shared log stores. A number is never used again.
enum EntryKind: Int32, CaseIterable, Sendable {
  case filings = 1
  case actions = 2
  case redemption = 3
  case consumption = 4
  case login = 5
  case loginDeletion = 6
  case jobAddition = 7
  case jobUpdate = 8
  case jobStep = 9
  case jobEnd = 10
  case jobDeletion = 11
  case catalog = 12
  case webhooks = 13
  case export = 14
  case erasure = 15
  case generated = 16
  case erasureMark = 17
  case players = 18
  case jobClaim = 19
  case jobRenewal = 20

  var change: any LedgerChange.Type {
    switch self {
    case .filings: FilingBatch.self
    case .actions: AuditedActions.self
    case .redemption: Redemption.self
    case .consumption: Consumption.self
    case .login: LoginDraft.self
    case .loginDeletion: LoginDeletion.self
    case .jobAddition: JobAddition.self
    case .jobUpdate: JobUpdate.self
    case .jobStep: JobStep.self
    case .jobEnd: JobEnd.self
    case .jobDeletion: JobDeletion.self
    case .catalog: CatalogChange.self
    case .webhooks: WebhookSwitch.self
    case .export: ExportRecord.self
    case .erasure: PersonErasure.self
    case .generated: GeneratedMark.self
    case .erasureMark: ErasureMark.self
    case .players: StoredPlayers.self
    case .jobClaim: JobClaim.self
    case .jobRenewal: JobRenewal.self
    }
  }
}

/// The bytes of a change: its members, without the bytes of its documents, which follow.
///
/// The length of the members and of each document is a little-endian 32-bit integer before it.
struct EntryBody {
  var bytes: [UInt8]
  var format: EntryFormat

  init(bytes: [UInt8], format: EntryFormat) { (self.bytes, self.format) = (bytes, format) }

  init(_ change: some LedgerChange, as format: EntryFormat = .newest) throws {
    var head = change
    let documents = change.filings.map(\.document.bytes)
    for index in documents.indices { head.filings[index].document.bytes = [] }
    self.init(bytes: [], format: format)
    let members =
      switch format {
      case .json: Array(try JSONEncoder.stored().encode(head))
      case .compact: try CompactEncoder.encode(head)
      }
    for part in [members] + documents {
      withUnsafeBytes(of: UInt32(part.count).littleEndian) { bytes.append(contentsOf: $0) }
      bytes += part
    }
  }

  func change(of kind: EntryKind) throws -> any LedgerChange {
    try change(as: kind.change)
  }

  func change<Change: LedgerChange>(as _: Change.Type) throws -> Change {
    var parts = try parts()[...]
    let members = parts.popFirst() ?? []
    var change: Change =
      switch format {
      case .json: try JSONDecoder.stored().decode(Change.self, from: Data(members))
      case .compact: try CompactDecoder.decode(from: members)
      }
    guard change.filings.count == parts.count else { throw RowDecodingError(column: 0) }
    for (index, part) in parts.enumerated() { change.filings[index].document.bytes = Array(part) }
    return change
  }

  private func parts() throws -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { throw RowDecodingError(column: 0) }
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= count else { throw RowDecodingError(column: 0) }
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts
  }
}
