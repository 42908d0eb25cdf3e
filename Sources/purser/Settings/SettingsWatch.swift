import Dashboard
import Entitlements
import Foundation
import Terminal

/// Reloads the files of themes, keys, queues and commands in a running dashboard when they change.
struct SettingsWatch: Sendable {
  let themes: ThemeFiles
  let mailbox: Mailbox<Event>

  func start() {
    FileWatcher.start(themes.folders + [Paths.config]) { [self] paths in
      if paths.contains(Paths.keys) { mailbox.post(.keysLoaded(Self.keys())) }
      // The available keys depend on both files.
      if paths.contains(Paths.commands) || paths.contains(Paths.keys) {
        mailbox.post(.commandsLoaded(Self.commands()))
      }
      if paths.contains(Paths.queues) { mailbox.post(.queuesLoaded(Self.queues())) }
      let folders = Set(paths.map { ($0 as NSString).deletingLastPathComponent })
      if themes.folders.contains(where: folders.contains) { mailbox.post(.themesChanged) }
    }
  }

  private static func keys() -> Outcome<Keymap> {
    do throws(SettingsError) {
      return .value(try KeyFile(path: Paths.keys).keymap())
    } catch {
      return .failure(error.description)
    }
  }

  private static func commands() -> Outcome<[CustomCommand]> {
    do throws(CommandFileError) {
      let keymap = (try? KeyFile(path: Paths.keys).keymap()) ?? .standard
      return .value(try CommandFile(path: Paths.commands).commands(beside: keymap))
    } catch {
      return .failure(error.description)
    }
  }

  private static func queues() -> Outcome<[SavedQueue]> {
    do throws(SettingsError) {
      return .value(SavedQueue.all(try QueueFile(path: Paths.queues)))
    } catch {
      return .failure(error.description)
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
