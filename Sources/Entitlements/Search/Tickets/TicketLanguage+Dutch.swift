extension TicketLanguage {
  static let dutchWords = """
    gisteren vandaag alles al zit doet werd krijg gewoon toch terug ik het een de en van niet \
    mijn is dat op met voor maar heb ben zijn naar bij aan er nog wel ook jullie hoe kan wat als \
    dan te om graag beste groeten hallo mn geen weer nu deze dit
    """

  static let dutch = TicketLanguage(
    isSpaced: true,
    """
    @not = niet|niks|niets|geen|nooit|zonder|nergens|nie|noch
    @abo = \
    abonnement|abo|premium|plus|pro|lidmaatschap|versie|toegang|functies|aankoop|jaarabonnement|maandabonnement|volledige
    bought = betaald; gekocht; aangeschaft; afgesloten; besteld; kocht; aankoop*; geabonneerd; \
    betaling gelukt|gedaan|gegaan|is; bon; bevestiging; genomen; betaalde; overgemaakt; geld \
    weg|kwijt; uitgegeven; bestelling; afgerekend
    charge = afgeschreven; afschrij*; schrijf* af|weer; afschrift*; incasso*; geïncasseerd; in \
    rekening; rekening; afgeboekt; geboekt; betaling*; kosten|bedrag|bedragen; gefactureerd; \
    afgehaald; haalt|halen geld|weer; creditcard; geld af|weg|genomen; verlengd; afgegaan; \
    belast; pinpas; weer betaald; bankrekening
    twice = dubbel*; twee keer; 2x; 2 keer; tweemaal; twee maal; drie keer afgeschreven|betaald; \
    twee|2|beide|meerdere|drie \
    betaling*|afschrijving*|bedragen|abonnementen|transacties|keer|rekeningen|incasso*|aankopen; \
    nog een keer; zelfde bedrag; eentje teveel|te|terugboeken
    once = maar|slechts één|een|1|eenmaal; een van de|twee; beide; één keer; eentje; dezelfde \
    maand
    refund = terugbetal*; geld terug; terugkrijg*; teruggave; terugstort*; terugboek*; \
    geld|bedrag|aankoopbedrag|euro|$ terug; restitutie; retour; refund*; vergoed*; herroep*; \
    ongedaan; terugvorder*; terug gestort; teruggestort; storneren; teruggeven; terugbetaald; \
    terughebben; centen terug; aankoop annuleren
    accident = ongeluk; vergissing; vergist; abusievelijk; verkeerd* knop|geklikt; perongeluk; \
    niet bedoeling; zonder toestemming|medeweten|vragen|mijn; misklik*; onbedoeld
    child = \
    zoon*|dochter*|kind|kinderen|kleinkind*|kleinzoon|kleindochter|neefje|nichtje|neef|jarige
    unused = nooit|niet|nog gebruikt|gebruik|geopend; waardeloos; werkt|doet|loopt \
    niet|niks|vast; nutteloos; voldoet niet; niet nodig; oplichting; teleurgesteld; kan niet \
    overweg
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; gpa
    restore = herstel*; terugzet* aankop*|aankoop|abonnement; restore*; terughalen aankop*
    fail = fout*; werkt|lukt|gaat|doet niet|niks|het; mislukt*; niets gevonden; niks gevonden; \
    foutmelding; error; gebeurt niets|niks|er; lukt; vast; mis; storing; reageert niet
    device = nieuw*|ander*|tweede|oude \
    telefoon|toestel|mobiel*|iphone|ipad|tablet|gsm|samsung|android|computer|laptop|apparaat|gsm; \
    opnieuw geïnstalleerd|gedownload|installeren|erop; herinstall*; verwijderd app; app \
    verwijderd; overgestapt|gewisseld|overstap|switch van|naar|op \
    iphone|android|samsung|ios|toestel|telefoon; fabrieksinstelling*; teruggezet naar; gereset; \
    telefoon|toestel|tablet kapot|gestolen|verloren|gewisseld|gerepareerd; geformatteerd; \
    leeggemaakt
    account = ander*|verkeerd*|nieuw*|oud*|twee*|twee|beide|verschillende \
    account*|mail*|adres|email*|profiel*|login|mailadres*; \
    aangemeld|ingelogd|inloggen|uitgelogd|aanmelden met|op|via|als; \
    man|vrouw|zoon|dochter|broer|zus|vriend* ingelogd|aangemeld; samengevoegd; samenvoeg*; \
    gekoppeld; koppelen; overzetten; werkmail; welk* mail*|account; met google|apple|facebook
    gone = kwijt; weg; verdwenen; verdween; verloren; foetsie; nergens; @not \
    te|meer|gevonden|herkend|vinden|vindbaar; niet herkend|herkent|gevonden|terug|vinden; alsof \
    nooit|nieuw*; leeg; spoorloos; wil dat|opnieuw kopen|koop|betaal; geen @abo meer; nooit \
    gekocht
    cancel = opgezegd; opzeg*; geannuleerd; annuler*; stopgezet; stopzet*; beëindigd; beeindigd; \
    uitgeschakeld verlenging; verleng* uit*|niet|stop*; automatisch* verleng*; gecanceld; \
    gecancelled; cancel*; afgemeld; uitgezet verlenging|automatische; abonnement \
    gestopt|eindigt|loopt af; opgezegt; eindigt op; wordt niet verlengd; uitgeschreven
    forgot = vergeten|hoe|waar|wil|vergat op*|annuleren|te|kan|ik opzeggen|zeggen|opgezegd; \
    vergeten op te zeggen; vergeten opzeggen
    again = weer; toch; nog; opnieuw; nogmaals; steeds; alsnog; doodleuk; ondanks
    premium = @abo; leden*; lid
    locked = slot; slotje*; vergrendel*; ontgrendel*; geblokkeerd; dicht; @not \
    toegang|openen|gebruiken|geactiveerd|ontgrendeld|open|beschikbaar|premium|zien|in; reclame*; \
    advertenties; gratis versie|account; blijft|blijf|nog|steeds|vraagt|wil|moet|zegt|app \
    vragen|vraagt|kopen|betalen|dicht|gratis|upgraden|abonneren; geen premium|plus|pro; \
    proefversie; doet alsof; niet actief; niet opengezet; kan nergens in; niks gebeurd|gebeurt; \
    werkt niet; op slot; beperkt*
    stopped = ineens; plotseling; plots; opeens; niet meer; geen meer|lid; uitgezet; afgesloten; \
    verlopen; uitgeschakeld; afgepakt; ingetrokken; gedeactiveerd; teruggezet op|naar gratis; \
    vandaag niet; kwijtgeraakt; stopte; gestopt met werken; van de ene op
    until = tot \
    gisteren|vandaag|vorige|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|voor; \
    gisteren nog|werkte|deed|ging; sinds \
    vanmorgen|vandaag|gisteren|maandag|vanochtend|dinsdag|woensdag|donderdag|vrijdag; werkte \
    gisteren|nog|altijd; vanmorgen; vanochtend
    hold = betalingsprobleem; opgeschort; gepauzeerd; geschorst; on hold; \
    betaling*|incasso|kaart|afschrijving|bank \
    mislukt|geweigerd|verlopen|probleem|niet|afgewezen|gestorneerd; nieuwe \
    kaart|pas|betaalmethode; kaart verlopen|vernieuwd|aangepast; saldo aangevuld|te|onvoldoende; \
    onvoldoende saldo; betaalmethode; betaalgegevens; facturatieprobleem; betaling gelukt \
    inmiddels
    ongoing = betaal gewoon|wel|nog|elke|iedere|door|maandelijks|keurig|trouw|netjes|altijd|al; \
    iedere|elke maand; loopt nog|door|tot|gewoon; terwijl ik|abonnement|de \
    betaal|incasso|actief|loopt; betaald tot; nog steeds betaal|afgeschreven; blijf betalen; \
    verlengd op; actief; klant|abonnee|lid sinds; betaal door
    monthly = maand*
    yearly = jaar*; jaarlijks*
    tier = pakket; tarief; basis; basic; individueel; gezinspakket; abonnement* vorm; plan; pro; \
    gezinsabonnement; lifetime; studententarief
    change = overgestapt; overstap*; upgrade*; geüpgraded; downgrade*; gewijzigd; wijzig*; \
    omzet*; omgezet; gewisseld; veranderen|veranderd|veranderde abonnement|plan|naar|pakket; \
    goedkoper*; omzetten; switchen; overgezet; aanpassen
    wrong = verkeerd*; ipv; in plaats; inplaats; wilde|wou|bedoelde \
    maand*|jaar*|eigenlijk|de|alleen; per ongeluk jaar*|maand*; staat \
    nog|steeds|individueel|basis|basic; fout* abonnement|pakket|plan|gekozen; steeds \
    basis|basic|individueel; oude tarief|prijs; gekozen
    price = prijs* omhoog|verhoog*|gestegen|hoger|duurder|anders|gewijzigd|klopt; prijsverhog*; \
    duurder; verhoging; kostte; altijd $; voorheen $; was $; eerst $; kost ineens|nu|meer; ineens \
    $; te veel afgeschreven|betaald; opslag; verhoogd; prijs; terwijl $ betaalde
    coins = munt|munten; muntjes; coin*; gems; gem; edelsteen; edelstenen; diamant*; kristal*; \
    juwelen; robijn*; credits; tokens; punten; penningen; goud; goudstukken; fiches; schatkist*; \
    kist; levens; energie; sterren; speelgeld; robux; vbucks; tegoed; pakketjes; bundel
    missing = @not \
    gekregen|ontvangen|aangekomen|bijgeschreven|gestort|binnen|gezien|erbij|gekomen|toegevoegd; \
    waar zijn|blijven|is|blijft; ontbre*; mis; niks; kwijt; weg; verdwenen; nog steeds; nul; \
    saldo; maar gekregen|ontvangen|bijgeschreven; wacht nog
    trial = proef*; op proef; gratis week|maand|dagen|periode|proberen|proef*|uitproberen; \
    dagen|weken|week|maand gratis; trial; uitprober*; probeerperiode
    offer = korting*; kortingscode; actie*; actiecode; promo*; code* \
    werkt|niet|doet|ongeldig|geldig; code; waardebon; cadeau*; voucher; coupon; aanbied*; \
    student*; black friday; %; vouchercode; inwissel*; inlever*; welkomstkorting; in aanmerking; \
    eerste maand voor
    pending = behandeling; in afwachting; afwachting; wacht*|wachten op \
    goedkeuring|bevestiging|betaling|toestemming; verwerk*; hangt; pending; hangen; nog niet \
    afgerond|verwerkt|voltooid; openstaand; in behandeling; blijft hangen; overboeking
    approve = goedkeur*; goedgekeurd; toestemming; vraag om te kopen; verzoek; aankoopverzoek; \
    kopen vragen; ask to buy; ouderlijk*; akkoord
    family = gezin*; delen met; famil*; gezinsdeling; organisator; mijn|bij \
    vrouw|man|zoon|dochter|kinderen|zus|broer niet|kan|geen|ook|staat; gedeeld*; meedelen; \
    huisgenoten
    crash = crasht; crash*; vastloop*; loopt vast; sluit zichzelf|vanzelf|af; sinds|na update; \
    bug; wit|witte|zwart|zwarte scherm|vlak; widget; melding*; synchron*; traag; toetsenbord; \
    camera; export*; laadt niet; bevriest
    wish = kunnen|kunt|zouden|willen|wil|zou jullie|u|het|leuk|fijn|top|handig \
    maken|toevoegen|zijn|bouwen; donkere modus; dark mode; suggestie; toevoegen; is het \
    mogelijk|er; zou top|fijn|leuk|mooi|handig; wens; lettergrootte; taal; tip; idee; apple \
    watch; hoe kan|stel ik; wanneer komt
    login = wachtwoord*; inloggen lukt|niet|kan; niet inloggen|aanmelden; herstelmail; resetmail; \
    reset* mail|link|wachtwoord; bevestigingsmail; account|gegevens verwijderen; verificatiecode; \
    pincode
    away = afwezig*; niet op kantoor|aanwezig; vakantie; automatisch antwoord; weer \
    bereikbaar|aanwezig; niet bezorgd; onbestelbaar; buiten kantoor; verlof; niet aanwezig
    praise = super|fijne|top|geweldige|mooie|prachtige|beste|leuke|fantastische app|werk; \
    complimenten; compliment; elke cent waard; waard; bedankt voor|jullie geweldige|werk|mooie; \
    blij met; ga zo door; vijf|5 sterren; tevreden; geniet
    business = reclame|advertentie* maken|voor|plaatsen|zetten|adverteren; samenwerk*; \
    adverteren; sollicit*; stage; vacature; licenties; school; partnership; marketing; pers; \
    aanbod; reviews; downloads verhogen|meer; webshop; sponsor*; offerte; nieuwsbrief afmelden
    invoice = factuur; btw*; rekening voor|op|met naam|bedrijf|boekhouding; boekhouding; \
    bedrijfsnaam; declar*; bewijs van betaling; kopie bon|factuur
    """
  )
}
