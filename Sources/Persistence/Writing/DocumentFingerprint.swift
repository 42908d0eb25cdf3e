/// A cheap fingerprint for finding a document: hashing it with SHA-256 takes longer than all other
/// steps of recognising a duplicate. It proves nothing: on a match, the bytes are compared.
enum DocumentFingerprint {
  /// The number of bytes hashed. Stores sign documents, so different ones differ at the end.
  private static let length = 64

  /// 64-bit FNV-1a over the last bytes, seeded with the total count.
  static func mark(of bytes: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    for byte in bytes.suffix(length) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
