import Receipts

/// A trust root that cannot be used, with the file that holds it.
enum RootFileError: Error, Equatable, CustomStringConvertible {
  case notACertificate(String)

  var description: String {
    switch self {
    case .notACertificate(let path):
      "\(path) is not an X.509 certificate. A trust root is one certificate in DER or PEM."
    }
  }
}

/// Reads a trust root in DER or PEM.
enum RootFile {
  static func read(_ path: String) throws -> [UInt8] {
    let input = try InputFile.read(path)
    guard let der = try? ReceiptText.bytes(of: input),
      (try? ReceiptVerifier(roots: [], addedRoots: [der])) != nil
    else { throw RootFileError.notACertificate(path) }
    return der
  }
}
