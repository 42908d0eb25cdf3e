import Basics
package import Foundation
import Receipts

/// Something that a door refused, as it is kept for the operator.
package struct RejectedDocument: Equatable, Sendable {
  package var at: Date
  /// The door's name.
  package var door: String
  /// Why: a short word of ours.
  package var code: String
  /// Who sent it, by address.
  package var peer: String
  package var bytes: [UInt8]

  package init(at: Date, door: String, code: String, peer: String, bytes: [UInt8]) {
    self.at = at
    self.door = door
    self.code = code
    self.peer = peer
    self.bytes = bytes
  }

  /// A line of JSON that says what it is, and what was sent below.
  var stored: [UInt8] {
    let head: JSONValue = [
      "at": .milliseconds(at), "door": .string(door), "code": .string(code),
      "peer": .string(peer),
    ]
    return CompactJSON.bytes(head) + [UInt8(ascii: "\n")] + bytes
  }

  /// `nil` for a file that is none of these.
  init?(stored: [UInt8]) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONReader.value(Array(stored[..<end])),
      let at = head["at"]?.looseNumber, let door = head["door"]?.string,
      let code = head["code"]?.string, let peer = head["peer"]?.string
    else { return nil }
    self.init(
      at: Date(timeIntervalSince1970: at / 1_000),
      door: door,
      code: code,
      peer: peer,
      bytes: Array(stored[(end + 1)...])
    )
  }
}
