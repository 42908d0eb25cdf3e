import Basics

/// A message of an Azure queue, as Microsoft's clawback queue hands it out (microsoft.md §7).
package struct MicrosoftQueueMessage: Equatable, Sendable {
  package var id: String
  /// With it the message can be deleted, until the queue shows it again.
  package var receipt: String
  /// What the text stands for; `nil` where it is no base64.
  package var content: [UInt8]?

  /// The messages in the body of Get Messages.
  ///
  /// - Throws: `malformed` for what is no such list, `tooLarge`.
  package static func list(_ body: [UInt8]) throws(Rejection) -> [MicrosoftQueueMessage] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let root = try MarkupReader.root(of: body.starts(with: mark) ? Array(body.dropFirst(3)) : body)
    guard root.isNamed("QueueMessagesList", in: "") else {
      throw .malformed(at: root.name.qualified, expected: "QueueMessagesList")
    }
    return root.elements.compactMap(MicrosoftQueueMessage.init)
  }

  /// `nil` for an element without what deletes the message.
  private init?(_ element: MarkupElement) {
    func text(_ name: String) -> String? {
      element.elements.first { $0.isNamed(name, in: "") }?.text
    }
    guard let id = text("MessageId"), let receipt = text("PopReceipt"), !id.isEmpty else {
      return nil
    }
    self.id = id
    self.receipt = receipt
    let letters = Array((text("MessageText") ?? "").utf8)
    content = try? Base64.decode(letters.span, 0..<letters.count)
  }
}
