import Basics
import Entitlements
import Receipts

/// A client's call after its body was read.
struct PlayFabCall {
  let body: JSONValue
  /// The session's ticket, where one came along.
  let ticket: String?
  /// Who calls, as quotas count it.
  let client: Client

  init(_ request: WebRequest) throws(PlayFabFault) {
    let type = request.headers["content-type"]?.split(separator: ";").first
    if let type, type.lowercased().filter({ $0 != " " }) != "application/json" {
      throw .wrongContent
    }
    guard let json = try? request.json(), json.members != nil else { throw .notJSON }
    body = json
    client = Client(endpoint: .playfab, peer: request.peer)
    ticket = Self.ticket(of: request)
  }

  static func ticket(of request: WebRequest) -> String? {
    let ticket = request.headers["x-authorization"] ?? request.headers["x-authentication"]
    return ticket.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Some clients read the body of nothing but HTTP's 200.
  static func wantsSuccess(_ request: WebRequest) -> Bool {
    request.headers["x-reporterrorassuccess"]?.lowercased() == "true"
  }

  /// A member that may be missing, or null.
  func text(_ name: String) throws(PlayFabFault) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .invalid(name, "The \(name) field must be a text.")
    }
  }

  func expectText(_ name: String) throws(PlayFabFault) -> String {
    guard let text = try text(name), !text.isEmpty else { throw .required(name) }
    return text
  }

  func flag(_ name: String) throws(PlayFabFault) -> Bool {
    switch body[name] {
    case nil, .null: return false
    case .bool(let flag): return flag
    default: throw .invalid(name, "The \(name) field must be true or false.")
    }
  }

  /// A number of 0 or more.
  func count(_ name: String) throws(PlayFabFault) -> Int? {
    switch body[name] {
    case nil, .null: return nil
    case .some(let value):
      guard let count = value.integer, (0...Int(Int32.max)).contains(count) else {
        throw .invalid(name, "The \(name) field must be a whole number of 0 or more.")
      }
      return count
    }
  }
}
