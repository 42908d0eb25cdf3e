import Receipts

/// A licence key file cannot be used.
enum LicenceKeyFileError: Error, CustomStringConvertible {
  case unreadable(InputError)
  case unusable(path: String, LicenceKeyError)

  var description: String {
    switch self {
    case .unreadable(let error): "The licence key: \(error)"
    case .unusable(let path, let error): "\(path): \(error)"
    }
  }
}

/// Reads Google Play's licence key.
enum LicenceKeyFile {
  static func read(_ path: String) throws(LicenceKeyFileError) -> GoogleLicenceKey {
    let input: [UInt8]
    do throws(InputError) {
      input = try InputFile.read(file: path)
    } catch {
      throw .unreadable(error)
    }
    do throws(LicenceKeyError) {
      return try GoogleLicenceKey(input)
    } catch {
      throw .unusable(path: path, error)
    }
  }
}
