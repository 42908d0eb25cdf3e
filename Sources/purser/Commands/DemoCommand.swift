import ArgumentParser
import Entitlements
import Foundation
import Mint
import Persistence
import Receipts
import ServiceCore

/// `purser demo`: the dashboard on a generated store, offline, in a folder that is thrown away.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the dashboard on a generated store.",
    discussion: """
      Every receipt is minted and signed on the spot and verified like a real one, against a root \
      that is minted with it. Nothing leaves this machine, and nothing stays on it.
      """
  )

  @Option(help: ArgumentHelp("How many users to generate.", valueName: "count"))
  var users = 3_000

  @Option(help: ArgumentHelp("The same seed makes the same users.", valueName: "number"))
  var seed: UInt64 = 7

  @OptionGroup var look: ScreenOptions

  func validate() throws {
    guard (1...100_000).contains(users) else {
      throw ValidationError("--users takes 1 to 100000.")
    }
  }

  func run() throws {
    let now = Date()
    let folder = try DemoFolder()
    let store = try DemoStore(
      population: DemoPopulation(seed: seed, now: now),
      authority: TestAuthority.demo(at: now)
    )
    let verifier = try ReceiptVerifier(roots: [store.root])
    let path = folder.path + "/demo.sqlite"
    let ledger = try Ledger(path: path)
    let service = EntitlementService(ledger: ledger, receipts: verifier)
    let session = DashboardSession(
      ledger: ledger,
      verifier: verifier,
      name: "demo.sqlite",
      path: path,
      isDemo: true,
      themes: ThemeFiles(folders: Paths.themes(given: look.themes)),
      theme: look.theme
    )
    let users = users
    // The first screenfuls are filed before anything is shown, the rest behind it.
    let shown = min(100, users)
    try Blocking.wait { try await store.fill(service, with: 0..<shown) }
    try withExtendedLifetime(folder) {
      try session.run {
        for start in stride(from: shown, to: users, by: 50) {
          try Task.checkCancellation()
          try await store.fill(service, with: start..<min(start + 50, users))
        }
      }
    }
  }
}

/// Mints the receipts of a demo's users and files them as if apps had sent them.
struct DemoStore: Sendable {
  private let population: DemoPopulation
  private let mint: ReceiptMint
  let root: [UInt8]

  init(population: DemoPopulation, authority: TestAuthority) {
    self.population = population
    mint = ReceiptMint(authority)
    root = authority.rootDER
  }

  func fill(_ service: EntitlementService, with users: Range<Int>) async throws {
    var documents: [PresentedDocument] = []
    for index in users {
      let user = population.user(at: index)
      for receipt in user.receipts {
        documents.append(
          PresentedDocument(
            bytes: try mint.mint(receipt),
            user: ID(user.id),
            name: user.name,
            email: user.email
          )
        )
      }
    }
    _ = try await service.validate(documents)
  }
}
