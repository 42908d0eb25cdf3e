import Foundation
import Testing

@testable import Mint
@testable import Receipts

/// The right certificates, the signer's first, put together wrongly.
struct ForgedChain: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var certificates: @Sendable ([[UInt8]]) -> [[UInt8]]

  static let all = [
    ForgedChain(testDescription: "reversed") { $0.reversed() },
    ForgedChain(testDescription: "the intermediate first") { [$0[1], $0[0], $0[2]] },
    ForgedChain(testDescription: "the intermediate left out") { [$0[0], $0[2], $0[2]] },
    ForgedChain(testDescription: "the signer three times") { [$0[0], $0[0], $0[0]] },
    ForgedChain(testDescription: "the signer alone") { [$0[0]] },
  ]
}

/// A chain with one wrong thing in it.
struct ForgedPlan: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var plan: ChainPlan

  private init(_ name: String, _ change: (inout ChainPlan) -> Void) {
    testDescription = name
    plan = Workshop.plan
    change(&plan)
  }

  static let all = [
    ForgedPlan("the leaf without its marker") { $0.leaf.marker = nil },
    ForgedPlan("the intermediate without its marker") { $0.intermediates[0].marker = nil },
    ForgedPlan("a leaf that is an authority") { $0.leaf.isAuthority = true },
    ForgedPlan("an intermediate that is none") { $0.intermediates[0].isAuthority = false },
    ForgedPlan("a leaf signed by a stranger") { $0.leaf.signatory = .stranger },
    ForgedPlan("an intermediate signed by a stranger") {
      $0.intermediates[0].signatory = .stranger
    },
    ForgedPlan("a leaf in the place of the intermediate") { plan in
      var leaf = plan.leaf
      leaf.subject = CertificateName("A developer's own")
      plan.intermediates.append(plan.leaf)
      plan.leaf = leaf
    },
    ForgedPlan("a leaf that had ended when it signed") { plan in
      plan.leaf.validity =
        Workshop.now.addingTimeInterval(
          -30 * Workshop.day
        )...Workshop.now.addingTimeInterval(-20 * Workshop.day)
    },
  ]
}

/// A right text written in another form, from its three parts.
struct ForgedText: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var text: @Sendable (String, String, String) -> String

  private init(_ name: String, _ text: @escaping @Sendable (String, String, String) -> String) {
    testDescription = name
    self.text = text
  }

  static let all = [
    ForgedText("padding behind the header") { "\($0)=.\($1).\($2)" },
    ForgedText("padding behind the payload") { "\($0).\($1)=.\($2)" },
    ForgedText("padding behind the signature") { "\($0).\($1).\($2)==" },
    ForgedText("a blank in the header") { "\($0) .\($1).\($2)" },
    ForgedText("a line end in the signature") { "\($0).\($1).\n\($2)" },
    ForgedText("a plus sign for a minus sign") { "\($0).\($1).+\($2.dropFirst())" },
    ForgedText("a slash for an underscore") { "\($0).\($1)./\($2.dropFirst())" },
    ForgedText("stray bits in the last letter") { header, payload, signature in
      // 64 bytes end in a letter with four spare bits: its neighbour says the same but for them.
      let last = signature.last.map(String.init) ?? ""
      let stray = ["A": "B", "Q": "R", "g": "h"][last] ?? "x"
      return "\(header).\(payload).\(signature.dropLast())\(stray)"
    },
    ForgedText("one part") { header, _, _ in header },
    ForgedText("two parts") { header, payload, _ in "\(header).\(payload)" },
    ForgedText("four parts") { "\($0).\($1).\($2).a" },
    ForgedText("an empty part before") { ".\($0).\($1).\($2)" },
    ForgedText("an empty part behind") { "\($0).\($1).\($2)." },
    ForgedText("three empty parts") { _, _, _ in ".." },
    ForgedText("five empty parts") { _, _, _ in "...." },
    ForgedText("nothing") { _, _, _ in "" },
    ForgedText("an empty JSON object") { _, _, _ in "{}" },
    ForgedText("a JSON object cut off") { _, _, _ in "{" },
  ]
}
