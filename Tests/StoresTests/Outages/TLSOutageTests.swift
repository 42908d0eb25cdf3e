import Crypto
import Entitlements
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ServiceCore
import Stores
import SwiftASN1
import Testing
import X509

/// A store whose certificate is not to be trusted gets no secret and is not asked again.
struct TLSOutageTests {
  private struct Identity {
    var certificate: String
    var key: String

    /// Signed by itself, for a host, from so many days before today to so many after.
    init(host: String = "localhost", days: ClosedRange<Double> = -1...1) throws {
      let privateKey = P256.Signing.PrivateKey()
      let name = try DistinguishedName { CommonName("purser test") }
      let certificate = try Certificate(
        version: .v3,
        serialNumber: Certificate.SerialNumber(),
        publicKey: .init(privateKey.publicKey),
        notValidBefore: Date().addingTimeInterval(days.lowerBound * 86_400),
        notValidAfter: Date().addingTimeInterval(days.upperBound * 86_400),
        issuer: name,
        subject: name,
        signatureAlgorithm: .ecdsaWithSHA256,
        extensions: try Certificate.Extensions {
          Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
          SubjectAlternativeNames([.dnsName(host)])
        },
        issuerPrivateKey: .init(privateKey)
      )
      self.certificate = try certificate.serializeAsPEM().pemString
      key = privateKey.pemRepresentation
    }

    var context: NIOSSLContext {
      get throws {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8))
        return try NIOSSLContext(
          configuration: .makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(
              try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem)
            )
          )
        )
      }
    }
  }

  private func ask(
    _ identity: Identity,
    trusting roots: [String]
  ) async throws -> (
    error: StoreClientError?, received: [Received]
  ) {
    try await ScriptedStore.run(tls: identity.context) { _ in
      .json(#"{"signedTransactionInfo":"eyJ.a.b"}"#)
    } use: { url, journal in
      var configuration = Counter.configuration(at: url)
      configuration.transport.extraRoots = roots
      let error = try await Counter.visit(configuration) { clients -> StoreClientError? in
        let client = try #require(clients.clients[.apple])
        do throws(StoreClientError) {
          _ = try await client.query(.appleTransaction("7"), Counter.shop)
          return nil
        } catch {
          return error
        }
      }
      return (error, journal())
    }
  }

  private func expectDistrust(_ outcome: (error: StoreClientError?, received: [Received])) {
    #expect(outcome.error == .unreachable(.apple, .tls))
    #expect(outcome.error?.remedy == .operatorAction)
    #expect(outcome.received.isEmpty)
  }

  @Test func `an extra root in the settings is trusted`() async throws {
    let identity = try Identity()
    let outcome = try await ask(identity, trusting: [identity.certificate])
    #expect(outcome.error == nil)
    #expect(outcome.received.count == 1)
  }

  @Test func `a certificate that nobody vouches for is refused`() async throws {
    expectDistrust(try await ask(try Identity(), trusting: []))
    expectDistrust(try await ask(try Identity(), trusting: [try Identity().certificate]))
  }

  @Test func `a store that hangs up in the handshake is tried again`() async throws {
    let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .childChannelInitializer { $0.close() }
      .bind(host: "127.0.0.1", port: 0).get()
    let port = server.localAddress?.port ?? 0
    let configuration = Counter.configuration(at: "https://localhost:\(port)")
    let error = try await Counter.visit(configuration) { clients -> StoreClientError? in
      let client = try #require(clients.clients[.apple])
      do throws(StoreClientError) {
        _ = try await client.query(.appleTransaction("7"), Counter.shop)
        return nil
      } catch {
        return error
      }
    }
    #expect(error?.remedy == .retry(notBefore: nil))
    try await server.close()
  }

  @Test func `a certificate of another host is refused`() async throws {
    let identity = try Identity(host: "store.example")
    expectDistrust(try await ask(identity, trusting: [identity.certificate]))
  }

  @Test func `a certificate that ended, or has not begun, is refused`() async throws {
    for days in [-3.0 ... -1.0, 1.0...3.0] {
      let identity = try Identity(days: days)
      expectDistrust(try await ask(identity, trusting: [identity.certificate]))
    }
  }
}
