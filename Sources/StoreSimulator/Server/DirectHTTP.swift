import AsyncHTTPClient

/// An HTTP client without retries. It lives as long as the process.
enum DirectHTTP {
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
}
