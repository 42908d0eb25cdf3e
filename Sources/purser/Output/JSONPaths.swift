import Basics
import Receipts

/// The leaves of a JSON value with the paths that lead to them, as in `$.inApp[100].productId`.
enum JSONPaths {
  /// An entry of a list goes by its transaction where it has one.
  static func name(_ item: JSONValue, _ number: Int) -> String {
    item["transactionId"]?.string ?? String(number)
  }

  /// In the order of the document.
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
