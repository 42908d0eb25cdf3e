import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Signals that a request's head was checked and its body may be read.
struct BodyRequested: Sendable {}

/// Supervises one connection: closes it if it is slow, reads a long body only when it is requested,
/// and allows no further request after one that was answered before it was read.
///
/// Idle connections are closed elsewhere; this handler also ends those that send a byte now and
/// then. One per connection, used in its event loop only.
final class SlowRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Bodies up to this size are read at once, because a request for them takes longer.
  static let shortBody = 16 << 10
  /// The maximum bytes read at once before they are processed.
  private static let readBytes = 16 << 10
  /// How long the rest of a request is discarded after its answer, so that a client that is still
  /// sending can read the answer.
  private static let lingering = TimeAmount.seconds(1)
  /// How long an incomplete request may still take when the server shuts down.
  private static let leaving = TimeAmount.seconds(2)

  private let timeout: TimeAmount
  private let proxies: Proxies
  private let connections: ConnectionTable
  private var alarm: Scheduled<Void>?
  private var isOpen = false
  /// Whether a request's head arrived, but not its end.
  private var isReceiving = false
  /// Requests whose head arrived and that are not answered yet.
  private var unanswered = 0
  private var isBodyHeld = false
  /// Whether the client waits for "100 Continue" before it sends the body (RFC 9110 §10.1.1).
  private var isBodyWithheld = false
  private var hasHeldRead = false
  private var isLastAnswer = false
  private var isLingering = false

  init(_ limits: WebLimits, _ connections: ConnectionTable) {
    timeout = .seconds(Int64(limits.idleSeconds))
    proxies = limits.trustedProxies
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if let codec = try? pipeline.context(handlerType: HTTP1ToHTTPServerCodec.self).handler {
      try? pipeline.addHandler(HTTP10Handler(), position: .before(codec))
    }
    if context.channel.isActive { open(context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    open(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    leave(context)
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) { leave(context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    switch part {
    case .head(let head):
      isReceiving = true
      unanswered += 1
      isBodyHeld = Self.isLong(head)
      isBodyWithheld = head.headerFields[.expect]?.lowercased() == "100-continue"
      if !isBodyHeld { requestBody(context) }
      connections.enter(.receiving, ObjectIdentifier(context.channel))
      wait(timeout, context)
    case .body: break
    case .end:
      isReceiving = false
      alarm?.cancel()
    }
    guard isLingering else { return context.fireChannelRead(data) }
    if case .end = part { context.close(promise: nil) }
  }

  func read(context: ChannelHandlerContext) {
    if isBodyHeld { hasHeldRead = true } else { context.read() }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext,
    event: Any,
    promise: EventLoopPromise<Void>?
  ) {
    guard event is BodyRequested else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    requestBody(context)
    release(context)
    promise?.succeed()
  }

  /// Lets a client that waits for it send the body, unless an earlier answer has to come first.
  private func requestBody(_ context: ChannelHandlerContext) {
    guard isBodyWithheld, unanswered == 1, !isLingering else { return }
    isBodyWithheld = false
    let head = HTTPResponsePart.head(HTTPResponse(status: .continue))
    context.writeAndFlush(wrapOutboundOut(head), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if isLingering { context.close(promise: nil) } else { context.fireErrorCaught(error) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case is ChannelShouldQuiesceEvent where isReceiving: wait(Self.leaving, context)
    case ChannelEvent.inputClosed where isLingering: context.close(promise: nil)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(var head) where head.status.kind != .informational:
      // Reading the rest of its body would be useless.
      if isUnread { head.headerFields[.connection] = "close" }
      isLastAnswer = head.headerFields[.connection]?.lowercased() == "close"
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .end: end(context, data, promise)
    default: context.write(data, promise: promise)
    }
  }

  private func end(
    _ context: ChannelHandlerContext,
    _ data: NIOAny,
    _ promise: EventLoopPromise<Void>?
  ) {
    let sent = promise ?? context.eventLoop.makePromise()
    let (channel, connections) = (context.channel, connections)
    let (isLast, isUnread) = (isLastAnswer, isUnread)
    unanswered -= 1
    sent.futureResult.whenComplete { _ in
      if !isLast { connections.enter(.idle, ObjectIdentifier(channel), bytes: 0) }
      if isLast { channel.close(mode: isUnread ? .output : .all, promise: nil) }
    }
    context.write(data, promise: sent)
    isLingering = isLast && isUnread
    wait(isLingering ? Self.lingering : timeout, context)
    if unanswered == 0 || isLingering { release(context) }
  }

  /// Whether the request that is answered next has not arrived completely.
  private var isUnread: Bool { isReceiving && unanswered == 1 }

  private func release(_ context: ChannelHandlerContext) {
    isBodyHeld = false
    guard hasHeldRead else { return }
    hasHeldRead = false
    context.read()
  }

  private func open(_ context: ChannelHandlerContext) {
    guard !isOpen else { return }
    isOpen = true
    let allocator = AdaptiveRecvByteBufferAllocator(
      minimum: 1_024,
      initial: 2_048,
      maximum: Self.readBytes
    )
    try? context.channel.syncOptions?.setOption(.recvAllocator, value: allocator)
    let address = context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    let channel = context.channel
    connections.open(
      ObjectIdentifier(channel),
      from: address?.peer ?? "unknown",
      isProxy: address.map(proxies.contain) ?? false
    ) { channel.close(promise: nil) }
    if context.channel.isActive { wait(timeout, context) }
  }

  private func leave(_ context: ChannelHandlerContext) {
    alarm?.cancel()
    connections.close(ObjectIdentifier(context.channel))
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
    alarm?.cancel()
    let channel = context.channel
    alarm = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }

  private static func isLong(_ head: HTTPRequest) -> Bool {
    if head.headerFields[.transferEncoding] != nil { return true }
    return (head.headerFields[.contentLength].flatMap { Int($0) } ?? 0) > shortBody
  }

  /// The configuration of a server's connections.
  static func configuration(
    _ limits: WebLimits,
    _ connections: ConnectionTable
  ) -> HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [SlowRequestHandler(limits, connections)],
      idleTimeout: .seconds(Int64(limits.idleSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerBytes,
        maxHeaderListSize: limits.headerBytes,
        maxHeaderFieldCount: 100
      )
    )
  }
}
