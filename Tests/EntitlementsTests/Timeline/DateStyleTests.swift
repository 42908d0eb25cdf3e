import Entitlements
import Foundation
import Testing

@Suite struct `Dates for the agent` {
  private static let berlin = TimeZone(identifier: "Europe/Berlin")
  private static let german = DateStyle(locale: "de_DE", zone: berlin)
  private static let beside = DateStyle(locale: "de_DE", zone: berlin, showsUTC: true)
  /// 2026-11-03 09:30 UTC.
  private static let morning = Date(timeIntervalSince1970: 1_793_698_200)
  /// 2026-11-03 23:30 UTC: the day after in Berlin.
  private static let night = Date(timeIntervalSince1970: 1_793_748_600)

  /// Renewal was turned off late at night in UTC, and charged a week later all the same.
  private func charged(in country: String?) -> Diagnosis {
    let sales = [
      Story.sale("1", from: 0, until: 30, country: country),
      Story.sale("2", from: 30, until: 60, country: country),
    ]
    let notices = [
      Story.told(.renewalTurnedOff, on: 22.98),
      Story.told(.renewed, on: 30, order: "2", document: "renewal"),
    ]
    let file = Story.file(sales, notices: notices)
    return Diagnosis.diagnose(file, ticketCategories: [.cancelledButCharged], at: Story.day(31))
  }

  @Test func `are ISO 8601 in UTC without a locale, whatever the zone`() {
    #expect(DateStyle(locale: nil, zone: Self.berlin, showsUTC: true) == .iso)
    #expect(DateStyle.iso.day(Self.night) == "2026-11-03")
    #expect(DateStyle.iso.minute(Self.night) == "2026-11-03 23:30 UTC")
  }

  @Test func `are a locale's own, in the customer's zone`() {
    #expect(Self.german.day(Self.morning) == "3. November 2026")
    #expect(Self.german.day(Self.night) == "4. November 2026")
    #expect(Self.german.minute(Self.morning) == "3. November 2026, 10:30 MEZ")
    let british = DateStyle(locale: "en_GB", zone: Self.berlin)
    #expect(british.day(Self.morning) == "3 November 2026")
  }

  @Test func `have UTC beside them on demand, with its day where that is another one`() {
    #expect(Self.beside.day(Self.morning) == "3. November 2026")
    #expect(Self.beside.day(Self.night) == "4. November 2026 (2026-11-03 UTC)")
    #expect(Self.beside.minute(Self.morning) == "3. November 2026, 10:30 MEZ (09:30 UTC)")
    #expect(
      Self.beside.minute(Self.night) == "4. November 2026, 00:30 MEZ (2026-11-03 23:30 UTC)"
    )
  }

  @Test func `are in UTC where the customer's zone is not known`() {
    let style = DateStyle(locale: "de_DE", zone: nil, showsUTC: true)
    #expect(style.day(Self.night) == "3. November 2026")
    #expect(style.minute(Self.night) == "3. November 2026, 23:30 UTC")
  }

  @Test func `are ISO 8601 where no calendar reaches`() {
    for seconds in [Double.nan, .infinity, -1e15, 1e15] {
      let instant = Date(timeIntervalSince1970: seconds)
      #expect(Self.beside.day(instant) == Wording.day(instant))
      #expect(Self.beside.minute(instant) == DateStyle.iso.minute(instant))
    }
  }

  @Test func `have no marks of direction in any locale`() {
    for locale in ["ar_EG", "fa_IR", "he_IL", "ur_PK", "en_US", "th_TH"] {
      let style = DateStyle(locale: locale, zone: Self.berlin, showsUTC: true)
      let marks = style.minute(Self.night).unicodeScalars.filter {
        $0.properties.generalCategory == .format
      }
      #expect(marks.isEmpty, "\(locale)")
    }
  }

  @Test func `stand in the sentences of an answer, whose own are in ISO 8601`() {
    let found = charged(in: "DEU")
    #expect(found.verdict.code == .chargedDespiteRenewalOff)
    #expect(found.customerZone == Self.berlin)
    let iso = found.verdict.sentence
    #expect(iso == found.verdict.sentence(.iso))
    #expect(iso.contains("on 2026-01-23 23:31 UTC"), "\(iso)")
    #expect(found.certainty.sentence == "Proved by the App Store, as of 2026-01-31.")
    let style = found.dateStyle(locale: "de_DE")
    #expect(found.verdict.sentence(style).contains("on 24. Januar 2026, 00:31 MEZ"))
    #expect(
      found.certainty.sentence(style) == "Proved by the App Store, as of 31. Januar 2026."
    )
    let both = found.dateStyle(locale: "de_DE", showsUTC: true)
    #expect(
      found.verdict.sentence(both).contains("24. Januar 2026, 00:31 MEZ (2026-01-23 23:31 UTC)")
    )
  }

  @Test(arguments: [nil, "USA"])
  func `are in UTC where the purchase's country has no zone, or several`(country: String?) {
    let found = charged(in: country)
    #expect(found.customerZone == nil)
    let sentence = found.verdict.sentence(found.dateStyle(locale: "de_DE", showsUTC: true))
    #expect(sentence.contains("on 23. Januar 2026, 23:31 UTC,"), "\(sentence)")
  }

  @Test func `end a sentence with one full stop`() {
    let certainty = Certainty.onFile(asOf: Self.morning, overdue: .apple)
    let russian = certainty.sentence(DateStyle(locale: "ru_RU", zone: nil))
    #expect(russian.contains("3 ноября 2026"))
    #expect(russian.hasSuffix("г. The App Store has said nothing since."), "\(russian)")
    #expect(certainty.sentence(.iso).hasPrefix("By documents on file as of 2026-11-03. The"))
  }

  @Test func `leave no ISO date in any sentence of any answer`() {
    for seed in 0..<300 as Range<UInt64> {
      var dice = StoryDice(state: seed)
      let file = `Any case file`.anything(&dice)
      let instant = Story.day(Double.random(in: 0...150, using: &dice))
      let ticketCategory = TicketCategory.allCases.randomElement(using: &dice) ?? .noAccess
      let found = Diagnosis.diagnose(file, ticketCategories: [ticketCategory], at: instant)
      let style = found.dateStyle(locale: "de_DE")
      let sentences =
        [
          found.verdict.sentence(style), found.certainty.sentence(style),
          found.recommendation.sentence(style),
        ] + found.also.map { $0.sentence(style) }
      for sentence in sentences where sentence.contains(/20\d\d-\d\d-\d\d/) {
        Issue.record("\(sentence)")
      }
    }
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de_DE"), ("en_GB", "en_GB"), ("fr", "fr"), ("de_AT@euro", "de_AT"),
    ("sr_RS@latin", "sr_Latn_RS"), ("es_419.UTF-8", "es_419"), ("C", nil), ("POSIX", nil),
    ("C.UTF-8", nil), ("", nil), ("de_", nil), ("../../etc", nil), ("de_DE_X", nil),
  ])
  func `are of the locale that a POSIX name means`(name: String, locale: String?) {
    #expect(DateStyle.locale(named: name) == locale)
  }

  @Test func `go by LC_ALL, then LC_TIME, then LANG, and not by empty ones`() {
    var environment = ["LANG": "en_GB.UTF-8"]
    #expect(DateStyle.locale(in: environment) == "en_GB")
    environment["LC_TIME"] = "de_DE.UTF-8"
    #expect(DateStyle.locale(in: environment) == "de_DE")
    environment["LC_ALL"] = ""
    #expect(DateStyle.locale(in: environment) == "de_DE")
    environment["LC_ALL"] = "C.UTF-8"
    #expect(DateStyle.locale(in: environment) == nil)
    #expect(DateStyle.locale(in: [:]) == nil)
  }
}
