/// A message of the customer's text, in English: the key of its translations.
struct CustomerMessage: Hashable {
  /// With slots as `Wording.filled` fills them.
  let text: String
  /// For more than one, where the message counts something.
  let plural: String?

  init(_ text: String, plural: String? = nil) {
    self.text = text
    self.plural = plural
  }

  static let greeting = CustomerMessage("Hello,")
  static let thanks = CustomerMessage("Thank you for your message.")
  static let order = CustomerMessage("This is about order {order}.")
  static let closing = CustomerMessage("Kind regards")
}
