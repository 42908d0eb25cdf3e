extension TicketLanguage {
  static let englishWords = """
    the and i my is it you to of for have was on that this with me not but when what your are \
    can do how why from at be get just please hi hello im ive they been has had an if would so \
    there their now still we our us she he her his him one only says app a after before about \
    all by off back again
    """

  static let english = TicketLanguage(
    isSpaced: true,
    """
    @not = \
    not|no|cant|cannot|couldnt|didnt|doesnt|dont|wont|isnt|wasnt|arent|havent|hasnt|never|unable|wouldnt|nothing|without|nor
    @prem = \
    premium|pro|plus|gold|vip|subscription*|subscribtion*|sub|membership|features|upgrade|version|license|access|benefits
    @money = money|cash|card|account|bank
    bought = paid; bought; purchas*; payed; subscribed; ordered; payment \
    went|cleared|successful*|accepted|processed; order went; given|gave you; i|just|already \
    got|took premium|plus|pro|gold|vip; spent; payed for; signed up; transferred; have the \
    receipt; got receipt|confirmation; signing up; picked up|got|grabbed \
    premium|plus|pro|gold|vip|version|pass|app|pack|upgrade|subscription; bght; buyed; forked out; \
    shelled out; handed over $|money; card was|has|got charged; money|payment \
    taken|gone|left|through; put through payment; order|payment|transaction \
    confirmed|confirmation|complete|completed|success; subbed; own a|the|this year|app|version; \
    coughed up; took up subscription|offer; topped up; renewed|renewal
    charge = charg*; billed; billing; bill; debit*; took|taken|taking|take @money|payment|amount; \
    took|taken $; withdrew|withdrawn|withdraw*; payment|money|amount|$ \
    went|gone|left|out|taken|leaves|drawn; statement; went out; invoiced; renewed itself; \
    payments; hit my card; my card|bank; stop taking; comes|came|coming|go|going off|out \
    my|of|account|card; comes|came off; took whole|full|money|another|out|$; take|takes|took from \
    me|my; dinged; hit with; hit for; hit me; pulled $|from|out|money; siphon*; drained; \
    transaction*; direct debit; deduct*; cost me; out of my account; taken for; another $; whole \
    year|amount off; been had for; payment today|again|yesterday; fee; fees; autopay; lifted from; \
    billd; chrged; bank says|shows|app|statement; see your name|app; paypal
    twice = twice; doubl*; duplicat*; 2x; x2; \
    two|2|both|second|multiple|several|three|3|extra|additional|identical|repeat* \
    charge*|payment*|transaction*|debit*|bill*|subscription*|purchases|invoices|receipts|deductions|entries|renewals; \
    charg*|bill*|debit*|paid|pay|paying|took|deducted|taken two|2|both|three|3|several|multiple \
    times; two|2|three times; billed|charged|pay|paying|paid both; same \
    charge|payment|amount|month again; again same amount|day; \
    appears|shows|listed|there|comes|came|paying|paid twice; same day|minute|date|time|hour; \
    underneath it; and then another; another one; both ipad|apple|google|iphone|accounts; one \
    on|from|through apple|google|phone|android|iphone and; paying you|u|for two|both; two \
    subs|lots|identical|amounts|lines|of|active; 2 lots|subs|identical|amounts|lines|of; second \
    charge|payment|time|debit|identical; repeated; again for the same; over again; charged each; \
    the other one
    once = only|just once|one|1|single|tapped|clicked; one person|of these|of them|too many; both \
    went|payments|charges|charged; not two; for the same; bought|ordered|clicked|tapped|subscribed \
    once|one; one|1 subscription|purchase|account; only \
    one|once|got|the|have|need|want|made|pressed|ordered|subscribed|bought; one of them; one \
    phone|user|device|account|person; just the one; the extra|duplicate|second one; one back; \
    single purchase|order|subscription|press
    refund = refund*; refnd*; money back; $ back; reimburs*; chargeback; \
    give|return|want|need|get|have me|my|the money|cash|$; give back money|$; my money; cash back; \
    return the purchase|payment; undo|reverse|revers* the|this|my \
    purchase|charge|payment|transaction|order; get it back; paid back; pay me back; repay*; \
    withdraw* from the contract|purchase; money returned; send|sent it|this back; take it|this \
    back; return a|the|this|it|my|item|purchase*|app; reverse|reversed|reversal; undo; credit \
    me|back; give back; hand back; want|like|need|have it|this|my reversed|refunded|back|returned; \
    get $ back; $ returned|refunded|back; void the|my|this; cancel|cancelled the|this|my \
    order|purchase; dispute; money where; refudn; refound; reclaim; claim back; how do i get back; \
    get my; return policy; compensation; recoup
    accident = mistake; mistaken*; accident*; didnt mean; unintention*; by error; without \
    asking|permission|knowing|knowledge|consent; wrong button; misclick*; pocket; unauthori*; by \
    accident|mistake; cat|dog walked|stepped|pressed; butt dial; slipped; wasnt supposed; was \
    not|didnt|never meant|mean|intend*; no idea how|i; unknowingly; unaware; asleep; \
    pressed|hit|tapped|clicked wrong|by; toddler; behind my back; fat finger*; bought without; \
    apparently i; not authorised|authorized; inadvert*
    child = \
    son|daughter|kid|kids|child|children|toddler|grandson|granddaughter|nephew|niece|boy|girl|year \
    old; little one; my boy|girl|kiddo; kiddo; niece; teen*; 4|5|6|7|8|9|10|11|12|13 yo|year*|yr; \
    grandchild*; grandkid*
    unused = never|not|havent|didnt used|use|using|opened; no use; useless; not what i expected; \
    does not|nothing it says; dont|no need|longer it; not as described|advertised; crashes; \
    disappoint*; no longer need; scam; nothing like; waste of money; rubbish; garbage; junk; \
    misleading; false advertising; not worth; didnt like|help; dont like|want it; never \
    touched|opened; hate it; not as expected|promised; not for me; misled; ripoff; rip off; doesnt \
    do what; changed my mind; not what i thought|wanted; unhappy; not happy with; barely used; \
    poor quality
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac; macbook
    google = google; android; play store; playstore; samsung; pixel; galaxy; oneplus; xiaomi; \
    motorola
    restore = restor*; retrieve|recover my|purchase*; recover* purchase*|subscription; bring|get \
    back my purchases|purchase; restroe; recover my; purchase history; previous purchases; no \
    previous purchase*; nothing to restore
    fail = fail*; error*; doesnt|didnt|wont|isnt|not work*; does|did|do nothing; nothing \
    happens|happened|to; spins; spinning; greyed out; stuck; cant|cannot|could not|couldnt; \
    unable; crash*; nada; nothing to restore; no previous|purchases purchases|found; no \
    purchases|subscription found; spins|spinning|wheel|thinks; keeps saying|failing|spinning; wont \
    go|do|let; unsuccessful; says no|none|nothing|failed; no luck; does|did zilch|nowt|squat; no \
    joy; twenty|ten|many times; tried everything; error code; to no avail
    device = new|replacement|another|different|second|other \
    phone|iphone|ipad|device|tablet|mobile|laptop|computer|mac|android|pixel|samsung|galaxy|handset; \
    reinstall*; deleted|removed|uninstalled|deleting app; uninstall*; factory reset; reset my|the \
    phone|tablet|ipad|iphone; switched|moved|moving|switching|changed|swapped|upgraded \
    from|to|my|phones|phone iphone|android|samsung|phone|phones|ios; got new phone; phone|it \
    broke|broken|died|stolen|lost|lake|water; set up from backup; from a backup; put it back; \
    wiped; on my new; on my other|second; got|bought|have|using|my|on new|another|replacement \
    phone|pixel|galaxy|samsung|iphone|ipad|tablet|handset|mobile|laptop; \
    came|come|carried|carry|transfer*|moved|move across|over; new phone; old phone; across with \
    me; old one died|broke|stolen; phone was|got|is \
    replaced|stolen|lost|broken|wiped|reset|smashed; traded in; after|since \
    switching|changing|replacing|resetting|upgrading phone|phones|to; got a new; re installed; \
    re-installed; deleted and; took it off and; put it on my; both devices
    account = another|other|different|wrong|new|old|second|two|both \
    account*|email*|mail|login|profile; different|other|another|wrong|two apple|icloud id; \
    sign*|log*|logged with|into|in|as \
    google|apple|facebook|his|her|their|another|different|wrong|other; merg*; linked|connected \
    account*; husband|wife|partner|son|daughter|brother|sister|friend|roommate|someone \
    signed|logged|used; which email|account|login; changed my email|address|account|password; \
    moved to my|another|his|her; transfer* to|my account|email; vanish*|disapp*|missing|gone from \
    account|profile|login; under|on|to his|her|their|another account|email|name; wrong \
    email|login|account; logins; neither of them|the; signed in|up with \
    apple|google|different|another|my; under a different; two logins|accounts|emails|profiles|ids; \
    made|created new|another account|login|profile; old email; work email; gmail; different \
    email|login|id; changed my|the email|number|phone; attached|tied|linked to|with; ended up on; \
    profile
    gone = vanish*; disapp*; dissap*; @prem|purchase*|everything|it gone|missing|lost; lost \
    my|all|the|everything @prem|purchase*|everything; just gone; is|are|all gone; isnt|not|nowhere \
    anywhere|found|there|recogni*|find; nowhere; acts|like|as if|though|says i|never \
    bought|purchased|paid|had|new|stranger; doesnt|not|never recogni*|remember|know; starts over; \
    back to zero; cant find; welcome choose; wiped out; empty; nowhere|cant to|see be|find|any; \
    nothing|none of|i came|bought|there|carried|transferred|anymore|left; all of it|gone; poof; \
    wiped; not there; wants me to start|pay|buy again; as if|though id|i|ive never; like i|ive \
    never; treats|treating me; forgot|forgotten i|that|im; never existed; lost \
    everything|access|all|my; wheres|where is|has|did my; is gone; all gone; reset to|itself; no \
    trace|record|sign; back to free|zero|start|square; starting from scratch; says i dont; new \
    user|customer; blank; gone missing
    cancel = cancel*; canel*; terminat*; ended my|the subscription; turned|switched|turn off \
    auto*|renew*|subscription; turned|switched|turn auto*|it off; auto renew* off; opted out; \
    stopped my|the subscription|membership; will not|wont renew; set to expire; expires|ends on; \
    end|ended|ending subscription|membership; subscription was ended; quit; stopped the|my \
    subscription|sub|renewal|trial; cancled; shut it|off; closed my|the account|subscription; got \
    rid of; i|we|have|had ended it|my|the; disabled|deactivated renewal|auto|subscription|renewing; stop renew*; \
    unsub*; quit in|the|my; pulled the plug; gave up my|the; renewal off; dont renew; withdrew; \
    let it lapse; switched|turned|toggled off renew*|auto*|the renewal|subscription|my \
    subscription
    forgot = forgot*|forget|failed|missed|meant|remember|trying|going|want|wanted|how to \
    cancel|unsubscribe; how|where do|can|to i cancel; forgot|forget|meant|missed|remember|going to \
    cancel|stop|end|turn; how|where do|can i|to cancel|stop|unsubscribe|end; slipped my mind; \
    want|need|like to|you cancel|stop
    again = again; still; anyway; another; keep*; every month; continue*; nonetheless; yet; \
    despite; yet again; another $; once more; even though; after that; regardless
    premium = @prem; paid features; unlocked; all the lessons|songs|features|stuff; full \
    game|version|access|app; everything i paid; paid stuff|for|content; pass; unlimited; vip \
    thing; adfree; ad free; sub; elite; deluxe
    locked = lock*; padlock*; unlock*; still|keeps|keep|it|app|just \
    ask*|tell*|want*|says|show*|prompt*|wants \
    buy|pay|upgrade|subscribe|purchase|free|basic|paywall; paywall; ads; adverts; @not \
    access|open|use|unlock*|activat*|enabled|premium|pro|plus|available; limited; trial version; \
    members only; free version|plan|user|account|tier; still|only free|basic; nothing \
    changed|happened|unlocked|works|opened|new; @not \
    show*|appear*|reflect*|applied|apply|updated|updat*|register*; cant|cannot|couldnt \
    open|use|get; not work*; inaccessible; greyed; wont let me; doesnt|didnt work|go through|go; \
    no premium|pro|plus|access; unlock with|plus|premium|pro|now; every|all \
    lesson*|song*|chapter*|level*|feature*|workout*|content lock*|says|shows; still \
    shows|showing|says|on|see|seeing|getting|get \
    locks|padlock*|free|ads|unlock|paywall|adverts|buy|upgrade|subscribe|basic|limited|trial; go \
    plus|premium|pro; adds; ad; thinks|think im|i|ive nobody|free|not|havent|dont|never; no \
    difference; nothing different; same as before; nothing has happened|changed|unlocked; wont \
    open|unlock|activate; shut out; locked out; greyed out; hasnt \
    unlocked|activated|worked|changed|kicked|registered|updated; didnt \
    unlock|activate|kick|register; wants me to pay|buy|subscribe|upgrade; wants money|more; pay \
    again|twice|more; not recognised|recognized|recognising; upgrade screen|page|button|now; \
    activate; isnt active|activated|working|unlocked; upsell; demo
    stopped = stopped|stops|quit working|work; \
    premium|pro|plus|gold|basic|subscription|sub|membership|access stopped; stopped \
    although|though; no longer; anymore; any more; suddenly; all of a \
    sudden; out of nowhere; taken|took away; removed my|the|access; lost \
    access|premium|pro|plus|features|my|membership; revoked; deactivated; downgraded me|to free; \
    kicked; back to free|basic; expired; lapsed; inactive; turned off my|access|premium; cut off; \
    today not|no|nothing|locked; start your; since \
    this|yesterday|last|today|monday|tuesday|sunday|saturday|friday \
    morning|night|week|everything|all|it|app|im; woke up today|and|to|this; kicked me|out; kicks \
    me; was ok|fine|working|good; took it away; gone again; locked me out; locked again; no more; \
    not anymore; reverted; demoted; down to basic|free; out of the blue; overnight; \
    pulled|removed|revoked|disabled; this morning; last night|nite; from nowhere; all week; \
    without warning|notice; cut me off; lose|lost it|access|everything; says \
    expired|ended|inactive|lapsed
    until = until|till \
    yesterday|today|this|last|recently|monday|tuesday|wednesday|thursday|friday|saturday|sunday|now; \
    yesterday worked|fine|working|had|everything; worked|working|fine|ok \
    yesterday|until|till|before|last; was|were fine|working; since|as of \
    this|today|yesterday|morning|monday|tuesday|wednesday|thursday|friday; used to work; \
    til|till|til|until|up last|yesterday|to|this|now|recently|sunday|monday|nite; was \
    ok|fine|working|good|great all|until|til|till|up|yesterday; fine|worked|working|ok \
    til|till|until|up|last|yesterday|all; for months|years; been using; up to \
    sunday|monday|friday|yesterday|now|last; yesterday it|everything|was; all week
    hold = on hold; suspend*; paused; payment|billing|card|charge|bank \
    fail*|declin*|problem*|issue*|expired|reject*|bounce*|error|didnt|retry; \
    fixed|updated|changed|new|replaced|put the|my|a|another|in|new card|payment|billing; \
    insufficient; topped up; grace period; billing retry; past due; card expired|declined; payment \
    method; problem|issue|trouble with your|my|the|payment payment|billing|card|method; \
    put|added|entered|updated new|another|my|the card|payment|details; payment|card \
    didnt|did|was|got|wouldnt|not go|declined|bounced|failed|fail|refused|rejected; money on the \
    card; plenty of money; card got|was|has blocked|replaced|stolen|changed|renewed|expired; new \
    card; expired card; bank blocked; update payment|billing; update your payment; direct debit \
    bounced|failed; failed payment; payment failure; missed a payment; card was|got|is|has|had \
    been|just refused|declined|rejected|replaced|renewed|reissued; put|added|entered a|new \
    new|one|card in; put a new one in; payment|card refused|declined|bounced|failed
    ongoing = still|continue*|keep|being|am|been|get|always paying|pay|billed|charged|charging; \
    pay|paying|paid|billed|charged every|each|monthly|regularly|until|through|since|till; renewed \
    on|fine|yesterday|last|just|this|automatically; active until|subscription|in; subscri*|it \
    active; paid up|until; subscriber|customer|member for|since; im paying; why am i paying; \
    although|though i pay|paid|am; i|we do|still pay|paid; valid until; renews; payments \
    going|went; renewing|renews|renewed every|on|each|automatically|again; been a|paying \
    member|subscriber|customer|for|since|every|you; member|subscriber|subscribed|customer \
    since|for|of; like clockwork; pays|paying|paid for \
    it|every|each|always|regularly|monthly|again; my sub renews; dont expire|renew until; \
    expires|renewal in|on|date|next; good till|until|through; paid in full|up; loyal; long \
    time|standing; every month; payments are|up|still; valid till; in date; due on|to
    monthly = month*; per month; mthly; a month; each month; per mo; pm; pcm; by the month
    yearly = year*; annual*; 12 month*; per year; a year; 12 months; yr; per annum; for the year; \
    full|whole year; twelve months; p a
    tier = plan|plans; tier; package; basic; individual; solo; standard; pro; family plan; bundle; \
    lifetime; silver; team|teams|student|starter|family|duo|premium|personal|business|annual \
    plan|version|tier|one|option; option; version; yearly one; monthly one; edition; level of
    change = upgrad*; downgrad*; change over; changed|switched to; cheaper; crossgrade; \
    move|moved|switch|swap|swapped|change|changed|convert|transfer me|us|it|over|up|down|to|from; \
    move across; put me on|back|onto; moved up; went from|up to|up; went up to; step up|down; made \
    the switch; adjust; chang*|switch*|swap*|convert* \
    plan|plans|monthly|yearly|annual|tier|subscription|over; move|moved|moving me|us \
    over|across|up|down; chang*|switch*|swap* to monthly|yearly|annual|pro|plus|premium|basic
    wrong = upgrad*|downgrad*|switch* @not|fail*; wrong; instead; meant \
    to|the|monthly|yearly|annual; wanted monthly|yearly|annual|the; supposed to be; rather than; \
    selected|chose|picked|ordered monthly|yearly|annual|the|basic|pro; which one; signed up|put \
    me|charged for|on|to annual|yearly|monthly|the; i|we wanted; old price|rate|plan; by mistake; \
    thought|thinking|meant|intended|wanted|clicked|picked|chose|tapped|selected|ordered \
    i|was|to|for|picking|choosing|the|getting|monthly|one \
    monthly|yearly|annual|month|year|one|basic|pro|cheaper; ended up with|on|paying; \
    got|took|gave|signed|charged the|me whole|year|yearly|annual|monthly|wrong; still \
    on|shows|says|showing|lists|displays|being \
    basic|old|standard|monthly|yearly|starter|solo|free|individual; not the one; wasnt what i; \
    instead of; stuck with|on; different plan|one|to|than; \
    still|shows|says|shown|showing|lists|listed on|as|me \
    basic|monthly|yearly|annual|standard|individual|starter|solo; shows|says|still|showing|on \
    basic|monthly|yearly|annual|standard plan|tier|subscription; still \
    basic|standard|individual|starter|solo; still on basic|standard|monthly|yearly|annual|the old
    price = price* \
    up|increas*|rais*|higher|doubl*|jump*|change*|wrong|differ*|hike*|went|gone|risen; \
    increas*|hike|raise|rise|raised|jump* price*|fee|cost*|subscription|from; more expensive; \
    price|fee|cost goes|going|go up; price* increase*|rise*; new price; gone|goes|went|go|jumped \
    from|up $; cost* more|now|suddenly|went; was|used|always|been $; from $ to; overcharged; \
    charged more|too much; why is it $; so expensive; price* from|hike; nobody|never \
    asked|agreed|told increase|price|me; old|locked|original|advertised price; wrong|incorrect \
    price*|amount|fee; price|cost|fee|rate|subscription went|has|just|is|was|shot|gone \
    up|more|doubled|increased|risen|jumped|higher|different; charged|paying|paid|billed more \
    than|$; why am i|is it|the|was paying|more|$|so; put price|up|prices; pricier; dearer; price \
    tag; quoted; promised $; used to be|pay; said $; advertised; rise; hiked; suddenly $; extra $; \
    nobody|noone|never|not warned|told|informed|notified|agreed; without warning|notice; \
    bill|payment jumped|went|gone from|up
    coins = coin*; gem|gems; diamond*; crystal*; credit|credits; token|tokens; point|points; \
    jewels; rubies; gold coins|bars|pack; vbucks; robux; chest*; lives; boosters; booster; loot; \
    energy; stars; currency; bucks; skin|skins; starter|coin|gem|credit|mega pack; gold; ruby; \
    minutes; hours; lessons|sessions|messages|scans|photos|questions|searches pack|credit*|bundle; \
    gold bars; tickets; shards; orbs; pearls; hearts; keys; bag of; pile of; sack of; chest of; \
    box of; handful of; potions; fuel; cash pack|bundle; in game; ingame; game \
    cash|money|currency; top up; topup; bundle; bundles; balance; counter; wallet; spins; scrolls; \
    hints; power ups; swipes; superlikes; likes
    missing = @not \
    receiv*|get|got|gotten|arriv*|credited|deliver*|added|show*|appear*|given|came|come|land*|there|here|in|reflect*; \
    where are|is|r|my|the; wheres; got zero|nothing|none|nada; zero; missing; still \
    waiting|at|no|nothing|not; balance still|same|didnt|unchanged|is; never \
    came|arrived|showed|got|received; nothing; none; disappear*; vanish*; where did|have; no \
    coins|gems|diamonds|credits|tokens; add the missing; gone; still the same; only got|received; \
    without; hasnt|havent|has|have|didnt|did|not|never \
    budged|moved|changed|shown|arrived|landed|turned|increased|gone|credited|appeared|come; \
    still|stuck at|on|says|shows|showing 0|zero|nothing|same|none|empty|old; \
    balance|counter|total|count|wallet still|says|shows|same|unchanged|didnt|hasnt|never|is|at; \
    nothing there|arrived|came|showed|added|in|received|credited; werent there; wasnt there; not \
    there|here|in|added; no sign; nowhere to be; not a single; only|just half|some|part; \
    where|wheres|wher are|r|is my|the|they; short; never|not got|gotten|saw|seen|had; didnt \
    get|receive|arrive|come|show|appear; empty handed; where|wheres r|are|is my|the|all
    trial = trial*; free week|month|days|day|period|year; days|day|week|weeks|month free; try \
    it|for free; trail period; 7|14|30|3 free; introductory; free for; first|1st \
    3|7|14|30|week|month|days|day free; 7|14|30|3|seven|three days|day; day one; try before; \
    supposed to be|was free; said|says|promised|advertised|told free|no charge; trial period; week \
    free; free period; no charge; before trial|it|the ended|ends|was; wouldnt be|not charged \
    until|till|for; trail
    offer = promo*; coupon*; discount*; voucher*; redeem*; offer code*|price; offer|offers; code \
    @not|work*|invalid|expired|says|rejected|accepted|eligible; \
    intro|introductory|special|student|launch offer|price|deal|discount; black friday; % off; half \
    price; not eligible; ineligible; eligible; gift code|card; referral; student; first month|year \
    for|$; invalid code; cyber monday; code|coupon|voucher \
    wont|doesnt|not|isnt|rejected|refused|invalid|expired|says|from; \
    student|launch|special|sale|half|intro|loyalty|birthday|reduced price|rate|deal|off|discount; \
    deal; deals; half off|price; 50|20|30|25|40 %|off|percent; percent off; sale price; winback; \
    come back offer; new customer|subscriber; reduced; 1.00; $ 1; bogof; gift card
    pending = pending; processing; in process|progress; awaiting; waiting|waits for \
    approv*|confirm*|payment|permission; not completed|complete|finalised; doesnt|wont|not|never \
    complete; stuck on|at|in|as pending|processing|verif*; hasnt gone through; cash payment; \
    convenience store; bank transfer; neither cancelled; under review; still verifying; \
    purchase|payment|order|it|still|says|is pending|processing|waiting|awaiting; paid|pay|payed \
    cash|in; at the|a store|shop|kiosk|counter|seven|7|corner; 7 eleven; 7-eleven; oxxo; still \
    processing; not gone|cleared|finalised|finalized|settled; hasnt \
    cleared|completed|gone|processed|finished; waiting for|on; days ago still; verifying; being \
    processed|reviewed|verified; in limbo; on its way; wire transfer; clear; slow card
    approve = approv*; ask* to buy; asked|request|requested|permission to|for buy|purchase; \
    purchase request|requests; parental; accepted the|his|her|request; said yes; \
    hit|pressed|tapped approve|accept|allow; gave|give permission; request \
    sent|goes|went|never|came|from; ask to; parental|parent*; screen time; guardian; permission
    family = family shar*|group|member*|organi*|subscription|account|library; sharing; shar* \
    with|wife|husband|kids|family|purchases; family; organi*er; my|for \
    wife|husband|son|daughter|kids|children|partner|sister|brother|mom|mum|dad @not; \
    wife|husband|kids|son|daughter|partner|children dont|doesnt|cant|cannot|isnt; \
    in|her|his|our|my|the family; family version|plan|group|share|sharing|member|pack; \
    wife|husband|kids|kid|son|daughter|partner|mum|mom|dad|sister|brother|spouse|girlfriend|boyfriend \
    still|app|phone|ipad|cant|gets|sees|has|bought|pays|paid; household; joined my|the|our; group; \
    added my|her|him|as|to; cant share
    crash = crash*; freez*; frozen; bug*; blank|white|black screen; closes by|itself|when; \
    glitch*; since|after|latest update; cuts off; wont load; loading; sync*; slow; notification*; \
    keyboard; widget; camera; export*; display*; sound; battery; photo*; closes|shuts|quits \
    itself|down|by|when|as; seconds late; after|since|ever update|updating|updated|upgrade|ios; \
    update; stutter*; lag*; broken since; wont launch|start|load|sync; doesnt load|open|sync; \
    black|white screen; stuck on loading|logo|splash; timer; playback; wrong translation; typo; \
    hangs; error when; not syncing; not loading; audio; flicker*; rotates; rotate; drain; gps; \
    bluetooth; upload; microphone; overheats
    wish = would be|love nice|great|cool|to|if; could|can you \
    add|make|support|include|build|bring; please add|make|support; dark mode; feature \
    request|suggestion; suggest*; is there way|plan|option to|for; any plans; wish; font; \
    translat*; language; how do|can i use|set|change|export|turn|make|print; widget; apple watch; \
    option to|for; can we|you|i get|have|please add; would love|like to see; wish you|there|it|i; \
    is there|any a|any|plan* way|chance|option|to|for; support for; add a|an|the|support; \
    sort|filter by; feature; dark theme|mode; it would|itd be; consider adding; landscape; offline \
    mode; when will you|there|it; where do i find; which|what devices|phones|version; manual; tutorial; \
    how do|can i change|set|turn|export|make|add|import|print|use|move the|my|a|notifications|it; \
    how to change|set|turn|export|use|add
    login = password; cant|cannot|unable|not log|login|sign in; reset email|link|mail; \
    verification code; forgot my password|username|pin; delete my account|data; two factor; 2fa; \
    confirmation email|mail never|not|doesnt; verify my email; reset mail|email|link|password; \
    cant|cannot|couldnt get|log|sign|remember in|into|on|my; logged out; locked out of; passcode; \
    verification|security|login code|email|text|sms; username; delete|deleting|erase|close|remove \
    my account|data|profile; sign up; signup; register; sms; gdpr; change my \
    email|username|address|nickname; otp
    away = out of office|the; on vacation|holiday|leave|annual; automatic reply; autoreply; auto \
    reply; i am away; limited access to email; will return|be back; delivery \
    failed|status|failure; mailbox full; office closed; ooo; out of office; auto-reply; returning \
    on; return to|on|in; parental|maternity leave; in urgent cases; automatic; not monitored; \
    undeliver*; on annual|holiday|vacation|leave; no longer with|works|work
    praise = thank you for|so great|amazing; love this|the|your|it app; \
    great|awesome|amazing|fantastic|wonderful|excellent|brilliant|best app|work|job; worth \
    every|it|the|penny; well done; keep up; five|5 stars; congratulations; happy with; enjoying; \
    thanks guys; lovely|great|superb|nice|cool|fab|brilliant|amazing|beautiful app|work|job|game; \
    thank|thanks you|so|for much|making|the|all|your|quick|help; keep it up; love|loving|loved \
    it|this|the|your; cheers; 10 10; helped me|us; changed my life; favourite; favorite; worth it; \
    very|so|really happy|pleased|impressed; no complaints; kudos; bravo; big fan; \
    solved|sorted|fixed now|thanks; recommend; delighted
    business = partnership; collaborat*; advertis* with|on|your; seo; increase downloads|your; \
    reviews guaranteed|positive; marketing; press kit|inquiry; influencer; newsletter unsubscribe; \
    licenses|licences for|school|company|team|classroom; volume|bulk; \
    job|jobs|apply|application|internship|vacancy|position; sponsor*; our \
    agency|company|services|team offers|offer|can; rank; investor; resell*; studio; feature your \
    app; cooperat*; who should|do i|can talk|speak|contact; press; journalist; podcast; blog; \
    youtube*; interview; bulk; seats; schools; nonprofit; charity; hire; hiring; freelance*; \
    developer|designer looking|offering|available; your app store ranking; backlinks; guest post; \
    promote; agency; proposal; quote; wholesale; licens*; university; students in; affiliate; \
    survey; research
    invoice = vat|tax invoice|receipt|number|id; invoice for|copy|our|pdf|please|with; \
    need|send|have|get|issue an|me|a|us invoice; accounts|accounting department; copy of \
    invoice|receipt; receipt for|copy tax|accounting|company|expense*; billing|company address; \
    invoice; vat; tax; receipt pdf|copy|for|with|please; need|send|get|have|can receipt|bill \
    for|with|copy; bookkeep*; accountant; expense*; reimbursed by; company name|details|address; \
    paperwork
    recent = just bought|paid|now|subscribed|purchased|got|upgraded|signed|ordered; just; \
    minutes|mins|min|hour|hours|hrs ago; today; this morning|afternoon|evening; an hour; tonight; \
    few|couple minutes|hours; moment ago; since buying|paying|purchasing; right after; straight \
    after; half hour
    free = free; for nothing; no charge; free of charge
    inquiry = how much; what does|is|are|would price|cost|it|the|difference \
    cost|price|for|between; thinking of|about getting|buying|subscribing|it|the|upgrading; do \
    you|u|they have|offer|do|accept|sell|give; is there a|any \
    student|discount|family|lifetime|free|cheaper|version|plan|way|group; before i|we \
    buy|subscribe|pay|sign|purchase|commit; can i|we|you gift|give|buy|share|pay \
    it|as|a|for|with|by; if i|we|you buy|subscribe|upgrade|pay|get|cancel; considering; interested \
    in; planning to; does it|the|premium|plus|pro include|come|work|cover|have; what \
    do|happens|will i|if|you get|cancel; as a gift|present; what is included; any discount*; would \
    i|it|we; next semester; curious; can|could i|we pay|use it|by|with|on; question before; how \
    many devices|people; do i need|have; are there any; wondering if
    noRefund = dont|not|didnt|never|no|without \
    want|need|ask|asked|asking|after|request|requested|looking|wanting|requesting \
    refund*|money_back|my_money; no need refund*; had|got|an|my|the old|earlier|previous|last \
    refund*; refunded me|us \
    january|february|march|april|may|june|july|august|september|october|november|december|last|already; \
    you|u|they|apple|google refunded january|february|march|april|june|july|august|september|october|november|december|the|my|last|it; \
    says|saying|said|shows|status|marked|listed refunded; got|was|been refunded \
    for|in|last|already|back; not a refund; old|earlier|previous refund; refunded since|when|after
    notCancelled = i|we|have|had|ive did_not|didnt|never|havent|hadnt|not \
    cancel*|unsubscrib*|terminat*|end_it|ended; havent|didnt|never cancel*|unsubscrib*|terminated; \
    not|dont|didnt want|wish|going|asking|trying|planning to_cancel|to_end|to_quit|to_stop; \
    without cancelling|canceling; nothing|nobody|none cancelled|canceled
    notTwice = not|never|havent|wasnt|isnt|dont|didnt|without \
    charged|billed|paying|pay|paid|charge twice|double|again; dont|not|wouldnt|without \
    want|like|wanna to_pay|paying|pay twice|again|double; no double charge
    notCharged = was|were|am|have|ive not|never|been_not charged|billed|debited; \
    wasnt|havent|werent|hasnt|havnt|never charged|billed|debited|been_charged|been_billed; nothing \
    was|has|been taken|charged|billed|debited; no charge|money|payment was|has|been \
    taken|made|left
    sameDevice = same \
    phone|iphone|ipad|device|tablet|account|apple_id|login|email|google|handset|id|laptop|mac; \
    never|havent|didnt changed|switched|change|switch \
    anything|a|phone|phones|device|devices|account|accounts|thing; nothing changed|reinstalled; no \
    new phone|device|account
    fine = card|bank|payment|payments|subscription|premium|billing|membership is|are|works|working|runs \
    fine|ok|okay|good|perfectly|active|working; not about|a payment|subscription|money|billing
    newcomer = first time here|user|visitor; brand|a new|fresh|first_time \
    user|customer|member|here|account|stranger|person; never \
    bought|paid|been|had|existed|purchased|met; start|starting from over|scratch|zero|beginning; \
    doesnt|didnt|wont|not know|remember|recognise|recognize me|us|i|my; welcome screen; \
    as_if|like|though i i_never|never|was_new|ive_never|didnt|am_new|just
    invite = invit*; referral; friend*|mate|colleague|sister|brother|cousin \
    link|code|signed|joined|subscribed|used; recommended a friend; friend* got|gets|had|has \
    discount|month|free|deal|week|it; my link|code; bonus month; free month; gift month; month \
    as|for thanks|gift|reward|joining; reward
    restore = already|previously|existing \
    bought|purchased|own|paid|customer|subscriber|owned|a_customer|a_member \
    it|this|tap|here|button|link|screen|premium; button|link|thing|option \
    give|gives|get|gets|bring|brings|fetch back; no \
    purchases|previous_purchases|purchase|subscriptions found|to|available; no previous purchases; \
    button bought|own|owned|paid|purchases|purchased; get|getting|give|bring|bringing|load|fetch \
    my|back|old|previous|what purchases|purchase|i_own|i_bought|i_paid|what_i
    twice = once from|by|via|through|on|with and|then|also once|again|another|by|via|through|from; \
    from|by|via|through both; and again|another $; the other for; $ and|plus $; both the|my|from \
    phone_bill|card|carrier|paypal; phone|mobile|carrier bill and card|bank|visa|also; \
    bought|pressed|tapped|clicked|paid it_again|again two|2|both|got|charged; have|got|see two|2 \
    of|on|in|for; paid|pay for two|2; one too many
    offer = code where|from|isnt|not|enter|put|type|box|field; enter|put|type|redeem|apply|use \
    the|my|a|this code|voucher|coupon; where|how|no|cant enter|put|type|box|field|redeem code; \
    code from|of newsletter|youtuber|influencer|email|podcast|friend|blog|magazine; \
    available|eligible|valid|only for|to new new|users|customers|everyone; \
    full|normal|regular|standard price|amount|9.99|$ instead|despite|not; \
    intro|introductory|welcome|starter offer|price|month|deal; discovery|taster offer|month
    hold = card expired|declined|refused|bounced|rejected|changed|replaced|reissued|blocked; \
    payment|charge|renewal bounced|declined|refused|failed|didnt_go|rejected|unsuccessful; new \
    card|bank|payment_method|paypal|details added|added|put|in|entered|saved; \
    put|added|entered|updated|changed|saved new|the|my|a card|payment|bank|details; \
    problem|issue|trouble with|billing|updating payment|billing|card|your; not \
    enough|no|insufficient money|funds|balance|credit; topped up account|balance|card; \
    says|still|status|stays|shows suspended|paused|on_hold
    price = costs|pays|paid|charged|pay|charges less|more|cheaper|only|half than; \
    cheaper|less|lower for|than my|a|other|me; friend|sister|brother|colleague|neighbour|he|she \
    pays|paid|gets $|less|only|half; instead of $|the|last|old; why do|am|should|is i|me|mine \
    pay|paying|more; renewed|renewal at|for|cost $|more|higher|new; \
    listed|displayed|showed|shown|store|page|screen $|at; different price|amount than|from
    tier = from|old|basic|base|solo|starter|lite|mini|silver|bronze to \
    plus|pro|duo|family|premium|max|gold|ultra; difference paid|for; paid|pay the difference
    gone = lost premium|plus|pro|it|everything|all; where did|has|is my|all|the|premium go|gone; \
    all|is|are|it|was gone
    stopped = did i|we lose|lost; premium|subscription|pro|plus|access \
    stopped|ended|quit|went|gone|lapsed|vanish*|disappear*; is|has|just|was gone; stopped \
    premium|working|being
    inquiry = can|could i|we stop|cancel|quit|pause|share|gift|pay before|in|when|first; will \
    i|we|it be|lose|keep|still
    pending = says|still|shows|shown|status|marked \
    pending|processing|in_progress|in_process|being_processed; asked|ask|asks|request|permission \
    mum|mom|dad|parent*|mother|father|grandma; transfer|money sent|left|gone|made|went \
    still|pending|processing|waiting|nothing
    approve = mum|mom|dad|mother|father|parent*|grandma|guardian \
    approved|accepted|agreed|said_yes|clicked|tapped|allow*|ok|okayed|agree|approve; \
    ask|asks|asking|request|permission|requested mum|mom|dad|parent*|mother|father|guardian
    locked = paid nothing|zilch; paid|bought|subscribed|pay still|but|and|yet nothing|no|locked; \
    members|subscribers|subscriber|buyers only; grey|greyed|gray button|out; available|unlock* \
    after|with purchase|plus|premium; do|does|have i|she|he|we have|got access; no access
    """
  )
}
