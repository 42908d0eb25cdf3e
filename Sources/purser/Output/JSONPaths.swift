import Basics
import Receipts

/// Enumerates the leaves of a JSON value with their paths, such as `$.inApp[100].productId`.
enum JSONPaths {
  /// The name of a list entry: its transaction ID if it has one, or else its number.
  static func name(_ item: JSONValue, _ number: Int) -> String {
    item["transactionId"]?.string ?? String(number)
  }

  /// Calls `body` for each leaf in document order.
  static func forEach(
    of value: JSONValue,
    at path: String,
    _ body: (_ path: String, _ leaf: JSONValue) -> Void
  ) {
    switch value {
    case .object(let members):
      for member in members { forEach(of: member.value, at: "\(path).\(member.name)", body) }
    case .array(let items):
      for (number, item) in items.enumerated() {
        forEach(of: item, at: "\(path)[\(name(item, number))]", body)
      }
    default: body(path, value)
    }
  }
}
