import Foundation
import JWTKit

/// Claims that this program only signs and never verifies.
protocol SignedClaims: JWTPayload {}

extension SignedClaims {
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
