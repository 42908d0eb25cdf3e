/// A message of the customer's text in English, which is the key of its translations.
struct CustomerMessage: Hashable {
  /// The template, in the syntax of `Wording.filled`.
  let text: String
  /// The template for a count other than one, if the message has a count.
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
