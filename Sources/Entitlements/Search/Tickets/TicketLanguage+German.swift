extension TicketLanguage {
  static let germanWords = """
    ich und der die das ist nicht mein meine habe hab ein eine mit für auf es den dem sie ihr zu \
    von bei im wie was wir uns hallo bitte danke aber auch noch seit wird war mir mich kann guten \
    tag trotzdem geht kein keine
    """

  static let german = TicketLanguage(
    isSpaced: true,
    """
    @not = \
    nicht|nix|nichts|kein|keine|keinen|keinerlei|nie|niemals|ohne|nirgends|net|ned|keiner|keins
    @abo = \
    abo|abos|abonnement|jahresabo|monatsabo|premium|plus|pro|mitgliedschaft|vollversion|zugang|zugriff|funktionen|premiumversion|kauf
    bought = bezahlt*; gezahlt; gekauft; abgeschlossen; geholt; erworben; käuf*; kauf; kaufte; \
    hab|habe für|geld gezahlt|ausgegeben; überwiesen; zahlung|geld \
    erfolgt|ist|war|durch|raus|bestätigt|eingegangen; bestellt; abonniert; zahlungsbestätigung; \
    kaufbestätigung; quittung; gelöst; freigekauft; blechen; gelöhnt; blech*; überweisung; geld \
    weg
    charge = zahle; zahl; bezahle; abgebucht; abbuch*; bucht|buchen ab|wieder; buchung*; belast*; \
    eingezogen; einzug; zieht|ziehen|zieht ab|ein|geld|wieder; abgezogen; kontoauszug*; \
    kreditkart*; rechnung; berechnet; in rechnung; kassiert; abkassiert; abgerechnet; geld \
    genommen|weg; verlängert; erneut|wieder bezahlt|zahlen; abzug; eingezog*; lastschrift*; \
    gezahlt; zahlen sollte; umsatz; kostenpflichtig
    twice = doppelt*; zweimal; zwei mal; 2x; 2 mal; 2mal; dreimal; 3x; mehrfach \
    abgebucht|belast*|bezahlt|berechnet; zwei|2|beide|mehrere|drei \
    abbuch*|zahlung*|buchung*|rechnung*|beträge|belast*|abos|abonnements|transaktion*|posten; \
    einmal über|per|bei|auf einmal; am selben tag; gleich* betrag; nochmal abgebucht
    once = nur|bloß einmal|ein|1|einen; beide gingen|sind|wurden|durch; einmal \
    gekauft|geklickt|gedrückt|bestellt; eins zu viel; einer zu viel; derselbe|dieselbe|dasselbe \
    betrag|abo
    refund = erstatt*; rückerstatt*; rueckerstatt*; zurückerstatt*; rückzahl*; geld \
    zurück|wieder|retour; zurückzahl*; zurückbekomm*; zurückgeb*; zurück überwei*; rückvergüt*; \
    widerruf*; widerrufe; refund*; geld|betrag|euro zurück; zurückbuch*; rückbuch*; gutschrift; \
    geld wiederhaben|wiederbekomm*|wieder; stornier* kauf|bestellung|zahlung; rückgängig; kohle \
    zurück; rücktritt; zurückzugeben; zurückhaben; erstattung
    accident = versehen*; ausversehen; irrtüm*; verklickt; falsch* knopf|gedrückt|getippt; \
    unabsichtlich; nicht gewollt|gewusst|wusste; ohne wissen|erlaubnis|fragen|davon|mein; \
    vertippt; ungewollt; unbefugt
    child = sohn|tochter|kind|kinder|enkel*|neffe*|nichte*|junge|kleine|bub
    unused = nie|nicht|gar|kaum benutzt|genutzt|gebraucht|verwendet; funktioniert|läuft|geht \
    nicht|gar|nichts|nix; nutzlos; bringt nix|nichts|nicht; brauche nicht|kein; entspricht nicht; \
    abzocke; enttäuscht
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi; gpa
    restore = wiederherst*; wieder herst*; widerherst*; wiederhergest*; restore*; einkäufe laden
    fail = fehler*; geht|klappt|funktioniert|lässt|tut nicht|nix|nichts|sich; fehlgeschlagen; \
    fehl*; nix passiert; passiert nichts|nix|einfach|nicht; @not gefunden; schlägt fehl; \
    unmöglich; grau; hängt; probleme
    device = neu*|anderes|zweites|ersatz|altes \
    handy|telefon|smartphone|iphone|ipad|tablet|gerät|phone|rechner|computer|mac|samsung|android; \
    neuinstall*; neu installiert|drauf|aufgesetzt|geladen; deinstall*; gelöscht app; app \
    gelöscht; handywechsel; gerätewechsel; gewechselt|wechsel|umgestiegen|umstieg von|auf|zu \
    iphone|android|samsung|huawei; zurückgesetzt; werkseinstell*; handy|tablet|iphone \
    kaputt|verloren|gestohlen|getauscht|gewechselt|repariert|formatiert; neu drauf; handytausch
    account = ander*|falsch*|neu*|alt*|zwei*|zwei|verschieden*|beide \
    konto|konten|account*|mail*|adresse|email*|login|profil*; mit|über \
    google|apple|facebook|seiner|ihrer|meiner anmeld*|angemeldet|eingeloggt|adresse; \
    angemeldet|eingeloggt|anmelden|abgemeldet|ausgeloggt; \
    mann|frau|freund*|bruder|schwester|sohn|tochter|enkel angemeldet|eingeloggt; zusammengelegt; \
    zusammengeführt; konten; verknüpft; welche* mail|adresse|konto; übertrag*; \
    umziehen|umgezogen; mail* geändert
    gone = verschwund*; weg; futsch; verloren; nirgends; leer; unauffindbar; @not mehr|zu \
    da|finden|sehen|erkannt|vorhanden|kauf; nicht|nix erkannt|gefunden|erkennt|kennt|auffindbar; \
    als hätte|wär|wäre|ob nie|neuer|nichts|ich; kein* @abo; wo ist|sind mein*; nie \
    was|etwas|nichts gekauft|bezahlt; futsch; kauf hin; flöten; will dass|das ich|abo
    cancel = gekündigt; gekuendigt; kündig*; kuendig*; storniert; abbestell*; abgemeldet; \
    beendet; endete; abgestellt; verlängerung deaktiviert|aus|abgeschaltet|ausgeschaltet; auto* \
    verlängerung; gecancelt; gecancelled; abo|abonnement deaktiviert|gestoppt|beendet|endet|läuft \
    aus; wird|endet nicht verlängert|am|zum; ausgeschaltet verlängerung; cancel*; \
    abo|mitgliedschaft aufgelöst|aufgehoben
    forgot = vergessen|verpasst|wie|wo|möchte|will|versäumt kündig*|kuendig*|abo|zu|abbestellen; \
    kündigen vergessen; vergessen zu kündigen
    again = wieder; trotzdem; erneut; nochmal; immer noch; weiterhin; dennoch; weiter; jetz*; \
    noch
    premium = @abo; freigeschaltet
    locked = gesperrt; schloss; schlösser; freigeschalt*; freischalt*; freigegeben; @not \
    zugriff|zugang|freigeschaltet|aktiviert|nutzen|öffnen|benutzen|premium|aktiv|verfügbar; \
    werbung; kostenlose* version|nutzer|variante; gratis version|nutzer*; testversion; \
    basisversion; soll|will|fordert|verlangt|sagt|zeigt|kommt \
    immer|noch|weiter|trotzdem|kaufen|abo|zahlen|upgrade|kauf*; kaufaufforderung; \
    lassen|lässt|kann sich|nicht|nichts öffnen|nutzen|benutzen|starten; nix|nichts \
    geht|freigeschaltet|passiert; passiert nichts|nix; funktioniert|geht|klappt nicht|nix|nichts; \
    zu; aktiviert nicht; schaltet nicht; eingeschränkt
    stopped = plötzlich; auf einmal; nicht mehr; nimmer; kein* mehr; gesperrt \
    seit|heute|wieder|plötzlich; abgelaufen; deaktiviert; entzogen; weggenommen; verloren; \
    zurückgestuft; heruntergestuft; behandelt; ausgesetzt; inaktiv; erloschen; wieder \
    gesperrt|gratis|kostenlos|werbung; abgeschaltet; ausgeschaltet; seit heute; herabgestuft
    until = bis \
    gestern|heute|letzte*|vorgestern|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|vor; \
    gestern noch|ging|lief|funktionier*; seit \
    heute|gestern|montag|dienstag|mittwoch|donnerstag|freitag|dem; vorher ging|lief; \
    lief|ging|funktionier* gestern|bisher|immer|noch|bis; heute auf|früh; seit heute
    hold = pausiert; ausgesetzt; zahlungsproblem*; \
    zahlung*|abbuchung|karte|lastschrift|kreditkarte \
    fehlgeschlagen|abgelehnt|problem*|abgelaufen|gescheitert|nicht|zurück*|geplatzt|gesperrt|gedeckt; \
    neue karte; karte hinterlegt|aktualisiert|geändert|neu; zahlungsmethode; zahlungsart; \
    zahlungsdaten; gedeckt; guthaben aufgeladen; abrechnungsproblem; kulanz*; zahlungsfehler; \
    nicht gedeckt; rücklastschrift
    ongoing = zahle|zahl|bezahle \
    weiter*|immer|brav|jeden|jede|monatlich|regelmäßig|doch|noch|seit; obwohl|dabei|weil \
    ich|das|abo|mein zahl*|bezahl*|läuft|weiterläuft|aktiv; weiterläuft; läuft noch|bis|weiter; \
    abo aktiv|läuft|weiter; jeden monat; verlängert am; zahlender; kunde; bezahlt bis; noch \
    gültig; werde|wird weiter abgebucht; aktiv bis
    monthly = monat*
    yearly = jahr*; jährlich*
    tier = tarif*; paket; basis; basic; abo modell; pro; familienabo; einzel*; plan; \
    studententarif; normalpreis; lifetime; variante
    change = gewechselt; wechsel*; upgrad*; downgrad*; umgestellt; umstell*; änder*|geändert \
    abo|tarif|plan|noch|auf; tauschen; hochgestuft; heruntergestuft; umsteigen; umgestiegen; \
    günstiger*
    wrong = falsch*; statt; anstatt; stattdessen; wollte|will|sollte \
    eigentlich|nur|monat*|jahr*|das|ein; verklickt; immer noch|nur|steht \
    basis|basic|monat*|jährlich|jahr*|alt*; an der backe; steht nach|aber|immer|noch; \
    versehentlich jahr*|monat*; nicht das|der|die jahr*|monat*|tarif; nach altem; alten \
    tarif|preis
    price = preiserhöhung*; preis* \
    erhöh*|gestiegen|teurer|höher|geändert|falsch|rauf|hoch|anders; teurer; kostet \
    auf|plötzlich|jetzt|mehr|das; statt $; erhöh*; zu viel abgebucht|berechnet|bezahlt; mehr \
    abgebucht|bezahlt; immer $; bisher $; früher $; preis*; preisanpassung; zu teuer; \
    aufgeschlagen
    coins = münz*; muenz*; coin*; gems; gem; edelstein*; diamant*; diamond*; kristall*; juwel*; \
    juwelen; rubin*; credit*; token*; jetons; chips; punkte; sternenstaub; goldstück*; \
    goldbarren; taler; guthaben; schatztruhe*; truhe*; spielgeld; spielwährung; leben; energie; \
    robux; vbucks; gold; sterne; paket; jeton*; item|items; trank|tränke|zaubertrank|zaubertränke
    missing = @not \
    angekommen|bekommen|erhalten|gutgeschrieben|da|drauf|gekommen|gesehen|eingegangen|auf|einzige*; \
    wo sind|bleiben|ist|sin; fehl*; verschwunden; weg; immer noch|nix|nicht; keine einzige*; nix; \
    nichts; wo bleiben; null; statt; nur bekommen|erhalten; kontostand; warte
    trial = probe*; test zeitraum|phase|abo|monat|woche; testphase; testabo; testzeitraum; \
    testmonat; probeabo; probezeit*; probemonat; kostenlos* test*|probe*|monat|woche|phase; \
    tage|tag|wochen|woche|monat kostenlos|gratis|umsonst|frei|testen; gratis* \
    monat|woche|test*|zeitraum|phase; trial; testen; kostenlos|gratis testen; schnupper*
    offer = rabatt*; gutschein*; promo*; aktionscode*; aktion*; code*; angebot*; vergünstig*; \
    ermäßig*; student*; black friday; einführungspreis; coupon; %; einlös*; neukunde*; \
    sonderpreis
    pending = ausstehend*; hängt; in bearbeitung; bearbeitung; wird \
    bearbeitet|verarbeitet|geprüft; warte*|wartet auf \
    bestätigung|zahlung|genehmigung|freigabe|zustimmung; schwebt; pending; nicht abgeschlossen; \
    noch nicht bestätigt|abgeschlossen|durch; offen; verarbeitung; barzahlung; überweisung; \
    vorgemerkt
    approve = genehmig*; kaufanfrage*; freigegeben; zugestimmt kauf*|anfrage; erlaubt \
    kauf*|anfrage; bestätigt kaufanfrage|anfrage; kinder* anfrage; anfrage kind|sohn|tochter; \
    elterliche; erlaubnis; um erlaubnis; ask to buy; kaufen fragen
    family = familienfreigabe; famil*; geteilt; teilen; mitnutzen; mitbenutzen; organisator; \
    meine|mein|bei frau|mann|kinder|sohn|tochter|schwester|bruder|partner* \
    nicht|kein*|sieht|kann; haushalt
    crash = absturz; stürzt; abstürz*; abgestürzt; friert; eingefroren; bug; schließt sich; \
    seit|nach update|aktualisierung; weißer|schwarzer bildschirm; hängt sich; lädt nicht|ewig; \
    synchron*; benachrichtig*; tastatur; widget; kamera; export*; anzeige; drucken; langsam
    wish = könntet|könnten|könnt|würde|wäre|wär|schön|wünsche|bitte toll|schön|wenn|ihr|sie|super \
    einbauen|hinzufügen|ergänzen|mal|noch|mir; dunkelmodus; dark mode; vorschlag; wunsch; idee; \
    gibt es|ne|eine möglichkeit|plan|funktion; einbauen; hinzufügen; schrift*; sprache; wie \
    kann|stelle ich; unterstütz*; apple watch
    login = passwort*; kennwort; einloggen nicht|geht; login; anmelden nicht|geht; nicht \
    anmelden|einloggen; zurücksetzen mail|passwort|link|e; bestätigungsmail; konto|daten löschen; \
    bestätigungscode; account löschen; verifizierung*
    away = nicht im büro|haus; abwesen*; urlaub; bin bis|im|nicht; automatische antwort; wird \
    nicht weitergeleitet; unzustellbar; zurück am; wieder erreichbar; betriebsferien; elternzeit; \
    vertretung
    praise = super|tolle|klasse|beste|geniale|großartige|schöne app|arbeit; lob; weiter so; danke \
    für die|eure|ihre tolle|super|arbeit; begeistert; jeden cent wert; wert; gratulation; \
    glückwunsch; liebe die app; großes kompliment; fünf|5 sterne; zufrieden
    business = lizenzen; mengenrabatt; ansprechpartner; kooperation*; zusammenarbeit; werbung \
    schalten|machen|auf; bewerb*; praktikum; stelle; presse*; angebot für|ihr \
    unternehmen|downloads; bewertungen; marketing; agentur; schule; sponsor*; newsletter \
    abmelden; partnerschaft; investor*
    invoice = rechnung \
    mit|für|ausstellen|brauche|benötige|schicken|senden|zusenden|bekommen|per|über; \
    brauche|benötige|bräuchte|bitte|könn* rechnung|quittung|beleg; mehrwertsteuer; mwst; ust; \
    umsatzsteuer*; steuernummer; firmenadresse; rechnungsadresse; buchhaltung; steuererklärung; \
    rechnungskopie
    """
  )
}
