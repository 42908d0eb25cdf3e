import ArgumentParser
import Web

struct ServeOpenAPICommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    "openapi",
    "Print the OpenAPI 3.1 document of all endpoints.",
    discussion: """
      A running server serves that of its open endpoints at GET /v1/openapi.json. In examples, a \
      text that begins with $ stands for what a device or a store holds.
      """
  )

  func run() throws { try JSONText.print(OpenAPIDocument.ofAllEndpoints, .pretty) }
}
