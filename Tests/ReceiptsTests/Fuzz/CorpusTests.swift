import Foundation
import Receipts
import Testing

/// Replays what the fuzzer found worth keeping: one input for each way through the code, and every
/// one that once broke something.
@Suite struct `The fuzzer's corpus` {
  @Test(arguments: FuzzTarget.allCases)
  func `every kept input keeps its properties`(_ target: FuzzTarget) throws {
    let folders =
      ["Corpus/\(target.rawValue)"] + (target == .cms || target == .jws ? ["Signed"] : [])
    for name in folders {
      let folder = SignedSamples.fuzz.appending(path: name)
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      #expect(!files.isEmpty)
      for file in files.sorted() {
        let input = Array(try Data(contentsOf: folder.appending(path: file)))
        let fault = try target.fault(input)
        #expect(fault == nil, "\(name)/\(file)")
      }
    }
  }

  /// The samples are what tells a forgery from the rest: all of them must still be believed.
  @Test func `what was signed is genuine`() throws {
    let samples = try SignedSamples.kept.get()
    #expect(samples.checksSignatures)
    let folder = SignedSamples.fuzz.appending(path: "Signed")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let input = Array(try Data(contentsOf: folder.appending(path: file)))
      if file.hasSuffix(".der") {
        #expect(samples.receipts.examine(input, at: FuzzTarget.now).rejection == nil, "\(file)")
      }
      if file.hasSuffix(".jws") {
        #expect(samples.payloads.examine(input, at: FuzzTarget.now).rejection == nil, "\(file)")
      }
    }
  }
}
