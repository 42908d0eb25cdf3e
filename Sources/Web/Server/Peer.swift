/// Who asks, where requests come through proxies of ours.
enum Peer {
  /// The last address of `X-Forwarded-For` that no proxy of ours has: what stands before it anybody
  /// may have written.
  static func address(of request: WebRequest, behind proxies: [String]) -> String {
    guard proxies.contains(request.peer), let list = request.headers["x-forwarded-for"] else {
      return request.peer
    }
    let addresses = list.split(separator: ",").map { String($0.drop { $0 == " " }) }
    return addresses.last { !proxies.contains($0) } ?? request.peer
  }
}
