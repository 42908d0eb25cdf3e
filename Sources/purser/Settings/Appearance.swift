import ArgumentParser
import Dashboard
import Entitlements
import Foundation
import Terminal

struct ScreenOptions: ParsableArguments {
  @Option(help: .value("name", "The theme, by name.")) var theme: String?
  @Option(
    help: .value("command", "The first screen, as a dashboard command: 'orders state:grace'.")
  )
  var open: String?
  @Option(help: .value("folder", "An additional folder of theme files.")) var themes: String?
  @Option(help: .value("set", "The characters to draw with: auto, full, basic or ascii."))
  var glyphs: String?
  @Option(help: .value("colours", "The colours: auto, never, 16, 256 or truecolor."))
  var color: String?
  @Flag(inversion: .prefixedNo, help: "Use the mouse.") var mouse: Bool?
  @OptionGroup var play: PlayOptions
}

/// The screen's appearance, with the origin of each choice: an option, an environment variable or
/// the settings, in this order.
struct Appearance: Sendable {
  struct Choice: Sendable {
    var word: String
    var origin: String
  }

  private(set) var choices: [String: Choice] = [:]
  let path: String
  /// The links to order pages, by store.
  let links: [Store: String]

  /// The names of the choices, their values (empty: any) and their defaults.
  static let values: [(name: String, values: [String], standard: String)] = [
    ("theme", [], Theme.terminal.name),
    ("glyphs", ["auto"] + GlyphSet.allCases.map(\.rawValue), "auto"),
    ("color", ColorChoice.allCases.map(\.rawValue), "auto"),
    ("ambiguous", ["1", "2"], "1"),
    ("mouse", ["true", "false"], "false"),
  ]

  init(
    _ options: ScreenOptions?,
    _ settings: Settings,
    path: String,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(FileError) {
    self.path = path
    links = settings.links
    let given = [
      "theme": options?.theme, "glyphs": options?.glyphs, "color": options?.color,
      "mouse": options?.mouse.map(String.init),
    ]
    for (name, values, standard) in Self.values {
      let variable = "PURSER_" + name.uppercased()
      var choice = Choice(word: standard, origin: "default")
      if let word = given[name] ?? nil {
        choice = Choice(word: word, origin: "--\(name)")
      } else if let word = environment[variable], !word.isEmpty {
        choice = Choice(word: word, origin: "$\(variable)")
      } else if let word = settings.look[name] {
        choice = Choice(word: word, origin: path)
      }
      guard values.isEmpty || values.contains(choice.word) else {
        throw .wrongValue(
          path: choice.origin,
          key: name,
          expected: Self.expected(values)
        )
      }
      choices[name] = choice
    }
  }

  static func expected(_ values: [String]) -> String {
    "one of \(values.joined(separator: ", "))"
  }

  private func word(_ name: String) -> String { choices[name]?.word ?? "" }

  var theme: String { word("theme") }
  var colors: ColorChoice { ColorChoice(rawValue: word("color")) ?? .automatic }
  var takesMouse: Bool { word("mouse") == "true" }

  /// The characters to draw with on a terminal; `choice` is the setting if `nil`.
  func glyphs(
    takesUTF8: Bool,
    choosing choice: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> GlyphSet {
    guard takesUTF8 else { return .ascii }
    if let chosen = GlyphSet(rawValue: choice ?? word("glyphs")) { return chosen }
    // If lines and blocks take two cells, only ASCII is aligned.
    if word("ambiguous") == "2" { return .ascii }
    return environment["TERM"] == "linux" ? .basic : .full
  }
}

/// Reloads the files of themes, keys, queues and commands in a running dashboard when they change.
struct SettingsWatch: Sendable {
  let themes: ThemeFiles
  let mailbox: Mailbox<Event>

  func start() {
    FileWatcher.start(themes.folders + [Paths.config]) { [self] paths in
      if paths.contains(Paths.keys) {
        mailbox.post(.keysLoaded(Outcome { try KeyFile(path: Paths.keys).keymap() }))
      }
      // The available keys depend on both files.
      if paths.contains(Paths.commands) || paths.contains(Paths.keys) {
        let keymap = (try? KeyFile(path: Paths.keys).keymap()) ?? .standard
        let file = CommandFile(path: Paths.commands)
        mailbox.post(.commandsLoaded(Outcome { try file.commands(beside: keymap) }))
      }
      if paths.contains(Paths.queues) {
        mailbox.post(.queuesLoaded(Outcome { SavedQueue.all(try QueueFile(path: Paths.queues)) }))
      }
      let folders = Set(paths.map { ($0 as NSString).deletingLastPathComponent })
      if themes.folders.contains(where: folders.contains) { mailbox.post(.themesChanged) }
    }
  }
}

extension SavedQueue {
  /// The queues of `purser queue`.
  static func all(_ file: QueueFile?) -> [SavedQueue] {
    (file?.all ?? Queue.builtIn).compactMap { queue in
      ListKind(rawValue: queue.list.rawValue).map {
        SavedQueue(name: queue.name, list: $0, query: queue.query)
      }
    }
  }
}

/// Reports when files in some folders are written or removed. Waits on a thread that ends with the
/// program. Does nothing on systems without inotify, where `r` in `:themes` reloads the files.
enum FileWatcher {
  #if os(Linux)
  /// Calls `onChange` with the changed paths.
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {
    let events = inotify_init1(Int32(IN_CLOEXEC))
    guard events >= 0 else { return }
    let mask =
      UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)
    var watched: [Int32: Set<String>] = [:]
    for folder in folders {
      let watch = inotify_add_watch(events, folder, mask)
      // Several paths may lead to the same folder.
      if watch >= 0 { watched[watch, default: []].insert(folder) }
    }
    guard !watched.isEmpty else {
      close(events)
      return
    }
    let thread = Thread { [watched] in
      var buffer = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = read(events, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        onChange(paths(buffer[..<count], watched))
      }
    }
    thread.name = "file watch"
    thread.start()
  }

  // struct inotify_event: int wd; uint32_t mask, cookie, len; char name[len], padded by NULs.
  private static func paths(
    _ buffer: ArraySlice<UInt8>,
    _ watched: [Int32: Set<String>]
  ) -> Set<String> {
    let header = 16
    var paths: Set<String> = []
    var rest = buffer
    while rest.count >= header {
      let (watch, length) = rest.withUnsafeBytes {
        (
          $0.loadUnaligned(as: Int32.self),
          Int($0.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        )
      }
      rest = rest.dropFirst(header)
      let name = String(decoding: rest.prefix(length).prefix { $0 != 0 }, as: UTF8.self)
      for folder in watched[watch] ?? [] { paths.insert("\(folder)/\(name)") }
      rest = rest.dropFirst(length)
    }
    return paths
  }
  #else
  static func start(_ folders: [String], onChange: @escaping @Sendable (Set<String>) -> Void) {}
  #endif
}
