import Foundation

/// libFuzzer's way in. Which target is fuzzed is told by the environment.
private let target = FuzzTarget(rawValue: ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else { fatalError("FUZZ_TARGET names no target") }
  let fault: String?
  do {
    fault = try target.fault(Array(UnsafeBufferPointer(start: start, count: count)))
  } catch {
    fatalError("the signed samples: \(error)")
  }
  if let fault { fatalError("\(target.rawValue): \(fault)") }
  return 0
}
