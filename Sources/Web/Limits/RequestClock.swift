import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTPTypes

/// Says that a request's head was looked at and its body may come.
struct BodyWanted: Sendable {}

/// Sees to one connection: that it ends where it dawdles, that a long body is not read before somebody
/// wants it, and that no request follows one that was answered before it was read.
///
/// Silence alone is seen to elsewhere; this ends those who send an octet now and then, too. One for
/// each connection, used in its event loop alone.
final class RequestClock: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  /// Bodies up to so many bytes are read at once: to ask first takes longer.
  static let shortBody = 16 << 10
  /// At most so much is read at once, and waits to be worked at.
  private static let readBytes = 16 << 10
  /// How long what is left of a request is thrown away for after its answer, so that who still sends
  /// gets to read that.
  private static let lingering = TimeAmount.seconds(1)
  /// How long a request that is half sent may still take when the server ends.
  private static let leaving = TimeAmount.seconds(2)

  private let patience: TimeAmount
  private let proxies: Proxies
  private let connections: ConnectionTable
  private var alarm: Scheduled<Void>?
  private var isOpen = false
  /// A head came, and not yet its end.
  private var isReceiving = false
  /// Requests whose head came, and that are not answered yet.
  private var unanswered = 0
  private var isBodyHeld = false
  private var hasHeldRead = false
  private var isLastAnswer = false
  private var isLingering = false

  init(_ limits: WebLimits, _ connections: ConnectionTable) {
    patience = .seconds(Int64(limits.idleSeconds))
    proxies = limits.trustedProxies
    self.connections = connections
  }

  func handlerAdded(context: ChannelHandlerContext) {
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
      connections.enter(.receiving, ObjectIdentifier(context.channel))
      wait(patience, context)
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
    guard event is BodyWanted else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    release(context)
    promise?.succeed()
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
      // What is left of its body would be read for nothing.
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
    wait(isLingering ? Self.lingering : patience, context)
    if unanswered == 0 || isLingering { release(context) }
  }

  /// Whether the request that is answered next has not come to its end.
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
    if context.channel.isActive { wait(patience, context) }
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

  /// The connections of a server that has these limits.
  static func configuration(
    _ limits: WebLimits,
    _ connections: ConnectionTable
  ) -> HTTP1Channel.Configuration {
    HTTP1Channel.Configuration(
      additionalChannelHandlers: [RequestClock(limits, connections)],
      idleTimeout: .seconds(Int64(limits.idleSeconds)),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: limits.headerBytes,
        maxHeaderListSize: limits.headerBytes,
        maxHeaderFieldCount: 100
      )
    )
  }
}
