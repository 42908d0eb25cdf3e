extension TicketLanguage {
  static let dutchWords = """
    gisteren vandaag alles al zit doet werd krijg gewoon toch terug ik het een de en van niet \
    mijn is dat op met voor maar heb ben zijn naar bij aan er nog wel ook jullie hoe kan wat als \
    dan te om graag beste groeten hallo mn geen weer nu deze dit hij ze die uit tot door hebben \
    heeft had was waren zou mij ons onze waar waarom hier dus omdat sinds steeds nooit niks \
    niets keer zegt u mag per
    """

  static let dutch = TicketLanguage(
    isSpaced: true,
    """
    @not = niet|niks|niets|geen|nooit|zonder|nergens|nie|noch
    @abo = \
    abonnement|abo|premium|plus|pro|lidmaatschap|versie|toegang|functies|aankoop|jaarabonnement|maandabonnement|volledige
    bought = betaald; gekocht; aangeschaft; afgesloten; besteld; kocht; aankoop*; geabonneerd; \
    betaling gelukt|gedaan|gegaan|is; bon; bevestiging; genomen; betaalde; overgemaakt; geld \
    weg|kwijt; uitgegeven; bestelling; afgerekend; net|zojuist|gisteren|vandaag \
    gekocht|betaald|afgesloten|aangeschaft|geabonneerd|besteld; geld|bedrag \
    is|van|weg|af|gegaan|afgeschreven rekening|weg|af|m'n|mijn; betaald had|heb|voor; abonnement \
    genomen|gesloten|gestart|afgesloten; aankoop gedaan|bevestigd|gelukt; gelapt; neergeteld; \
    opgewaardeerd; bonnetje; bevestigingsmail apple|google|aankoop; heb premium|plus|pro|gold; \
    ideal; betaling bevestigd|ontvangen|voltooid|geslaagd; heb ik gekocht; bekostigd; gedoneerd
    charge = afgeschreven; afschrij*; schrijf* af|weer; afschrift*; incasso*; geïncasseerd; in \
    rekening; rekening; afgeboekt; geboekt; betaling*; kosten|bedrag|bedragen; gefactureerd; \
    afgehaald; haalt|halen geld|weer; creditcard; geld af|weg|genomen; verlengd; afgegaan; belast; \
    pinpas; weer betaald; bankrekening; schrijven|schrijft|schreef jullie|doodleuk|af|weer; \
    afgaan; afgegaan|gegaan; er is|gaat|ging $|af|weer|geld; halen|haalt|haalden $|geld|van; \
    pakken|pakt $|geld; bankafschrift; ideal; paypal; kaart; bank; pinnen; incasseren; incasseert; \
    incasseerde; gepind; betalen; in rekening gebracht; geld weggehaald; weer $; nog eens $; van \
    mijn rekening; kosten; kost; tientje; belasten; gerekend; creditcardafschrift; trekken|trekt \
    geld|$; overgeschreven
    twice = dubbel*; twee keer; 2x; 2 keer; tweemaal; twee maal; drie keer afgeschreven|betaald; \
    twee|2|beide|meerdere|drie \
    betaling*|afschrijving*|bedragen|abonnementen|transacties|keer|rekeningen|incasso*|aankopen; \
    nog een keer; zelfde bedrag; eentje teveel|te|terugboeken; twee|2|beide|dubbele|meerdere \
    keer|afschrijvingen|betalingen|bedragen|abonnementen|incasso's|regels|posten|maal|identieke|dezelfde; \
    identiek*; dezelfde dag|datum|minuut|maand; hetzelfde bedrag; zelfde dag|bedrag|minuut|maand; \
    tweede keer|afschrijving|betaling|bedrag; 2 x; 2 maal; nogmaals $|hetzelfde; zowel \
    apple|google|via; drie keer; en nog een; een dubbele
    once = maar|slechts één|een|1|eenmaal; een van de|twee; beide; één keer; eentje; dezelfde \
    maand; maar|slechts|alleen|toch één|een|eens|1 \
    ding|keer|besteld|gekocht|gedrukt|abonnement|maal; één daarvan; een van beide|de; er maar één; \
    één persoon|abonnement; de andere; de tweede; eenmaal
    refund = terugbetal*; geld terug; terugkrijg*; teruggave; terugstort*; terugboek*; \
    geld|bedrag|aankoopbedrag|euro|$ terug; retour; refund*; vergoed*; herroep*; ongedaan; \
    terugvorder*; terug gestort; teruggestort; storneren; teruggeven; terugbetaald; terughebben; \
    centen terug; aankoop annuleren; krijg ik|terug; geld|bedrag|$|die|het|aankoop|euro|centen|dat \
    terug|retour|teruggestort|weerom; retourn*; retour doen|sturen; terug \
    doen|storten|geven|betalen|boeken; annuleren aankoop|bestelling; aankoop|bestelling|koop \
    annuleren|terugdraaien|ongedaan|ontbinden; terugdraai*; restitu*; terugneem*; crediteren; \
    terugbetaalt; geld weer terug; weer terug; teruggaaf; compensatie; wil ik terug; storneer*
    accident = ongeluk; vergissing; vergist; abusievelijk; verkeerd* knop|geklikt; perongeluk; \
    niet bedoeling; zonder toestemming|medeweten|vragen|mijn; misklik*; onbedoeld; per ongeluk; \
    ongelukje; zonder dat|te|mijn; stiekem; verkeerde knop; niet expres; was niet de bedoeling; \
    nooit gewild|bedoeld|toestemming; in de war; misgeklikt; foutje; kat; broekzak; onbewust; \
    argeloos; geklikt zonder; nooit om gevraagd
    child = \
    zoon*|dochter*|kind|kinderen|kleinkind*|kleinzoon|kleindochter|neefje|nichtje|neef|jarige; \
    dochtertje; zoontje; kindje; kleindochter*; kleinzoon*; neefje; nichtje; kids; puber; jongste; \
    oudste; jaar oud; jongen
    unused = nooit|niet|nog gebruikt|gebruik|geopend; waardeloos; nutteloos; voldoet niet; niet \
    nodig; oplichting; teleurgesteld; kan niet overweg; niks|niets waard|aan; is het niks; bagger; \
    rotzooi; waardeloze; ontevreden; niet tevreden; slecht*; tegenvaller; valt tegen; bevalt \
    niet|me; niet wat ik|er; misleid*; bedrog; doet niet wat; nooit gebruikt|geopend; niet \
    gebruikt; wil hem|het|'m niet; heb er niks|niets aan; niet zoals beschreven|beloofd|verwacht; \
    van gedachten; voldoet; onbruikbaar; nep
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy
    restore = herstel*; terugzet* aankop*|aankoop|abonnement; restore*; terughalen aankop*; \
    aankopen herstellen; aankopen terug; eerdere aankopen; niks te herstellen; niets te herstellen
    fail = fout*; werkt|lukt|gaat|doet niet|niks|het; mislukt*; niets gevonden; niks gevonden; \
    error; gebeurt niets|niks|er; lukt; vast; mis; storing; reageert niet; niks te|gevonden; niets \
    te|gevonden; zegt ie|dat|hij er|niks|niets|geen; blijft draaien|laden|hangen; draait maar; \
    geen aankopen; gebeurt er; geen effect|reactie|resultaat; tevergeefs; melding; vergeefs; \
    zonder resultaat|succes; al tien|twintig|meerdere; doet het niet; doet niks
    device = nieuw*|ander*|tweede|oude \
    telefoon|toestel|mobiel*|iphone|ipad|tablet|gsm|samsung|android|computer|laptop|apparaat|gsm; \
    opnieuw geïnstalleerd|gedownload|installeren|erop; herinstall*; verwijderd app; app \
    verwijderd; overgestapt|gewisseld|overstap|switch van|naar|op \
    iphone|android|samsung|ios|toestel|telefoon; teruggezet naar; gereset; telefoon|toestel|tablet \
    kapot|gestolen|verloren|gewisseld|gerepareerd; geformatteerd; leeggemaakt; \
    nieuwe|nieuw|ander|andere|tweede|nieuwste \
    telefoon|toestel|mobiel|iphone|ipad|tablet|samsung|pixel|gsm|laptop|galaxy|mobieltje; \
    telefoon|toestel|mobiel|iphone|tablet|ipad \
    gestolen|stuk|kapot|kwijt|vervangen|nieuw|gereset|verloren|overleden; gekregen|gekocht \
    telefoon; opnieuw geïnstalleerd|gedownload|erop; verwijderd en; reparatie; backup|back-up \
    teruggezet; oude telefoon|toestel|mobiel; op mijn nieuwe; fabrieks*; leeg; overzetten
    account = ander*|verkeerd*|nieuw*|oud*|twee*|twee|beide|verschillende \
    account*|mail*|adres|email*|profiel*|login|mailadres*; \
    aangemeld|ingelogd|inloggen|uitgelogd|aanmelden met|op|via|als; \
    man|vrouw|zoon|dochter|broer|zus|vriend* ingelogd|aangemeld; samengevoegd; samenvoeg*; \
    gekoppeld; koppelen; overzetten; werkmail; welk* mail*|account; met google|apple|facebook; \
    ander|verkeerde|verkeerd|nieuw|oude|oud|tweede|zijn|haar|twee|andere|werk \
    account|mail|mailadres|adres|e-mail|email|login|id|profiel; apple id; met zijn|haar|mijn|ander \
    account|mail|adres|apple; account gemaakt|aangemaakt|gewisseld|veranderd; mailadres \
    gewijzigd|veranderd|nieuw; aangemeld; ingelogd; twee accounts|profielen|adressen; google \
    account; staat op naam|account|ander; onder een ander
    gone = kwijt; weg; verdwenen; verdween; verloren; foetsie; nergens; @not \
    te|meer|gevonden|herkend|vinden|vindbaar; niet herkend|herkent|gevonden|terug|vinden; alsof \
    nooit|nieuw*; leeg; spoorloos; wil dat|opnieuw kopen|koop|betaal; geen @abo meer; nooit \
    gekocht; alles|abonnement|premium|aankopen|aankoop|pro \
    weg|kwijt|foetsie|verdwenen|gewist|verloren|leeg; pleite; vertrokken; in rook; nergens \
    meer|te; niet meer terug|te|daar|zichtbaar; waar is|zijn|blijft|gebleven mijn|alles|m'n; alsof \
    ik|nooit|nieuw; nieuwe gebruiker|klant; opnieuw|nogmaals|weer kopen|betalen|aanschaffen; vanaf \
    nul; bij nul; van voren; gewist; kent|herkent me|mij|niet; zegt dat ik niks|niets|geen|nooit; \
    vergeten dat; geen spoor
    cancel = opgezegd; opzeg*; geannuleerd; annuler*; stopgezet; stopzet*; beëindigd; \
    uitgeschakeld verlenging; verleng* uit*|niet|stop*; automatisch* verleng*; gecanceld; \
    gecancelled; cancel*; afgemeld; uitgezet verlenging|automatische; abonnement \
    gestopt|eindigt|loopt af; opgezegt; eindigt op; wordt niet verlengd; uitgeschreven; zeg op; \
    heb opgezegd|stopgezet|geannuleerd|uitgezet|beëindigd|afgezegd|gestopt; afgezegd; gestopt met \
    abonnement|het|mijn; verlenging uitgezet|uit|stopgezet; automatische verlenging; bevestiging \
    opzegging|gekregen; ontbonden; geanuleerd; abonnement afgesloten|dichtgezet|gestopt; afmelden; \
    opgesegd; eruit gestapt; beëindiging
    forgot = vergeten|hoe|waar|wil|vergat op*|annuleren|te|kan|ik opzeggen|zeggen|opgezegd; \
    vergeten op te zeggen; vergeten opzeggen; vergeten op|te; hoe|waar|wil|graag|kan|kunt \
    zeg|ik|op|opzeggen|annuleren|stoppen|beëindigen; opzeggen hoe|graag|vergeten|lukt; helemaal \
    vergeten; te laat opgezegd|met; opzeggen
    again = weer; toch; nog; opnieuw; nogmaals; steeds; alsnog; doodleuk; ondanks; alweer; \
    wederom; nog steeds; nog altijd; desondanks; ineens weer; vrolijk
    premium = @abo; leden*; lid; gold; vip; volledige versie|toegang; betaalde versie; onbeperkt; \
    volledige; alles waar ik; reclamevrij; pro versie
    locked = slot; slotje*; vergrendel*; ontgrendel*; geblokkeerd; dicht; @not \
    toegang|openen|gebruiken|geactiveerd|ontgrendeld|open|beschikbaar|premium|zien|in; reclame*; \
    advertenties; gratis versie|account; blijft|blijf|nog|steeds|vraagt|wil|moet|zegt|app \
    vragen|vraagt|kopen|betalen|dicht|gratis|upgraden|abonneren; geen premium|plus|pro; \
    proefversie; doet alsof; niet actief; niet opengezet; kan nergens in; niks gebeurd|gebeurt; \
    werkt niet; op slot; beperkt*; hangslot*; overal slotjes|reclame; nog|steeds|blijft|altijd \
    slotjes|reclame|gratis|dicht|beperkt|op|advertenties|vergrendeld|zie|basis|upgrade; \
    vraagt|wil|moet|zegt|krijg om|dat|ik|me|nog|steeds|weer \
    te|upgraden|betalen|abonneren|kopen|upgrade|abonnement; gratis versie|account|gebruiker; \
    basisversie; betaalmuur; koop premium|nu|plus; word premium|lid|plus; niks|niets|geen \
    veranderd|ontgrendeld|anders|geopend|vrij|vrijgegeven; niet \
    ontgrendeld|geactiveerd|actief|vrijgegeven|open|herkend; doet|werkt het niet; kan|kom \
    nergens|niet|niks in|bij|gebruiken|openen; geen toegang|premium; afgesloten; demo; upgraden; \
    zie geen verschil; geen verschil; activeren
    stopped = plotseling; plots; opeens; niet meer; geen meer|lid; uitgezet; afgesloten; verlopen; \
    uitgeschakeld; afgepakt; ingetrokken; gedeactiveerd; teruggezet op|naar gratis; vandaag niet; \
    kwijtgeraakt; stopte; gestopt met werken; van de ene op; sinds \
    vanochtend|vanmorgen|gisteren|vandaag|gister|maandag|vannacht|vanmiddag; vanochtend; \
    vanmorgen; zomaar; uit het niets; van de ene; van de een; zit|zitten|alles alles|weer|ineens \
    op|dicht slot; alles op slot|dicht; geen toegang meer; teruggevallen; teruggezet; eruit \
    gegooid|gezet; afgenomen; gestopt; stopte|hield ermee|het; zonder waarschuwing|reden|bericht; \
    zegt dat verlopen; weer gratis|basis|reclame; is verlopen|beëindigd|inactief; weggehaald
    until = tot \
    gisteren|vandaag|vorige|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|voor; \
    gisteren nog|werkte|deed|ging; sinds \
    vanmorgen|vandaag|gisteren|maandag|vanochtend|dinsdag|woensdag|donderdag|vrijdag; werkte \
    gisteren|nog|altijd; vanmorgen; vanochtend; tot \
    gisteren|vanochtend|vandaag|vorige|nu|gisteravond|voor|afgelopen|zondag; gisteren \
    deed|werkte|ging|kon|nog|alles; werkte|deed|ging \
    altijd|prima|goed|perfect|nog|gewoon|het|alles gisteren|nog|prima|goed|tot; gisteravond \
    nog|werkte; al die tijd; jarenlang; maandenlang; vorige week; altijd goed gewerkt; tot \
    gisteren
    hold = betalingsprobleem; opgeschort; gepauzeerd; geschorst; on hold; \
    betaling*|incasso|kaart|afschrijving|bank \
    mislukt|geweigerd|verlopen|probleem|niet|afgewezen|gestorneerd; nieuwe \
    kaart|pas|betaalmethode; kaart verlopen|vernieuwd|aangepast; saldo aangevuld|te|onvoldoende; \
    onvoldoende saldo; betaalmethode; betaalgegevens; facturatieprobleem; betaling gelukt \
    inmiddels; probleem|fout met|bij|in je|mijn|de|betaling|betaalmethode|kaart; \
    betaling|kaart|pas|incasso|creditcard \
    geweigerd|mislukt|verlopen|geblokkeerd|vervangen|niet|vernieuwd|teruggeboekt; nieuwe \
    pas|kaart|creditcard|bankpas|rekening; kaart|betaalgegevens|gegevens \
    bijgewerkt|aangepast|gewijzigd|ingevoerd|toegevoegd; genoeg saldo|geld; saldo \
    genoeg|voldoende|staat; betalingsmethode; in de wacht; bank weigert|blokkeerde; update je \
    betaal*; geld staat|genoeg; stornering
    ongoing = betaal gewoon|wel|nog|elke|iedere|door|maandelijks|keurig|trouw|netjes|altijd|al; \
    iedere|elke maand; loopt nog|door|tot|gewoon; terwijl ik|abonnement|de \
    betaal|incasso|actief|loopt; betaald tot; nog steeds betaal|afgeschreven; blijf betalen; \
    verlengd op; actief; klant|abonnee|lid sinds; betaal door; betaal|betalen|betaald \
    al|elke|iedere|keurig|netjes|gewoon|jaren|trouw|maandelijks|per jaren|maand; al \
    jaren|maanden|twee; elke maand; iedere maand; maandelijks betaal|afgeschreven; \
    lid|klant|abonnee|abonnement al|sinds|loopt|geldig|actief|tot; loopt nog|tot|pas|door; geldig \
    tot; verlengd op|automatisch|vorige|afgelopen|gewoon|tot; betaald tot|en; trouwe; stipt; tot \
    december|januari|maart|juni|eind; keurig betaald; loopt pas; verlenging op|is
    monthly = maand*; per maand
    yearly = jaar*; per jaar; een jaar; heel jaar; twaalf maanden; 12 maanden
    tier = pakket; tarief; basis; basic; individueel; abonnement* vorm; plan; pro; lifetime; \
    studententarief; abonnement; variant; versie; duo; student; team; optie; maandabonnement; \
    jaarabonnement; plus; gezins*
    change = overgestapt; overstap*; upgrade*; geüpgraded; downgrade*; gewijzigd; wijzig*; omzet*; \
    omgezet; gewisseld; veranderen|veranderd|veranderde abonnement|plan|naar|pakket; goedkoper*; \
    overgezet; aanpassen; wisselen; veranderen; omruilen; ruilen; omboeken; kan dat om; verhoogd \
    naar; omgeruild; switch*
    wrong = verkeerd*; ipv; in plaats; inplaats; wilde|wou|bedoelde \
    maand*|jaar*|eigenlijk|de|alleen; per ongeluk jaar*|maand*; staat \
    nog|steeds|individueel|basis|basic; fout* abonnement|pakket|plan|gekozen; steeds \
    basis|basic|individueel; oude tarief|prijs; gekozen; wilde|wou|dacht|bedoelde|meende|had \
    per|maand*|een|de|eigenlijk|het|dat|alleen|willen maand|betalen|maand*|jaar*|kiezen|nemen; aan \
    m'n|mijn broek; zit nu|vast|met|aan|ik jaar*|vast|heel; heb|kreeg|kocht nu|een|het|per \
    heel|jaar*|maand*|verkeerd*|ongeluk; per ongeluk jaar*|maand*|de|een; niet wat ik|de; in \
    plaats van; staat|zie|geeft|toont nog|steeds|als \
    basis|oude|maand*|jaar*|gratis|basic|individueel; verkeerde \
    abonnement|gekozen|pakket|plan|aangeklikt; aangeklikt; vergist in; fout gekozen|geklikt
    price = prijs* omhoog|verhoog*|gestegen|hoger|duurder|anders|gewijzigd|klopt; prijsverhog*; \
    duurder; verhoging; kostte; altijd $; voorheen $; was $; eerst $; kost ineens|nu|meer; ineens \
    $; te veel afgeschreven|betaald; opslag; verhoogd; prijs; terwijl $ betaalde; \
    prijs|tarief|kosten|bedrag gestegen|hoger|verhoogd|anders|omhoog|meer|klopt|verdubbeld|is; \
    meer afgeschreven|betalen|dan; van $ naar; was|betaalde|kostte|eerst|altijd|eerder \
    $|altijd|maar|vroeger; betaalde altijd|eerst|vroeger|$; nu $; opeens $; waarom $; zou $; \
    beloofd $; peperduur; verhogen; opgeslagen; teveel; veel te duur; niemand|niet|nooit \
    gezegd|verteld|gewaarschuwd|aangekondigd|gemeld; zonder waarschuwing|aankondiging
    coins = munt|munten; muntjes; coin*; gems; gem; edelsteen; edelstenen; diamant*; kristal*; \
    juwelen; robijn*; credits; tokens; punten; penningen; goud; goudstukken; fiches; schatkist*; \
    kist; levens; energie; sterren; speelgeld; robux; vbucks; tegoed; pakketjes; bundel; zak \
    met|munten; zakje; minuten; uren; sleutels; hartjes; kaartjes; tickets; parels; lessen; \
    berichten; saldo; teller; in het spel; spel; goudstaven; drankjes; strippenkaart; skin; \
    boosters; draaien; beurten
    missing = @not \
    gekregen|ontvangen|aangekomen|bijgeschreven|gestort|binnen|gezien|erbij|gekomen|toegevoegd; \
    waar zijn|blijven|is|blijft; ontbre*; mis; niks; kwijt; weg; verdwenen; nog steeds; nul; \
    saldo; maar gekregen|ontvangen|bijgeschreven; wacht nog; staan|staat|zijn|is|zie|heb \
    er|ze|niet|nog niet|niks|nog bij|bijgeschreven|erbij|gekregen|ontvangen|binnen; niet \
    bijgekomen|erbij|gekomen|gekregen|ontvangen|aangekomen|toegevoegd; teller|saldo|stand \
    blijft|staat|nog|is op|hetzelfde|steeds|niet; nog steeds nul|0|niks|niets|op; niks|niets \
    gekregen|ontvangen|gezien|erbij|bijgekomen|gebeurd; geen enkele; waar blijven|zijn|is|blijft; \
    nergens te zien; noppes; nada; alleen de helft; missen; kwamen|komen niet|nooit|maar
    trial = proef*; op proef; gratis week|maand|dagen|periode|proberen|proef*|uitproberen; \
    dagen|weken|week|maand gratis; trial; uitprober*; eerst|eerste 3|7|14|30|een|week|maand|dagen \
    gratis; 7|14|30|3|zeven dagen; week|maand|dagen gratis; gratis \
    zou|en|maar|week|krijgen|beloofd; zou|zouden|stond|beloofd gratis|kosteloos; proberen eerst; \
    kosteloos; proberen; probeer*; gratis was; nog in proef*
    offer = korting*; actie*; promo*; code* werkt|niet|doet|ongeldig|geldig; code; waardebon; \
    cadeau*; voucher; coupon; aanbied*; student*; black friday; %; vouchercode; inwissel*; \
    inlever*; in aanmerking; eerste maand voor; kortingscode|code|bon|voucher|cadeaukaart \
    werkt|niet|ongeldig|doet|wordt|verlopen; halve prijs; procent; speciale prijs|aanbieding; \
    nieuwe klant|klanten|abonnee; ongeldig; 50|20|30|25 %; welkomst*; uitverkoop; introductie*; \
    spaaractie
    pending = behandeling; in afwachting; afwachting; wacht*|wachten op \
    goedkeuring|bevestiging|betaling|toestemming; verwerk*; hangt; pending; hangen; nog niet \
    afgerond|verwerkt|voltooid; openstaand; in behandeling; blijft hangen; overboeking; \
    betaald|betaling contant|cash|met|via|bij|nog \
    kiosk|winkel|overboeking|paysafecard|overschrijving; nog|staat|blijft|hangt in|op|als \
    behandeling|verwerking|afwachting|verwerkt|openstaand; in verwerking; wordt nog \
    verwerkt|gecontroleerd; wordt verwerkt; openstaat; aankoop hangt|in|wacht; wachtend; nog niet \
    verwerkt|bevestigd|rond; overschrijving; bankoverschrijving; bevestiging wacht
    approve = goedkeur*; goedgekeurd; toestemming; vraag om te kopen; verzoek; aankoopverzoek; \
    kopen vragen; ask to buy; ouderlijk*; akkoord; toegestaan; toestemming \
    gegeven|vragen|gevraagd|geven; verzoek gestuurd|goedgekeurd|van|gedaan|gekregen; akkoord \
    gegeven; vraagt toestemming; ouders; heb toegestaan; keurde; vroeg om
    family = gezin*; delen met; famil*; organisator; mijn|bij \
    vrouw|man|zoon|dochter|kinderen|zus|broer niet|kan|geen|ook|staat; gedeeld*; meedelen; \
    huisgenoten; man|vrouw|dochter|zoon|kinderen|zus|broer|vriend|vriendin|moeder|vader|partner \
    heeft|doet|werkt|bij|maar|betaalt|telefoon|ziet|gekocht|mee; bij mij doet|werkt|niet|niks; \
    delen; deel; groep; lid van; uitgenodigd; toegevoegd aan; huishouden; meegebruik*
    crash = crash*; vastloop*; loopt vast; sluit zichzelf|vanzelf|af; sinds|na update; bug; \
    wit|witte|zwart|zwarte scherm|vlak; widget; melding*; synchron*; traag; toetsenbord; camera; \
    export*; laadt niet; bevriest; loopt vast|steeds|telkens; vastlopen; loopt de app|steeds; \
    sluit zich|steeds|zomaar|plotseling; sinds de|laatste update; na de|laatste update; update; \
    start niet|meer; opent niet; laadt niet|eindeloos; hapert; foutmelding bij \
    openen|exporteren|opslaan; batterij; gps; bluetooth; microfoon; geluid; scherm; vertaling \
    fout; te laat; flikker*; gecrasht; bugs; springt; slaat niet op; upload*
    wish = kunnen|kunt|zouden|willen|wil|zou jullie|u|het|leuk|fijn|top|handig \
    maken|toevoegen|zijn|bouwen; donkere modus; dark mode; suggestie; toevoegen; is het \
    mogelijk|er; zou top|fijn|leuk|mooi|handig; wens; lettergrootte; taal; tip; idee; apple watch; \
    hoe kan|stel ik; wanneer komt; kan|kunnen|komt|zou|zouden|mag er|jullie|misschien \
    een|donkere|ook|de modus|optie|functie|worden|widget|thema|komen|toegevoegd; donker thema; zou \
    leuk|fijn|mooi|tof|handig|geweldig|super|cool; toegevoegd; optie om|voor; graag een|zien|zou; \
    sorteren; filter*; hoe|waar zet|kan|stel|wijzig|exporteer|vind|verander|verwijder ik; wanneer \
    komt|is|verschijnt; widget; offline; verzoekje; functie; ideetje; handleiding; uitleg; missen \
    jullie; instelling*; komt er; ondersteun*
    login = wachtwoord*; inloggen lukt|niet|kan; niet inloggen|aanmelden; herstelmail; resetmail; \
    reset* mail|link|wachtwoord; bevestigingsmail; account|gegevens verwijderen; pincode; \
    inloggen; code|mail|sms komt|niet|krijg|verificatie; verificatie*; sms; krijg geen \
    mail|code|sms; kan niet meer|inloggen in; account verwijderen|wissen|opheffen; gegevens \
    wissen|verwijderen; avg; registr*; gebruikersnaam; pin; vergeten wachtwoord; mailadres \
    wijzigen|veranderen
    away = afwezig*; niet op kantoor|aanwezig; vakantie; automatisch antwoord; weer \
    bereikbaar|aanwezig; niet bezorgd; onbestelbaar; buiten kantoor; verlof; niet aanwezig; ik \
    ben|momenteel afwezig|weg|vrij|met|op|niet; met vakantie|verlof; terug op; weer op; \
    automatisch*; dringend*; zwangerschapsverlof; gesloten; niet bereikbaar; beantwoord ik|uw; \
    onbezorgd; kantoor gesloten; bij spoed
    praise = super|fijne|top|geweldige|mooie|prachtige|beste|leuke|fantastische app|werk; \
    complimenten; compliment; elke cent waard; waard; bedankt voor|jullie geweldige|werk|mooie; \
    blij met; ga zo door; vijf|5 sterren; tevreden; geniet; bedankt|dank|dankjewel|dankuwel|thanks \
    voor|jullie|je|veel|u; heel blij|tevreden|fijn|goed|mooi; super; top; geweldig; fantastisch; \
    prachtig; perfect; hou van; lekker bezig; opgelost; werkt weer|nu; aanrader; goed bezig; \
    chapeau; favoriet*; mooie app; kan niet meer zonder; ga zo; helemaal goed
    business = reclame|advertentie* maken|voor|plaatsen|zetten|adverteren; samenwerk*; adverteren; \
    sollicit*; stage; vacature; partnership; marketing; pers; aanbod; reviews; downloads \
    verhogen|meer; webshop; sponsor*; offerte; nieuwsbrief afmelden; wij zijn een; bureau; blog; \
    podcast; journalist; interview; influencer; kanaal; seo; leraar; docent; leerlingen; \
    universiteit; vereniging; stichting; baan; cv; licentie*; affiliate; scriptie; enquête; \
    onderzoek; freelance*; ontwikkelaar; promoten; adverteer*; met wie kan; reseller; gratis \
    advies
    invoice = factuur; btw*; rekening voor|op|met naam|bedrijf|boekhouding; boekhouding; declar*; \
    bewijs van betaling; kopie bon|factuur; op naam van; bedrijf; bedrijfs*; boekhouder; onkosten; \
    kvk; belasting; factuuradres; bon voor|met
    recent = net; zojuist; daarnet; zonet; minuten geleden; uur geleden; uurtje geleden; vandaag \
    gekocht|betaald|nog; vanmiddag; vanavond; minuten; pas gekocht|net; gisteravond \
    gekocht|betaald; juist; kwartier; half uur; direct na; meteen na
    free = gratis; kosteloos; voor niks; vrijblijvend
    inquiry = wat|hoeveel kost|kosten|is|zijn|bedraagt; hoe duur|veel; \
    hebben|bieden|is|bestaat|geven|accepteren jullie|er \
    een|korting|ook|een|studentenkorting|versie|gezins*; voordat|voor ik|we \
    koop|kopen|neem|betaal|abonneer; overweeg|denk|twijfel|wil|overwegen|wilde \
    aan|om|graag|erover|weten|over te|kopen|nemen|cadeau|aanschaffen; cadeau; kan|kun|mag|kunnen \
    ik|je|we|men cadeau|delen|betalen|ook|geven|gebruiken|meerdere; geïnteresseerd; interesse; als \
    ik koop|opzeg|betaal|neem|een|overstap; verschil tussen; inbegrepen; hoeveel \
    apparaten|personen; vraagje; een vraag; zit er|erbij; ik vroeg me; kan het ook; precies kost; \
    wat krijg; welke betaal*; aanschaf
    noRefund = geen|niet|nooit|zonder|hoef|nergens \
    terugbetaling|geld_terug|refund|terugbetaald|restitutie|terugstorting; hoef|wil|vraag|vroeg \
    mijn|geld|terugbetaling niet|geen; staat|zegt|status|toont terugbetaald|teruggestort; \
    januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december|vorige|oude|eerder \
    terugbetaald|teruggestort|terugbetaling; terugbetaald|teruggestort \
    januari|februari|maart|april|mei|juni; hebben|heeft|jullie|google|apple \
    januari|februari|mij|me|al terugbetaald|teruggestort
    notCancelled = niet|nooit|niks|niets|geen|zonder \
    opgezegd|geannuleerd|opzeggen|opzeg|stopgezet|gestopt|beeindigd|annuleren|te_zeggen; niet \
    op_te_zeggen|op_gezegd
    notTwice = niet|geen|nooit|zonder \
    dubbel|twee_keer|2_keer|tweemaal|2x|nog_eens|nogmaals|opnieuw \
    betalen|betaald|afgeschreven|te_betalen|kopen; niet|geen|liever_niet|hoef \
    wil|ga|betalen|betaald|zin dubbel|twee_keer|2x|2_keer|opnieuw|nog_een_keer; wil|hoef|ga|liever \
    niet nog_een_keer|nogmaals|opnieuw|weer betalen; niet|geen nog_een_keer|weer betalen|afrekenen
    notCharged = niet|nooit|niks|niets|geen \
    afgeschreven|in_rekening|afschrijving|geincasseerd|betaald; geen geld afgeschreven|weg
    sameDevice = zelfde|hetzelfde|dezelfde \
    telefoon|toestel|account|iphone|tablet|apple|google|id|mobiel|ipad|login; \
    niks|niets|nooit|niet veranderd|gewijzigd|gewisseld|verwisseld|aangepast; geen \
    nieuw|nieuwe|ander
    fine = geen|niet|niks|niets problem*|klacht*|gedoe|mis met|aan|over \
    betaling|abonnement|geld|premium; betaling|abonnement|premium is|werkt|loopt|staat \
    goed|prima|ok|actief|in_orde; tevreden|trouwe|blije|betalende abonnee|klant|lid|gebruiker; \
    abonnee|klant|lid tevreden|blij
    newcomer = nieuwe|nieuw klant|gebruiker|hier|lid|account; eerste keer hier|dat|ben; alsof \
    ik|nooit|nieuw; nooit iets|gekocht|betaald|bestaan|geweest; herkent|kent|herkennen me|mij \
    niet; vanaf|van|op nul begin*|opnieuw|scratch; opnieuw beginnen; welkom
    invite = uitnod*; uitgenodigd; vriend*|vriendin|collega|zus|broer \
    link|code|aangemeld|geregistreerd|lid_geworden|kreeg; gratis maand; maand \
    gratis|cadeau|kado|bonus; mijn link|code; aanbevol*; aangebracht; beloning; welkomst*
    restore = al|eerder|reeds gekocht|betaald|klant|aangeschaft|lid knop|link|tik|druk|hier|klik; \
    knop|link|optie al_gekocht|terug*|aankopen|herstel*|kopers|klanten; geen|niks|niets \
    aankopen|aankoop|gevonden gevonden; terughalen|ophalen|herstellen|terugzetten \
    aankop*|gekocht*|wat; niks_gevonden; niets_gevonden; bestaande kopers|klanten|leden; aankopen \
    terughalen|ophalen|laden
    twice = een_keer|eenmaal|eens via|met|van|op|bij en|dan|daarna nog|een_keer|via|met; \
    en|daarna|dan nog|weer|nogmaals $; telefoonrekening|rekening en creditcard|kaart|bank; $ \
    en|plus $; twee betaald|afgeschreven|gekocht|keer; beide betaald|afgeschreven|kanten; \
    eronder|daaronder|onder nog|weer|dezelfde|hetzelfde; opnieuw gekocht|gedrukt|geprobeerd; een \
    te_veel|teveel
    offer = code|kortingscode|actiecode \
    waar|invullen|invoeren|vakje|veld|ongeldig|geldig|nieuwsbrief|werkt|influencer|youtuber; \
    invullen|invoeren|inwisselen|gebruiken code|kortingscode|actiecode|bon; kortingscode*; \
    actiecode*; tegoedbon; vakje|veld code; kennismakings*; welkomst* \
    korting|aanbieding|maand|prijs; eerste maand voor $; alleen|ook voor nieuwe; \
    volle|normale|volledige prijs|pond|bedrag|mep
    hold = kaart|pas|creditcard verlopen|geweigerd|vervangen|geblokkeerd|nieuwe|gewijzigd; \
    betaling|incasso|afschrijving geweigerd|mislukt|mislukte|gestorneerd|niet_gelukt|afgewezen; \
    nieuwe kaart|pas|creditcard|betaalmethode|rekening \
    ingevoerd|toegevoegd|erin|ingevuld|gekoppeld|gezet; probleem|problemen met \
    betaling|betaalmethode|kaart|betalen; geen|niet|onvoldoende|te_weinig saldo|geld_op|dekking; \
    staat|blijft|zegt|nog opgeschort|gepauzeerd|on_hold|gepauseerd; rekening leeg|aangevuld
    price = in_plaats van|vd $; zus|broer|vriend*|collega|buur* betaalt|betaald|kost; verlengd \
    voor|tegen|met $; nieuwe|oude|andere prijs; stond|staat|vermeld|getoond|app $|prijs; waarom \
    betaal|kost|moet ik|het|mij meer
    tier = van basis|basic|solo|starter|mini|standaard naar \
    plus|pro|duo|familie|gezin|premium|max; verschil betaald|bijbetaald; bijbetaald
    gone = waar is|zijn|blijft mijn|m'n|mn premium|abonnement|aankopen|pro|plus; waarom is|ben \
    premium|mijn|ik weg|verdwenen|kwijt; premium|abonnement|pro|plus|aankopen \
    weg|verdwenen|kwijt|foetsie
    stopped = waar|waarom is|ben|blijft mijn|premium|ik premium|weg|kwijt|verdwenen|abonnement; \
    premium|abonnement|toegang|plus|pro \
    weg|gestopt|verdwenen|kwijt|afgelopen|beeindigd|verlopen|ingetrokken; kwijt \
    premium|toegang|abonnement; terug|teruggezet naar|op gratis|basis
    inquiry = heb|hou|houd|krijg|behoud ik nu|dan|nog toegang; kan|mag|zou ik|je|men \
    stoppen|opzeggen|delen|voordat|daarvoor; als ik koop|neem|activeer|betaal|de
    pending = in_behandeling|in_afwachting|wordt_verwerkt|in_verwerking|hangende; \
    betaling|transactie|aankoop|overboeking \
    in_behandeling|verwerkt|verwerking|hangt|gedaan|overgemaakt|verstuurd; staat|blijft|zegt|nog \
    in_behandeling|wachten|verwerking|in_afwachting
    approve = mama|papa|moeder|vader|ouder*|oma \
    goedgekeurd|akkoord|toestemming|geaccepteerd|goedkeuren|ja_gezegd|geklikt; verzoek \
    verstuurd|gestuurd|aangekomen|verlopen|weg|komt; vraag*|gevraagd|vragen \
    toestemming|ouder*|mama|papa|moeder|vader; toestemming vragen|gevraagd
    locked = alleen voor leden|abonnees|betalende; geen|niet|heb|ik toegang; ontgrendel* met|na; \
    grijs
    """
  )
}
