import Foundation

/// A place in a sentence that a value goes to.
enum Slot: String, CaseIterable {
  /// A product by its title, or by its ID where the catalog knows none.
  case product
  /// The other product or instant of two.
  case otherProduct, otherDate
  case date, until, amount, otherAmount, count, store, reason
  /// The number of an order, as the customer has seen it.
  case order
  /// A rejection's stable code.
  case code
  /// What is missing, in words.
  case thing
  /// A right's name.
  case right
  /// An address on a store's pages.
  case link
  /// The e-mail address that the customer signs in with, masked.
  case signIn
}

/// What goes to a slot. Each language writes days, amounts, numbers and phrases its own way.
enum SlotValue: Hashable, Sendable {
  /// A name, or words that only operators read: the same in every language.
  case text(String)
  /// The day of an instant.
  case day(Date)
  /// An instant to the minute.
  case minute(Date)
  case money(Money)
  case count(Int)
  case store(Store)
  case phrase(FreeReason)
  /// Words that only operators read, with a day for `{date}` in them.
  case dated(String, Date)

  /// As operators read it.
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

extension SlotValue: ExpressibleByStringInterpolation {
  init(stringLiteral text: String) { self = .text(text) }
}

/// The values for a sentence, and the purchase that they are of.
struct Slots: Equatable, Sendable, ExpressibleByDictionaryLiteral {
  private var values: [Slot: SlotValue]
  /// The sale; `nil` where the values are of a whole chain, or of no purchase.
  var order: ID<Order>?
  var chain: ID<Subscription>?

  init(dictionaryLiteral elements: (Slot, SlotValue)...) {
    self.init(Dictionary(elements) { _, last in last })
  }

  init(_ values: [Slot: SlotValue]) { self.values = values }

  subscript(slot: Slot) -> SlotValue? {
    get { values[slot] }
    set { values[slot] = newValue }
  }

  /// Both, of the same purchase; of two values for one slot the other's.
  func merging(_ others: Slots) -> Slots {
    var both = Slots(values.merging(others.values) { _, other in other })
    both.order = order ?? others.order
    both.chain = chain ?? others.chain
    return both
  }
}

extension Wording {
  /// `template` for operators.
  static func filled(_ template: String, _ slots: Slots, _ style: DateStyle = .iso) -> String {
    style.finished(filled(template) { slots[$0]?.operatorText(style) })
  }

  /// `template` with its slots, written `{product}`, filled in. What stands between square brackets
  /// is left out where a slot in it has no value; one without value elsewhere is `…`.
  ///
  /// Values are put in as they are: braces and brackets in them mean nothing.
  static func filled(_ template: String, _ value: (Slot) -> String?) -> String {
    var text = ""
    var part = ""
    var isWhole = true
    var rest = template[...]
    while let place = rest.firstIndex(where: { "{[]".contains($0) }) {
      part += rest[..<place]
      let mark = rest[place]
      rest = rest[rest.index(after: place)...]
      switch mark {
      case "{":
        let end = rest.firstIndex(of: "}") ?? rest.endIndex
        if let value = Slot(rawValue: String(rest[..<end])).flatMap(value) {
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
