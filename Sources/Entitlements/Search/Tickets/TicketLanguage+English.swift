extension TicketLanguage {
  static let englishWords = """
    the and i my is it you to of for have was on that this with me not but when what your are can \
    do how why from at be get just please hi hello im ive
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
    receipt; got receipt|confirmation; signing up
    charge = charg*; billed; billing; bill; debit*; deducted; took|taken|taking|take \
    @money|payment|amount; took|taken $; withdrew|withdrawn|withdraw*; payment|money|amount|$ \
    went|gone|left|out|taken|leaves|drawn; statement; went out; invoiced; renewed itself; \
    payments; hit my card; my card|bank; stop taking
    twice = twice; doubl*; duplicat*; 2x; x2; \
    two|2|both|second|multiple|several|three|3|extra|additional|identical|repeat* \
    charge*|payment*|transaction*|debit*|bill*|subscription*|purchases|invoices|receipts|deductions|entries|renewals; \
    charg*|bill*|debit*|paid|pay|paying|took|deducted|taken two|2|both|three|3|several|multiple \
    times; two|2|three times; billed|charged|pay|paying|paid both; same \
    charge|payment|amount|month again; again same amount|day
    once = only|just once|one|1|single|tapped|clicked; one person|of these|of them|too many; both \
    went|payments|charges|charged; not two; for the same; \
    bought|ordered|clicked|tapped|subscribed once|one; one|1 subscription|purchase|account
    refund = refund*; refnd*; money back; $ back; reimburs*; chargeback; \
    give|return|want|need|get|have me|my|the money|cash|$; give back money|$; my money; cash \
    back; return the purchase|payment; undo|reverse|revers* the|this|my \
    purchase|charge|payment|transaction|order; get it back; paid back; pay me back; repay*; \
    withdraw* from the contract|purchase; money returned
    accident = mistake; mistaken*; accident*; didnt mean; unintention*; by error; inadvertent*; \
    without asking|permission|knowing|knowledge|consent; wrong button; misclick*; pocket; \
    unauthori*
    child = \
    son|daughter|kid|kids|child|children|toddler|grandson|granddaughter|nephew|niece|boy|girl|year \
    old
    unused = never|not|havent|didnt used|use|using|opened; no use; useless; not what i expected; \
    does not|nothing it says; dont|no need|longer it; not as described|advertised; crashes; \
    disappoint*; no longer need; scam
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac; macbook
    google = google; android; play store; playstore; samsung; pixel; galaxy; oneplus; xiaomi; \
    motorola; gpa
    restore = restor*; retrieve|recover my|purchase*; recover* purchase*|subscription
    fail = fail*; error*; doesnt|didnt|wont|isnt|not work*; does|did|do nothing; nothing happens|happened|to; spins; \
    spinning; greyed out; stuck; cant|cannot|could not|couldnt; unable; crash*; nada
    device = new|replacement|another|different|second|other \
    phone|iphone|ipad|device|tablet|mobile|laptop|computer|mac|android|pixel|samsung|galaxy|handset; \
    reinstall*; deleted|removed|uninstalled|deleting app; uninstall*; factory reset; reset my|the \
    phone|tablet|ipad|iphone; switched|moved|moving|switching|changed|swapped|upgraded \
    from|to|my|phones|phone iphone|android|samsung|phone|phones|ios; got new phone; phone|it \
    broke|broken|died|stolen|lost|lake|water; set up from backup; from a backup; put it back; \
    wiped; on my new; on my other|second
    account = another|other|different|wrong|new|old|second|two|both \
    account*|email*|mail|login|profile; different|other|another|wrong|two apple|icloud id; \
    sign*|log*|logged with|into|in|as \
    google|apple|facebook|his|her|their|another|different|wrong|other; merg*; linked|connected \
    account*; husband|wife|partner|son|daughter|brother|sister|friend|roommate|someone \
    signed|logged|used; which email|account|login; changed my email|address|account|password; \
    moved to my|another|his|her; transfer* to|my account|email; \
    vanish*|disapp*|missing|gone from account|profile|login; under|on|to his|her|their|another \
    account|email|name
    gone = vanish*; disapp*; dissap*; @prem|purchase*|everything|it gone|missing|lost; lost \
    my|all|the|everything @prem|purchase*|everything; just gone; is|are|all gone; \
    isnt|not|nowhere anywhere|found|there|recogni*|find; nowhere; acts|like|as if|though|says \
    i|never bought|purchased|paid|had|new|stranger; doesnt|not|never recogni*|remember|know; \
    starts over; back to zero; cant find; welcome choose; wiped out; empty
    cancel = cancel*; canel*; unsubscri*; terminat*; ended my|the subscription; \
    turned|switched|turn off auto*|renew*|subscription; turned|switched|turn auto*|it off; auto \
    renew* off; opted out; stopped my|the subscription|membership; will not|wont renew; set to \
    expire; expires|ends on; end|ended|ending subscription|membership; subscription was ended; \
    quit
    forgot = forgot*|forget|failed|missed|meant|remember|trying|going|want|wanted|how to \
    cancel|unsubscribe; how|where do|can|to i cancel
    again = again; still; anyway; another; keep*; every month; continue*; nonetheless; yet; \
    despite
    premium = @prem; paid features; unlocked
    locked = lock*; padlock*; unlock*; still|keeps|keep|it|app|just \
    ask*|tell*|want*|says|show*|prompt*|wants \
    buy|pay|upgrade|subscribe|purchase|free|basic|paywall; paywall; ads; adverts; @not \
    access|open|use|unlock*|activat*|enabled|premium|pro|plus|available; limited; trial version; \
    members only; free version|plan|user|account|tier; still|only free|basic; nothing \
    changed|happened|unlocked|works|opened|new; @not \
    show*|appear*|reflect*|applied|apply|updated|updat*|register* ; cant|cannot|couldnt \
    open|use|get; not work*; inaccessible; greyed; wont let me; doesnt|didnt work|go through|go; \
    no premium|pro|plus|access
    stopped = stopped|stops|quit working|work; no longer; anymore; any more; suddenly; all of a \
    sudden; out of nowhere; taken|took away; removed my|the|access; lost \
    access|premium|pro|plus|features|my|membership; revoked; deactivated; downgraded me|to free; \
    kicked; back to free|basic; expired; lapsed; inactive; turned off my|access|premium; cut off; \
    today not|no|nothing|locked; start your
    until = until|till \
    yesterday|today|this|last|recently|monday|tuesday|wednesday|thursday|friday|saturday|sunday|now; \
    yesterday worked|fine|working|had|everything; worked|working|fine|ok \
    yesterday|until|till|before|last; was|were fine|working; since|as of \
    this|today|yesterday|morning|monday|tuesday|wednesday|thursday|friday; used to work
    hold = on hold; suspend*; paused; payment|billing|card|charge|bank \
    fail*|declin*|problem*|issue*|expired|reject*|bounce*|error|didnt|retry; \
    fixed|updated|changed|new|replaced|put the|my|a|another|in|new card|payment|billing; \
    insufficient; topped up; grace period; billing retry; past due; card expired|declined; \
    payment method
    ongoing = still|continue*|keep|being|am|been|get|always paying|pay|billed|charged|charging; \
    pay|paying|paid|billed|charged every|each|monthly|regularly|until|through|since|till; renewed \
    on|fine|yesterday|last|just|this|automatically; active until|subscription|in; subscri*|it \
    active; paid up|until; subscriber|customer|member for|since; im paying; why am i paying; \
    although|though i pay|paid|am; i|we do|still pay|paid; valid until; renews; payments \
    going|went
    monthly = month*; per month
    yearly = year*; annual*; 12 month*; per year
    tier = plan|plans; tier; package; basic; individual; solo; standard; pro; family plan; \
    bundle; lifetime; silver
    change = upgrad*; downgrad*; chang*|switch*|swap*|mov*|convert* \
    from|to|my|the|over|plan|monthly|yearly|annual|tier|subscription|it; change over; \
    changed|switched to; cheaper; crossgrade
    wrong = upgrad*|downgrad*|switch* @not|fail*; wrong; instead; meant \
    to|the|monthly|yearly|annual; wanted monthly|yearly|annual|the; supposed to be; rather than; \
    selected|chose|picked|ordered monthly|yearly|annual|the|basic|pro; \
    still|shows|says|shown|showing|on basic|monthly|yearly|annual|standard|pro|old|the; which \
    one; signed up|put me|charged for|on|to annual|yearly|monthly|the; i|we wanted; old \
    price|rate|plan; by mistake
    price = price* \
    up|increas*|rais*|higher|doubl*|jump*|change*|wrong|differ*|hike*|went|gone|risen; \
    increas*|hike|raise|rise|raised|jump* price*|fee|cost*|subscription|from; more expensive; \
    price|fee|cost goes|going|go up; price* increase*|rise*; new price; gone|goes|went|go|jumped \
    from|up $; cost* more|now|suddenly|went; was|used|always|been $; from $ \
    to; overcharged; charged more|too much; why is it $; so expensive; price* from|hike; \
    nobody|never asked|agreed|told increase|price|me; old|locked|original|advertised price; \
    wrong|incorrect price*|amount|fee
    coins = coin*; gem|gems; diamond*; crystal*; credit|credits; token|tokens; point|points; \
    jewels; rubies; gold coins|bars|pack; vbucks; robux; chest*; lives; boosters; booster; loot; \
    energy; stars; currency; bucks; skin|skins; starter|coin|gem|credit|mega pack; gold
    missing = @not \
    receiv*|get|got|gotten|arriv*|credited|deliver*|added|show*|appear*|given|came|come|land*|there|here|in|reflect*; \
    where are|is|r|my|the; wheres; got zero|nothing|none|nada; zero; missing; still \
    waiting|at|no|nothing|not; balance still|same|didnt|unchanged|is; never \
    came|arrived|showed|got|received; nothing; none; disappear*; vanish*; where did|have; no \
    coins|gems|diamonds|credits|tokens; add the missing; gone; still the same; only got|received; \
    without
    trial = trial*; free week|month|days|day|period|year; days|day|week|weeks|month free; try \
    it|for free; trail period; 7|14|30|3 free; introductory
    offer = promo*; coupon*; discount*; voucher*; redeem*; offer code*|price; offer|offers; code \
    @not|work*|invalid|expired|says|rejected|accepted|eligible; \
    intro|introductory|special|student|launch offer|price|deal|discount; black friday; % off; \
    half price; not eligible; ineligible; eligible; gift code|card; referral; student; first \
    month|year for|$; invalid code; cyber monday
    pending = pending; processing; in process|progress; awaiting; waiting|waits for \
    approv*|confirm*|payment|permission; not completed|complete|finalised; doesnt|wont|not|never \
    complete; stuck on|at|in|as pending|processing|verif*; hasnt gone through; cash payment; \
    convenience store; bank transfer; neither cancelled; under review; still verifying
    approve = approv*; ask* to buy; asked|request|requested|permission to|for buy|purchase; \
    purchase request|requests; parental; accepted the|his|her|request
    family = family shar*|group|member*|organi*|subscription|account|library; sharing; shar* \
    with|wife|husband|kids|family|purchases; family; organi*er; my|for \
    wife|husband|son|daughter|kids|children|partner|sister|brother|mom|mum|dad @not; \
    wife|husband|kids|son|daughter|partner|children dont|doesnt|cant|cannot|isnt
    crash = crash*; freez*; frozen; bug*; blank|white|black screen; closes by|itself|when; \
    glitch*; since|after|latest update; cuts off; wont load; loading; sync*; slow; notification*; \
    keyboard; widget; camera; export*; display*; sound; battery; photo*
    wish = would be|love nice|great|cool|to|if; could|can you \
    add|make|support|include|build|bring; please add|make|support; dark mode; feature \
    request|suggestion; suggest*; is there way|plan|option to|for; any plans; wish; font; \
    translat*; language; how do|can i use|set|change|export|turn|make|print; widget; apple watch
    login = password; cant|cannot|unable|not log|login|sign in; reset email|link|mail; \
    verification code; forgot my password|username|pin; delete my account|data; two factor; 2fa; \
    confirmation email|mail never|not|doesnt; verify my email
    away = out of office|the; on vacation|holiday|leave|annual; automatic reply; autoreply; auto \
    reply; i am away; limited access to email; will return|be back; undeliverable; delivery \
    failed|status|failure; mailbox full; office closed
    praise = thank you for|so great|amazing; love this|the|your|it app; \
    great|awesome|amazing|fantastic|wonderful|excellent|brilliant|best app|work|job; worth \
    every|it|the|penny; well done; keep up; five|5 stars; congratulations; happy with; enjoying; \
    thanks guys
    business = partnership; collaborat*; advertis* with|on|your; seo; increase downloads|your; \
    reviews guaranteed|positive; marketing; press kit|inquiry; influencer; newsletter \
    unsubscribe; licenses|licences for|school|company|team|classroom; volume|bulk; \
    job|jobs|apply|application|internship|vacancy|position; sponsor*; our \
    agency|company|services|team offers|offer|can; rank; investor; resell*
    invoice = vat|tax invoice|receipt|number|id; invoice for|copy|our|pdf|please|with; \
    need|send|have|get|issue an|me|a|us invoice; accounts|accounting department; copy of \
    invoice|receipt; receipt for|copy tax|accounting|company|expense*; billing|company address
    """
  )
}
