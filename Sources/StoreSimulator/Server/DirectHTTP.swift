import AsyncHTTPClient

/// HTTP without patience: whoever does not answer now is not there. It lives as long as the process.
enum DirectHTTP {
  static let client: HTTPClient = {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.connectionPool.retryConnectionEstablishment = false
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }()
}
