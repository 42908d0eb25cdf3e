import ArgumentParser
import Basics
import Dashboard
import Foundation
import Receipts

/// `purser themes`: lists and checks the themes.
struct ThemesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "themes",
    abstract: "List and check the themes.",
    discussion: """
      Themes are files NAME.toml, or published base16 or base24 schemes NAME.yaml. --check loads \
      every theme and lists the colours whose contrast had to be increased to be readable. Exit \
      status: 0 valid, 2 a theme cannot be used.
      """
  )

  @Flag(help: "Load every theme and list its adjusted colours.")
  var check = false

  @Flag(help: "Print JSON with stable field names.")
  var json = false

  @Option(help: ArgumentHelp("An additional folder of theme files.", valueName: "folder"))
  var themes: String?

  @Argument(help: ArgumentHelp("Only these themes.", valueName: "name"))
  var names: [String] = []

  func run() throws {
    let files = ThemeFiles(given: themes)
    let cards = try cards(of: files)
    let reports = cards.map { ThemeReport($0, files, lifts: check) }
    if json {
      try JSONText.print(
        .of([("schemaVersion", .number("1")), ("themes", .array(reports.map(\.json)))]),
        .pretty
      )
    } else {
      let width = cards.map(\.name.count).max() ?? 0
      let lines = reports.flatMap { $0.lines(width: width) }
      try StandardStream.print(lines.map(PlainText.safe).joined(separator: "\n"))
    }
    if reports.contains(where: { $0.failure != nil }) { throw ExitCode(2) }
  }

  private func cards(of files: ThemeFiles) throws -> [ThemeCard] {
    let all = files.cards()
    guard !names.isEmpty else { return all }
    return try names.map { name throws(ThemeError) in
      guard let card = all.first(where: { $0.name == name }) else {
        throw .unknown(name, known: files.names())
      }
      return card
    }
  }
}

/// The report about one theme.
private struct ThemeReport {
  let card: ThemeCard
  private var isLight: Bool?
  private var lifts: [ThemeBuilder.Lift] = []
  private(set) var failure: String?

  init(_ card: ThemeCard, _ files: ThemeFiles, lifts listsLifts: Bool) {
    self.card = card
    do throws(ThemeError) {
      isLight = try files.load(card.name).isLight
      if listsLifts { lifts = try files.lifts(card.name) }
    } catch {
      failure = error.description
    }
  }

  private var variant: String { isLight.map { $0 ? "light" : "dark" } ?? "any" }

  func lines(width: Int) -> [String] {
    let name = card.name + String(repeating: " ", count: width - card.name.count)
    let kind = card.kind.rawValue + String(repeating: " ", count: 8 - card.kind.rawValue.count)
    guard failure == nil else { return ["\(name)  \(kind)  ! \(failure ?? "")"] }
    let line = "\(name)  \(kind)  \(variant)  \(card.place)"
    return [line]
      + lifts.map { "  \($0.role): \(contrast($0.before)) moved to \(contrast($0.after))" }
  }

  private func contrast(_ ratio: Double) -> String {
    ratio.formatted(.number.precision(.fractionLength(1)).locale(Locale(identifier: "en_US_POSIX")))
      + ":1"
  }

  var json: JSONValue {
    .of([
      ("name", .string(card.name)), ("kind", .string(card.kind.rawValue)),
      ("variant", .string(ifAny: isLight.map { $0 ? "light" : "dark" })),
      ("path", .string(ifAny: card.place.isEmpty ? nil : card.place)),
      ("failure", .string(ifAny: failure)),
      (
        "moved",
        .array(
          lifts.map {
            .of([
              ("role", .string("\($0.role)")), ("before", .number(number($0.before))),
              ("after", .number(number($0.after))),
            ])
          }
        )
      ),
    ])
  }

  private func number(_ ratio: Double) -> String { "\((ratio * 100).rounded() / 100)" }
}
