import Basics
import Foundation
import Receipts
import ServiceCore

/// Amazon SNS signing certificates by URL.
actor SigningCertificates {
  private struct Entry {
    var certificate: AmazonSigningCertificate
    var until: Date
  }

  /// One per region, or two during a change.
  private static let maxEntries = 16
  /// The seconds until a certificate is fetched again, in case Amazon revokes it.
  private static let lifetime: TimeInterval = 86_400

  private let core: WebDependencies
  private var entries: [String: Entry] = [:]
  private var fetches: [String: Task<FetchedDocument?, Never>] = [:]
  /// Limits fetches, because anybody can name a URL without a certificate.
  private var fetchLimit = TokenBucket(capacity: 10, perSecond: 0.1)

  init(_ core: WebDependencies) { self.core = core }

  /// - Throws: A `FetchError` if the certificate is unavailable now.
  func certificate(
    at address: String
  ) async throws(FetchError) -> Result<AmazonSigningCertificate, Rejection> {
    let now = core.now()
    if let found = entries[address], now < found.until { return .success(found.certificate) }
    guard fetches[address] != nil || fetchLimit.take(at: now) else { throw .unreachable }
    let fetch = core.fetch
    let task = fetches[address] ?? Task { try? await fetch(address) }
    fetches[address] = task
    let answer = await task.value
    fetches[address] = nil
    guard let answer, answer.status < 500 else { throw .unreachable }
    guard answer.status == 200 else {
      return .failure(.untrustedChain(reason: "at SigningCertURL there is nothing"))
    }
    do throws(Rejection) {
      let certificate = try AmazonSigningCertificate(answer.bytes)
      if entries.count >= Self.maxEntries { entries = [:] }
      let until = now.addingTimeInterval(Self.lifetime)
      entries[address] = Entry(certificate: certificate, until: until)
      return .success(certificate)
    } catch {
      return .failure(error)
    }
  }
}
