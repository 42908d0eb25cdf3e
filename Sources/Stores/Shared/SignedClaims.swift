import Foundation
import JWTKit

/// Claims that this program signs for itself; nobody verifies them here.
protocol SignedClaims: JWTPayload {}

extension SignedClaims {
  func verify(using algorithm: some JWTAlgorithm) async throws {}
}
