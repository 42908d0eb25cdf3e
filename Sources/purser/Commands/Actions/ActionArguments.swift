import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

/// Finds a purchase by any ID that a ticket may contain.
enum PurchaseArgument {
  static func order(_ text: String, in ledger: Ledger) async throws -> ID<Order> {
    try only(of: try await file(text, in: ledger).subject.orders, text, "order")
  }

  /// - Throws: Exit status 4 if the catalog states what the sale gave, and fewer units are left.
  static func order(
    _ text: String,
    with count: Int,
    in ledger: Ledger,
    at now: Date
  ) async throws -> ID<Order> {
    let file = try await file(text, in: ledger)
    let order = try only(of: file.subject.orders, text, "order")
    let left = file.inventory.filter { $0.source == order }.map { $0.remaining(at: now) }.max()
    guard let left, left < count else { return order }
    throw ExitCode.notFound("\(text) has \(left) left, fewer than \(count).")
  }

  static func chain(_ text: String, in ledger: Ledger) async throws -> ID<Subscription> {
    try await found(text, in: ledger).chain
  }

  /// The purchase and everything on file about it.
  static func found(
    _ text: String,
    in ledger: Ledger
  ) async throws -> (chain: ID<Subscription>, file: DiagnosisInput) {
    let file = try await file(text, in: ledger)
    let chains = try await sold(of: file.subject.chains, in: ledger)
    return (try only(of: chains, text, "purchase"), file)
  }

  /// The chains with a known product, if any. A store may have reported a purchase by its token
  /// alone before it stated the order number.
  private static func sold(
    of chains: [ID<Subscription>],
    in ledger: Ledger
  ) async throws -> [ID<Subscription>] {
    guard chains.count > 1 else { return chains }
    var sold: [ID<Subscription>] = []
    for chain in chains where try await ledger.storeQueries.handles(of: chain)?.kind != nil {
      sold.append(chain)
    }
    return sold.isEmpty ? chains : sold
  }

  private static func file(_ text: String, in ledger: Ledger) async throws -> DiagnosisInput {
    try await ledger.search.diagnosisInput(about: text)
  }

  private static func only<Thing>(
    of found: [ID<Thing>],
    _ text: String,
    _ kind: String
  ) throws(ExitFault) -> ID<Thing> {
    guard let only = found.first else {
      throw ExitFault(status: 4, lines: ["No \(kind) on file has the ID \(text)."])
    }
    guard found.count == 1 else {
      let names = found.map(\.raw).joined(separator: ", ")
      throw ExitFault(
        status: 64,
        lines: ["\(text) matches more than one \(kind); use one of \(names)."]
      )
    }
    return only
  }
}

extension RestoreSource {
  /// An existing file, or else a purchase on file.
  init(named text: String, in ledger: Ledger) async throws {
    if FileManager.default.fileExists(atPath: text) {
      self = .document(try InputFile.read(file: text))
    } else {
      self = .purchase(try await PurchaseArgument.chain(text, in: ledger))
    }
  }
}

/// The option that names the operator.
struct OperatorOptions: ParsableArguments {
  @Option(help: .value("name", "The operator's name in the audit log. Default: the system user."))
  var by: String?

  func validate() throws {
    if let by, by.isEmpty || by.utf8.count > 256 || by.utf8.contains(0) {
      throw ValidationError("--by takes 1 to 256 bytes.")
    }
  }

  var name: String { by ?? Self.systemUser }

  /// The system user's name, or its ID if it has none.
  static var systemUser: String {
    let user = NSUserName()
    return user.isEmpty ? "\(getuid())" : user
  }
}

/// The value with the raw value `text`.
///
/// - Throws: `message` as a usage error.
func named<Value: RawRepresentable<String>>(
  _ text: String,
  else message: String
) throws(ValidationError) -> Value {
  try value(Value(rawValue: text), else: message)
}

/// The value, if there is one.
///
/// - Throws: `message` as a usage error.
func value<Value>(_ value: Value?, else message: String) throws(ValidationError) -> Value {
  guard let value else { throw ValidationError(message) }
  return value
}

/// Throws a usage error unless `condition` is true.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(ValidationError) {
  if !condition { throw ValidationError(message()) }
}

/// Throws unless the value of the option is in `range`.
func expect<Value: Comparable>(
  _ option: String,
  _ value: Value,
  in range: ClosedRange<Value>
) throws(ValidationError) {
  try require(range.contains(value), "\(option) takes \(range.lowerBound) to \(range.upperBound).")
}

/// Validates a user ID on the command line.
enum UserArgument {
  static func id(_ text: String) throws -> String {
    guard !text.isEmpty, text.utf8.count <= 256, !text.utf8.contains(0) else {
      throw ValidationError("A user ID has 1 to 256 bytes.")
    }
    return text
  }
}

/// An entitlement's name.
enum KeyArgument {
  static func key(_ text: String) throws -> String {
    try require((1...256).contains(text.utf8.count), "An entitlement's name has 1 to 256 bytes.")
    return text
  }
}

extension ExitCode {
  /// Prints `text`; status 4 means that a named user or purchase is not on file.
  static func notFound(_ text: String) -> ExitCode {
    Console.print(text)
    return ExitCode(4)
  }
}
