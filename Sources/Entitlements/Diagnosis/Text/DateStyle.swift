package import Foundation

/// How sentences for operators format dates and times.
package struct DateStyle: Hashable, Sendable {
  /// ISO 8601 in UTC: `2026-12-01`, `2026-12-01 09:30 UTC`.
  package static let iso = DateStyle(locale: nil, zone: nil)

  /// The locale by Foundation's identifier, such as `de_DE`; `nil` for ISO 8601 in UTC.
  package let locale: String?
  /// The zone of all days and times.
  package let zone: TimeZone
  /// Whether UTC is shown beside a time of another zone, and beside a day that differs in UTC.
  package let showsUTC: Bool

  /// The default `iso` if `locale` is `nil`; UTC if `zone` is `nil`.
  package init(locale: String?, zone: TimeZone?, showsUTC: Bool = false) {
    self.locale = locale
    self.zone = locale == nil ? .gmt : zone ?? .gmt
    self.showsUTC = locale != nil && showsUTC
  }

  /// The day of `instant`: `3. November 2026`.
  package func day(_ instant: Date) -> String {
    let iso = Wording.day(instant)
    guard let day = localDay(instant) else { return iso }
    return isOtherDayInUTC(instant) ? "\(day) (\(iso) UTC)" : day
  }

  /// `instant` to the minute: `3. November 2026, 10:30 MEZ`, with UTC beside it
  /// `3. November 2026, 10:30 MEZ (09:30 UTC)`.
  package func minute(_ instant: Date) -> String {
    let iso = Wording.minute(instant)
    guard let day = localDay(instant) else { return iso }
    let time = format(date: .omitted, time: .shortened)
    // Foundation calls it GMT, but the evidence says UTC.
    if zone == .gmt { return "\(day), \(written(instant, time)) UTC" }
    let text = "\(day), \(written(instant, time.timeZone(.specificName(.short))))"
    guard showsUTC else { return text }
    return "\(text) (\(isOtherDayInUTC(instant) ? iso : String(iso.suffix("09:30 UTC".count))))"
  }

  /// `sentence` without a second full stop after a date that ends in one, as Russian ones do.
  func finished(_ sentence: String) -> String {
    guard locale != nil else { return sentence }
    let text = sentence.replacing(".. ", with: ". ")
    return text.hasSuffix("..") ? String(text.dropLast()) : text
  }

  /// `nil` for ISO 8601, and for instants outside the years 1 to 9999.
  private func localDay(_ instant: Date) -> String? {
    let years = -62_135_596_800..<253_402_300_800.0
    guard locale != nil, years.contains(instant.timeIntervalSince1970) else { return nil }
    return written(instant, format(date: .long, time: .omitted))
  }

  private func isOtherDayInUTC(_ instant: Date) -> Bool {
    guard showsUTC else { return false }
    let offset = TimeInterval(zone.secondsFromGMT(for: instant))
    return Wording.day(instant.addingTimeInterval(offset)) != Wording.day(instant)
  }

  /// Uses the Gregorian years of the documents, even if the locale has another calendar.
  private func format(
    date: Date.FormatStyle.DateStyle,
    time: Date.FormatStyle.TimeStyle
  ) -> Date.FormatStyle {
    Date.FormatStyle(
      date: date,
      time: time,
      locale: Locale(identifier: locale ?? ""),
      calendar: Calendar(identifier: .gregorian),
      timeZone: zone
    )
  }

  /// Removes direction marks, because the sentence around it is English.
  private func written(_ instant: Date, _ format: Date.FormatStyle) -> String {
    var text = String.UnicodeScalarView()
    text.append(
      contentsOf: instant.formatted(format).unicodeScalars.filter {
        $0.properties.generalCategory != .format
      }
    )
    return String(text)
  }
}

extension DateStyle {
  /// The locale for dates that `environment` sets: the first that is not empty of `LC_ALL`,
  /// `LC_TIME` and `LANG` (POSIX.1-2017, 8.2 Internationalization Variables).
  package static func locale(in environment: [String: String]) -> String? {
    ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
      .flatMap(locale(named:))
  }

  /// The locale of `name`, such as `de_DE.UTF-8`; `nil` for `C`, `POSIX` and others without a
  /// language.
  package static func locale(named name: String) -> String? {
    let parts = name.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let codes = (parts.first ?? "").prefix { $0 != "." }
      .split(separator: "_", omittingEmptySubsequences: false)
    guard let language = codes.first, (2...3).contains(language.count),
      language.allSatisfy({ ("a"..."z").contains($0) }), codes.count <= 2
    else { return nil }
    let script = parts.dropFirst().first.flatMap { ["latin": "Latn", "cyrillic": "Cyrl"][$0] }
    let country = codes.dropFirst().first
    if let country {
      guard (2...3).contains(country.count),
        country.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { return nil }
    }
    return [String(language), script, country.map(String.init)].compactMap(\.self)
      .joined(separator: "_")
  }
}

extension Diagnosis {
  /// The customer's time zone, by the country of the purchase; `nil` if unknown.
  package var customerZone: TimeZone? { customerText.zone }

  /// Dates in the format of `locale`, in the customer's time zone if known.
  package func dateStyle(locale: String?, showsUTC: Bool = false) -> DateStyle {
    DateStyle(locale: locale, zone: customerZone, showsUTC: showsUTC)
  }
}
