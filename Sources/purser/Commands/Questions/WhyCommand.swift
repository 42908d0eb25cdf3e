import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence

/// `purser why`: explains why a customer has or lacks access, with the evidence.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why a customer has or lacks access, with the evidence.",
    discussion: """
      TEXT is any order or transaction ID, user ID, e-mail address or token, or the customer's \
      whole message. IDs are found in the message, and its complaint determines which question is \
      answered, unless --ticket is given. Dates follow the locale (LC_ALL, LC_TIME or LANG) and \
      the customer's time zone, if known; in the C locale, in JSON and in the evidence they are \
      ISO 8601 in UTC. Exit status: 0 no problem found, 2 a problem found, 4 nothing found.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Print only the text for the customer.")
  var customer = false

  @Flag(help: "Print every check, including those that do not apply.")
  var all = false

  @Flag(help: "Print UTC next to times in the customer's time zone.")
  var utc = false

  @Option(help: ArgumentHelp("Answer this question regardless of the text.", valueName: "question"))
  var ticket: TicketCategory?

  @Option(
    help: ArgumentHelp(
      "The language of the text for the customer. Default: the message's language.",
      valueName: "language"
    )
  )
  var language: MessageLanguage?

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var ledgerOptions: LedgerOptions
  @OptionGroup var time: InstantOptions

  @Argument(help: ArgumentHelp("The ticket's text, or - for standard input.", valueName: "text"))
  var words: [String]

  func validate() throws {
    guard !words.isEmpty else { throw ValidationError("Give the ticket's text.") }
  }

  func run() throws {
    let text =
      words == ["-"]
      ? String(decoding: try InputFile.read("-"), as: UTF8.self) : words.joined(separator: " ")
    let ledger = try ledgerOptions.open(settings)
    let inquiry = TicketInquiry(
      text: text,
      instant: try time.instant(or: Date()),
      choice: InquiryChoice(ticket: ticket),
      apps: try Assembly.settings(settings).ownApps
    )
    let diagnosis = try Blocking.wait { try await inquiry.answer(from: ledger).diagnosis }
    let dates = diagnosis.dateStyle(
      locale: DateStyle.locale(in: ProcessInfo.processInfo.environment),
      showsUTC: utc
    )
    let report = DiagnosisReport(diagnosis, language, dates: dates)
    if customer {
      try StandardStream.print(report.customerText.map(\.string).joined(separator: "\n\n"))
    } else if json {
      try JSONText.print(report.json, .pretty)
    } else {
      try StandardStream.print(report.lines(all: all).map(PlainText.safe).joined(separator: "\n"))
    }
    if !diagnosis.subject.isFound { throw ExitCode(4) }
    if diagnosis.isProblem { throw ExitCode(2) }
  }
}

extension TicketCategory: ExpressibleByArgument {}
extension MessageLanguage: ExpressibleByArgument {}

/// The option that sets the time for which a query is answered.
struct InstantOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer as of this time, past or future: 2026-11-21, 2026-11-21T10:00Z.",
      valueName: "time"
    )
  )
  var at: String?

  func instant(or now: Date) throws -> Date { try Self.instant(at) ?? now }

  /// Parses a time; `nil` if none is given.
  static func instant(_ at: String?) throws -> Date? {
    guard let at else { return nil }
    guard let date = date(at) else {
      throw ValidationError("--at takes 2026-11-21 or 2026-11-21T10:00:00Z, not \(at).")
    }
    return date
  }

  static func date(_ text: String) -> Date? {
    let forms: [Date.ISO8601FormatStyle] = [
      .iso8601, .iso8601.year().month().day(),
      .iso8601.year().month().day().time(includingFractionalSeconds: true),
    ]
    return forms.lazy.compactMap { try? Date(text, strategy: $0) }.first
  }
}
