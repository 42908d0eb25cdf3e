import Foundation

/// Recognizes network file systems, on which SQLite's write-ahead log does not work: its index is
/// memory that all processes share (sqlite.org, "Write-Ahead Logging", "Disadvantages").
enum NetworkFileSystem {
  private static let types: Set<Substring> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "lustre", "gfs2", "ocfs2",
    "glusterfs", "fuse.glusterfs", "fuse.sshfs", "fuse.rclone", "fuse.s3fs",
  ]

  /// The type of the network file system that holds a folder; `nil` for a local one.
  static func type(at folder: String) -> String? {
    guard let mounts = FileManager.default.contents(atPath: "/proc/self/mountinfo") else {
      return nil
    }
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
    return type(at: path, mounts: String(decoding: mounts, as: UTF8.self))
  }

  /// `mounts` is in the form of Linux's mountinfo (proc(5)): the fifth field is the mount point, the
  /// first one after a lone hyphen the type. A later mount hides an earlier one at the same point.
  static func type(at path: String, mounts: String) -> String? {
    var found: (point: String, type: Substring)?
    for line in mounts.split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 5, let hyphen = fields[5...].firstIndex(of: "-"),
        hyphen + 1 < fields.count
      else { continue }
      let point = fields[4].replacing("\\040", with: " ")
      guard point == "/" || path == point || path.hasPrefix(point + "/"),
        point.utf8.count >= found?.point.utf8.count ?? 0
      else { continue }
      found = (String(point), fields[hyphen + 1])
    }
    return found.flatMap { types.contains($0.type) ? String($0.type) : nil }
  }
}
