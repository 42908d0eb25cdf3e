/// A number by which a document's bytes are found again sooner than by their SHA-256, which takes
/// longer than all the rest of recognising what a store sends twice. It proves nothing: the bytes
/// themselves are compared where it fits.
enum DocumentMark {
  /// Stores sign, and what differs from one signed document to the next is its end.
  private static let length = 64

  /// FNV-1a of 64 bits over the last bytes, begun with their count in all.
  static func mark(of bytes: [UInt8]) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ UInt64(bytes.count)
    for byte in bytes.suffix(length) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(bitPattern: hash)
  }
}
