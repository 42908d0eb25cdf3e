import ArgumentParser
import Entitlements
import Foundation
import Persistence
import ServiceCore

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "mcp",
    "Answer an assistant's questions, by the Model Context Protocol.",
    discussion: """
      An assistant starts this command and speaks to it on standard input and output. The tools \
      only read; with --propose the assistant may also put an action before the operator, who \
      confirms or declines it in a dialog of the dashboard. Names, e-mail addresses and purchase \
      tokens are masked, and each call is in the audit log. Calls are answered one after the other. \
      The command ends with its input. `purser help assistants` lists the tools.
      """
  )

  @Flag(help: "Show names, e-mail addresses and purchase tokens in full.") var reveal = false
  @Flag(help: "Let the assistant propose actions, which an operator confirms in the dashboard.")
  var propose = false
  @Option(help: .value("n", "The maximum number of rows in an answer.")) var limit = 100
  @Option(help: .value("seconds", "The timeout of a call.")) var seconds = 10
  @OptionGroup var options: StoreOptions

  func validate() throws {
    try require(
      (1...1_000).contains(limit) && (1...600).contains(seconds),
      "--limit takes 1 to 1000, and --seconds 1 to 600."
    )
  }

  func run() throws {
    let (assembly, path) = try options.assembled()
    let (person, assistant) = try options.operator_.assistant(in: assembly.settings.team)
    // It is opened for the audit log, not to be created.
    try Blocking.wait { try await Ledger(readingOnly: path).close() }
    let ledger = try assembly.open(options.place)
    let directory = DirectoryAccess(assembly.settings)
    let session = try session(assembly, ledger, directory?.directory, assistant, of: person)
    var toolbox = MCPToolbox(
      session: session,
      reader: try options.documents.reader(assembly),
      apps: assembly.settings.ownApps,
      limit: limit,
      timeout: .seconds(seconds),
      mask: reveal ? nil : MCPMask()
    )
    if propose {
      let stores = assembly.namedStores
      let file = ProposalFile(ledger: path)
      file.removeIfOld(at: Date())
      toolbox.proposals = MCPProposals(
        file: file,
        ledgerPath: path,
        stores: stores.isEmpty ? nil : stores,
        person: person,
        session: session
      )
    }
    let server = MCPServer(toolbox: toolbox)
    var lines = InputLines(.standard)
    while let line = try lines.next() {
      guard !line.isEmpty else { continue }
      if let reply = try Blocking.wait(for: { await server.reply(to: line) }) {
        try JSONText.print(reply, .line)
      }
    }
    try Blocking.wait {
      await directory?.close()
      await ledger.log?.stop()
      try await ledger.close()
    }
  }

  /// The assistant's session, which has the operator's role and no stores.
  private func session(
    _ assembly: Assembly,
    _ ledger: Ledger,
    _ directory: Directory?,
    _ assistant: String,
    of person: Operator
  ) throws -> StoreSession {
    var options = options
    options.operator_.by = nil
    let (session, _) = try options.session(assembly, ledger, asks: false, directory: directory)
    return StoreSession(
      ledger: ledger,
      service: session.service,
      person: Operator(account: person.account, name: assistant, role: person.role),
      team: session.team
    )
  }
}
