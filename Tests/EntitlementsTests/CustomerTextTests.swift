import Entitlements
import Foundation
import TestSupport
import Testing
import Translations

@Suite struct `The text for the customer` {
  private static let others = MessageLanguage.allCases.filter { $0 != .english }

  /// What a catalog lacks is English for the customer, and a failure here.
  @Test(arguments: others)
  func `is translated, placeholder by placeholder and part by part`(language: MessageLanguage) {
    let catalog = Translations.catalog(of: language.rawValue)
    for message in CustomerText.messages {
      guard let translation = catalog[message.text] else {
        Issue.record("\(language.rawValue).po lacks: \(message.text)")
        continue
      }
      let forms =
        message.plural == nil
        ? [translation]
        : (0...120).compactMap {
          catalog.text(message.text, count: $0)
        }
      for form in Set(forms) {
        #expect(
          Self.placeholders(form) == Self.placeholders(message.text),
          "\(language.rawValue): \(form)"
        )
        #expect(Self.parts(form) == Self.parts(message.text), "\(language.rawValue): \(form)")
      }
    }
  }

  /// The slots of a text, in alphabetical order.
  private static func placeholders(_ text: String) -> [String] {
    "x\(text)".split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }.sorted()
  }

  /// The slots of each part that may be left out.
  private static func parts(_ text: String) -> [[String]] {
    "x\(text)".split(separator: "[").dropFirst().map {
      placeholders(String($0.prefix { $0 != "]" }))
    }
    .sorted { $0.description < $1.description }
  }

  @Test func `has a template that names every message`() throws {
    func quoted(_ text: String) -> String {
      "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
    let head = """
      # The customer's texts of purser.
      msgid ""
      msgstr ""
      "Project-Id-Version: purser\\n"
      "MIME-Version: 1.0\\n"
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Content-Transfer-Encoding: 8bit\\n"
      "Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

      """
    let entries = CustomerText.messages.map { message in
      let id = "\n#. \(message.note)\nmsgid \(quoted(message.text))\n"
      guard let plural = message.plural else { return id + "msgstr \"\"\n" }
      return id + "msgid_plural \(quoted(plural))\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n"
    }
    let template = head + entries.joined()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Sources/Translations/customer.pot")
    if ProcessInfo.processInfo.environment["RECORD_TEXTS"] == "1" {
      try Data(template.utf8).write(to: file)
    }
    #expect(
      try String(contentsOf: file, encoding: .utf8) == template,
      "record the template with RECORD_TEXTS=1, and bring the catalogs up to it with msgmerge"
    )
  }

  @Test func `writes days, times and amounts as the customer does`() {
    let file = Story.file([Story.sale("sale-1", from: 0, until: 30, price: "1159.99")])
    let found = Diagnosis.diagnose(file, ticketCategories: [.chargedTwice], at: Story.day(1))
    func text(_ language: MessageLanguage) -> String { found.customerText.written(in: language) }
    #expect(text(.english).contains("$1,159.99"), "\(text(.english))")
    #expect(text(.german).contains("1.159,99"), "\(text(.german))")
    let swiss = Story.file([
      Story.sale("sale-1", from: 0, until: 30, price: "1159.99", country: "CHE")
    ])
    let there = Diagnosis.diagnose(swiss, ticketCategories: [.chargedTwice], at: Story.day(1))
    #expect(there.customerText.written(in: .german).contains("1’159.99"))
    #expect(text(.japanese).contains("年"), "\(text(.japanese))")
    #expect(text(.arabic).unicodeScalars.contains("\u{2068}"))
  }

  @Test func `is in the language of the message`() {
    var file = Story.file([Story.sale("sale-1", from: 0, until: 30)])
    for (message, language) in [
      ("Ich habe bezahlt und trotzdem keinen Zugang!", MessageLanguage.german),
      ("J'ai été débité deux fois", .french), ("払ったのに使えません", .japanese),
      ("我付了钱但是没有会员 Premium", .chinese), ("Я заплатил, а доступа нет", .russian),
      ("charged twice!!", .english), ("I paid! MK7Q2ZXT1P, nobody@example.com", .english),
      ("GPA.3312-0000-0000-11111", .english), ("I am ada, GPA.3312-0000-0000-11111", .english),
      ("I am ada", .english), ("Ada Das, order GPA.3312-0000-0000-11111", .english),
      ("Hallo!", .english), ("bin ada", .german), ("Geld zurück bitte", .german),
    ] {
      file.subject.text = message
      #expect(Diagnosis.diagnose(file, at: Story.day(1)).language == language, "\(message)")
    }
  }

  @Test func `has no gap in any language, whatever is on file`() {
    for seed in 0..<300 as Range<UInt64> {
      var dice = StoryDice(state: seed)
      let file = `Any case file`.anything(&dice)
      let instant = Story.day(Double.random(in: 0...150, using: &dice))
      let ticketCategory = TicketCategory.allCases.randomElement(using: &dice) ?? .noAccess
      let found = Diagnosis.diagnose(file, ticketCategories: [ticketCategory], at: instant)
      for language in MessageLanguage.allCases {
        let text = found.customerText.written(in: language)
        let marks = ["{", "}", "[", "]", ".. ", "..\n", " ,", "  ", "Optional"]
        for mark in marks where text.contains(mark) {
          Issue.record("\(mark) in \(language.rawValue): \(text)")
        }
      }
    }
  }
}
