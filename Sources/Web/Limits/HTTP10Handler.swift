import NIOCore
import NIOHTTP1

/// Translates the head of an HTTP/1.0 request to what HTTP/1.1 means by it: the connection ends with
/// the answer unless the client asks to keep it (RFC 9112 §9.3), and nothing is expected (RFC 9110
/// §10.1.1).
///
/// The handlers after it do not see the version.
final class HTTP10Handler: ChannelInboundHandler, RemovableChannelHandler, Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), head.version == .http1_0 else {
      return context.fireChannelRead(data)
    }
    head.headers.remove(name: "expect")
    let options = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
    if !options.contains("keep-alive") {
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }
}
