import Dashboard
import Entitlements
import Foundation
import Stores
import Web

/// The parts of `checkhealth` beside the terminal: ledger, disk, clock, stores and endpoints. Reads
/// files' attributes and settings only; it queries no store and opens no ledger.
struct ServiceHealth {
  let settings: Settings
  /// The path of the ledger.
  let ledger: String

  var page: [PageLine] { file + clock + stores + directory + endpoints }

  /// Bytes of free disk space below which the ledger's folder is short of it.
  private static let scarceBytes = 1 << 30

  private var file: [PageLine] {
    let files = FileManager.default
    var lines: [PageLine] = [.heading("ledger"), .entry("file", ledger)]
    let folder = URL(fileURLWithPath: ledger).deletingLastPathComponent().path
    if let attributes = try? files.attributesOfItem(atPath: ledger) {
      let size = (attributes[.size] as? NSNumber)?.intValue ?? 0
      let mode = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
      lines.append(.entry("size", PageLine.size(size)))
      lines.append(.entry("mode", String(mode, radix: 8)))
      if mode & 0o007 != 0 { lines.append(.warning("Every account can read it: chmod 600.")) }
      if mode & 0o020 != 0 { lines += sharing(folder, attributes) }
      if !files.isReadableFile(atPath: ledger) {
        lines.append(.warning("It cannot be read: it belongs to another account."))
      } else if !files.isWritableFile(atPath: ledger) {
        lines.append(.text("It can only be read: jobs and imports are off."))
      }
    } else {
      lines.append(.text("It does not exist yet: the first import creates it."))
    }
    if let type = NetworkFileSystem.type(at: folder) {
      lines.append(
        .warning("It is on a network file system (\(type)), which damages it: use a local disk.")
      )
    }
    let disk = try? files.attributesOfFileSystem(forPath: folder)
    if let free = (disk?[.systemFreeSize] as? NSNumber)?.intValue {
      lines.append(.entry("disk", "\(PageLine.size(free)) free"))
      if free < Self.scarceBytes { lines.append(.warning("The disk is nearly full.")) }
    }
    return lines
  }

  /// What keeps the group from sharing a ledger that it may write to.
  private func sharing(
    _ folder: String,
    _ ledger: [FileAttributeKey: Any]
  ) -> [PageLine] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder)
    let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0
    let group = ledger[.groupOwnerAccountName] as? String ?? "its group"
    let isShared =
      mode & 0o2070 == 0o2070
      && attributes?[.groupOwnerAccountID] as? NSNumber == ledger[.groupOwnerAccountID] as? NSNumber
    return isShared
      ? [.text("The group \(group) shares it.")]
      : [
        .warning(
          "Its folder must belong to the group \(group), too: chgrp \(group), chmod 2770."
        )
      ]
  }

  private var clock: [PageLine] {
    let now = Date()
    let minutes = TimeZone.current.secondsFromGMT(for: now) / 60
    return [
      .heading("clock"), .entry("now", now.formatted(.iso8601)),
      .entry("zone", TimeZone.current.identifier, note: "\(minutes) minutes from UTC"),
    ]
  }

  private var stores: [PageLine] {
    [.heading("stores")]
      + Store.allCases.map { store in
        .entry(store.rawValue, settings.configures(store) ? "configured" : "not configured")
      } + [.text("purser stores check tests each connection.")]
  }

  private var directory: [PageLine] {
    guard let directory = settings.directory else { return [] }
    let finds = directory.configuration.emailURL == nil ? "" : "; finds e-mail addresses"
    return [
      .heading("directory"), .entry("asks", directory.configuration.host + finds),
      .text("purser stores check tests the connection."),
    ]
  }

  private var endpoints: [PageLine] {
    let heading = PageLine.heading("endpoints")
    do {
      return [heading]
        + (try ServeCheck.states(of: settings.serve)).map { state -> PageLine in
          switch state {
          case .open(let group): .entry(group.name, "on", note: group.lack ?? "")
          case .closed(let name, let missing): .entry(name, "off", note: missing)
          case .refused(let name, let reason): .entry(name, "refused", note: reason)
          }
        }
    } catch {
      return [heading, .warning("\(error)")]
    }
  }
}
