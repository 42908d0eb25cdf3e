import Basics
import Entitlements
import Receipts

/// A client's call with its parsed body.
struct PlayFabCall {
  let body: JSONValue
  /// The session ticket, if the call has one.
  let ticket: String?
  /// The calling client, for quotas.
  let client: SubmittingClient

  init(_ request: WebRequest) throws(PlayFabFault) {
    let type = request.headers["content-type"]?.split(separator: ";").first
    if let type, type.lowercased().filter({ $0 != " " }) != "application/json" {
      throw .wrongContent
    }
    guard let json = try? request.json(), json.members != nil else { throw .notJSON }
    body = json
    client = SubmittingClient(endpoint: .playfab, peer: request.peer)
    ticket = Self.ticket(of: request)
  }

  static func ticket(of request: WebRequest) -> String? {
    let ticket = request.headers["x-authorization"] ?? request.headers["x-authentication"]
    return ticket.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether the client requests errors with status 200, because some read no other body.
  static func wantsSuccess(_ request: WebRequest) -> Bool {
    request.headers["x-reporterrorassuccess"]?.lowercased() == "true"
  }

  /// An optional string member; null counts as missing.
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

  /// An optional integer of 0 or more.
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
