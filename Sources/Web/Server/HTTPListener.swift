import Foundation
import HTTPTypes
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOHTTPTypes
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Synchronization

/// Answers HTTP/1.1 requests at one address until shutdown, which completes the requests in progress.
struct HTTPListener: Service {
  let address: WebConfiguration.Address
  let channel: HTTP1Channel.Configuration
  var tls: TLSConfiguration?
  var loops: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
  /// How many connections may wait to be accepted.
  var backlog = 256
  /// Called once, with the listening channel and its port: port 0 chooses any free port.
  let listening: @Sendable (any Channel, _ port: Int) async -> Void
  let answer: @Sendable (Request, any Channel) async -> Response

  private let date = DateHeader()

  /// - Throws: `WebServerError.cannotListen`.
  func run() async throws {
    let plain = HTTP1Channel(
      responder: { [date, answer] request, writer, channel in
        var response = await answer(request, channel)
        response.headers[.date] = date.text
        try await writer.write(response: response.head, body: response.body)
      },
      configuration: channel
    )
    do {
      if let tls {
        try await server(TLSChannel(plain, tlsConfiguration: tls)).run()
      } else {
        try await server(plain).run()
      }
    } catch {
      throw WebServerError(listeningAt: "\(address)", error) ?? error
    }
  }

  private func server(_ channel: some ServerChildChannel) -> any Service {
    channel.server(
      configuration: ServerConfiguration(
        address: .hostname(address.host, port: address.port),
        backlog: backlog
      ),
      onServerRunning: { [listening, address] channel in
        await listening(channel, channel.localAddress?.port ?? address.port)
      },
      eventLoopGroup: loops,
      // The library logs every dropped connection.
      logger: Logger(label: "http") { _ in SwiftLogNoOpLogHandler() }
    )
  }
}

/// The `Date` of responses (RFC 9110 §6.6.1), formatted once a second.
private final class DateHeader: Sendable {
  private let last = Mutex((second: 0, text: ""))

  var text: String {
    let second = time(nil)
    return last.withLock { last in
      if last.second != second { last = (second, Self.text(of: second)) }
      return last.text
    }
  }

  private static func text(of second: time_t) -> String {
    var (second, parts) = (second, tm())
    gmtime_r(&second, &parts)
    let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][Int(parts.tm_mon)]
    let numbers = [parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }
    let clock = numbers.dropFirst().joined(separator: ":")
    return "\(day), \(numbers[0]) \(month) \(1_900 + Int(parts.tm_year)) \(clock) GMT"
  }
}
