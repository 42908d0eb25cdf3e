import Foundation

/// What the fuzzer found worth keeping: `Tests/Fuzz/Corpus`.
package enum KeptInputs {
  /// The inputs of a target, with their names.
  package static func of(_ target: String) throws -> [(name: String, octets: [UInt8])] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Fuzz/Corpus/\(target)")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      ($0, Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }
}
