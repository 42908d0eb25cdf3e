import Receipts

/// A trust root file cannot be used.
enum RootFileError: Error, Equatable, CustomStringConvertible {
  case notACertificate(String)
  case unreadable(InputError)

  var description: String {
    switch self {
    case .unreadable(let error): "The trust root: \(error)"
    case .notACertificate(let path):
      "\(path) is not an X.509 certificate. A trust root is one certificate in DER or PEM."
    }
  }
}

/// Reads a trust root in DER or PEM.
enum RootFile {
  static func read(_ path: String) throws(RootFileError) -> [UInt8] {
    let input: [UInt8]
    do throws(InputError) {
      input = try InputFile.read(file: path)
    } catch {
      throw .unreadable(error)
    }
    guard let der = try? ReceiptText.bytes(of: input),
      (try? ReceiptVerifier(roots: [], addedRoots: [der])) != nil
    else { throw .notACertificate(path) }
    return der
  }
}
