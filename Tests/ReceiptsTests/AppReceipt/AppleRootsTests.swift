import Crypto
import Receipts
import Testing

@Test func `the three roots that ship are the ones Apple publishes`() {
  let published = [
    "b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024",
    "c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050",
    "63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179",
  ]
  let shipped = AppleRoots.all.map { root in
    SHA256.hash(data: root).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
  #expect(shipped == published)
}
