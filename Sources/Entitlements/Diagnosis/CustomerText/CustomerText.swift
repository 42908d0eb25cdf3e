import Foundation
import Translations

/// What may be told to the customer, ready to send: the answer, what it is about, and the store's
/// page for what is to be done. It says nothing that the verdict's evidence does not.
package struct CustomerText: Equatable, Sendable {
  let code: VerdictCode
  let slots: Slots
  /// Where the customer buys, by two letters of ISO 3166; `nil` where that is not known.
  var country: String?

  /// The zone of the country; `nil` where that does not tell.
  var zone: TimeZone? { CustomerZone.zone(of: country) }

  /// The whole text, its paragraphs parted by empty lines. What has no translation is English.
  package func written(in language: MessageLanguage) -> String {
    paragraphs(in: language).joined(separator: "\n\n")
  }

  /// Greeting, answer, order, links and closing. Days and times are those of the customer's clock
  /// where the country tells it, else those of UTC.
  package func paragraphs(in language: MessageLanguage) -> [String] {
    let writer = CustomerWriter(language: language, country: country, zone: zone ?? .gmt)
    var answer = [CustomerMessage.thanks, code.customerMessage(knowsOrder: slots[.order] != nil)]
    if slots[.order] != nil, code != .orderNumberUnknown, code != .nothingFound,
      code != .noPurchaseOnFile
    {
      answer.append(.order)
    }
    var paragraphs = [
      writer.written(.greeting, slots),
      answer.map { writer.written($0, slots) }.joined(separator: writer.space),
    ]
    if let link = code.customerLink, let address {
      paragraphs.append(writer.written(link.message, [.link: .text(address)]))
    }
    return paragraphs + [writer.written(.closing, slots)]
  }

  /// The store's page that the text names; `nil` where it names none.
  package var address: String? {
    guard let link = code.customerLink, case .store(let store) = slots[.store] else { return nil }
    return link.address(at: store)
  }

  /// Every message that a text may be made of, the answers by their verdicts.
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
      if let place = seen[message] {
        if !unique[place].note.contains(note) { unique[place].note += ", \(note)" }
      } else {
        seen[message] = unique.count
        unique.append((message.text, message.plural, note))
      }
    }
    return unique
  }
}

extension CaseReading {
  /// The text of a finding, with what belongs to whoever asks.
  func customerText(_ finding: Finding) -> CustomerText {
    var slots = finding.slots
    if finding.namesUser, let email = file.user?.email {
      slots[.signIn] = .text(Self.masked(email))
    }
    let sale = finding.slots.order.flatMap { id in
      chains.lazy.flatMap(\.sales).first { $0.id == id }
    }
    let country = sale?.terms?.country.flatMap { CountryCodes.both($0)?.first }
    return CustomerText(code: finding.verdict, slots: slots, country: country)
  }

  /// Enough for its owner to know it, and for nobody else.
  private static func masked(_ email: String) -> String {
    guard let at = email.lastIndex(of: "@") else { return "…" }
    return "\(email.prefix(1))…\(email[at...])"
  }
}

/// Writes messages in one language, and values as people write them there.
private struct CustomerWriter {
  let language: MessageLanguage
  let locale: Locale
  let zone: TimeZone
  private let catalog: MessageCatalog

  init(language: MessageLanguage, country: String?, zone: TimeZone) {
    self.language = language
    self.zone = zone
    // Where nobody speaks it, a country's own way to write numbers would be a stranger's.
    let own = language == .chinese ? "zh_Hans" : language.rawValue
    let local = country.map { "\(own)_\($0)" } ?? own
    locale = Locale(identifier: Locale.availableIdentifiers.contains(local) ? local : own)
    catalog = Translations.catalog(of: language.rawValue)
  }

  /// What parts two sentences.
  var space: String { language == .chinese || language == .japanese ? "" : " " }

  func written(_ message: CustomerMessage, _ slots: Slots) -> String {
    // A Russian date ends in a full stop of its own; the numbers of Google's renewals have two inside.
    Wording.filled(template(of: message, slots)) { slots[$0].map(text) }
      .replacing(#/\.\.(?=\s|$)/#, with: ".")
  }

  private func template(of message: CustomerMessage, _ slots: Slots) -> String {
    guard let plural = message.plural, case .count(let count) = slots[.count] else {
      return catalog[message.text] ?? message.text
    }
    return catalog.text(message.text, count: count) ?? (count == 1 ? message.text : plural)
  }

  private func text(_ value: SlotValue) -> String {
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

  /// Within a country of one clock nobody has to name it.
  private var zoneName: String { zone == .gmt ? " UTC" : "" }

  private func written(_ money: Money) -> String {
    guard let amount = Decimal(string: money.decimal) else { return money.description }
    return amount.formatted(.currency(code: money.currency.code).locale(locale))
  }

  /// Names and amounts keep their own direction within Arabic (Unicode's FSI and PDI).
  private func isolated(_ text: String) -> String {
    language == .arabic ? "\u{2068}\(text)\u{2069}" : text
  }
}

extension Store {
  /// Whom a customer deals with there: a name that stands in a sentence of any language.
  fileprivate var company: String {
    switch self {
    case .apple: "Apple"
    case .google: "Google"
    case .microsoft: "Microsoft"
    case .amazon: "Amazon"
    }
  }
}
