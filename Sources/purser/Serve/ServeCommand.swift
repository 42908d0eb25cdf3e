import ArgumentParser
import CNcurses
import Foundation
import Logging
import ServiceCore
import Stores
import Web

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "serve",
    "Serve apps and stores over HTTP until Ctrl-C.",
    discussion: """
      Every endpoint is disabled until [serve] in the settings configures its authentication; \
      --check lists enabled endpoints and what the others lack. Documents are saved in the ledger \
      before the response, and a dashboard on the same ledger shows them at once. The server also \
      runs jobs and polls the stores. GET /health checks the server, GET /ready its ledger. If the \
      settings have groups of apps, all of them are served, or those that --group names.
      """,
    subcommands: [ServeRunCommand.self, ServeKeyCommand.self, ServeOpenAPICommand.self],
    defaultSubcommand: ServeRunCommand.self
  )
}

struct ServeRunCommand: ParsableCommand {
  static let configuration = CommandConfiguration("run", "Serve until Ctrl-C.")

  @OptionGroup var options: StoreOptions
  @Option(help: .value("host:port", "The listen address; port 0: any free port."))
  var listen: String?
  @Option(help: .value("host:port", "The address for GET /metrics.")) var metrics: String?
  @Option(help: .value("file", "The certificate chain (PEM), which enables HTTPS."))
  var tlsCert: String?
  @Option(help: .value("file", "The certificate's key (PEM).")) var tlsKey: String?
  @Option(
    help: .value("level", "The log level: error, warning, notice, info (every response) or debug.")
  )
  var logLevel = "notice"
  @Flag(help: "List enabled endpoints and what the others lack.") var check = false
  @Flag(help: "List the rejected store notifications.") var rejected = false
  @Flag(
    name: .customLong("any-app"),
    help: "Grant entitlements for purchases of any app if the settings name none."
  )
  var anyApp = false
  @Flag(name: .customLong("no-jobs"), help: "Don't run jobs or polls.") var noJobs = false

  func validate() throws {
    for case (let name, let text?) in [("--listen", listen), ("--metrics", metrics)]
    where WebConfiguration.Address(text) == nil {
      throw ValidationError("\(name) takes HOST:PORT.")
    }
    try require((tlsCert == nil) == (tlsKey == nil), "--tls-cert and --tls-key require each other.")
    guard Logger.Level(rawValue: logLevel) != nil else {
      throw ValidationError("--log-level takes error, warning, notice, info or debug.")
    }
  }

  func run() throws {
    // Must run before any secret is read.
    purser_forbid_core_dumps()
    let groups = try Assembly.groups(options.settings)
    try expectOptions(forGroups: groups.count)
    let served = try groups.map { group in
      let assembly = try Assembly(group.settings, options.trust)
      return (name: group.name, assembly: assembly, configuration: try configuration(assembly))
    }
    if !rejected {
      try Serving.expectDistinct(
        served.map { (options.place.ledger ?? $0.assembly.ledgerPath, $0.configuration) }
      )
    }
    var servings: [Serving] = []
    for (name, assembly, configuration) in served {
      let states = try ServeCheck.states(of: configuration)
      if let name, check || rejected { try StandardStream.print(safe: "\(name):") }
      if check { try ServeCheck.write(configuration, states, webhook: assembly.settings.webhook) }
      if !rejected { try ServeCheck.expectNoRefusal(states) }
      if rejected { try RejectedList.write(configuration.rejectedFolder) }
      guard !check, !rejected else { continue }
      servings.append(try serving(assembly, configuration, group: name))
    }
    guard !servings.isEmpty else { return }
    Blocking.run { [servings] in
      for serving in servings { try await serving.recordChoices() }
      let status = try await Serving.run(servings)
      for serving in servings { try await serving.close() }
      return status
    }
  }

  private func serving(
    _ assembly: Assembly,
    _ configuration: WebConfiguration,
    group: String?
  ) throws -> Serving {
    let requests = RequestLog(ledger: options.place.ledger ?? assembly.ledgerPath)
    let log = log(group: group, requests)
    let ledger = try assembly.open(
      options.place,
      patience: LedgerSettings.requestPatience,
      asksStores: true,
      onFault: { fault in
        if let fault {
          log.warning("the ledger does not follow the shared log", metadata: ["error": "\(fault)"])
        } else {
          log.notice("the ledger follows the shared log")
        }
      }
    )
    let reader = try options.documents.reader(assembly)
    let keyService = EntitlementService(ledger: ledger, receipts: assembly.verifier, reader: reader)
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
    var serving = Serving(
      group: group,
      configuration: configuration,
      service: service,
      stores: stores,
      webhook: webhook,
      ledger: ledger,
      log: log,
      jobs: noJobs
        ? nil : StoreSession(ledger: ledger, service: service, actor: options.operator_.name),
      choices: Choices(
        service: service,
        accountForms: assembly.settings.accountForms,
        sendsWebhooks: webhook != nil,
        actor: options.operator_.name
      )
    )
    serving.requests = requests
    return serving
  }

  /// Throws if options are given that only one group of apps can have.
  private func expectOptions(forGroups count: Int) throws {
    guard count > 1 else { return }
    let given = [
      ("--listen", listen), ("--metrics", metrics), ("--tls-cert", tlsCert),
      ("--ledger", options.place.ledger),
    ]
    for (name, value) in given where value != nil {
      throw ValidationError("\(name) is for one group of apps: name it with --group.")
    }
  }

  private func configuration(_ assembly: Assembly) throws -> WebConfiguration {
    var configuration = assembly.settings.serve
    func address(_ text: String?) -> WebConfiguration.Address? { text.flatMap { .init($0) } }
    configuration.listen = address(listen) ?? configuration.listen
    configuration.metrics = address(metrics) ?? configuration.metrics
    if let tlsCert, let tlsKey {
      configuration.tls = WebConfiguration.TLS(
        certificates: String(decoding: try InputFile.read(file: tlsCert), as: UTF8.self),
        key: Secret(try SecretFile.text(at: tlsKey))
      )
    }
    configuration.apps = assembly.apps.sorted()
    configuration.packages = assembly.packages.sorted()
    configuration.acceptsAnyApp = anyApp
    configuration.rejectedFolder = (options.place.ledger ?? assembly.ledgerPath) + ".rejected"
    return configuration
  }

  private func log(group: String?, _ requests: RequestLog) -> Logger {
    let level = Logger.Level(rawValue: logLevel) ?? .notice
    let metadata: Logger.Metadata = group.map { ["group": "\($0)"] } ?? [:]
    return Logger(label: "purser") { _ in
      RequestLogHandler(JSONLog(metadata: metadata, logLevel: level), requests)
    }
  }
}
