import Entitlements
import Foundation

extension State {
  /// Opens a screen about the program itself, or the SQL screen.
  mutating func openMeta(_ command: Command, _ argument: String) -> [Effect] {
    switch command {
    case .themes: push(AnyScreen(ThemesScreen(kept: chosenTheme.name)))
    case .keys:
      push(AnyScreen(PageScreen("keys", equivalentCommand: ["keys"], .fixed(keymap.page))))
    case .config: push(page("config", ["config", "show"], .settings))
    case .about: push(page("about", ["info"], .about))
    case .checkhealth: push(page("checkhealth", ["checkhealth"], .terminal))
    case .log:
      push(AnyScreen(PageScreen("log", equivalentCommand: ["log"], .fixed(logPage))))
      return [.remember(memory)]
    case .sql:
      push(AnyScreen(SQLScreen(argument)))
      guard argument.isEmpty else {
        return inFront { screen, context in
          screen.submit(.filter, &context)
          return true
        }.effects
      }
      openField(.filter)
    default: break
    }
    return []
  }

  private func page(
    _ breadcrumb: SafeText,
    _ equivalentCommand: [String],
    _ question: AppQuery
  ) -> AnyScreen {
    AnyScreen(PageScreen(breadcrumb, equivalentCommand: equivalentCommand, .asked(question)))
  }

  /// This session's messages, the newest first.
  private var logPage: [PageLine] {
    notices.reversed().map { message in
      let prefix =
        switch message.notice.severity {
        case .info: ""
        case .warning: "! "
        case .error: "! error: "
        }
      return .entry(view.clock.absolute(message.since).string, prefix + message.notice.text)
    } + earlierLines
  }

  private var earlierLines: [PageLine] {
    guard !pastMessages.isEmpty else { return [] }
    return [.heading("before this session")] + pastMessages.reversed().map(PageLine.text)
  }

  /// All messages as they are saved and printed, the newest last.
  var messages: [String] {
    pastMessages
      + notices.filter { Self.isFit($0.notice.text) }.map { message in
        let clock = Clock(now: view.now, zone: .utc, localOffset: 0)
        let severity =
          switch message.notice.severity {
          case .info: "info"
          case .warning: "warning"
          case .error: "error"
          }
        return "\(clock.absolute(message.since).string)  \(severity)  \(message.notice.text)"
      }
  }
}
