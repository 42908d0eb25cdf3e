import CNcurses
import Dashboard
import Entitlements
import Foundation

/// The `:checkhealth` page: the terminal's capabilities, problems and remedies.
struct HealthReport {
  private let look: Appearance
  private let colors: Int?
  private let environment: [String: String]

  init(
    _ look: Appearance,
    colors: Int?,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.look = look
    self.colors = colors
    self.environment = environment
  }

  var page: [PageLine] { terminal + locale + keys + clipboard }

  private func variable(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private var terminal: [PageLine] {
    let type = variable("TERM")
    // The description may be looked up only without a screen.
    let described = colors ?? type.map { Int(purser_described_colors($0)) }
    var lines: [PageLine] = [
      .heading("terminal"), .entry("TERM", type ?? "", note: type == nil ? "not set" : ""),
      .entry("colours", described.map { $0 < 0 ? "unknown" : "\($0)" } ?? "unknown"),
      .entry("COLORTERM", variable("COLORTERM") ?? "not set"),
      .entry("theme", look.theme, note: look.choices["theme"]?.origin ?? ""),
    ]
    if type == nil || type == "dumb" {
      lines.append(.warning("Nothing can be drawn: set TERM to the terminal's type."))
    } else if described == -1 {
      lines.append(.warning("TERM has no terminfo entry; using xterm-256color instead."))
    }
    if variable("NO_COLOR") != nil {
      lines.append(.warning("NO_COLOR is set: no colours. --color 256 overrides it."))
    }
    return lines
  }

  private var locale: [PageLine] {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first
    // The locale must not be set again while a screen is open.
    let takesUTF8 = colors == nil ? purser_locale() : purser_is_utf8()
    var lines: [PageLine] = [
      .heading("characters"), .entry("locale", locale ?? "not set"),
      .entry("UTF-8", takesUTF8 ? "yes" : "no"),
      .entry("glyphs", look.glyphs(takesUTF8: takesUTF8).rawValue),
    ]
    if let ambiguous = look.choices["ambiguous"] {
      lines.append(.entry("ambiguous", ambiguous.word, note: ambiguous.origin))
      if ambiguous.word == "2" {
        let text = "Lines and blocks take two cells here, so ASCII is used instead."
        lines.append(.text("\(text) --glyphs overrides this."))
      }
    }
    if !takesUTF8 {
      lines.append(.warning("Characters other than ASCII show as ?: set LC_ALL=C.UTF-8."))
    }
    return lines
  }

  private var keys: [PageLine] {
    var lines: [PageLine] = [
      .heading("keys"),
      .entry("Escape", "\(purser_escape_delay()) ms", note: "set ESCDELAY to change it"),
    ]
    if variable("TMUX") != nil {
      lines.append(
        .text("tmux adds its own escape-time, 500 ms before version 3.5: set -sg escape-time 20")
      )
    }
    do {
      let problems = try KeyFile(path: Paths.keys).keymap().problems
      lines += problems.map { .warning($0.description) }
      lines.append(.entry("keys.toml", problems.isEmpty ? "valid" : "\(problems.count) problems"))
    } catch {
      lines.append(.warning(error.description))
    }
    return lines
  }

  private var clipboard: [PageLine] {
    let isRemote = environment.keys.contains { $0.hasPrefix("SSH_") }
    let hasDisplay = variable("DISPLAY") != nil || variable("WAYLAND_DISPLAY") != nil
    let tools = ["pbcopy", "wl-copy", "xclip", "xsel"].filter(isInstalled)
    var lines: [PageLine] = [
      .heading("clipboard"),
      .entry(
        "first",
        isRemote || !hasDisplay && !tools.contains("pbcopy")
          ? "OSC 52, through the terminal" : tools.first ?? "OSC 52, through the terminal"
      ),
      .entry("programs", tools.isEmpty ? "none" : tools.joined(separator: ", ")),
    ]
    if Clipboard(environment).hasNone {
      lines.append(.warning("This terminal has no clipboard: copied text is written to a file."))
      lines.append(.entry("file", Paths.copied))
    }
    if variable("TMUX") != nil || variable("TERM")?.hasPrefix("tmux") == true {
      lines += [
        .text("tmux drops copied text unless its settings contain one of these lines:"),
        .text("  set -g set-clipboard on"), .text("  set -g allow-passthrough on"),
      ]
    } else if variable("STY") != nil {
      lines.append(.text("GNU screen forwards copied text in pieces of at most 768 bytes."))
    }
    return lines
  }

  private func isInstalled(_ program: String) -> Bool {
    (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
