import ArgumentParser
import CNcurses
import Entitlements
import Foundation
import Logging
import Persistence
import ServiceCore
import ServiceLifecycle
import Stores
import Web

/// `purser serve`: the web doors.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Answer apps and stores over HTTP, until Ctrl-C.",
    discussion: """
      Every door is closed until [serve] of the settings says what authenticates those who come \
      through it; --check tells which are open, and what the others lack. What comes in is in the \
      ledger before it is answered, and a dashboard on the same ledger shows it at once. Jobs that \
      follow are done meanwhile, and stores are polled. GET /health says that the server lives, \
      GET /ready that its ledger answers.
      """,
    subcommands: [ServeRunCommand.self, ServeKeyCommand.self],
    defaultSubcommand: ServeRunCommand.self
  )
}

struct ServeRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Answer until Ctrl-C."
  )

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("Where to answer; port 0 takes any.", valueName: "host:port"))
  var listen: String?

  @Option(help: ArgumentHelp("Where to answer GET /metrics.", valueName: "host:port"))
  var metrics: String?

  @Option(
    help: ArgumentHelp("The certificate chain, PEM; then HTTPS is spoken.", valueName: "file")
  )
  var tlsCert: String?

  @Option(help: ArgumentHelp("The certificate's key, PEM.", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "What is logged: error, warning, notice, info (every answer), debug.",
      valueName: "level"
    )
  )
  var logLevel = "notice"

  @Flag(help: "Tell which doors are open, and what the others lack.")
  var check = false

  @Flag(help: "List what was turned away at the doors of the stores.")
  var rejected = false

  @Flag(
    name: .customLong("any-app"),
    help: "Give rights for purchases of any app where the settings name none."
  )
  var anyApp = false

  @Flag(name: .customLong("no-jobs"), help: "Leave jobs and polls to others.")
  var noJobs = false

  func validate() throws {
    for (name, text) in [("--listen", listen), ("--metrics", metrics)] {
      guard let text else { continue }
      guard WebConfiguration.Address(text) != nil else {
        throw ValidationError("\(name) takes HOST:PORT.")
      }
    }
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key go together.")
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError("--log-level takes error, warning, notice, info or debug.")
    }
  }

  func run() throws {
    // Before any secret is read.
    purser_forbid_core_dumps()
    let assembly = try Assembly(options.settings, options.trust)
    let configuration = try configuration(assembly)
    let states = try ServeCheck.states(of: configuration)
    if check {
      try ServeCheck.tell(configuration, states, webhook: assembly.settings.webhook)
    }
    if !rejected { try ServeCheck.expectNoRefusal(states) }
    if check { return }
    if rejected { return try RejectedList.tell(configuration.rejectedFolder) }
    let ledger = try Ledger(path: options.place.ledger ?? assembly.ledgerPath)
    let reader = try options.documents.reader(assembly)
    let desk = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader
    )
    let stores = try assembly.storeClients(keys: desk)
    let webhook = assembly.settings.webhook.map { WebhookClient($0) }
    let service = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader,
      stores: stores.clients,
      policy: assembly.settings.jobs,
      herald: webhook?.herald
    )
    let serving = Serving(
      configuration: configuration,
      service: service,
      stores: stores,
      log: log,
      jobs: noJobs
        ? nil : StoreSession(ledger: ledger, service: service, actor: options.operator_.name)
    )
    Blocking.run {
      try await service.chooseAccountForms(
        assembly.settings.accountForms,
        by: options.operator_.name
      )
      try await service.tellChanges(webhook != nil)
      let status = try await serving.run()
      await stores.shutdown()
      await webhook?.shutdown()
      try ledger.close()
      return status
    }
  }

  private func configuration(_ assembly: Assembly) throws -> WebConfiguration {
    var configuration = assembly.settings.serve
    if let address = listen.flatMap({ WebConfiguration.Address($0) }) {
      configuration.listen = address
    }
    if let address = metrics.flatMap({ WebConfiguration.Address($0) }) {
      configuration.metrics = address
    }
    if let tlsCert, let tlsKey {
      configuration.tls = WebConfiguration.TLS(
        certificates: String(decoding: try InputFile.read(file: tlsCert), as: UTF8.self),
        key: Secret(try SecretFile.text(at: tlsKey))
      )
    }
    configuration.apps = assembly.apps.sorted()
    configuration.packages = assembly.packages.sorted()
    configuration.acceptsAnyApp = anyApp
    configuration.rejectedFolder =
      (options.place.ledger ?? assembly.ledgerPath) + ".rejected"
    return configuration
  }

  private var log: Logger {
    let level = Logger.Level(rawValue: logLevel) ?? .notice
    return Logger(label: "purser") { _ in JSONLog(logLevel: level) }
  }
}
