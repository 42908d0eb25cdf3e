extension TicketLanguage {
  static let germanWords = """
    ich und der die das ist nicht mein meine habe hab ein eine mit für auf es den dem sie ihr zu \
    von bei im wie was wir uns hallo bitte danke aber auch noch seit wird war mir mich kann \
    guten tag trotzdem geht kein keine wurde sind hatte haben sich nur schon jetzt heute gestern \
    wieder immer als an am aus dass daß doch einem einen einer er nach oder wenn wo zum zur über \
    hier bin dann dabei man da so
    """

  static let german = TicketLanguage(
    isSpaced: true,
    """
    @not = \
    nicht|nix|nichts|kein|keine|keinen|keinerlei|nie|niemals|ohne|nirgends|net|ned|keiner|keins
    @abo = \
    abo|abos|abonnement|jahresabo|monatsabo|premium|plus|pro|mitgliedschaft|vollversion|zugang|zugriff|funktionen|premiumversion|kauf
    bought = gezahlt; gekauft; abgeschlossen; geholt; erworben; käuf*; hab|habe für|geld \
    gezahlt|ausgegeben; überwiesen; zahlung|geld erfolgt|ist|war|durch|raus|bestätigt|eingegangen; \
    bestellt; abonniert; zahlungsbestätigung; quittung; gelöst; freigekauft; gelöhnt; blech*; \
    überweisung; geld weg; erstanden; gegönnt; bezahl*; geld|kohle|betrag \
    ist|vom|runter|weg|raus|abgebucht; vom konto runter; abonniere*; abo \
    abgeschlossen|gemacht|gestartet|gekauft; in app kauf; hab|habe mir|jetzt|gerade \
    premium|pro|plus|abo; aufgeladen; geordert; zahlungseingang; rechnung bekommen|erhalten; \
    gebucht; vollversion geholt|genommen|gekauft; kauf getätigt|abgeschlossen; upgegradet; \
    apple|google bestätigt|bestätigung
    charge = zahle; zahl; bezahle; abgebucht; abbuch*; bucht|buchen ab|wieder; buchung*; belast*; \
    einzug; zieht|ziehen|zieht ab|ein|geld|wieder; abgezogen; kontoauszug*; kreditkart*; rechnung; \
    berechnet; in rechnung; abkassiert; abgerechnet; geld genommen|weg; verlängert; erneut|wieder \
    bezahlt|zahlen; abzug; eingezog*; lastschrift*; gezahlt; zahlen sollte; umsatz; \
    kostenpflichtig; runter vom|von konto|karte|kreditkarte; geht|gehen|ging|gingen \
    runter|ab|weg|raus; buchen|bucht|buchten wieder|mir|schon|ab|erneut; nehmt|nimmt|nahm \
    mir|geld|$; einziehen; ziehen|zieht|zogen mir|wieder|ein|sie; kassiert*; abrechnung; posten; \
    paypal; bank; kassieren; wieder $; schon wieder $; verlangt $; geholt $; umsätze; verrechnet; \
    von der karte|meinem|meiner; kostet mich; zahlen; konto|karte belastet
    twice = doppelt*; zweimal; zwei mal; 2x; 2 mal; 2mal; dreimal; 3x; mehrfach \
    abgebucht|belast*|bezahlt|berechnet; zwei|2|beide|mehrere|drei \
    abbuch*|zahlung*|buchung*|rechnung*|beträge|belast*|abos|abonnements|transaktion*|posten; \
    einmal über|per|bei|auf einmal; am selben tag; gleich* betrag; nochmal abgebucht; \
    zwei|2|beide|mehrere \
    identische|posten|abos|abbuchung*|zahlung*|buchung*|rechnungen|beträge|gleiche|mal|einträge|käufe; \
    identisch*; selben tag|betrag|minute|monat; gleichen tag|betrag; gleiche betrag|summe; \
    zweite|zweites mal|abbuchung|buchung|zahlung; noch mal $; nochmal derselbe|der|dieselbe|das; \
    sowohl apple|google|über; zwei zahlungen; doppelbuchung; mehrfach
    once = nur|bloß einmal|ein|1|einen; beide gingen|sind|wurden|durch; einmal \
    gekauft|geklickt|gedrückt|bestellt; eins zu viel; einer zu viel; derselbe|dieselbe|dasselbe \
    betrag|abo; nur|bloß einmal|eins|eine|einen|ein; einmal \
    bestellt|gekauft|gedrückt|abgeschlossen; eine davon; eins davon; einen davon; das zweite; den \
    zweiten; die zweite; doch nur
    refund = erstatt*; rueckerstatt*; zurückerstatt*; rückzahl*; geld zurück|wieder|retour; \
    zurückzahl*; zurückbekomm*; zurückgeb*; zurück überwei*; rückvergüt*; widerruf*; refund*; \
    geld|betrag|euro zurück; zurückbuch*; rückbuch*; gutschrift; geld \
    wiederhaben|wiederbekomm*|wieder; stornier* kauf|bestellung|zahlung; rückgängig; kohle zurück; \
    rücktritt; zurückzugeben; zurückhaben; wiederbekomm*; wieder bekomme|zurück|haben|kriegen; \
    zurücküberweis*; zurück bekomm*|haben|geben|erstatt*|fordern; geld|kohle|$|euro|betrag|das|es \
    zurück|wieder|retour; zurückfordern; rückgabe; retour*; storno; stornier*; kauf \
    rückgängig|stornieren|widerrufen|zurück|annullieren; annullier*; umtausch*; rückerst*; \
    zurückzuerst*; wiederhaben; entschädig*; gelt zurück; geldzurück; vom kauf zurücktreten; \
    rückabwick*; herausgeben
    accident = versehen*; ausversehen; irrtüm*; verklickt; falsch* knopf|gedrückt|getippt; \
    unabsichtlich; nicht gewollt|gewusst|wusste; ohne wissen|erlaubnis|fragen|davon|mein; \
    vertippt; ungewollt; unbefugt; aus versehen; unbeabsichtigt; ohne dass ich; unbemerkt; gar \
    nicht gewollt; nie gewollt|bestellt|abgeschlossen; fehlkauf; drauf gekommen; angetippt; \
    draufgedrückt; heimlich; hinter meinem rücken; katze; hosentasche
    child = sohn|tochter|kind|kinder|enkel*|neffe*|nichte*|junge|kleine|bub; \
    kleiner|kleine|großer|mein|meine sohn|tochter; sohnemann; enkelin; enkel; kids; nachwuchs; \
    jähriger; jährige; teenager
    unused = nie|nicht|gar|kaum benutzt|genutzt|gebraucht|verwendet; nutzlos; bringt \
    nix|nichts|nicht; brauche nicht|kein; entspricht nicht; abzocke; enttäuscht; taugt nichts|nix; \
    nicht zufrieden; unzufrieden; schrott; müll; nutze nicht|gar; nichts wert; hält nicht; nicht \
    wie|was beschrieben|versprochen|erwartet; betrug; gefällt nicht|mir; unbrauchbar; nicht das \
    was; brauch ich nicht; geld nicht wert; enttäuschend; gar nicht genutzt|geöffnet
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi
    restore = wiederherst*; wieder herst*; widerherst*; wiederhergest*; restore*; einkäufe laden; \
    wieder herstell*; zurückholen; reaktivier*; frühere käufe; nichts zum wiederherstellen; \
    kauf|käufe wiederherst*
    fail = geht|klappt|funktioniert|lässt|tut nicht|nix|nichts|sich; fehl*; nix passiert; passiert \
    nichts|nix|einfach|nicht; @not gefunden; schlägt fehl; unmöglich; grau; hängt; probleme; \
    dreht|rädchen|lädt nur|ewig|sich; kommt meldung|fehler*|immer|nur|nichts|nix; meldung; \
    nichts|nix da|zum|gefunden|passiert; erfolglos; tut sich nichts|nix; keine|kein \
    käufe|kauf|reaktion gefunden|vorhanden; geht nicht; klappt nicht; will nicht; vergeblich; \
    reagiert nicht; schon zig|zehn|mehrmals; bricht ab; ohne erfolg; keine wirkung
    device = neu*|anderes|zweites|ersatz|altes \
    handy|telefon|smartphone|iphone|ipad|tablet|gerät|phone|rechner|computer|mac|samsung|android; \
    neuinstall*; neu installiert|drauf|aufgesetzt|geladen; deinstall*; gelöscht app; app gelöscht; \
    handywechsel; gerätewechsel; gewechselt|wechsel|umgestiegen|umstieg von|auf|zu \
    iphone|android|samsung|huawei; zurückgesetzt; werkseinstell*; handy|tablet|iphone \
    kaputt|verloren|gestohlen|getauscht|gewechselt|repariert|formatiert; neu drauf; handytausch; \
    neue|neues|neuen|anderen|anderes|zweites|neuem \
    handy|galaxy|pixel|iphone|smartphone|tablet|ipad|samsung|gerät|laptop; seit neue|neues|handy; \
    handy|phone|tablet|iphone|gerät \
    weg|kaputt|neu|geklaut|runtergefallen|ersetzt|getauscht|gewechselt; wechsel|umstieg|umzug \
    auf|zum|vom; umgezogen; app neu|erneut|wieder installiert|geladen|runtergeladen|drauf; \
    datenübertragung; übertragen; gerät gewechselt; geräte wechsel; beide* geräte; resettet; \
    zurücksetzen; frisch installiert; runtergeschmissen; auf dem neuen; altes handy
    account = ander*|falsch*|neu*|alt*|zwei*|zwei|verschieden*|beide \
    konto|konten|account*|mail*|adresse|email*|login|profil*; mit|über \
    google|apple|facebook|seiner|ihrer|meiner anmeld*|angemeldet|eingeloggt|adresse; \
    angemeldet|eingeloggt|anmelden|abgemeldet|ausgeloggt; \
    mann|frau|freund*|bruder|schwester|sohn|tochter|enkel angemeldet|eingeloggt; zusammengelegt; \
    zusammengeführt; konten; verknüpft; welche* mail|adresse|konto; übertrag*; umziehen|umgezogen; \
    mail* geändert; anderer|anderen|andere|anderem|falschen|falsche|alten|neuen|neue|zweiten \
    konto|account|mail|adresse|id|profil|benutzer; google konto; mit seinem|ihrem|anderem \
    konto|account; bei ihm|ihr statt|und|nicht; verkettet; umgemeldet; registriert mit|neu; zwei|2 \
    konten|accounts|profile|logins; mein|meinem anderen; neu angemeldet; account gewechselt
    gone = verschwund*; weg; futsch; verloren; nirgends; leer; unauffindbar; @not mehr|zu \
    da|finden|sehen|erkannt|vorhanden|kauf; nicht|nix erkannt|gefunden|erkennt|kennt|auffindbar; \
    als hätte|wär|wäre|ob nie|neuer|nichts|ich; kein* @abo; wo ist|sind mein*; nie \
    was|etwas|nichts gekauft|bezahlt; kauf hin; flöten; will dass|das ich|abo; \
    alles|abo|premium|käufe|kauf|lizenz weg|futsch|verschwunden|gelöscht|hin|fort; flöten \
    gegangen; verschollen; ausgelöscht; nicht mehr da|drin|vorhanden|auffindbar|bei; wie neu; wie \
    weggeblasen; wo|wohin ist|sind|hin mein|meine|die; bei null; erkennt mich|kauf|abo|nicht; \
    soll|muss nochmal|neu|wieder|erneut kaufen|zahlen|bezahlen; nochmal|erneut \
    bezahlen|kaufen|zahlen; keine spur; existiert nicht; weiss|weiß nichts|nix; sagt \
    ich|hätte|habe nie|kein|nichts; vergessen dass; neukunde
    cancel = gekündigt; gekuendigt; kündig*; kuendig*; storniert; abbestell*; abgemeldet; beendet; \
    endete; abgestellt; verlängerung deaktiviert|aus|abgeschaltet|ausgeschaltet; auto* \
    verlängerung; gecancelt; gecancelled; abo|abonnement deaktiviert|gestoppt|beendet|endet|läuft \
    aus; wird|endet nicht verlängert|am|zum; ausgeschaltet verlängerung; cancel*; \
    abo|mitgliedschaft aufgelöst|aufgehoben; bestätigung der kündigung; fristgerecht; \
    abo|abonnement gekündigt|beendet|storniert|aus|abgemeldet|gestoppt; verlängerung \
    abgestellt|gestoppt|aus; aufgekündigt; ausgestiegen; deabonniert; gekündikt; widerrufen abo
    forgot = vergessen|verpasst|wie|wo|möchte|will|versäumt kündig*|kuendig*|abo|zu|abbestellen; \
    kündigen vergessen; vergessen zu kündigen; kündigen wie|wo|möchte|vergessen|bitte|will; \
    verschwitzt; vergaß zu; bitte kündigen|kündigt; kündigen sie; wie kündige|kündigt|kann|komme
    again = wieder; trotzdem; erneut; nochmal; immer noch; weiterhin; dennoch; weiter; jetz*; \
    noch; schon wieder; doch; nach wie vor; stets; abermals; fortan; ständig
    premium = @abo; freigeschaltet; gold; vip; bezahlversion; vollzugriff; vollversion; abo \
    inhalte; alles was ich bezahlt|gekauft; freischaltung; proversion; unbegrenzt
    locked = gesperrt; schloss; schlösser; freigeschalt*; freischalt*; freigegeben; @not \
    zugriff|zugang|freigeschaltet|aktiviert|nutzen|öffnen|benutzen|premium|aktiv|verfügbar; \
    werbung; kostenlose* version|nutzer|variante; gratis version|nutzer*; testversion; \
    basisversion; soll|will|fordert|verlangt|sagt|zeigt|kommt \
    immer|noch|weiter|trotzdem|kaufen|abo|zahlen|upgrade|kauf*; kaufaufforderung; \
    lassen|lässt|kann sich|nicht|nichts öffnen|nutzen|benutzen|starten; nix|nichts \
    geht|freigeschaltet|passiert; funktioniert|geht|klappt nicht|nix|nichts; zu; aktiviert nicht; \
    schaltet nicht; eingeschränkt; reklame; bezahlschranke; schranke; paywall; schlösschen; \
    vorhängeschl*; tut|tun so|als; als wär*|hätte|wenn nix|nichts|ich|nie; nix|nichts \
    freigeschaltet|passiert|geändert|anders|getan|da|gewesen; blendet weiter|immer|werbung|noch; \
    weiter|noch|immer werbung|gesperrt|reklame|gratis|kostenlos*|free|basis|schloss|zu; sperrt; \
    zugesperrt; keine freischaltung; noch nicht frei*|aktiv*; werd* nicht erkannt|freige*|aktiv*; \
    bleibt gesperrt|zu|gratis|alles; einschränk*; will|soll ich|mich|wieder|nochmal \
    kaufen|abo*|zahlen|bezahlen|upgraden; jetzt kaufen|upgraden|abonnieren|freischalten; \
    gratisversion; freie version; free version; komme nicht rein|ran; kein premium|zugriff|zugang; \
    premium|plus|pro nicht aktiv*|da|freig*
    stopped = plötzlich; auf einmal; nicht mehr; nimmer; kein* mehr; gesperrt \
    seit|heute|wieder|plötzlich; abgelaufen; deaktiviert; entzogen; weggenommen; verloren; \
    zurückgestuft; heruntergestuft; behandelt; ausgesetzt; inaktiv; erloschen; wieder \
    gesperrt|gratis|kostenlos|werbung; abgeschaltet; ausgeschaltet; seit heute; herabgestuft; seit \
    heute|gestern|gerade|diesem morgen; heute morgen|früh; über nacht; mit einem mal; von jetzt \
    auf gleich; aus heiterem; ohne vorwarnung; abgedreht; rausgeschmissen; rausgeworfen; wieder \
    basis|gratis|free|kostenlos*; zurück auf gratis|basis|free; ausgesperrt; entfernt; abgeklemmt; \
    gestrichen; gekappt; mittendrin; nicht mehr aktiv|freige*|zugriff|rein|premium; aufgewacht; \
    alles gesperrt|zu|weg; läuft ab
    until = bis \
    gestern|heute|letzte*|vorgestern|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|vor; \
    gestern noch|ging|lief|funktionier*; seit \
    heute|gestern|montag|dienstag|mittwoch|donnerstag|freitag|dem; vorher ging|lief; \
    lief|ging|funktionier* gestern|bisher|immer|noch|bis; heute auf|früh; seit heute; bis \
    gestern|heute|vor|letzte*|eben|sonntag; gestern abend|noch|alles|ging; ging|lief|klappte \
    noch|alles|gestern|bisher|immer|wunderbar|einwandfrei|tadellos|super|prima; monatelang; \
    jahrelang; bisher immer|alles; letzte woche noch|ging; die ganze woche; davor ging|lief
    hold = pausiert; ausgesetzt; zahlungsproblem*; \
    zahlung*|abbuchung|karte|lastschrift|kreditkarte \
    fehlgeschlagen|abgelehnt|problem*|abgelaufen|gescheitert|nicht|zurück*|geplatzt|gesperrt|gedeckt; \
    neue karte; karte hinterlegt|aktualisiert|geändert|neu; zahlungsmethode; zahlungsart; \
    zahlungsdaten; gedeckt; guthaben aufgeladen; abrechnungsproblem; kulanz*; zahlungsfehler; \
    nicht gedeckt; rücklastschrift; karte|konto|lastschrift|bank \
    abgelaufen|gesperrt|neu|gedeckt|ausgetauscht|gewechselt|geplatzt|getauscht|erneuert; \
    problem|fehler|schwierigkeiten mit|bei|der|meiner|ihrer zahlung*|abbuchung|abrechnung|karte; \
    zahlungsmittel; geld|deckung ist|war|auf drauf|da|konto; neue|neuer|andere \
    kreditkarte|karte|bankkarte|iban; aktualisier* zahlungs*|karte; zahlung aktualisier*|nicht; \
    konnte nicht abgebucht|eingezogen|belastet; ungedeckt; mahnung; nachgezahlt
    ongoing = zahle|zahl|bezahle \
    weiter*|immer|brav|jeden|jede|monatlich|regelmäßig|doch|noch|seit; obwohl|dabei|weil \
    ich|das|abo|mein zahl*|bezahl*|läuft|weiterläuft|aktiv; weiterläuft; läuft noch|bis|weiter; \
    abo aktiv|läuft|weiter; jeden monat; verlängert am; zahlender; kunde; bezahlt bis; noch \
    gültig; werde|wird weiter abgebucht; aktiv bis; zahle|zahlen|bezahle|bezahlen \
    jeden|monat*|seit|brav|immer|pünktlich|jahrelang|doch; \
    mitglied|kunde|abonnent|abonnentin|kundin seit; läuft|gilt|gültig|bezahlt noch|bis|eigentlich \
    bis|september|januar|märz|ende; verlängert|verlängerung am|im|erst|bis; stammkunde; treue*; \
    jeden|jede|jedes monat|jahr; abbuchung läuft|kommt|erfolgt; noch monate|wochen|tage; \
    lückenlos; regelmässig; seit jahren; bezahlt ist
    monthly = monat*; pro monat; mtl; im monat
    yearly = jahr*; ganzes jahr; pro jahr; zwölf monate; 12 monate; 1 jahr
    tier = tarif*; paket; basis; basic; abo modell; pro; familienabo; einzel*; plan; \
    studententarif; normalpreis; lifetime; variante; abo; modell; version; stufe; familientarif; \
    team; standard; starter; premium tarif; monatstarif; jahrestarif; monatspaket; jahrespaket
    change = gewechselt; wechsel*; upgrad*; downgrad*; umgestellt; umstell*; änder*|geändert \
    abo|tarif|plan|noch|auf; tauschen; hochgestuft; heruntergestuft; umsteigen; umgestiegen; \
    günstiger*; umändern; umbuchen; ändern lassen; umwandeln; umgewandelt; switch*; hochstufen; \
    runterstufen; upgegradet; aufgestockt; umgebucht; umschreiben
    wrong = falsch*; statt; anstatt; stattdessen; wollte|will|sollte \
    eigentlich|nur|monat*|jahr*|das|ein; verklickt; immer noch|nur|steht \
    basis|basic|monat*|jährlich|jahr*|alt*; an der backe; versehentlich jahr*|monat*; nicht \
    das|der|die jahr*|monat*|tarif; nach altem; alten tarif|preis; \
    wollte|dachte|meinte|gedacht|geglaubt eigentlich|nur|monat*|jahr*|das|ich|den; am hals; \
    aber|nun|jetzt|stattdessen jahr*|jahresabo|monat*|ganzes; anderes als; nicht das richtige|was; \
    verwechselt; vertan; falsch ausgewählt|gewählt|gebucht; erwischt; steht|zeigt|angezeigt \
    immer|noch|weiter|weiterhin basis|basic|standard|alte*|monat*|jahr*|einzel*|starter; gebucht \
    statt; verrutscht; ausgesucht; gelandet
    price = preis* erhöh*|gestiegen|teurer|höher|geändert|falsch|rauf|hoch|anders; teurer; kostet \
    auf|plötzlich|jetzt|mehr|das; statt $; erhöh*; zu viel abgebucht|berechnet|bezahlt; mehr \
    abgebucht|bezahlt; immer $; bisher $; früher $; preis*; zu teuer; aufgeschlagen; \
    preis|kosten|gebühr|beitrag|tarif \
    gestiegen|erhöht|teurer|höher|verdoppelt|angehoben|stimmt|falsch|anders|rauf|mehr; mehr \
    als|bezahlt|abgebucht|verlangt; von $ auf; früher|vorher|bisher|sonst \
    $|kostete|gezahlt|zahlte; kostete; angehoben; verteuer*; auf einmal $; plötzlich $; \
    versprochen $|preis; ausgemacht; wucher; überteuert; angezeigt $; höherer betrag|preis; \
    niemand|keiner|nie|nicht informiert|bescheid|gesagt|angekündigt|mitgeteilt; ohne \
    ankündigung|vorwarnung; letztes jahr $
    coins = münz*; muenz*; coin*; gems; gem; edelstein*; diamant*; diamond*; kristall*; juwel*; \
    rubin*; credit*; token*; chips; punkte; sternenstaub; goldstück*; goldbarren; taler; guthaben; \
    schatztruhe*; truhe*; spielgeld; spielwährung; leben; energie; robux; vbucks; gold; sterne; \
    paket; jeton*; item|items; trank|tränke|zaubertrank|zaubertränke; dukaten; barren; goldmünzen; \
    minuten; stunden; herzen; schlüssel; tickets; lose; sterntaler; spielmünzen; smaragde; perlen; \
    kiste; sack; beutel; im spiel; konto im spiel; kontingent; einheiten; nachrichten paket; \
    lektionen; booster; punktepaket; zauberstäbe; drehs
    missing = @not \
    angekommen|bekommen|erhalten|gutgeschrieben|da|drauf|gekommen|gesehen|eingegangen|auf|einzige*; \
    wo sind|bleiben|ist|sin; fehl*; verschwunden; weg; immer noch|nix|nicht; keine einzige*; nix; \
    nichts; wo bleiben; null; statt; nur bekommen|erhalten; kontostand; warte; \
    nix|nichts|nie|noch|nicht|keine \
    da|gekommen|angekommen|erhalten|bekommen|gesehen|gutgeschrieben|drauf|drin|aufgetaucht|passiert; \
    steht|stehen|bleibt|zeigt immer|noch|nach|weiter|auf|bei null|0|nichts|noch|wie; zähler; rührt \
    sich nicht; unverändert; tut sich nix|nichts; leer ausgegangen; nicht da; kommt|kommen \
    nicht|nix an; nur hälfte|teil|ein; vermisse; wo sind|bleiben|ist|bleibt; ausgeblieben; keine \
    spur; nicht verbucht
    trial = probe*; test zeitraum|phase|abo|monat|woche; testphase; testabo; testzeitraum; \
    testmonat; kostenlos* test*|probe*|monat|woche|phase; tage|tag|wochen|woche|monat \
    kostenlos|gratis|umsonst|frei|testen; gratis* monat|woche|test*|zeitraum|phase; trial; testen; \
    kostenlos|gratis testen; schnupper*; erste*|ersten 3|7|14|30|woche|monat|tage|tag \
    gratis|kostenlos|umsonst|frei; 7|14|30|3|sieben|vierzehn tage|tag; gratiswoche; gratismonat; \
    kostenlose* woche|tage|monat|phase|zeit|probe*; probier*; ausprobier*; erst nach|später|danach \
    zahlen|kosten|abgebucht; angeblich kostenlos|gratis|umsonst; sollte kostenlos|gratis|umsonst; \
    testwoche; testlauf; versprochen kostenlos|gratis; gratis testen; kostenlosen
    offer = rabatt*; gutschein*; promo*; aktion*; code*; angebot*; vergünstig*; ermäßig*; \
    student*; black friday; einführungspreis; coupon; %; einlös*; neukunde*; sonderpreis; \
    code|gutschein|aktion|rabatt ungültig|geht|wird|nicht|abgelaufen|funktioniert; nachlass; \
    prozent; sonderangebot; schülerrabatt; halber preis; zum halben; geschenkkarte; werbeaktion; \
    lockangebot; kampagne; treuerabatt; newsletter code; schnäppchen
    pending = ausstehend*; hängt; in bearbeitung; bearbeitung; wird \
    bearbeitet|verarbeitet|geprüft; warte*|wartet auf \
    bestätigung|zahlung|genehmigung|freigabe|zustimmung; schwebt; pending; nicht abgeschlossen; \
    noch nicht bestätigt|abgeschlossen|durch; offen; verarbeitung; barzahlung; überweisung; \
    vorgemerkt; noch|immer|steht|hängt bearbeitung|ausstehend|offen|vorgemerkt; wird noch|gerade \
    verarbeitet|geprüft|bearbeitet|bestätigt; bar bezahlt|gezahlt; paysafe*; tankstelle; kiosk; \
    zahlung ausstehend|offen|unterwegs|noch|schwebend; in der schwebe; banküberweisung; kauf \
    hängt|ausstehend|offen; nicht durchgegangen|verbucht; wartet|warten noch|auf; in prüfung
    approve = genehmig*; kaufanfrage*; freigegeben; zugestimmt kauf*|anfrage; erlaubt \
    kauf*|anfrage; bestätigt kaufanfrage|anfrage; kinder* anfrage; anfrage kind|sohn|tochter; \
    elterliche; erlaubnis; um erlaubnis; ask to buy; kaufen fragen; freigabe; anfrage \
    zum|von|gestellt|bestätigt|angenommen|genehmigt|kam; \
    bestätigt|genehmigt|erlaubt|zugestimmt|angenommen; kauf \
    genehmig*|erlaub*|bestätig*|freigegeben; eltern*; jugendschutz; kindersicherung
    family = famil*; geteilt; teilen; mitnutzen; organisator; meine|mein|bei \
    frau|mann|kinder|sohn|tochter|schwester|bruder|partner* nicht|kein*|sieht|kann; haushalt; in \
    der familie; mein mann|frau; bei ihr|ihm kommt|geht|nicht|aber|trotzdem; \
    frau|mann|tochter|sohn|kinder|schwester|bruder|partner|freundin \
    handy|gerät|bezahlschranke|app|kommt|sieht|kann|ist|hat; mitglied; hinzugefügt; teilt; \
    mitbenutz*; gruppe
    crash = stürzt; abstürz*; abgestürzt; friert; eingefroren; bug; schließt sich; seit|nach \
    update|aktualisierung; weißer|schwarzer bildschirm; hängt sich; lädt nicht|ewig; synchron*; \
    benachrichtig*; tastatur; widget; kamera; export*; drucken; langsam; stürzt ab; bleibt hängen; \
    hängt sich auf; lahm; ruckel*; flacker*; nach dem|letzten update; update; startet nicht; \
    öffnet nicht; öffnet sich nicht; lädt ewig|nicht; ton; bild; akku; anzeige*; abschmier*; \
    schmiert ab; geht nicht auf; fehler beim öffnen|laden|speichern|exportieren; uhrzeit; gps; \
    bluetooth; karte öffnen; einfriert; spinnt; speichert nicht; upload; mikrofon
    wish = könntet|könnten|könnt|würde|wäre|wär|schön|wünsche|bitte toll|schön|wenn|ihr|sie|super \
    einbauen|hinzufügen|ergänzen|mal|noch|mir; dunkelmodus; dark mode; vorschlag; wunsch; idee; \
    gibt es|ne|eine möglichkeit|plan|funktion; einbauen; schrift*; sprache; wie kann|stelle ich; \
    unterstütz*; apple watch; wäre|fände es|toll|schön|super|cool|klasse|praktisch|wenn; \
    könnte|könntet|könnten|würde man|ihr|sie|mich|bitte; hinzufüg*; fehlt mir|noch \
    die|eine|funktion|option; anregung; verbesserungsvorschlag; dunkles design|theme; darkmode; \
    nachtmodus; wie|wo kann|stelle|ändere|exportiere|finde|lösche|schalte|geht|bekomme ich|man; \
    sortier*; filter*; querformat; wann kommt|gibt|erscheint; widget; plant|geplant; offline; \
    einstellung*; anleitung; welche geräte; unterstützung für
    login = kennwort; einloggen nicht|geht; login; anmelden nicht|geht; nicht anmelden|einloggen; \
    zurücksetzen mail|passwort|link|e; konto|daten löschen; account löschen; passwor*; \
    zurücksetzen; einlogg*; anmeld* nicht|geht|klappt|funktioniert; bestätigungs*; verifizier*; \
    sms code|kommt|nicht; zugangsdaten; benutzername; kommt keine|nicht mail|sms|email; \
    account|konto|profil|daten löschen|löschung|entfernen; dsgvo; registrier*; pin; freischaltcode \
    sms; mail* ändern
    away = nicht im büro|haus; abwesen*; urlaub; bin bis|im|nicht; automatische antwort; wird \
    nicht weitergeleitet; unzustellbar; zurück am; wieder erreichbar; betriebsferien; elternzeit; \
    vertretung; bin ich|derzeit|zurzeit|momentan nicht|im|abwesend|außer; nicht erreichbar; außer \
    haus; ab dem wieder|zurück; ihre mail|nachricht|email wird; mutterschutz; krankheitsbedingt; \
    automat*; geschlossen; in dringenden
    praise = super|tolle|klasse|beste|geniale|großartige|schöne app|arbeit; lob; weiter so; danke \
    für die|eure|ihre tolle|super|arbeit; begeistert; jeden cent wert; wert; gratulation; \
    glückwunsch; liebe die app; großes kompliment; fünf|5 sterne; zufrieden; danke|dank \
    für|euch|ihnen|schon|vielmals|hat|alles; dankeschön; \
    toll|super|klasse|prima|genial|schön|spitze|mega gemacht|app|arbeit|spiel|ding; hat sich \
    erledigt|geklärt; klappt jetzt|wieder; sehr zufrieden; liebe eure|diese|die; macht spaß; bin \
    happy|begeistert; lieblings*; empfehl*; daumen hoch; großartig; bestes; hut ab
    business = lizenzen; mengenrabatt; ansprechpartner; zusammenarbeit; werbung \
    schalten|machen|auf; bewerb*; praktikum; stelle; presse*; angebot für|ihr \
    unternehmen|downloads; bewertungen; marketing; agentur; schule; sponsor*; newsletter abmelden; \
    investor*; firmenlizenz*; kooper*; partner*; vorstellen in|auf; influencer; podcast; blog; \
    journalist*; redaktion; interview; wir sind ein|eine|agentur; seo; sichtbarkeit; \
    unverbindlich; angebot unterbreiten|erstellen; lehrer; klasse schüler; universität; verein; \
    werben; werbe*partner; werkstudent; masterarbeit; umfrage; affiliate; freiberuf*; entwickler \
    suche; zusammenarbeiten; großhandel; staffelpreis*; vertrieb
    invoice = rechnung \
    mit|für|ausstellen|brauche|benötige|schicken|senden|zusenden|bekommen|per|über; \
    brauche|benötige|bräuchte|bitte|könn* rechnung|quittung|beleg; mehrwertsteuer; mwst; ust; \
    umsatzsteuer*; steuernummer; firmenadresse; rechnungsadresse; buchhaltung; steuererklärung; \
    rechnungskopie; rechnung; ausgewiesen*; finanzamt; steuer; firmenname; beleg; spesen; ust id; \
    steuerberater; kaufbeleg pdf; quittung für
    recent = gerade eben|gekauft|bezahlt|abgeschlossen; eben; soeben; vorhin; heute \
    gekauft|vormittag|morgen|mittag|abend|früh|nachmittag; vor \
    minuten|stunde|stunden|min|std|einer; minuten; stunde; grad; heut; gestern abend \
    gekauft|bezahlt; frisch; just; vor kurzem; direkt nach
    free = gratis*; kostenlos*; umsonst; kostenfrei; unentgeltlich; frei
    inquiry = was|wieviel|wie kostet|kosten|viel|teuer; überlege; gibt \
    es|gibts|bietet|habt|haben|hättet \
    ihr|sie|ein|eine|einen|auch|rabatt|studenten*|familien*|lifetime; verschenk*; \
    kann|können|könnte man|ich|wir verschenken|teilen|zahlen|nutzen|auch; bevor ich \
    kaufe|abschließe|bezahle; interesse an; interessiere mich; würde gerne|gern \
    wissen|kaufen|testen; lohnt; was ist|sind der|enthalten|unterschied|drin|dabei; möchte wissen; \
    wenn ich kündige|kaufe|abschließe|wechsle; frage vorab|zum|zu; unterschied zwischen; planen; \
    geplant; enthält; auf wie vielen|viele geräte; preis für; welche zahlungs*|kosten; spiele mit \
    dem gedanken; vor dem kauf; geht das auch; bräuchte ein angebot; als geschenk
    noRefund = kein|keine|keinen|nicht|nie|niemals|brauche_keine|ohne \
    erstattung*|rückerstattung*|rückzahlung|geld_zurück|refund|rückbuchung; \
    erstattung|rückerstattung|geld will|wollte|brauche|möchte|verlange \
    ich_nicht|ich_keine|nicht|keine; \
    februar|januar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|letzten|alte|frühere|damals|schon \
    erstattet|erstattung|rückerstattung; erstattet|zurückerstattet|rückerstattet \
    steht|haben_sie|habt_ihr|wurde|worden; haben|habt|hat|wurde|wurden|google|apple \
    mir|sie|ihr|der|im|februar|januar erstattet|zurückerstattet|zurückgezahlt; \
    steht|zeigt|heißt|sagt|status erstattet|zurückerstattet|rückerstattet; geht|will \
    nicht|mir_nicht um|ums geld|erstattung
    notCancelled = nicht|nie|niemals|nix|nichts|kein|nirgends \
    gekündigt|kündige|beendet|storniert|abbestellt; nicht|nie|ohne kündigen|zu_kündigen; gekündigt \
    habe|hab|hatte|wurde ich_nicht|ich_nie|nicht|nie|nichts; keine kündigung; ohne kündigung
    notTwice = nicht|kein|nie|ohne|ungern doppelt|zweimal|2_mal|2x|zwei_mal|nochmal|noch_mal \
    bezahlen|zahlen|abgebucht|gezahlt|belastet|bezahlt|kaufen; doppelt|zweimal|nochmal \
    zahlen|bezahlen|kaufen will|möchte|wollte|mag|muss ich_nicht|nicht|ungern
    notCharged = nicht|nie|nichts|nix|keine|kein \
    abgebucht|belastet|eingezogen|abgezogen|berechnet|abbuchung|bezahlt; kein geld|betrag \
    abgebucht|eingezogen|weg|genommen
    sameDevice = \
    selbes|selbe|selber|selben|dasselbe|dieselbe|derselbe|gleiches|gleiche|gleicher|gleichen|demselben \
    handy|gerät|konto|account|iphone|tablet|apple|google|id|telefon|login|ipad; \
    nichts|nix|nie|nicht geändert|gewechselt|verändert|umgestellt|neuinstalliert; kein|keinen \
    neues|wechsel|gerätewechsel
    fine = kein|keine|keinerlei|nichts problem|probleme|ärger|beschwerde|auszusetzen mit|beim|an \
    zahlung|abo|geld|premium|bezahlung; zahlung|abo|premium|mitgliedschaft|bezahlung \
    ist|läuft|funktioniert|passt|sind ok|okay|gut|in_ordnung|einwandfrei|aktiv|normal|problemlos
    newcomer = neuer|neue|neuen|neukunde|neukundin|erstnutzer|neuling \
    nutzer|nutzerin|kunde|kundin|user|mensch|mitglied; neukunde; zum|das ersten|erste mal \
    hier|da|dabei|nutze; als hätte|wäre|ob ich|nie|neu; nie|noch_nie \
    gekauft|bezahlt|dagewesen|da_gewesen|existiert; kennt|erkennt|weiß mich|nichts|nicht \
    nicht|mehr|von; von|bei vorne|null|vorn anfangen|angefangen|starten|beginnen|wieder; herzlich \
    willkommen
    invite = einlad*; eingeladen; empfehl*; geworben; werb* freund*|kund*; \
    freund*|kumpel|kollegin|kollege|schwester|bruder \
    link|code|angemeldet|abgeschlossen|geworben|registriert|bekam|bekommen|hat; gratismonat; \
    freimonat; bonusmonat; geschenkt* monat; monat geschenkt|gratis|geschenk|umsonst; prämie; \
    willkommensmonat
    restore = schon|bereits|früher gekauft|bezahlt|käufer|erworben|kunde \
    knopf|button|link|taste|drücken|tippe|drücke|antippen|hier|feld; keine käufe|einkäufe|kauf \
    gefunden|vorhanden; knopf|button|link|taste|option gekauft*|käufe|kauf|zurück*|einkäufe; \
    zurückholen|wiederholen|zurückbekommen|zurückbringen käufe|gekaufte*|kauf|was|einkäufe
    twice = einmal über|per|mit|von|bei|auf und|dann|noch einmal|nochmal|per|über; und|dann \
    nochmal|noch_mal|wieder|nochmals $; beides abgebucht|bezahlt; $ und|plus $; \
    handyrechnung|telefonrechnung und karte|kreditkarte|bank; zwei \
    bezahlt|gezahlt|gekauft|abos|bücher|mal; darunter nochmal|noch_mal|dasselbe|das_gleiche; \
    sowohl über|per|von als
    offer = code wo|aus|eingeben|einlösen|eintragen|feld|ungültig|falsch|nicht|geht; \
    eingeben|einlösen|eintragen|eingegeben|eingelöst code|gutschein*|rabatt*; wo|feld|kein \
    gebe|kann|eingeben|code|einlösen; code newsletter|influencer|youtuber|podcast|blogger|freund; \
    nur|auch für neue|neukunden|alle|neu; vollen|voller|volle|normalen|regulären preis|betrag; \
    einstiegs*|schnupper*|kennenlern*|willkommens*|neukunden* angebot|preis|monat|rabatt; \
    schnuppermonat; einstiegsangebot; kennenlernangebot; willkommensangebot
    hold = karte abgelaufen|abgelehnt|gesperrt|getauscht|gewechselt|neu|ausgetauscht; \
    zahlung|abbuchung|lastschrift \
    abgelehnt|fehlgeschlagen|geplatzt|gescheitert|nicht_durch|nicht_geklappt|zurückgewiesen; neue \
    karte|kreditkarte|zahlungsart|bankverbindung \
    hinterlegt|eingetragen|eingegeben|angegeben|drin|hinzugefügt; konto|karte \
    nicht_gedeckt|leer|keine_deckung|aufgeladen; kein guthaben|geld_drauf|geld_auf; problem mit \
    zahlung|zahlungsmethode|abrechnung|bezahlung|zahlungsart; steht|noch|bleibt|weiter* \
    pausiert|ausgesetzt|angehalten|suspendiert
    price = statt|anstatt $|vorher|bisher|der|den|bisherigen; \
    schwester|bruder|freund*|kolleg*|nachbar* zahlt|bezahlt|kostet|weniger; neuer|neuen|neue \
    preis*; angezeigt|stand|steht|app|store $; wieso|warum kostet|zahle|zahl|soll ich|es|mehr
    tier = von basis|basic|solo|starter|mini|lite|einzel* auf|zu \
    plus|pro|duo|familie|premium|max|gold; differenz|aufpreis bezahlt|gezahlt|abgebucht|überwiesen
    gone = wo ist|sind|bleibt mein|meine premium|pro|plus|abo|käufe|vollversion; warum|wieso ist \
    mein|meine|premium weg|fort|verschwunden|futsch; premium|abo|pro|plus|alles|mein \
    weg|futsch|fort|verschwunden|verloren
    stopped = warum|wieso|wo ist mein|meine|premium|abo weg|verschwunden|hin|futsch|fort|beendet; \
    premium|abo|zugang|plus|pro ist|war|einfach|plötzlich \
    weg|futsch|beendet|verschwunden|ausgelaufen|abgelaufen; habe|hab|hat ich premium|abo|zugang \
    verloren; premium|abo verloren
    inquiry = habe|hab|behalte|bekomme ich jetzt|dann|noch|weiter|weiterhin \
    zugang|zugriff|premium; kann|könnte|darf ich|man vorher|rechtzeitig|dann|davor \
    kündigen|stoppen|aufhören|teilen; verliere ich
    pending = steht|noch|immer|status|weiterhin \
    ausstehend|in_bearbeitung|wird_verarbeitet|schwebend|offen; überweisung \
    raus|weg|gemacht|getätigt|unterwegs|abgeschickt; gefragt|fragen|erlaubnis|anfrage \
    mama|papa|eltern|mutter|vater
    approve = mama|papa|mutter|vater|eltern|oma|opa \
    genehmigt|zugestimmt|erlaubt|bestätigt|geklickt|ja_gesagt|zustimmen|erlauben|genehmigen; \
    anfrage gesendet|geschickt|abgelaufen|weg|angekommen|kommt|nicht|verschickt; eltern* \
    fragen|fragt|gefragt|erlaubnis|bitten|anfrage; kaufanfrage; elternfreigabe
    locked = bezahlt|gekauft|gezahlt nichts|nix|trotzdem|und|aber \
    nichts|nix|gesperrt|kein*|passiert; nur für mitglieder|abonnenten|käufer|premium; mit|nach \
    plus|kauf|premium freischalten|verfügbar; grau|ausgegraut; habe|hab ich zugang|zugriff; \
    kein|keinen|keine|nicht zugang|zugriff
    """
  )
}
