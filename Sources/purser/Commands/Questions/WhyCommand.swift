import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence

/// `purser why`: the reason somebody has access or lacks it, with the evidence.
struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Tell why somebody has access or lacks it, with the evidence.",
    discussion: """
      TEXT is any order or transaction ID, user ID, e-mail address or token, or the customer's \
      whole message: what it names is found in it, and what it complains of decides which question \
      is answered, unless --ticket names one. - reads it from standard input. Dates are written as \
      the locale (LC_ALL, LC_TIME or LANG) has them, in the customer's time zone where it is \
      known; in the C locale, in JSON and in the evidence they are ISO 8601 in UTC. Exit status: \
      0 no problem found, 2 a problem found, 4 nothing on file goes by any of it.
      """
  )

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Flag(help: "Print the text for the customer, and nothing else.")
  var customer = false

  @Flag(help: "Print every check, those that do not apply too.")
  var all = false

  @Flag(help: "Print UTC beside times of the customer's time zone.")
  var utc = false

  @Option(
    help: ArgumentHelp("Answer this question, whatever the text asks.", valueName: "question")
  )
  var ticket: Complaint?

  @Option(
    help: ArgumentHelp(
      "Write the text for the customer in this language; else it is the message's.",
      valueName: "language"
    )
  )
  var language: MessageLanguage?

  @OptionGroup var settings: SettingsOptions
  @OptionGroup var place: LedgerOptions
  @OptionGroup var time: InstantOptions

  @Argument(help: ArgumentHelp("What the ticket says, or - for standard input.", valueName: "text"))
  var words: [String]

  func validate() throws {
    guard !words.isEmpty else { throw ValidationError("Name what the ticket is about.") }
  }

  func run() throws {
    let text =
      words == ["-"]
      ? String(decoding: try InputFile.read("-"), as: UTF8.self) : words.joined(separator: " ")
    let ledger = try place.open(settings)
    let inquiry = Inquiry(
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

extension Complaint: ExpressibleByArgument {}
extension MessageLanguage: ExpressibleByArgument {}

/// The instant a question is about.
struct InstantOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Answer for this instant, past or future: 2026-11-21, 2026-11-21T10:00Z.",
      valueName: "time"
    )
  )
  var at: String?

  func instant(or now: Date) throws -> Date { try Self.instant(at) ?? now }

  /// The instant that a text names; `nil` for none.
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
