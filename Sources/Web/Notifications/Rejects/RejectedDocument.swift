import Basics
package import Foundation
import Receipts

/// A document that an endpoint rejected, stored for the operator.
package struct RejectedDocument: Equatable, Sendable {
  package var at: Date
  /// The endpoint group's name.
  package var group: String
  /// The reason, as a fixed short label.
  package var code: String
  /// The sender's address.
  package var peer: String
  package var bytes: [UInt8]

  package init(at: Date, group: String, code: String, peer: String, bytes: [UInt8]) {
    self.at = at
    self.group = group
    self.code = code
    self.peer = peer
    self.bytes = bytes
  }

  /// A JSON line with the properties, followed by the document.
  var stored: [UInt8] {
    let head: JSONValue = [
      "at": .milliseconds(at), "door": .string(group), "code": .string(code),
      "peer": .string(peer),
    ]
    return CompactJSON.bytes(head) + [UInt8(ascii: "\n")] + bytes
  }

  /// `nil` if the file has another form.
  init?(stored: [UInt8]) {
    guard let end = stored.firstIndex(of: UInt8(ascii: "\n")),
      let head = try? JSONReader.value(Array(stored[..<end])),
      let at = head["at"]?.looseNumber, let group = head["door"]?.string,
      let code = head["code"]?.string, let peer = head["peer"]?.string
    else { return nil }
    self.init(
      at: Date(timeIntervalSince1970: at / 1_000),
      group: group,
      code: code,
      peer: peer,
      bytes: Array(stored[(end + 1)...])
    )
  }
}
