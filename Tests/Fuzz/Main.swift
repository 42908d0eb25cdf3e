import Foundation
import Mutators

private let environment = ProcessInfo.processInfo.environment
private let name = environment["FUZZ_TARGET"] ?? ""
/// Of what was kept, all is asked.
private let isThorough = environment["FUZZ_THOROUGHLY"] != nil

/// Which target is fuzzed is told by the environment.
private let target = FuzzTarget(rawValue: name)

private let grammar: Grammar =
  switch name {
  case "cms", "attributes": .der
  case "json": .json
  case "jws": .jws
  case "dump": .text(.dump)
  case "time": .text(.time)
  case "query": .text(.query)
  case "message": .text(.message)
  case "catalog": .text(.catalog)
  case "keys": .text(.keys)
  case "sql": .text(.sql)
  case "http": .text(.http)
  case "settings", "toml": .text(.settings)
  default: .none
  }

/// libFuzzer's way in.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let target else { fatalError("FUZZ_TARGET names no target") }
  let fault: String?
  do {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    fault = try target.fault(input, thoroughly: isThorough || isChosen(input))
  } catch {
    fatalError("the signed samples: \(error)")
  }
  if let fault { fatalError("\(target.rawValue): \(fault)") }
  return 0
}

/// Whether an input is one of the eighth of which all properties are asked.
private func isChosen(_ input: [UInt8]) -> Bool {
  var hash = UInt32(truncatingIfNeeded: input.count)
  for index in stride(from: 0, to: input.count, by: input.count / 64 + 1) {
    hash = (hash ^ UInt32(input[index])) &* 16_777_619
  }
  return hash >> 13 & 7 == 0
}

/// Changes an input in its place, and returns its new length.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutate(
  _ bytes: UnsafeMutablePointer<UInt8>,
  _ count: Int,
  _ limit: Int,
  _ seed: UInt32
) -> Int {
  var mutator = Mutator(seed: UInt64(seed))
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  return copy(mutator.mutate(input, by: grammar), to: bytes, limit)
}

/// Writes an input with parts of another one.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func cross(
  _ first: UnsafePointer<UInt8>?,
  _ firstCount: Int,
  _ second: UnsafePointer<UInt8>?,
  _ secondCount: Int,
  _ output: UnsafeMutablePointer<UInt8>,
  _ limit: Int,
  _ seed: UInt32
) -> Int {
  let other = Array(UnsafeBufferPointer(start: second, count: secondCount))
  var mutator = Mutator(seed: UInt64(seed), other: other)
  let input = Array(UnsafeBufferPointer(start: first, count: firstCount))
  return copy(mutator.mutate(input, by: grammar), to: output, limit)
}

private func copy(_ new: [UInt8], to bytes: UnsafeMutablePointer<UInt8>, _ limit: Int) -> Int {
  let kept = new.prefix(limit)
  bytes.update(from: Array(kept), count: kept.count)
  return kept.count
}
