import Entitlements
import Testing

@Suite struct `The language of a message` {
  @Test(
    arguments: [
      ("お金を払ったのに使えません。misaki.sato@post.example.com", .japanese),
      ("我付了钱但不能用，邮箱misaki.sato@post.example.com", .chinese),
      ("结账两次。订单号GPA.3301-8674-9231-09912", .chinese),
      ("Оплатил, доступа нет.misaki.sato@post.example.com", .russian),
      ("I paid and have no access. иван@почта.рф", .english),
      ("I paid and have no access. misaki.sato@post.example.com", .english),
    ] as [(String, MessageLanguage)]
  )
  func `is read beside an address without a space`(_ message: String, _ language: MessageLanguage) {
    #expect(MessageLanguage.likeliest(in: message) == language)
  }
}
