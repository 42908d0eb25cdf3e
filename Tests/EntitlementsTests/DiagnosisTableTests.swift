import Entitlements
import Testing

@Suite struct `The table of verdicts` {
  @Test func `has a code of its own in kebab case for each, and words`() {
    let codes = VerdictCode.allCases
    #expect(Set(codes.map(\.meaning)).count == codes.count)
    for code in codes {
      #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" }, "\(code)")
      #expect(code.meaning.hasSuffix("."))
      #expect(RecommendationCode.allCases.contains(code.recommendation))
    }
  }

  @Test func `stands in order of weight`() {
    let weights = VerdictCode.allCases.map(\.weight)
    let order = VerdictCode.Weight.allCases
    for (left, right) in zip(weights, weights.dropFirst()) {
      let places = (order.firstIndex(of: left) ?? 0, order.firstIndex(of: right) ?? 0)
      #expect(places.0 <= places.1)
    }
    #expect(Set(weights) == Set(order))
  }

  @Test func `has sentences of its own for each, with placeholders that there are`() {
    let codes = VerdictCode.allCases
    #expect(Set(codes.map(\.template)).count == codes.count)
    let placeholders: Set = [
      "product", "otherProduct", "date", "otherDate", "until", "amount", "otherAmount", "count",
      "store", "reason", "order", "code", "thing", "right", "link", "signIn",
    ]
    let texts = codes.map(\.template) + RecommendationCode.allCases.map(\.template)
    for text in texts {
      #expect(text.hasSuffix(".") || text.hasSuffix("]") || text.hasSuffix("?"), "\(text)")
    }
    for text in texts + CustomerText.messages.map(\.text) {
      for part in text.split(separator: "{").dropFirst() {
        #expect(placeholders.contains(String(part.prefix { $0 != "}" })), "\(text)")
      }
      #expect(text.filter { $0 == "[" }.count == text.filter { $0 == "]" }.count, "\(text)")
    }
  }

  @Test func `recommends everything that can be recommended`() {
    // One is for a purchase of which nobody said who asks about it, two for what a store cannot tell.
    let used = Set(VerdictCode.allCases.map(\.recommendation))
      .union([.compareSignIn, .askCustomer, .askColleague, .refundDuplicate])
    #expect(used.isSuperset(of: RecommendationCode.allCases))
  }
}
