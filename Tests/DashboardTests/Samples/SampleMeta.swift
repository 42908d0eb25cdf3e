import Entitlements

@testable import Dashboard

extension Sample {
  static let paper = Theme(
    name: "paper",
    styles: [.text: .init(foreground: .rgb(0x101010), background: .rgb(0xFAFAFA))],
    selection: .init(background: .rgb(0xE0E0E0), isBold: true)
  )

  static func answer(to question: AppQuery) -> Outcome<LedgerAnswer> {
    switch question {
    case .themes:
      .value(
        .themes([
          ThemeCard(name: "terminal", kind: .builtIn, place: ""),
          ThemeCard(name: "paper", kind: .roles, place: "/home/ada/.config/themes/paper.toml"),
          ThemeCard(name: "torn", kind: .scheme, place: "/home/ada/.config/themes/torn.yaml"),
        ])
      )
    case .theme("paper"): .value(.theme(paper))
    case .theme("terminal"): .value(.theme(.terminal))
    case .theme(let name): .failure("The theme \(name) has no base0B.")
    case .settings, .plan: .value(.text(settings))
    case .about: .value(.text(about))
    case .terminal: .value(.text(terminal))
    case .sandbox: .value(.text([.text("curl -s http://127.0.0.1:1/simulator/webhooks")]))
    case .sql("selec 1"):
      .value(.fault(.mistaken(reason: "near \"selec\": syntax error", offset: 0)))
    case .sql: .value(.sql(rows))
    }
  }

  private static let settings: [PageLine] = [
    .heading("look"), .entry("theme", "paper", note: "--theme"),
    .entry("glyphs", "auto", note: "default"), .heading("ledger"),
    .entry(
      "ledger",
      "/home/ada/a folder with a long name/and another one in it/ledger.sqlite",
      note: "/home/ada/.config/purser/config.toml"
    ),
    .warning("/home/ada/.config/purser/config.toml: nobody reads thema; did you mean theme?"),
  ]

  private static let about: [PageLine] = [
    .heading("program"), .entry("version", "1.0.0"), .entry("platform", "Linux x86_64"),
    .heading("files"),
    .entry("settings", "/home/ada/.config/purser/config.toml", note: "is not there"),
    .entry("state", "/home/ada/.local/state/purser"), .heading("ledger"),
    .entry("users", "3 214"), .entry("orders", "41 872"), .entry("documents", "5 030"),
  ]

  private static let terminal: [PageLine] = [
    .heading("terminal"), .entry("TERM", "tmux-256color"),
    .entry("colours", "256", note: "COLORTERM is not set"),
    .entry("glyphs", "full", note: "the locale is C.UTF-8"), .heading("clipboard"),
    .entry("OSC 52", "dropped by tmux as it is set up"),
    .warning("tmux drops what is copied: set -s set-clipboard on in ~/.tmux.conf"),
  ]

  private static let rows = SQLAnswer(
    columns: ["id", "productID", "price", "note", "body", "token"],
    rows: [
      [
        .integer(1), .text("pro.monthly"), .real(9.99), .null, .bytes(5_120),
        .text("aaaaaaaaaaaaaaaaaaaaaaaa.AO-J1O" + String(repeating: "x", count: 120)),
      ],
      [.integer(42), .text("coins.500"), .real(4.5), .text("twice\u{1B}[2J"), .bytes(90), .null],
    ],
    isTruncated: true
  )
}
