import Dashboard

/// A sandbox's addresses, and a command line for each endpoint that works as it stands.
struct SandboxLines {
  let stores: String
  let server: String
  /// The folder with the clients' keys.
  let folder: String

  init(_ description: SandboxFolder.Description, folder: String) {
    stores = "http://127.0.0.1:\(description.storesPort)"
    server = "http://127.0.0.1:\(description.serverPort)"
    self.folder = folder
  }

  struct Line {
    let title: String
    let command: String
  }

  var addresses: [(name: String, value: String)] {
    [
      ("server", server), ("stores", stores), ("webhooks", "\(stores)/simulator/webhooks"),
      ("settings", "\(folder)/settings.toml"), ("ledger", "\(folder)/ledger.sqlite"),
    ]
  }

  var lines: [Line] {
    [
      Line(
        title: "Validate Apple's receipt (iaptic's protocol)",
        command: post(
          "/v1/validate?appName=reader&apiKey=\(key("validate-key"))",
          """
          {"id":"plus.monthly","type":"paid subscription","transaction":{"type":"ios-appstore",\
          "appStoreReceipt":"\(simulator("apple/receipt?account=ada"))"},\
          "additionalData":{"applicationUsername":"ada"}}
          """
        )
      ),
      Line(
        title: "Validate Google's purchase (iaptic's protocol)",
        command: post(
          "/v1/validate?appName=reader&apiKey=\(key("validate-key"))",
          """
          {"id":"plus.weekly","type":"paid subscription","transaction":{"type":"android-playstore",\
          "purchaseToken":"\(simulator("google/token?account=ada&product=plus.weekly"))"},\
          "additionalData":{"applicationUsername":"ada"}}
          """
        )
      ),
      Line(
        title: "Verify a purchase (webtoapp.design)",
        command: post(
          "/verify/\(key("verify-token"))",
          """
          {"userIdentifier":"ada","appId":1,"purchaseDetails":{"productID":"plus.monthly",\
          "status":"purchased","verificationData":{"source":"app_store","serverVerificationData":\
          "\(simulator("apple/receipt?account=ada"))"}}}
          """
        )
      ),
      Line(
        title: "Upload a receipt",
        command: post(
          "/receipts?key=\(key("upload-key"))",
          """
          {"receipt-data":"\(simulator("apple/receipt?account=ada"))","uuid":"phone-1",\
          "uid":"ada"}
          """
        )
      ),
      Line(
        title: "Log a PlayFab player in and restore purchases",
        command: """
          TICKET=$(\(post("/Client/LoginWithCustomID", login)) | sed 's/.*"SessionTicket":"//; s/".*//'); \
          \(post("/Client/RestoreIOSPurchases", restoration, headers: ["X-Authorization: $TICKET"]))
          """
      ),
      notify("Notify as Apple does", "apple", []),
      notify(
        "Notify as Google does",
        "google",
        ["Authorization: Bearer \(simulator("google/push-token"))"]
      ),
      notify("Notify as Amazon does", "amazon", ["X-Amz-Sns-Message-Type: Notification"]),
      Line(
        title: "Ask for a user's entitlements, as a back end does",
        command: "curl -s \"\(server)/v1/users/ada/entitlements\""
          + " -H \"Authorization: Bearer \(key("api-key"))\""
      ),
      Line(title: "See the webhooks received", command: "curl -s \(stores)/simulator/webhooks"),
      Line(
        title: "Buy something",
        command: """
          curl -s \(stores)/simulator/act -d '{"act":"buy","store":"google","product":"plus.monthly",\
          "account":"finn","appAccount":"finn"}'
          """
      ),
      Line(
        title: "Advance the clock",
        command: "curl -s \(stores)/simulator/act -d '{\"act\":\"advance\",\"by\":\"P3D\"}'"
      ),
    ]
  }

  private var login: String { #"{"TitleId":"A1B2","CustomId":"phone-1","CreateAccount":true}"# }

  private var restoration: String {
    #"{"ReceiptData":"\#(simulator("apple/receipt?account=gail"))"}"#
  }

  private func notify(_ title: String, _ store: String, _ headers: [String]) -> Line {
    let fields = headers.map { " -H \"\($0)\"" }.joined()
    return Line(
      title: title,
      command:
        "curl -s \"\(stores)/simulator/notification?store=\(store)\" | curl -s -w '%{http_code}"
        + "\\n' \(server)/notifications/\(store) -H 'Content-Type: application/json'\(fields)"
        + " --data-binary @-"
    )
  }

  /// A request with a JSON body, in which the shell replaces `$(…)`.
  private func post(_ path: String, _ body: String, headers: [String] = []) -> String {
    let fields = (["Content-Type: application/json"] + headers).map { " -H \"\($0)\"" }.joined()
    let data = body.replacing("\"", with: "\\\"")
    return "curl -s \"\(server)\(path)\"\(fields) -d \"\(data)\""
  }

  /// The content of a key file, which is not printed.
  private func key(_ name: String) -> String {
    "$(cat \(ShellLine.of(["\(folder)/\(name)"])))"
  }

  private func simulator(_ path: String) -> String {
    "$(curl -s '\(stores)/simulator/\(path)')"
  }
}
