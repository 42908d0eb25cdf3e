import Basics

/// A message of an Azure queue, as delivered by Microsoft's clawback queue (microsoft.md §7).
package struct MicrosoftQueueMessage: Equatable, Sendable {
  package var id: String
  /// Deletes the message, until the queue shows it again.
  package var receipt: String
  /// The decoded text; `nil` if it is not base64.
  package var content: [UInt8]?

  /// Decodes the messages in the body of Get Messages.
  ///
  /// - Throws: `malformed` if the body is not such a list, or `tooLarge`.
  package static func list(_ body: [UInt8]) throws(Rejection) -> [MicrosoftQueueMessage] {
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let root = try XMLReader.root(
      of: body.starts(with: byteOrderMark) ? Array(body.dropFirst(3)) : body
    )
    guard root.isNamed("QueueMessagesList", in: "") else {
      throw .malformed(at: root.name.qualified, expected: "QueueMessagesList")
    }
    return root.elements.compactMap(MicrosoftQueueMessage.init)
  }

  /// `nil` for an element without the IDs that delete the message.
  private init?(_ element: XMLElement) {
    func text(_ name: String) -> String? {
      element.elements.first { $0.isNamed(name, in: "") }?.text
    }
    guard let id = text("MessageId"), let receipt = text("PopReceipt"), !id.isEmpty else {
      return nil
    }
    self.id = id
    self.receipt = receipt
    let encoded = Array((text("MessageText") ?? "").utf8)
    content = try? Base64.decode(encoded.span, 0..<encoded.count)
  }
}
