import Foundation

/// A named placeholder in a sentence.
enum Placeholder: String, CaseIterable {
  /// A product's title, or its ID if the catalog has none.
  case product
  /// The other product or instant of two.
  case otherProduct, otherDate
  case date, until, amount, otherAmount, count, store, reason
  /// The order number that the customer has seen.
  case order
  /// A rejection's stable code.
  case code
  /// A description of what is missing.
  case thing
  /// Which user it is: no user, or another one.
  case user
  /// An entitlement's name.
  case right
  /// An address on a store's pages.
  case link
  /// The e-mail address that the customer signs in with, masked.
  case signIn
}

/// A placeholder's value. Each language has its own days, amounts, numbers and phrases.
enum PlaceholderValue: Hashable, Sendable {
  /// A name, or text for operators only: the same in every language.
  case text(String)
  /// The day of an instant.
  case day(Date)
  /// An instant to the minute.
  case minute(Date)
  case money(Money)
  case count(Int)
  case store(Store)
  case phrase(FreeReason)
  /// Text for operators only, in which `{date}` stands for a day.
  case dated(String, Date)

  /// The value in a sentence for operators.
  func operatorText(_ style: DateStyle) -> String {
    switch self {
    case .text(let text): text
    case .day(let instant): style.day(instant)
    case .minute(let instant): style.minute(instant)
    case .money(let money): money.description
    case .count(let count): "\(count)"
    case .store(let store): Wording.name(of: store)
    case .phrase(let reason): reason.rawValue
    case .dated(let words, let instant): words.replacing("{date}", with: style.day(instant))
    }
  }
}

extension PlaceholderValue: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
}

/// The values for a sentence, and the purchase that they are of.
struct Placeholders: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [Placeholder: PlaceholderValue]
  /// The sale; `nil` if the values are of a whole chain, or of no purchase.
  var order: ID<Order>?
  var chain: ID<Subscription>?

  /// Leaves out the placeholders that have no value.
  init(dictionaryLiteral elements: (Placeholder, PlaceholderValue?)...) {
    self.init(Dictionary(elements) { _, last in last }.compactMapValues(\.self))
  }

  init(_ values: [Placeholder: PlaceholderValue]) { self.values = values }

  subscript(placeholder: Placeholder) -> PlaceholderValue? {
    get { values[placeholder] }
    set { values[placeholder] = newValue }
  }

  /// Both, of the same purchase; for a placeholder with two values the other's.
  func merging(_ others: Placeholders) -> Placeholders {
    var both = Placeholders(values.merging(others.values) { _, other in other })
    both.order = order ?? others.order
    both.chain = chain ?? others.chain
    return both
  }
}

extension Wording {
  /// `template` filled in for operators.
  static func filled(
    _ template: String,
    _ placeholders: Placeholders,
    _ style: DateStyle = .iso
  ) -> String {
    style.finished(filled(template) { placeholders[$0]?.operatorText(style) })
  }

  /// Fills in a template's placeholders, written `{product}`. A part in square brackets is omitted
  /// if one of its placeholders has no value; elsewhere a missing value becomes `…`.
  ///
  /// Braces and brackets in values have no meaning.
  static func filled(_ template: String, _ value: (Placeholder) -> String?) -> String {
    var text = ""
    var part = ""
    var isWhole = true
    var rest = template[...]
    while let index = rest.firstIndex(where: { "{[]".contains($0) }) {
      part += rest[..<index]
      let mark = rest[index]
      rest = rest[rest.index(after: index)...]
      switch mark {
      case "{":
        let end = rest.firstIndex(of: "}") ?? rest.endIndex
        if let value = Placeholder(rawValue: String(rest[..<end])).flatMap(value) {
          part += value
        } else {
          part += "…"
          isWhole = false
        }
        rest = rest[end...].dropFirst()
      case "[":
        text += part
        (part, isWhole) = ("", true)
      default:
        if isWhole { text += part }
        (part, isWhole) = ("", true)
      }
    }
    return text + part + rest
  }
}
