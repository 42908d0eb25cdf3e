import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "why",
    "Explain why a customer has or lacks access, with the evidence.",
    discussion: """
      TEXT is any order or transaction ID, user ID, e-mail address or token, or the customer's \
      whole message. IDs are found in the message, and its complaint determines which question is \
      answered, unless --ticket is given. Dates follow the locale (LC_ALL, LC_TIME or LANG) and \
      the customer's time zone, if known; in the C locale, in JSON and in the evidence they are \
      ISO 8601 in UTC. Exit status: 0 no problem found, 2 a problem found, 4 nothing found.
      """
  )

  @Flag(help: "Print JSON with stable field names.") var json = false
  @Flag(help: "Print only the text for the customer.") var customer = false
  @Flag(help: "Print every check, including those that do not apply.") var all = false
  @Flag(help: "Print UTC next to times in the customer's time zone.") var utc = false
  @OptionGroup var message: TicketOptions
  @OptionGroup var place: LedgerAccess
  @OptionGroup var time: InstantOptions

  func run() throws {
    let text = try message.text()
    let ledger = try place.open()
    let inquiry = TicketInquiry(
      text: text,
      instant: try time.instant(for: place),
      choice: InquiryChoice(ticket: message.ticket),
      apps: try Assembly.settings(place.settings).ownApps
    )
    var (diagnosis, file) = try Blocking.wait { try await inquiry.answer(from: ledger) }
    if let question = try DirectoryQuestion(place) {
      let user = try file.user.flatMap { try question.answer(about: $0.id, on: ledger) }
      let isFound = try question.finds(diagnosis.unknownAddresses, on: ledger)
      if user?.profile != nil || isFound {
        (diagnosis, file) = try Blocking.wait {
          try await inquiry.answer(from: ledger, question.access.directory)
        }
      }
    }
    let dates = diagnosis.dateStyle(
      locale: DateStyle.locale(in: ProcessInfo.processInfo.environment),
      showsUTC: utc
    )
    let report = DiagnosisReport(diagnosis, message.language, dates: dates)
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

extension WhyCommand {
  /// Parses a text and the common options; `nil` for any other line.
  init?(plain arguments: ArraySlice<String>) {
    guard
      let plain = PlainArguments(
        arguments,
        options: ["--ledger", "--config", "--at"],
        flags: ["--json", "--customer", "--all", "--utc"]
      ), !plain.words.isEmpty
    else { return nil }
    self.init()
    use(plain)
  }

  private mutating func use(_ plain: PlainArguments) {
    (json, customer) = (plain.has("--json"), plain.has("--customer"))
    (all, utc) = (plain.has("--all"), plain.has("--utc"))
    message = TicketOptions()
    (message.ticket, message.language, message.words) = (nil, nil, plain.words)
    (place, time) = (plain.place, plain.time)
  }
}

/// A ticket's text, and how it is answered.
struct TicketOptions: ParsableArguments {
  @Option(help: .value("question", "Answer this question regardless of the text."))
  var ticket: TicketCategory?
  @Option(
    help: .value(
      "language",
      "The language of the text for the customer. Default: the message's language."
    )
  )
  var language: MessageLanguage?
  @Argument(help: .value("text", "The ticket's text, or - for standard input.")) var words: [String]

  func validate() throws {
    try require(!words.isEmpty, "Give the ticket's text.")
  }

  func text() throws -> String { try InputFile.text(of: words) }
}

extension TicketCategory: ExpressibleByArgument {}
extension MessageLanguage: ExpressibleByArgument {}

/// The option that sets the time for which a query is answered.
struct InstantOptions: ParsableArguments {
  @Option(
    help: .value("time", "Answer as of this time, past or future: 2026-11-21, 2026-11-21T10:00Z.")
  )
  var at: String?

  func instant(or now: Date) throws -> Date { try Self.instant(at) ?? now }

  /// The given time, or else the present one: of a sandbox's ledger by the sandbox's clock.
  func instant(for place: LedgerAccess) throws -> Date {
    try Self.instant(at) ?? place.clock()()
  }

  /// Parses a time; `nil` if none is given.
  static func instant(_ text: String?, of option: String = "--at") throws -> Date? {
    guard let text else { return nil }
    guard let date = WrittenTime.date(text) else {
      throw ValidationError("\(option) takes 2026-11-21 or 2026-11-21T10:00Z, not \(text).")
    }
    return date
  }
}

/// A ticket's question: anything from an order ID to a whole message.
struct TicketInquiry: Sendable {
  var text: String
  /// The time for which the question is answered.
  var instant: Date
  /// The operator's choices that override the text.
  var choice = InquiryChoice()
  /// The operator's apps; empty if unknown.
  var apps: Set<String> = []

  /// The diagnosis and its input. A user without a name has the one that the directory stated and
  /// that is not on file.
  func answer(
    from ledger: Ledger,
    _ directory: Directory? = nil
  ) async throws(LedgerError) -> (diagnosis: Diagnosis, file: DiagnosisInput) {
    // A message is classified while the ledger is read. A word may be all that names something on
    // file, and then there is nothing to classify: the tables of languages take longer than all else.
    let isWord = !text.contains(where: \.isWhitespace)
    async let categories =
      choice.ticket.map { [$0] } ?? (isWord ? [] : TicketCategory.kinds(in: text))
    var file = try await ledger.search.diagnosisInput(about: text)
    file.user = file.user.map { $0.completed(by: directory?.remembered($0.id)?.profile) }
    file.ownApps = apps.isEmpty ? nil : apps
    if let purchase = choice.purchase {
      file.subject.orders = []
      file.subject.chains = [purchase]
    } else {
      file.focusByClues(at: instant)
    }
    let isMessage = choice.ticket == nil && isWord && !file.asksByName
    var diagnosis = Diagnosis.diagnose(
      file,
      ticketCategories: isMessage ? TicketCategory.kinds(in: text) : await categories,
      at: instant
    )
    if !file.subject.isFound || file.subject.identifiers.contains(where: { !$0.isFound }) {
      diagnosis.nearMisses = try await ledger.search.nearMisses(
        in: text,
        of: file.subject,
        at: instant
      )
    }
    return (diagnosis, file)
  }
}
