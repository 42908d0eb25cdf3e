import Basics
import Foundation
import Receipts
import ServiceCore

/// The certificates with which Amazon's notification service signs, by their addresses.
actor SigningCertificates {
  private struct Kept {
    var certificate: AmazonSigningCertificate
    var until: Date
  }

  /// One a region, and two while one follows the other.
  private static let most = 16
  /// Seconds until it is fetched anew, for the case that Amazon takes one back.
  private static let span: TimeInterval = 86_400

  private let core: WebCore
  private var kept: [String: Kept] = [:]
  private var asking: [String: Task<FetchedDocument?, Never>] = [:]
  /// Any stranger can name an address at which there is nothing.
  private var allowance = TokenBucket(capacity: 10, perSecond: 0.1)

  init(_ core: WebCore) { self.core = core }

  /// - Throws: A `FetchError` where nobody can tell now.
  func certificate(
    at address: String
  ) async throws(FetchError) -> Result<AmazonSigningCertificate, Rejection> {
    let now = core.now()
    if let found = kept[address], now < found.until { return .success(found.certificate) }
    guard asking[address] != nil || allowance.take(at: now) else { throw .unreachable }
    let fetch = core.fetch
    let task = asking[address] ?? Task { try? await fetch(address) }
    asking[address] = task
    let answer = await task.value
    asking[address] = nil
    guard let answer, answer.status < 500 else { throw .unreachable }
    guard answer.status == 200 else {
      return .failure(.untrustedChain(reason: "at SigningCertURL there is nothing"))
    }
    do throws(Rejection) {
      let certificate = try AmazonSigningCertificate(answer.bytes)
      if kept.count >= Self.most { kept = [:] }
      kept[address] = Kept(certificate: certificate, until: now.addingTimeInterval(Self.span))
      return .success(certificate)
    } catch {
      return .failure(error)
    }
  }
}
