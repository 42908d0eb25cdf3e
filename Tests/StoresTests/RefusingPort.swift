#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A port of this machine that nobody listens at, and that nobody else is given until it is closed:
/// it is bound, and that is all.
struct RefusingPort {
  let port: UInt16
  private let end: Int32

  /// `nil` where the machine has none to give.
  init?() {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let end = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(end, $0, length) == 0 && getsockname(end, $0, &length) == 0
      }
    }
    self.end = end
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      close()
      return nil
    }
  }

  func close() { _ = closeDescriptor(end) }
}

private func closeDescriptor(_ end: Int32) -> Int32 { close(end) }
