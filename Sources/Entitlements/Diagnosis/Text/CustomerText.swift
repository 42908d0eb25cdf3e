import Foundation
import Translations

/// The reply to the customer, ready to send: the answer, the order and the store page for the next
/// step. It contains only what the verdict's evidence shows.
package struct CustomerText: Equatable, Sendable {
  let code: VerdictCode
  let placeholders: Placeholders
  /// Where the customer buys, by two letters of ISO 3166; `nil` if unknown.
  var country: String?

  /// The country's time zone; `nil` if unknown.
  var zone: TimeZone? { CustomerZone.zone(of: country) }

  /// The whole text with paragraphs separated by empty lines. Untranslated messages are in English.
  package func written(in language: MessageLanguage) -> String {
    paragraphs(in: language).joined(separator: "\n\n")
  }

  /// Greeting, answer, order, links and closing. Dates and times are in the customer's time zone if
  /// the country has only one, else in UTC.
  package func paragraphs(in language: MessageLanguage) -> [String] {
    let writer = CustomerWriter(language: language, country: country, zone: zone ?? .gmt)
    var answer = [
      CustomerMessage.thanks, code.customerMessage(knowsOrder: placeholders[.order] != nil),
    ]
    if placeholders[.order] != nil, code != .orderNumberUnknown, code != .nothingFound,
      code != .noPurchaseOnFile
    {
      answer.append(.order)
    }
    var paragraphs = [
      writer.written(.greeting, placeholders),
      answer.map { writer.written($0, placeholders) }.joined(separator: writer.space),
    ]
    if let link = code.customerLink, let address {
      paragraphs.append(writer.written(link.message, [.link: .text(address)]))
    }
    return paragraphs + [writer.written(.closing, placeholders)]
  }

  /// The address of the store page in the text, if any.
  package var address: String? {
    guard let link = code.customerLink, case .store(let store) = placeholders[.store] else {
      return nil
    }
    return link.address(at: store)
  }

  /// All messages that a text may contain; the notes of the answers are their verdict codes.
  package static var messages: [(text: String, plural: String?, note: String)] {
    var messages: [(CustomerMessage, String)] = [
      (.greeting, "greeting"), (.thanks, "first sentence"),
    ]
    for code in VerdictCode.allCases {
      messages.append((code.customerMessage(), code.rawValue))
      messages.append((code.customerMessage(knowsOrder: true), code.rawValue))
    }
    messages.append((.order, "last sentence"))
    messages += FreeReason.allCases.map { (CustomerMessage($0.rawValue), "{reason}") }
    messages += CustomerLink.allCases.map { ($0.message, "{link} is an address") }
    messages.append((.closing, "closing"))
    var seen: [CustomerMessage: Int] = [:]
    var unique: [(text: String, plural: String?, note: String)] = []
    for (message, note) in messages {
      if let index = seen[message] {
        if !unique[index].note.contains(note) { unique[index].note += ", \(note)" }
      } else {
        seen[message] = unique.count
        unique.append((message.text, message.plural, note))
      }
    }
    return unique
  }
}

extension DiagnosisAnalysis {
  /// The text of a finding, with the user's masked e-mail address.
  func customerText(_ finding: Finding) -> CustomerText {
    var placeholders = finding.placeholders
    if finding.namesUser, let email = file.user?.email {
      placeholders[.signIn] = .text(Self.masked(email))
    }
    let sale = finding.placeholders.order.flatMap { id in
      chains.lazy.flatMap(\.sales).first { $0.id == id }
    }
    let country = sale?.terms?.country.flatMap { CountryCodes.both($0)?.first }
    return CustomerText(code: finding.customerCode, placeholders: placeholders, country: country)
  }

  /// The address reduced so that only its owner recognizes it.
  private static func masked(_ email: String) -> String {
    guard let at = email.lastIndex(of: "@") else { return "…" }
    return "\(email.prefix(1))…\(email[at...])"
  }
}

/// Writes messages in one language, and values in that language's format.
private struct CustomerWriter {
  let language: MessageLanguage
  let locale: Locale
  let zone: TimeZone
  private let catalog: MessageCatalog

  init(language: MessageLanguage, country: String?, zone: TimeZone) {
    self.language = language
    self.zone = zone
    // A locale that Foundation does not have would format numbers in another language's way.
    let own = language == .chinese ? "zh_Hans" : language.rawValue
    let local = country.map { "\(own)_\($0)" } ?? own
    locale = Locale(identifier: Locale.availableIdentifiers.contains(local) ? local : own)
    catalog = Translations.catalog(of: language.rawValue)
  }

  /// The separator of two sentences.
  var space: String { language == .chinese || language == .japanese ? "" : " " }

  func written(_ message: CustomerMessage, _ placeholders: Placeholders) -> String {
    // Russian dates end in a full stop; Google's renewal numbers contain two.
    Wording.filled(template(of: message, placeholders)) { placeholders[$0].map(text) }
      .replacing(#/\.\.(?=\s|$)/#, with: ".")
  }

  private func template(of message: CustomerMessage, _ placeholders: Placeholders) -> String {
    guard let plural = message.plural, case .count(let count) = placeholders[.count] else {
      return catalog[message.text] ?? message.text
    }
    return catalog.text(message.text, count: count) ?? (count == 1 ? message.text : plural)
  }

  private func text(_ value: PlaceholderValue) -> String {
    switch value {
    case .text(let text): isolated(text)
    case .day(let instant): date(instant, time: .omitted)
    case .minute(let instant): "\(date(instant, time: .shortened))\(zoneName)"
    case .money(let money): isolated(written(money))
    case .count(let count): count.formatted(.number.locale(locale))
    case .store(let store): isolated(store.company)
    case .phrase(let reason): catalog[reason.rawValue] ?? reason.rawValue
    case .dated(let words, let instant):
      isolated(words.replacing("{date}", with: date(instant, time: .omitted)))
    }
  }

  private func date(_ instant: Date, time: Date.FormatStyle.TimeStyle) -> String {
    instant.formatted(
      Date.FormatStyle(
        date: .long,
        time: time,
        locale: locale,
        calendar: Calendar(identifier: .gregorian),
        timeZone: zone
      )
    )
  }

  /// Only UTC is named: in a country with one time zone a name is unnecessary.
  private var zoneName: String { zone == .gmt ? " UTC" : "" }

  private func written(_ money: Money) -> String {
    guard let amount = Decimal(string: money.decimal) else { return money.description }
    return amount.formatted(.currency(code: money.currency.code).locale(locale))
  }

  /// Isolates names and amounts with their own direction in Arabic (Unicode's FSI and PDI).
  private func isolated(_ text: String) -> String {
    language == .arabic ? "\u{2068}\(text)\u{2069}" : text
  }
}

extension Store {
  /// The store's company: a name that fits a sentence of any language.
  fileprivate var company: String {
    switch self {
    case .apple: "Apple"
    case .google: "Google"
    case .microsoft: "Microsoft"
    case .amazon: "Amazon"
    }
  }
}

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
