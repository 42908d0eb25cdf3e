import TestSupport
import Testing

/// Replays what the fuzzer found worth keeping.
@Suite struct `The fuzzer's corpus` {
  @Test(arguments: FuzzTarget.allCases)
  func `every kept input keeps its properties`(_ target: FuzzTarget) async throws {
    let inputs = try KeptInputs.of(target.rawValue)
    #expect(!inputs.isEmpty)
    for input in inputs {
      let fault = try await target.answerFault(input.octets)
      #expect(fault == nil, "\(target)/\(input.name)")
    }
  }
}
