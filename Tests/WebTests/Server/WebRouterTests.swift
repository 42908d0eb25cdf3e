import Receipts
import Testing
import Web

@Suite struct SwitchboardTests {
  private let router = WebRouter([
    EndpointGroup(
      "things",
      routes: [
        Route(.get, "/v1/things/{id}") { request in
          WebResponse(200, text: request.parameters["id"] ?? "")
        },
        Route(.post, "/v1/things", maxBytes: 10, isCrossOrigin: true) { request in
          WebResponse(200, body: request.body)
        },
      ]
    )
  ])

  @Test func `a segment in braces takes any one, decoded`() async {
    let answer = await router.answer(WebRequest("GET", "/v1/things/a%2Fb?x=1"))
    #expect(answer.status == 200)
    #expect(answer.body == Array("a/b".utf8))
  }

  @Test func `an empty segment, or one that is no text, is none of a path`() async {
    for path in ["/v1//things/a", "//v1/things/a", "/v1/things//", "/v1/things/%FF"] {
      #expect(await router.answer(WebRequest("GET", path)).note == "no-such-path", "\(path)")
    }
    #expect(await router.answer(WebRequest("GET", "/v1/things/a/")).body == Array("a".utf8))
  }

  @Test func `a path nobody has is not found, and another method is told which ones there are`()
    async
  {
    #expect(await router.answer(WebRequest("GET", "/v2")).status == 404)
    let answer = await router.answer(WebRequest("GET", "/v1/things"))
    #expect(answer.status == 405)
    #expect(answer.headers.contains { $0.name == "Allow" && $0.value == "POST" })
  }

  @Test func `a path that nobody has is refused in the form of the group whose root it has`()
    async
  {
    let own = Route(.get, "/v1/own") { _ in WebResponse(200) }
    let group = EndpointGroup("things", routes: [own], root: "v1") { rejection, request in
      WebResponse(404, text: "\(rejection) \(request.headers["x-form"] ?? "")")
    }
    let other = EndpointGroup("other", routes: [Route(.get, "/v1/other") { _ in WebResponse(200) }])
    let router = WebRouter([other, group])
    let request = WebRequest("GET", "/v1/nothing", headers: ["x-form": "own"])
    #expect(await router.answer(request).body == Array("noSuchPath own".utf8))
    #expect(await router.answer(WebRequest("GET", "/v1/other")).status == 200)
    #expect(await router.answer(WebRequest("GET", "/v2")).note == "no-such-path")
  }

  @Test func `a compressed body is read where the route says so`() async {
    let route = Route(.post, "/v1/packed", readsGzip: true) { _ in WebResponse(200) }
    let router = WebRouter([EndpointGroup("packed", routes: [route])])
    for (encoding, status) in ["gzip": 200, "GZIP": 200, "x-gzip": 200, "br": 415, "gzip, br": 415]
    {
      let headers = ["content-encoding": encoding]
      let request = WebRequest("POST", "/v1/packed", headers: headers)
      #expect(await router.answer(request).status == status, "\(encoding)")
    }
  }

  @Test func `a body too long is refused before the route looks at it`() async {
    let request = WebRequest("POST", "/v1/things", body: Array(repeating: 1, count: 11))
    #expect(await router.answer(request).status == 413)
  }

  @Test func `a page of another origin may ask where the route says so`() async {
    let answer = await router.answer(WebRequest("OPTIONS", "/v1/things"))
    #expect(answer.status == 204)
    #expect(answer.headers.contains { $0.name == "Access-Control-Allow-Origin" && $0.value == "*" })
    #expect(await router.answer(WebRequest("OPTIONS", "/v1/things/1")).status == 405)
  }

  @Test func `a page of another origin can read when to try again`() async {
    let route = Route(.post, "/v1/things", isCrossOrigin: true) { _ in
      WebResponse(503).with("Retry-After", "7")
    }
    let router = WebRouter([EndpointGroup("things", routes: [route])])
    let answer = await router.answer(WebRequest("POST", "/v1/things"))
    #expect(answer.header("Retry-After") == "7")
    #expect(answer.header("Access-Control-Expose-Headers") == "Retry-After")
    let own = await WebRouter([
      EndpointGroup("things", routes: [Route(.post, "/v1/things") { _ in WebResponse(503) }])
    ]).answer(WebRequest("POST", "/v1/things"))
    #expect(own.header("Access-Control-Expose-Headers") == nil, "no other origin reads it")
  }

  private static let heads: [([String: String], String?)] = [
    ([:], nil), (["content-type": "application/json; charset=utf-8"], nil),
    (["content-type": "application/x-www-form-urlencoded"], nil),
    (["content-type": "text/plain;charset=UTF-8", "content-encoding": "identity"], nil),
    (["content-type": "image/png"], "wrong-type"),
    (["content-type": "multipart/form-data; boundary=json"], "wrong-type"),
    (["content-encoding": "gzip"], "wrong-type"),
    (["content-length": "10"], nil), (["content-length": "11"], "too-large"),
    (["authorization": "Bearer wrong"], "wrong-key"),
  ]

  @Test(arguments: heads)
  func `a request is refused by its head before its body is read`(
    _ headers: [String: String],
    _ note: String?
  ) async throws {
    let route = Route(
      .post,
      "/v1/locked",
      maxBytes: 10,
      refusalByHead: { $0.bearer == "wrong" ? WebResponse(401, note: "wrong-key") : nil }
    ) { _ in WebResponse(200) }
    let group = EndpointGroup("locked", routes: [route])
    let request = WebRequest("POST", "/v1/locked", headers: headers)
    #expect(await WebRouter.refusal(of: request, to: route, of: group)?.note == note)
    let answer = await WebRouter([group]).answer(request)
    #expect(answer.note == note)
  }
}
