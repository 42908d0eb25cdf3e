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

/// `purser serve`: the HTTP server.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve apps and stores over HTTP until Ctrl-C.",
    discussion: """
      Every endpoint is disabled until [serve] in the settings configures its authentication; \
      --check lists enabled endpoints and what the others lack. Documents are saved in the ledger \
      before the response, and a dashboard on the same ledger shows them at once. The server also \
      runs jobs and polls the stores. GET /health checks the server, GET /ready its ledger.
      """,
    subcommands: [ServeRunCommand.self, ServeKeyCommand.self],
    defaultSubcommand: ServeRunCommand.self
  )
}

struct ServeRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Serve until Ctrl-C."
  )

  @OptionGroup var options: StoreOptions

  @Option(help: ArgumentHelp("The listen address; port 0: any free port.", valueName: "host:port"))
  var listen: String?

  @Option(help: ArgumentHelp("The address for GET /metrics.", valueName: "host:port"))
  var metrics: String?

  @Option(
    help: ArgumentHelp("The certificate chain (PEM), which enables HTTPS.", valueName: "file")
  )
  var tlsCert: String?

  @Option(help: ArgumentHelp("The certificate's key (PEM).", valueName: "file"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "The log level: error, warning, notice, info (every response) or debug.",
      valueName: "level"
    )
  )
  var logLevel = "notice"

  @Flag(help: "List enabled endpoints and what the others lack.")
  var check = false

  @Flag(help: "List the rejected store notifications.")
  var rejected = false

  @Flag(
    name: .customLong("any-app"),
    help: "Grant entitlements for purchases of any app if the settings name none."
  )
  var anyApp = false

  @Flag(name: .customLong("no-jobs"), help: "Don't run jobs or polls.")
  var noJobs = false

  func validate() throws {
    for (name, text) in [("--listen", listen), ("--metrics", metrics)] {
      guard let text else { continue }
      guard WebConfiguration.Address(text) != nil else {
        throw ValidationError("\(name) takes HOST:PORT.")
      }
    }
    guard (tlsCert == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-cert and --tls-key require each other.")
    }
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError("--log-level takes error, warning, notice, info or debug.")
    }
  }

  func run() throws {
    // Must run before any secret is read.
    purser_forbid_core_dumps()
    let assembly = try Assembly(options.settings, options.trust)
    let configuration = try configuration(assembly)
    let states = try ServeCheck.states(of: configuration)
    if check {
      try ServeCheck.write(configuration, states, webhook: assembly.settings.webhook)
    }
    if !rejected { try ServeCheck.expectNoRefusal(states) }
    if check { return }
    if rejected { return try RejectedList.write(configuration.rejectedFolder) }
    let ledger = try Ledger(path: options.place.ledger ?? assembly.ledgerPath)
    let reader = try options.documents.reader(assembly)
    let keyService = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader
    )
    let stores = try assembly.storeClients(keys: keyService)
    let webhook = assembly.settings.webhook.map { WebhookClient($0) }
    let service = EntitlementService(
      ledger: ledger,
      receipts: assembly.verifier,
      reader: reader,
      stores: stores.clients,
      policy: assembly.settings.jobs,
      entitlementWebhook: webhook?.entitlementWebhook
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
      try await service.actions.chooseAccountForms(
        assembly.settings.accountForms,
        by: options.operator_.name
      )
      try await service.maintenance.enableWebhooks(webhook != nil)
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
