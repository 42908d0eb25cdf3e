import Hummingbird
import NIOCore

/// Reads the body of a request whose head was accepted.
struct BodyReader {
  enum Outcome {
    case whole([UInt8])
    case tooLong
    /// Other requests use all the memory for bodies.
    case noRoom
    /// The connection ended before the body.
    case cutOff
  }

  let connections: ConnectionTable
  let channel: any Channel

  func read(_ request: Request, length: Int?, upTo limit: Int) async -> Outcome {
    // Short bodies have already arrived or will at once.
    let isChunked = request.headers[.transferEncoding] != nil
    let isShort = !isChunked && (length ?? 0) <= SlowRequestHandler.shortBody
    if !isShort { channel.triggerUserOutboundEvent(BodyRequested(), promise: nil) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(length ?? 0, limit))
    do {
      for try await part in request.body {
        guard bytes.count + part.readableBytes <= limit else { return .tooLong }
        guard isShort || connections.hold(part.readableBytes, ObjectIdentifier(channel)) else {
          return .noRoom
        }
        bytes.append(contentsOf: part.readableBytesView)
      }
    } catch {
      return .cutOff
    }
    return length.map { $0 > bytes.count } ?? false ? .cutOff : .whole(bytes)
  }
}
