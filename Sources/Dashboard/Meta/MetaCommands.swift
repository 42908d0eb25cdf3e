import Entitlements
import Foundation

extension State {
  /// Opens a screen about the program itself, or for SQL of one's own.
  mutating func openMeta(_ command: Command, _ argument: String) -> [Effect] {
    switch command {
    case .themes: push(Screen(ThemesScreen(kept: keptTheme.name)))
    case .keys: push(Screen(PageScreen("keys", twin: ["keys"], .fixed(keymap.page))))
    case .config: push(page("config", ["config", "show"], .settings))
    case .about: push(page("about", ["info"], .about))
    case .checkhealth: push(page("checkhealth", ["checkhealth"], .terminal))
    case .log:
      push(Screen(PageScreen("log", twin: ["log"], .fixed(logPage))))
      return [.remember(memory)]
    case .sql:
      push(Screen(SQLScreen(argument)))
      guard argument.isEmpty else {
        return inFront { screen, desk in
          screen.submit(.filter, &desk)
          return true
        }.effects
      }
      openField(.filter)
    default: break
    }
    return []
  }

  private func page(_ crumb: SafeText, _ twin: [String], _ question: MetaQuestion) -> Screen {
    Screen(PageScreen(crumb, twin: twin, .asked(question)))
  }

  /// The newest first.
  private var logPage: [PageLine] {
    notices.reversed().map { said in
      let word =
        switch said.notice.severity {
        case .info: ""
        case .warning: "! "
        case .error: "! error: "
        }
      return .entry(view.clock.absolute(said.since).string, word + said.notice.text)
    } + earlierLines
  }

  private var earlierLines: [PageLine] {
    guard !toldBefore.isEmpty else { return [] }
    return [.heading("before this session")] + toldBefore.reversed().map(PageLine.text)
  }

  /// What was told, as it is kept and printed, the newest last.
  var told: [String] {
    toldBefore
      + notices.filter { Self.isFit($0.notice.text) }.map { said in
        let clock = Clock(now: view.now, zone: .utc, localOffset: 0)
        let word =
          switch said.notice.severity {
          case .info: "info"
          case .warning: "warning"
          case .error: "error"
          }
        return "\(clock.absolute(said.since).string)  \(word)  \(said.notice.text)"
      }
  }
}
