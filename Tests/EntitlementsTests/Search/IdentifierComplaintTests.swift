import Entitlements
import Testing

@Suite struct `A letter's words tell what it is about` {
  @Test(
    arguments: [
      ("I paid for premium but I have no access, it still asks me to subscribe", .noAccess),
      (
        "Bought the pro version yesterday and nothing happened. I can't use the features.",
        .noAccess
      ),
      ("I was charged twice for the same month!", .chargedTwice),
      (
        "There are two payments on my card, please refund one of the duplicate charges",
        .chargedTwice
      ),
      ("Please refund my purchase, I bought it on my iPhone", .refundApple),
      ("I want my money back from Google Play", .refundGoogle),
      ("refund please, order GPA.1234-5678-9012-34567", .refundGoogle),
      ("refund please, order MK4X7P2QRS", .refundApple),
      ("Restore purchases doesn't work on my new phone", .restoreFails),
      ("My subscription disappeared after my sister logged in with another account", .vanished),
      (
        "I cancelled my subscription last week but today I was charged again, refund me",
        .cancelledButCharged
      ),
      ("I was billed although I had already unsubscribed", .cancelledButCharged),
      ("I lost premium though I am still paying every month", .lostAccess),
      ("App says expired, suddenly no premium, my card was declined", .lostAccess),
      ("I got the wrong plan: it is monthly instead of yearly", .wrongPlan),
      ("My upgrade didn’t apply", .wrongPlan),
      ("I never received my 500 coins", .consumableMissing),
      ("the gems are missing, I paid 4.99", .consumableMissing),
      ("The free trial wasn't offered to me", .trialOrOffer),
      ("my promo code is not working", .trialOrOffer),
      ("The purchase is pending, it waits for Ask to Buy", .pendingOrFamily),
      ("Family Sharing: my wife doesn't get it", .pendingOrFamily),
    ] as [(String, TicketCategory)]
  )
  func `in English`(_ letter: String, _ ticketCategory: TicketCategory) {
    #expect(TicketCategory.kinds(in: letter).first == ticketCategory)
  }

  @Test(
    arguments: [
      ("Ich habe bezahlt, aber keinen Zugriff auf Premium", .noAccess),
      ("Mir wurde doppelt abgebucht", .chargedTwice),
      ("Ich möchte mein Geld zurück von Apple", .refundApple),
      ("Bitte um Rückerstattung über Google Play", .refundGoogle),
      ("Käufe wiederherstellen geht auf meinem neuen Handy nicht", .restoreFails),
      ("Mein Abo ist verschwunden, ich habe zwei Konten", .vanished),
      ("Ich habe letzte Woche gekündigt und trotzdem wurde abgebucht", .cancelledButCharged),
      ("Ich habe kein Premium mehr, obwohl ich zahle", .lostAccess),
      ("Falsches Abo: Monatsabo statt Jahresabo", .wrongPlan),
      ("Meine Münzen fehlen", .consumableMissing),
      ("Der Gutscheincode geht nicht, Probezeit", .trialOrOffer),
      ("Der Kauf ist ausstehend, Familienfreigabe", .pendingOrFamily),
      ("J'ai payé mais je n'ai pas accès à premium", .noAccess),
      ("J'ai été débité deux fois", .chargedTwice),
      ("Je veux être remboursé par Apple", .refundApple),
      ("Remboursement Google Play svp", .refundGoogle),
      ("Impossible de restaurer mes achats sur mon nouveau téléphone", .restoreFails),
      ("Mon abonnement a disparu, j'ai un autre compte", .vanished),
      ("J'ai résilié mon abonnement mais j'ai encore été prélevé", .cancelledButCharged),
      ("Je n'ai plus accès à premium, paiement refusé", .lostAccess),
      ("Mauvaise formule : mensuel au lieu d'annuel", .wrongPlan),
      ("Je n'ai jamais reçu mes gemmes", .consumableMissing),
      ("L'essai gratuit et le code promo", .trialOrOffer),
      ("Achat en attente, partage familial", .pendingOrFamily),
      ("Pagué pero no tengo acceso", .noAccess), ("Me cobraron dos veces", .chargedTwice),
      ("Quiero un reembolso de Apple", .refundApple), ("Devolución por Google Play", .refundGoogle),
      ("No puedo restaurar mis compras en mi teléfono nuevo", .restoreFails),
      ("Mi suscripción desapareció, tengo otra cuenta", .vanished),
      ("Cancelé la suscripción y me han cobrado", .cancelledButCharged),
      ("Ya no tengo premium aunque sigo pagando", .lostAccess),
      ("El plan es incorrecto, mensual en lugar de anual", .wrongPlan),
      ("No recibí mis monedas", .consumableMissing),
      ("La prueba gratis y el código de descuento", .trialOrOffer),
      ("La compra está pendiente, compartir en familia", .pendingOrFamily),
    ] as [(String, TicketCategory)]
  )
  func `in German, French and Spanish`(_ letter: String, _ ticketCategory: TicketCategory) {
    #expect(TicketCategory.kinds(in: letter).first == ticketCategory)
  }

  @Test(
    arguments: [
      ("課金したのにプレミアムが使えません", .noAccess), ("二重に請求されました", .chargedTwice),
      ("アップルに返金してほしいです", .refundApple),
      ("Googleで返金してください", .refundGoogle), ("機種変更したら購入を復元できません", .restoreFails),
      ("別のアカウントでログインしたら消えました", .vanished), ("解約したのにまた請求されました", .cancelledButCharged),
      ("支払っているのに突然期限切れになった", .lostAccess), ("プランが違います。年間プランにしたい", .wrongPlan),
      ("購入したコインが届きません", .consumableMissing), ("無料トライアルのコードが使えない", .trialOrOffer),
      ("購入が保留中です。ファミリー共有", .pendingOrFamily),
      ("我付款了但是没有开通会员", .noAccess), ("被重复扣款了", .chargedTwice), ("我要向苹果申请退款", .refundApple),
      ("在谷歌买的，请退款", .refundGoogle), ("换了手机，无法恢复购买", .restoreFails), ("会员不见了，我有两个账号", .vanished),
      ("已经取消订阅了还是扣费", .cancelledButCharged), ("一直在付费，会员突然失效", .lostAccess),
      ("买错套餐了，想升级", .wrongPlan),
      ("买的金币没有到账", .consumableMissing), ("免费试用和优惠码", .trialOrOffer),
      ("家庭共享，等待批准", .pendingOrFamily),
    ] as [(String, TicketCategory)]
  )
  func `in Japanese and Chinese`(_ letter: String, _ ticketCategory: TicketCategory) {
    #expect(TicketCategory.kinds(in: letter).first == ticketCategory)
  }

  @Test(arguments: [
    "", " ", "Hello, how are you?", "Guten Tag", "MK4X7P2QRS", "\u{0}\u{1B}[2J", "١٢٣ مرحبا", "👍",
  ])
  func `or nothing`(_ letter: String) { #expect(TicketCategory.kinds(in: letter) == []) }

  @Test func `all of it, the likeliest first, each once`() {
    let letter = "I cancelled but was charged, charged twice! Refund!"
    #expect(TicketCategory.kinds(in: letter).first == .cancelledButCharged)
    // Where no store is named, both may be meant.
    let kinds = TicketCategory.kinds(in: "I want my money back, please refund me")
    #expect(Set(kinds).isSuperset(of: [.refundApple, .refundGoogle]))
    #expect(Set(kinds).count == kinds.count)
  }

  @Test func `whatever case, width and accents are written`() {
    #expect(TicketCategory.kinds(in: "CHARGED TWICE").first == .chargedTwice)
    #expect(TicketCategory.kinds(in: "ｃｈａｒｇｅｄ ｔｗｉｃｅ").first == .chargedTwice)
    #expect(
      TicketCategory.kinds(in: "RU\u{308}CKERSTATTUNG GOOGLE")
        == TicketCategory.kinds(in: "Rückerstattung google")
    )
  }
}
