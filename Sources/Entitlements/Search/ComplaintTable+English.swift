extension ComplaintTable {
  /// What a phrase is about, what it weighs (5: hardly anything else; 1: perhaps), and the phrases.
  typealias Row = (Complaint, Int, String)

  static let english: [Row] = [
    (
      .noAccess, 3,
      """
      paid no|without access; not unlock*; didnt|doesnt|wont|never unlock*; not activat*; \
      didnt|doesnt|wont|never activat*; cant|cannot|unable access|use|open|unlock; still locked; \
      still ask*|want*|tell*|says pay|buy|subscribe|upgrade|purchase; \
      bought|purchased|paid|subscribed .. nothing; no access; havent|didnt|dont have \
      access|premium|pro; havent|didnt|not|never got|get|gotten|received|receive \
      access|premium|pro|subscription; premium|pro|subscription|purchase not|doesnt|isnt|didnt \
      work*|show*|activ*|appear*|recogni*; still see|seeing|get|getting|show* ads; still \
      free|basic|limited version|plan|account
      """
    ),
    (.noAccess, 1, "paid; bought; purchased; access; not working; locked"),
    (
      .chargedTwice, 4,
      """
      charged|billed|paid|debited|deducted|charge|bill|pay twice|double; \
      double|duplicate|duplicated|two|2|second|multiple|extra \
      charge*|payment*|billing|transaction*|bill; charged|billed|paid|debited \
      two|2|three|3|several|multiple times; twice charged|billed|debited
      """
    ),
    (.chargedTwice, 2, "twice; charged|billed again"),
    (
      .refundApple, 3,
      """
      refund* .. apple|itunes|iphone; apple|itunes .. refund*; app store .. refund*; \
      reportaproblem
      """
    ),
    (.refundApple, 2, "refund*; money back; reimburs*; chargeback; give|return my money"),
    (
      .refundGoogle, 3,
      """
      refund* .. google|android; google|android|play .. refund*; refund* .. play store
      """
    ),
    (.refundGoogle, 2, "refund*; money back; reimburs*; chargeback; give|return my money"),
    (
      .restoreFails, 4,
      """
      restor* not|doesnt|didnt|wont|fail*|nothing|error|cant|impossible; restor* purchase*; \
      cant|cannot|unable|not|failed restor*; nothing|no to restore
      """
    ),
    (
      .restoreFails, 3,
      """
      restor*; new|replacement phone|iphone|ipad|device|tablet|mobile; reinstall*; \
      chang*|switch*|upgraded|lost my|phone|device phone|iphone|device|tablet; transfer* .. new
      """
    ),
    (
      .vanished, 4,
      """
      two|2|both|another|other|different|wrong|second|old|new account*; \
      wife|husband|sister|brother|friend|son|daughter|someone|somebody logged|signed|logs; \
      logged|signed|log|sign in|into|out .. gone|lost|vanished|disappeared|missing; \
      subscription|purchase*|premium|pro vanish*|disappear*|gone|missing; merge account*
      """
    ),
    (.vanished, 2, "vanish*; disappear*; logged|signed out|in; login"),
    (
      .cancelledButCharged, 5,
      """
      cancel* .. charged|billed|charging|charge|renewed|renew|renews|debited|payment|took; \
      unsubscribed .. charged|billed|charging|charge|renewed|debited; \
      charged|billed|debited|renewed .. cancel*|unsubscribed; turned|switched|auto off .. \
      charged|billed|renewed
      """
    ),
    (
      .cancelledButCharged, 2,
      """
      cancel*; unsubscrib*; keep|keeps|still charging|charged|billing|billed; auto renew*; \
      renewed
      """
    ),
    (
      .lostAccess, 4,
      """
      lost|losing access|premium|pro|subscription|membership|features; \
      premium|pro|access|subscription|membership \
      stopped|expired|gone|revoked|removed|ended|lapsed|inactive; no longer|anymore \
      premium|pro|access|have|active|work*|subscribed|use; suddenly|randomly \
      no|lost|locked|expired|free|stopped; still|though|although|while|am pay|paying; \
      payment|card fail*|declin*|problem|issue|expired|rejected; billing \
      problem|issue|error|retry; says|shows|said|saying expired|inactive; on hold; grace period
      """
    ),
    (
      .wrongPlan, 4,
      """
      wrong|different plan|subscription|tier|price|product|amount|package|version; upgrad* \
      not|didnt|doesnt|still|monthly|yearly|annual; downgrad*; chang*|switch*|mov* \
      plan|tier|subscription|monthly|yearly|annual; price higher|wrong|different|increase*|rise; \
      yearly|annual|monthly|weekly instead|not|but; instead yearly|annual|monthly|weekly; \
      charged|paid more than
      """
    ),
    (.wrongPlan, 2, "upgrad*; plan; price"),
    (
      .consumableMissing, 5,
      """
      coin*|gem*|diamond*|credit|credits|token*|crystal*|point*|gold|pack|bundle|boost*|lives|item* \
      missing|not|never|didnt|gone|disappear*|vanish*|havent|where|arrive*|lost|isnt|arent; \
      not|never|didnt|havent|where|missing|without \
      received|receive|get|got|credited|delivered|added|are|my \
      coin*|gem*|diamond*|credit|credits|tokens|crystal*|points|gold|pack|bundle|boost*|lives|items
      """
    ),
    (.consumableMissing, 2, "coin*; gem|gems; diamond*; crystal*; in game; consumable"),
    (
      .trialOrOffer, 4,
      """
      trial; promo|offer|coupon|discount|voucher|redeem|gift|promotional code*; code \
      not|doesnt|didnt|invalid|expired|fail*|work*; redeem*; introductory|intro|special \
      offer|price; student|black discount|friday; discount not|didnt|missing
      """
    ),
    (
      .pendingOrFamily, 4,
      """
      ask to buy; family sharing|share*|plan|member*|group|subscription|account; shared with; \
      parent*|mother|father|mom|mum|dad|child|kid|son|daughter approv*|request*|permission; \
      waiting|awaiting|pending approv*|payment|confirm*|purchase; \
      payment|purchase|order|transaction pending|processing
      """
    ),
    (.pendingOrFamily, 3, "pending; approv*; family"),
  ]
}
