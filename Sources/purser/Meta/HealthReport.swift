import CNcurses
import Dashboard
import Entitlements
import Foundation

/// What the terminal can do and what keeps it from more, with what to do about it.
struct HealthReport {
  private let look: Look
  private let colors: Int?
  private let environment: [String: String]

  init(
    _ look: Look,
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
    // Only a program without a screen may look a description up.
    let described = colors ?? type.map { Int(purser_described_colors($0)) }
    var lines: [PageLine] = [
      .heading("terminal"), .entry("TERM", type ?? "", note: type == nil ? "not set" : ""),
      .entry("colours", described.map { $0 < 0 ? "unknown" : "\($0)" } ?? "unknown"),
      .entry("COLORTERM", variable("COLORTERM") ?? "not set"),
      .entry("theme", look.theme, note: look.choices["theme"]?.origin ?? ""),
    ]
    if type == nil || type == "dumb" {
      lines.append(.warning("Nothing can be drawn: set TERM to what the terminal is."))
    } else if described == -1 {
      lines.append(.warning("TERM is not described here, and xterm-256color is tried instead."))
    }
    if variable("NO_COLOR") != nil {
      lines.append(.warning("NO_COLOR is set: no colours. --color 256 overrules it."))
    }
    return lines
  }

  private var locale: [PageLine] {
    let asked = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(variable).first
    // The locale is not set again under an open screen.
    let takesUTF8 = colors == nil ? purser_locale() : purser_is_utf8()
    var lines: [PageLine] = [
      .heading("characters"), .entry("locale", asked ?? "not set"),
      .entry("UTF-8", takesUTF8 ? "yes" : "no"),
      .entry("glyphs", look.glyphs(takesUTF8: takesUTF8).rawValue),
    ]
    if let ambiguous = look.choices["ambiguous"] {
      lines.append(.entry("ambiguous", ambiguous.word, note: ambiguous.origin))
      if ambiguous.word == "2" {
        let words = "Lines and blocks take two cells here, and are drawn in ASCII instead."
        lines.append(.text("\(words) --glyphs overrules it."))
      }
    }
    if !takesUTF8 {
      lines.append(.warning("Names in other letters than ASCII show as ?: set LC_ALL=C.UTF-8."))
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
        .text("tmux waits for escape-time by itself, 500 ms before 3.5: set -sg escape-time 20")
      )
    }
    do {
      let problems = try KeyFile(path: Paths.keys).keymap().problems
      lines += problems.map { .warning($0.description) }
      lines.append(.entry("keys.toml", problems.isEmpty ? "good" : "\(problems.count) to mend"))
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
      lines.append(.warning("This terminal has no clipboard: what is copied goes to a file."))
      lines.append(.entry("file", Paths.copied))
    }
    if variable("TMUX") != nil || variable("TERM")?.hasPrefix("tmux") == true {
      lines += [
        .text("tmux drops what is copied unless its settings have one of these lines:"),
        .text("  set -g set-clipboard on"), .text("  set -g allow-passthrough on"),
      ]
    } else if variable("STY") != nil {
      lines.append(.text("GNU screen hands on what is copied in pieces of 768 bytes at most."))
    }
    return lines
  }

  private func isInstalled(_ program: String) -> Bool {
    (variable("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
