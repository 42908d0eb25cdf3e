import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct CaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "case",
    "Write a ticket's case file: verdict, evidence, timeline and documents.",
    discussion: """
      TEXT is what `purser why` accepts: any ID, e-mail address or token, or the customer's whole \
      message. Without a file option, the case file is HTML, in the working directory, named after \
      the user and the time. Names, e-mail addresses, tokens, secrets and account IDs are masked. \
      Existing files are not replaced. The audit log records that a case file was written. `purser \
      story from` makes a story of any of the files. Exit status: 0 written, 4 written, though \
      nothing was found.
      """
  )

  @Option(help: .value("file", "Write HTML to this new file, or - for standard output."))
  var html: String?
  @Option(help: .value("file", "Write Markdown.")) var md: String?
  @Option(help: .value("file", "Write JSON with stable field names.")) var json: String?
  @Flag(help: "Show names, e-mail addresses, tokens, secrets and account IDs in full.")
  var reveal = false
  @OptionGroup var message: TicketOptions
  @OptionGroup var options: StoreOptions
  @OptionGroup var time: InstantOptions

  func validate() throws {
    let outputs = [html, md, json].filter { $0 == "-" }
    try require(outputs.count <= 1, "Only one form is written to standard output.")
  }

  func run() throws {
    for path in [html, md, json].compactMap(\.self) where access(path, F_OK) == 0 {
      throw OutputFileError.occupied(path)
    }
    let text = try message.text()
    let (assembly, path) = try options.assembled()
    let reading = try Ledger(readingOnly: path)
    // A ledger that cannot be written is read all the same.
    let writing = try? assembly.open(options.place)
    let (session, _) = try options.session(assembly, writing ?? reading, asks: false)
    let now = SandboxFolder.clock(ofLedger: path)()
    let writer = CaseFileWriter(
      service: session.service,
      ledger: session.ledger,
      apps: assembly.settings.ownApps,
      now: now,
      audit: writing.map { ($0, session.actor) }
    )
    let inquiry = TicketInquiry(
      text: text,
      instant: try time.instant(or: now),
      choice: InquiryChoice(ticket: message.ticket),
      apps: writer.apps
    )
    let (file, diagnosis) = try Blocking.wait {
      try await writer.file(of: inquiry, message.language, reveals: reveal)
    }
    let outputs = try outputs(of: diagnosis, at: now).map { form, path in
      (path: path, bytes: try CaseFileWriter.bytes(of: file, form))
    }
    try Blocking.wait {
      try await writer.record(file, as: outputs.map(\.bytes))
      await session.ledger.log?.stop()
      try await writing?.close()
    }
    for (path, bytes) in outputs {
      if path == "-" {
        var output = OutputBuffer()
        output.write(bytes)
        try output.flush()
      } else {
        try OutputFile.write(bytes, to: path)
        let kind = file.isRedacted ? "redacted" : "not redacted"
        Console.print(PlainText.safe("The case file is in \(path), \(kind)."))
      }
    }
    if writing == nil {
      Console.print("The ledger cannot be written, so the audit log does not record it.")
    }
    if !diagnosis.subject.isFound { throw ExitCode(4) }
  }

  private func outputs(
    of diagnosis: Diagnosis,
    at now: Date
  ) -> [(form: CaseFileRequest.Form, path: String)] {
    let named: [(CaseFileRequest.Form, String?)] = [(.html, html), (.md, md), (.json, json)]
    let outputs = named.compactMap { form, path in path.map { (form: form, path: $0) } }
    guard outputs.isEmpty else { return outputs }
    let subject = diagnosis.user?.raw ?? diagnosis.subject.identifiers.first?.text
    return [(.html, CaseFileRequest.name(of: subject, .html, at: now))]
  }
}
