import NIOCore
import NIOHTTPTypes

/// Closes connections that dawdle: on which a request's head, or then its body, takes longer than any
/// client does that means it. Silence alone is seen to elsewhere; this ends those who send an octet now
/// and then.
///
/// One for each connection, used in its event loop alone.
final class RequestClock: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let patience: TimeAmount
  private var alarm: Scheduled<Void>?

  init(_ limits: WebLimits) { patience = .seconds(Int64(limits.idleSeconds)) }

  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { wait(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    wait(context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head: wait(context)
    case .body: break
    case .end: alarm?.cancel()
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) { wait(context) }
    context.write(data, promise: promise)
  }

  func channelInactive(context: ChannelHandlerContext) {
    alarm?.cancel()
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { alarm?.cancel() }

  private func wait(_ context: ChannelHandlerContext) {
    alarm?.cancel()
    let channel = context.channel
    alarm = context.eventLoop.scheduleTask(in: patience) { channel.close(promise: nil) }
  }
}
