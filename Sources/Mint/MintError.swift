/// An error of creating keys, certificates or signatures; never caused by external input.
package enum MintError: Error, Equatable, Sendable, CustomStringConvertible {
  case noKey(kind: String)
  case certificateRefused(subject: String)
  case notSigned(what: String)

  package var description: String {
    switch self {
    case .noKey(let kind):
      "No \(kind) key could be made, because the system gave no random bytes. Try again."
    case .certificateRefused(let subject):
      "No certificate could be made for \(subject): its name or its dates do not fit X.509. "
        + "Use years from 1950 to 9999 and plain ASCII for the country."
    case .notSigned(let what):
      "The \(what) could not be signed, because the RSA key was refused. Mint a new authority."
    }
  }
}
