import ArgumentParser
import Entitlements
import Foundation
import ServiceCore
import Stores

/// The settings as every command reads them, with secrets that are not written yet.
enum StagedSettings {
  static func with<Result>(
    _ setup: Setup,
    path: String,
    _ body: (Settings) throws -> Result
  ) throws -> Result {
    guard let folder = Paths.makeTemporaryFolder("purser-init-") else {
      throw FileError("A temporary folder cannot be created: \(InputReader.reason(errno)).")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try setup.writeSecrets(to: folder)
    return try body(Settings(parsing: try setup.text(withSecretsIn: folder), path: path))
  }
}

/// Asks the stores with the answers of a set-up before they are written.
struct SetupStores: Sendable {
  /// The settings that are edited.
  let base: SettingsText
  let path: String
  /// Whether the stores may be asked.
  let isOn: Bool

  /// Whether the store accepts the credentials, with a line for each of its services.
  func check(_ store: Store, _ answers: SetupAnswers) async -> SetupSession.CheckResult {
    do {
      let checks = try await asking(answers) { await $0.clients[store]?.check() ?? [] }
      let works = !checks.contains { if case .failed = $0.state { true } else { false } }
      return SetupSession.CheckResult(works: works, lines: checks.map(\.line))
    } catch let error as FileError {
      return SetupSession.CheckResult(works: false, lines: ["\(error)"])
    } catch {
      return SetupSession.CheckResult(works: false, lines: ["\(error)."])
    }
  }

  /// The apps that the store lists; none if it lists none or refuses to.
  func apps(of store: Store, _ answers: SetupAnswers) async -> [String] {
    guard isOn, answers.canList(store) else { return [] }
    var answers = answers
    // The sections need an app; which one is asked yet.
    for key in ["app.bundle-id", "app.package"] {
      answers[key] = answers[key] ?? "com.example.app"
    }
    let found = try? await asking(answers) { stores in
      try await stores.clients[store]?.listing?.apps?() ?? []
    }
    return (found ?? []).map(\.id)
  }

  private func asking<Result: Sendable>(
    _ answers: SetupAnswers,
    _ ask: @Sendable (StoreClients) async throws -> Result
  ) async throws -> Result {
    let folder = URL(fileURLWithPath: path).standardizedFileURL.deletingLastPathComponent().path
    let setup = try Setup(answers, editing: base, in: folder)
    let settings = try StagedSettings.with(setup, path: path) { $0 }
    let stores = try Assembly(settings, try TrustOptions.parse([])).storeClients()
    do {
      let result = try await ask(stores)
      await stores.shutdown()
      return result
    } catch {
      await stores.shutdown()
      throw error
    }
  }
}
