import Foundation
import JWTKit
import Mint
import StoreSimulator

/// A simulator of its own, whose clock stands still unless it is told to advance.
func simulator(
  _ prepare: (inout SimulatorState) throws -> Void = { _ in }
) async throws -> Simulator {
  var state = SimulatorState(world: world())
  try prepare(&state)
  return try await Simulator(keys: SharedKeys.keys, state: state, now: { noon })
}

/// Keys are costly, and no test changes any.
enum SharedKeys {
  static let keys: SimulatorKeys = {
    do {
      return try SimulatorKeys(at: noon)
    } catch {
      preconditionFailure("no keys: \(error)")
    }
  }()
}

struct AppleClaims: JWTPayload {
  var iss: String
  var iat: Int
  var exp: Int
  var aud = "appstoreconnect-v1"
  var bid = SimulatedShop.app

  func verify(using _: some JWTAlgorithm) {}
}

struct GoogleClaims: JWTPayload {
  var iss: String
  var iat: Int
  var exp: Int
  var aud: String
  var scope = "https://www.googleapis.com/auth/androidpublisher"

  func verify(using _: some JWTAlgorithm) {}
}

/// The header with which Apple's API is asked.
func appleHeaders(
  _ keys: SimulatorKeys = SharedKeys.keys,
  at now: Date = noon,
  life: Int = 1_200,
  keyID: String? = SharedKeys.keys.appleKeyID
) async throws -> [String: String] {
  let signers = JWTKeyCollection()
  await signers.add(ecdsa: try ES256PrivateKey(pem: keys.appleKey.pem))
  let seconds = Int(now.timeIntervalSince1970)
  var header = JWTHeader()
  header.kid = keyID
  let token = try await signers.sign(
    AppleClaims(iss: keys.appleIssuer, iat: seconds, exp: seconds + life),
    header: header
  )
  return ["authorization": "Bearer \(token)"]
}

/// The form with which a service account asks for a bearer.
func googleForm(_ keys: SimulatorKeys = SharedKeys.keys, at now: Date = noon) async throws -> Data {
  let signers = JWTKeyCollection()
  await signers.add(
    rsa: try Insecure.RSA.PrivateKey(pem: keys.googleKey.pem),
    digestAlgorithm: .sha256
  )
  let seconds = Int(now.timeIntervalSince1970)
  var header = JWTHeader()
  header.kid = keys.googleKeyID
  let assertion = try await signers.sign(
    GoogleClaims(iss: keys.googleAccount, iat: seconds, exp: seconds + 3_600, aud: "token"),
    header: header
  )
  return Data(
    "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion)".utf8
  )
}

extension Simulator {
  /// An answer, as JSON.
  nonisolated func json(
    _ request: SimulatorRequest
  ) async throws -> (status: Int, body: [String: Any]) {
    let answer = await answer(request)
    let body = try? JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
    return (answer.status, body ?? [:])
  }
}

/// What a compact JWS says, unverified.
func payload(_ jws: Any?) -> [String: Any] {
  let parts = (jws as? String)?.split(separator: ".") ?? []
  guard parts.count == 3 else { return [:] }
  var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
  while text.count % 4 != 0 { text += "=" }
  return Data(base64Encoded: String(text))
    .flatMap { try? JSONSerialization.jsonObject(with: $0) as? [String: Any] } ?? [:]
}
