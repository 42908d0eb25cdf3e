extension TicketLanguage {
  static let italianWords = """
    ogni oggi ieri però poi stato stata mie miei quando tutto sempre dice il lo la gli le di che \
    un una non mi mio mia con per ho da del della sono ma si al ciao salve grazie buongiorno \
    anche come ancora ci se avete questo questa vi nel fa sul perché è nella alla dei delle dal \
    dalla cosa quello quella fare fatto avevo hanno siete vostra vostro tutti dopo prima adesso \
    nessun niente posso sta qui ad ed a e o ha mese
    """

  static let italian = TicketLanguage(
    isSpaced: true,
    """
    @not = non|niente|nessun|nessuno|nessuna|nulla|mai|senza|neanche
    @abo = \
    abbonamento|premium|pro|plus|accesso|versione|acquist*|funzioni|funzionalità|iscrizione|sottoscrizione
    bought = pagat*; pagament*; comprat*; acquist*; preso premium|plus|pro|abbonamento|la|il; \
    sottoscritt*; abbonat*; ho preso; presa; ordin*; spes*; ricevuta; pago; versat*; bonifico; \
    attivato abbonamento|premium; soldi presi|scalati|partiti|andati; appena \
    fatto|preso|comprato|pagato|acquistato|sottoscritto|abbonat*; fatto \
    l'abbonamento|il|acquisto|pagamento|passaggio|abbonamento; ho \
    preso|acquistato|pagato|comprato|fatto; preso pacchetto|la|il|versione|premium|plus|pro|l; \
    pagamento andato|riuscito|confermato|effettuato|ok|accettato; mi avete preso; shoppato; \
    scalati soldi|$; sborsato; avevo pagato|comprato|preso; abbonarmi; mi sono abbonat*; soldi \
    usciti|scalati|partiti|tolti; aver pagato|comprato|acquistato
    charge = addebit*; scalat*; prelev*; pres* soldi|$; prend* soldi; fattur*; conto; estratto; \
    carta; soldi; tolt* soldi|$; rinnov*; detratt*; paga*; pago; bollett*; ricaric* carta; \
    trattenut*; scalare; mi avete preso|scalato|addebitato|tolto|prelevato; preso|presi $|subito; \
    soldi presi|tolti|scalati|usciti; ritirat*; tirat* via|giù; uscit* $|dal; estratto conto; \
    movimento; movimenti; bonific*; fregat* $; ciulat*; paypal; banca; mi viene|vengono \
    scalato|scalati|addebitato|prelevato|tolti; postepay; di nuovo $; altri $; ricarica \
    automatica; vi siete presi
    twice = due|2 volte; doppi*; duplic*; 2x; addebitat*|pagat*|pago|prelevat*|scalat* \
    due|2|doppio|tre; lo stesso mese|importo|giorno; ritrovo due; di troppo; uno di troppo; x2; \
    due|2|entrambi|doppio|diversi|tre \
    addebiti|pagamenti|movimenti|volte|uguali|abbonamenti|ricevute|acquisti|importi|transazioni|scalate; \
    uguali; identic*; stesso giorno|importo|minuto|mese; stessa data|cifra|somma; secondo|seconda \
    addebito|volta|pagamento; sia dall|da|su|apple|google che|sia; in doppio; due abbonamenti; 2 \
    volte; e poi altri|un|altro; raddoppiat*; più|molteplici addebit*|pagament*|transazion*; \
    due|2|tre|entrambi addebit*|pagament*|abbonament*|transazion*|acquist*|ricevut*|fattur*
    once = sola volta; solo uno|una; una volta; uno solo; entrambi passati|addebitati; una sola; \
    solo uno|una|un|volta; basta uno|una; ne basta|voglio|serve uno|una|uno; una delle|una; uno \
    dei|di; solamente una; un solo acquisto|abbonamento; ho comprato una volta; l'altro
    refund = rimbors*; restitu*; ridat*; ridare; indietro soldi|i|il; soldi indietro; \
    rendere|rendetemi soldi|i; riavere soldi|i|il|importo; riaccredit*; rivoglio; recess*; \
    recedere; annull* acquisto|ordine|transazione; storn*; refund; i miei soldi; riprendere soldi; \
    rivorrei; ridare|ridate|ridatemi|riavere|rendere|rendetemi; indietro i|soldi|$; soldi|importo \
    indietro; recuperare soldi|i|$|importo; riprendermi; annullare \
    l|acquisto|ordine|questo|pagamento; reso; fare il reso; risarc*; rinborso; rimborzo; diritto \
    di recesso; farmi rimborsare; reclam* soldi; tornare indietro
    accident = sbagli*; per sbaglio|errore; senza \
    volere|volerlo|permesso|autorizzazione|saperlo|il; accidental*; involontari*; inavvertit*; non \
    volevo; pulsante sbagliato; per sbaglio|errore|distrazione|caso; senza \
    chiedere|accorgermi|sapere|che|consenso|dirmi; schiacciat*|premut*|cliccat* \
    per|compra|sbaglio; mi è partito|scappato; di nascosto; mai autorizzat*|voluto; a mia \
    insaputa; giocando; gatto; inconsapevol*; dito
    child = figli*; bambin*; nipot*; anni; bimb*; ragazz*; piccol*; mio|mia nipote|figlio|figlia; \
    adolescente
    unused = mai|non usat*|uso|utilizzat*|serve|funziona|va|utilizzo; inutile; ladri; truffa*; \
    delus*; non corrisponde; fregatura; schifo; pessim*; deludent*; fa pena; insoddisf*; non \
    soddisf*; ingannev*; non lo|la voglio; mai aperta|aperto|usata; non mi serve; non mi piace; \
    soldi buttati; buttati; diversa da; promette; cambiato idea; una bufala; non fa|rispecchia \
    quello|come|descritto; non è come|quello
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi
    restore = ripristin* acquist*|dice|non|da|gli; tasto|pulsante|bottone ripristin*; restore*; \
    recuperare|recupero acquist*|abbonamento|quello; ripristin*; ripristina acquisti; recuperare \
    acquisti|gli|miei; acquisti precedenti; acquisto precedente; niente|nulla da ripristinare
    fail = errore; non; niente; nessun*; impossibile; fallit*; fallisce; errori; grigio; bloccat*; \
    caric*; gira; nulla; non trova|trovato|trovati|succede|fa|risponde|funziona|va|c'è \
    niente|nulla|nessun*|acquist*; dice che non|nessun*; nessun acquisto; gira a vuoto; rotella; \
    compare|appare|dà|esce errore|messaggio; inutilmente; invano; senza successo|esito|risultato; \
    non succede; ho provato; provato mille|tutto|più; non fa niente; da ripristinare
    device = nuov*|altro|cambiat*|cambio|vecchio \
    telefono|cellulare|iphone|ipad|tablet|dispositivo|smartphone|telefonino|android|samsung|pc|computer; \
    telefono|cellulare|tablet nuov*|rotto|perso|rubato|cambiato|resettato|formattato|riparazione; \
    reinstall*; disinstall*; ripristinato iphone|ipad|telefono|tablet|il; impostazioni fabbrica; \
    di fabbrica; reset*; passat* da|a|ad iphone|android|samsung; rimess* app; cancellato app; \
    cambiato|cambiare|cambio|cambiando|comprato|preso|rubato|perso|rotto \
    cellulare|telefono|smartphone|iphone|tablet|ipad|pc|dispositivo|samsung; nuovo|nuova \
    cellulare|telefono|iphone|smartphone|samsung|galaxy|pixel|tablet|ipad|dispositivo; \
    cellulare|telefono|iphone|tablet nuovo|rubato|perso|rotto|ripristinato|vecchio|sostituito; \
    riscaricat*; da android a|ad; da iphone a|ad; passaggio ad|a iphone|android; assistenza; \
    formatt*; azzerat*; sul nuovo; riparazione; backup
    account = altr*|nuov*|due|divers*|vecchi*|sbagliat*|second* \
    account|mail|email|profil*|indirizzo|utente; loggat*; \
    accedut*|accesso|entrat*|collegat*|accede con|dal|su; login; unit* profili|account; \
    unito|unire|uniti|fusion*; scollegat*; collegat* account; trasferi*|spost* \
    account|acquist*|a|su; marito|moglie|fratello|sorella|figlio|figlia|amico \
    entrat*|accedut*|loggat*; quale mail|account|indirizzo; con google|apple|facebook; \
    altro|altra|diverso|diversa|vecchia|vecchio|nuova|nuovo|sbagliata|sbagliato|secondo \
    mail|email|account|indirizzo|profilo|id|utenza; con il suo|sua|mio; id apple; apple id; due \
    account|mail|profili|id; creato un|nuovo account|profilo; registrat* con|mail; mail di \
    lavoro|lavoro|vecchia; effettuato accesso con|su; il suo account; cambiato \
    mail|email|indirizzo|account; finito sul|su account; utenza
    gone = scompars*; pers*; perdut*; non c'è|ce|trovo|risulta|trova|riconosce|compare|esiste \
    più|acquist*|niente; non riconosce; come se mai|non|fossi; riconosc*; volatilizz*; dov'è \
    finito; senza acquist*; vuoto; da nessuna parte; svanit*; nessuna traccia; finito; devo \
    ricomprare|ripagare; mai comprato; spari*; tutto sparito|perso|scomparso|cancellato|andato; \
    non ho|trovo|vedo|risulta|risultano|c'è|compare più|niente|nulla|acquist*; dove|dov'è è|sono \
    finit*|il|i|la|mio; come se|fossi non|nuovo|mai|avessi; ricompr*; ripag*; pagare di \
    nuovo|un'altra; comprare di nuovo; utente nuovo; nuovo utente; da zero|capo; azzerat*; si è \
    perso|cancellato|azzerato; non mi riconosce|trova; non risulta niente|nulla; cancellat* tutto; \
    dice che non ho
    cancel = disdett*; disdir*; disdico; annull*; cancell* abbonamento|iscrizione|l; disattivat* \
    rinnovo|abbonamento|il; rinnovo disattivat*|automatico|spento; interrott*; recess*; terminat*; \
    cessat*; disiscri*; non si rinnov*; scadrà; cancellat*; chius* abbonamento; revocat* \
    abbonamento; stoppat*; ho \
    disattivato|annullato|disdetto|chiuso|cancellato|revocato|bloccato|interrotto|tolto; tolto \
    rinnovo; rinnovo tolto|disattivato|annullato; chiuso; bloccato rinnovo|abbonamento; dato \
    disdetta; conferma disdetta|annullamento|cancellazione; cessazione; staccato; rinuncia*; \
    disabbonat*; disdeto
    forgot = dimentic*|scordat*|come|vorrei|voglio|posso|vuole disd*|annull*|cancell*|di; \
    dimentic* di|disdire; scordat*; come|dove|vorrei|voglio|posso|potete|prego|chiedo \
    faccio|si|disdico|disdire|annullo|annullare|disdetta|cancellare; non ho fatto in tempo; per \
    favore disdite|annullate
    again = ancora; di nuovo; continu*; comunque; lo stesso; nuovo; eppure; nonostante; altro; \
    rieccovi; un'altra; rieccoci; nuovamente; un'altra volta; altra; sempre; imperterrit*; \
    malgrado
    premium = @abo; sblocc*; vip; gold; versione completa|pro|premium|intera|a pagamento; \
    contenuti; tutto sbloccato; senza pubblicità; illimitat*; funzioni premium; abbonat*
    locked = blocc*; lucchett*; sblocc*; pubblicità; annunci; @not \
    attiv*|accesso|accedere|usar*|aprire|apre|sblocc*|disponibil*|premium|posso|funziona|va; \
    chiede|dice|vuole|propone|continua pagare|comprare|abbon*|acquist*|premium|passare; versione \
    gratuita|base|free|limitata|prova; gratuit*; ancora \
    blocc*|gratis|chiede|pubblicità|free|base|tutto; non va; non riesco aprire|accedere|usare; \
    utente base|free|gratuito; spot; reclame; continua|continuano|ancora|sempre \
    a|la|le|con|mostrare|mostrarmi|in|i \
    pubblicità|chiedere|chiedermi|lucchetti|free|base|gratis|gratuita|bloccat*|mostra*|dirmi; mi \
    chiede|dice|fa|propone|compare|esce \
    di|ancora|la|abbonarmi|acquistare|pagare|passa|pubblicità|comprare; passa a|al \
    premium|pro|plus; versione gratuita|base|limitata|free|demo|prova; non si|mi \
    sblocca|sbloccato|attiva|attivato|apre|riconosce|fa|dà; niente è|di cambiato|sbloccato; nulla \
    è cambiato; non risulta|risulto attiv*|premium|abbonat*|niente; limitat*; chius*; non vedo|ho \
    differenze|accesso|premium|le; non posso usare|aprire|accedere|entrare; acquista ora; solo \
    gratis; account free|base|gratuito; tutto come prima|uguale; non riconosce|riconosciut*
    stopped = improvvis*; di colpo; all'improvviso; non più; più \
    premium|accesso|attivo|niente|va|funziona; disattivat*; scadut*; declassat*; tolto*; perso \
    accesso|premium; smesso; oggi no|non|niente; da un giorno all'altro; revocat*; bloccat*; \
    retrocess*; tornato gratis|base|free; da stamattina|ieri|oggi|stanotte|lunedì|questa; \
    stamattina; tutto a un|tratto; di punto in; d'un tratto; mi dice|dice che|abbonamento \
    scaduto|terminato|scad*; non ho più|funziona|va più; non va|funziona|posso|accede più; \
    tolto|tolti|levato|bloccato|perso accesso|premium|tutto|le|il|funzioni; tornat* \
    a|alla|al|free|base|gratis; buttat* fuori; senza preavviso; è sparito premium|il; oggi \
    tutto|non|mi|è; smett*; cessat*; adesso niente|non; ripassat* a|al; non ho più|va più; non \
    funziona più
    until = fino a|ad ieri|oggi|poco|settimana|lunedì|venerdì|stamattina; ieri \
    andava|funzionava|premium|tutto|era|avevo; andava; funzionava; prima funzionava|andava; fino \
    a|ad|all ieri|sera|oggi|stamattina|poco|settimana|domenica|mezz'ora; ieri \
    andava|funzionava|tutto|sera|era|ancora; andava|funzionava \
    tutto|bene|benissimo|perfettamente|ieri|regolarmente; prima andava|era|funzionava; fino a \
    ieri; da mesi|anni; ha sempre funzionato; fino a ieri sera; settimana scorsa
    hold = problem* pagamento|fatturazione|carta|addebito; pagamento|carta|addebito|rinnovo \
    rifiutat*|fallit*|scadut*|respint*|non|negat*|vuota; carta scaduta|nuova|vuota; nuova carta; \
    in pausa; fondi; metodo di pagamento; ricaricat*; saldo; insolut*; aggiornat* carta|pagamento; \
    periodo di grazia; mancato pagamento; abbonamento|account|profilo sospes*; problem*|errore \
    con|di|al|nel pagamento|carta|addebito|metodo|fatturazione; carta|pagamento|addebito \
    scadut*|rifiutat*|bloccat*|cambiat*|nuov*|sostituit*|non|respint*|fallit*|rinnovat*; \
    cambiato|aggiornato|inserito|messo carta|nuova|la|il|metodo; soldi ci|sono sulla; credito \
    c'è|sufficiente; soldi sulla carta; pagamento non andato|riuscito|va; banca ha \
    rifiutato|bloccato; sospeso abbonamento; metodo; aggiorna pagamento; iban
    ongoing = pago|paghiamo|pagando ancora|ogni|sempre|regolarmente|da; ogni mese; tutti i mesi; \
    eppure|anche se|nonostante|però pago|abbonamento|sia; pagat* fino; abbonamento \
    attivo|pagato|valido|risulta|rinnovato; abbonat* da|dal; cliente da; attivo fino; rinnovato \
    il|regolarmente; sto pagando; continuo a pagare; continuate addebitare; scade a|il; valido \
    fino; ancora addebitat*; pago|paghiamo|pagare|pagato \
    ogni|regolarmente|puntual*|tutti|da|mese|sempre|mensilmente|fino|anno; puntual*; regolarmente; \
    abbonat*|cliente|iscritt* da|dal|fedele; abbonamento \
    scade|valido|attivo|fino|rinnovato|è|risulta a|il|fino|in|attivo|valido|pagato; rinnovat* \
    il|automatic*|regolar*|ieri|pochi; in regola; pagamenti regolari; fino a \
    dicembre|gennaio|marzo|giugno|fine; scadenza; sono anni; continuo a; vi pago
    monthly = mensil*; mese; al mese; mese per mese; ogni mese
    yearly = annual*; anno; all'anno; un anno; dodici mesi; 12 mesi; tutto l'anno; per un anno
    tier = piano; pacchetto; tariff*; base; basic; pro; famiglia; individuale; canone; standard; \
    abbonamento; a vita; intero; versione; duo; studenti; team; livello; opzione; mensile; annuale
    change = passat* da|a|al; passare da|a|al; cambi* piano|abbonamento|al|a|da|in|tariffa; \
    upgrade; downgrade; modific*; aggiornat* piano|a|al; più economic*; convert*; trasform*; \
    cambiare; cambio; passaggio; correggere; scambiare; fatto il passaggio; passare; sostituire; \
    fatto l'upgrade; salire; scendere; spostare
    wrong = sbagliat*; invece; al posto; volevo|pensavo|credevo|selezionat*|scelto|scelt* \
    mensil*|annual*|il|piano; ancora|sempre segna|base|basic|vecchio|individuale|mensile|annuale; \
    segna ancora; mi è stato applicato|attivato; errore piano; vecchia tariffa|prezzo; risulta \
    ancora base|basic; mi ritrovo annuale|mensile|con; \
    volevo|credevo|pensavo|intendevo|dovevo|preferivo|avrei \
    quello|il|la|di|fare|prendere|scegliere|mensile|annuale|solo|selezionare; mi sono|ritrovo \
    ritrovato|ritrovata|con|trovat*|abbonat*; sbagliando|sbaglio annuale|mensile|quello|la|piano; \
    preso|scelto|attivato|selezionato|fatto quello|annuale|mensile|il|per \
    sbagliato|sbaglio|annuale|mensile; non è quello|il; vedo|risulta|segna|dice|mostra|compare \
    ancora|sempre base|basic|gratis|free|vecchio|mensile|annuale|standard; confus*; piano \
    sbagliato|diverso; per errore annuale|mensile
    price = prezz* aument*|cambiat*|salit*|divers*|più|sbagliat*|è; aument*; rincar*; più \
    caro|alto; canone; pagavo|pagato sempre|prima|$; sempre $; invece di $; costava; da $ a; in \
    più; costo; prima $; troppo caro; prezzo|costo|tariffa|canone|importo \
    aument*|raddoppiat*|salit*|cambiat*|diverso|più|passat*|era|indicato|sbagliato; passat* da $ \
    a; più di|del; pagavo; prima era|pagavo|costava|$; è aumentato|salito; costa di|ora|troppo; \
    doveva costare|essere $; promess* $; ora $|ne|vuole; adesso $; carissim*; $ in più; scritto $; \
    nessuno mi|ha|ci avvisat*|detto; senza avvisare|preavviso; pagavo $|e; ora|adesso me \
    ne|chiedete
    coins = monet*; gemm*; diamant*; cristall*; credit*; gettoni; gettone; token*; rubin*; \
    forzier*; punti; coins; gems; oro; lingott*; vite; stelle; energia; robux; pacchetto da; \
    tesoro; smerald*; gioiell*; sacchetto; cassa di; minuti; ore; chiavi; cuori; biglietti; perle; \
    lezioni; messaggi; saldo; contatore; nel gioco; gioco; dobloni; pozioni; zaffiri; sfere; \
    borsa; pacco da; pacchetto; ricarica; skin; booster; consulti; domande
    missing = @not \
    arrivat*|ricevut*|accreditat*|avut*|comparse|viste|apparse|dati|arrivano|ci|ho|ricevo; mai \
    arrivat*|ricevut*|viste|accreditat*; dove sono|sta|stanno|finit*; manc*; spari*; zero; le mie; \
    niente; nulla; nessuna; saldo; solo; aspetto; non mi|è|sono|ho|si|li|le \
    arrivat*|arrivato|dat*|accreditat*|ricevut*|vist*|vedo|trovo|muove|mosso|comparse|comparsi; \
    mai arrivat*|vist*; saldo|contatore fermo|sempre|ancora|a|uguale|non|identico|resta; fermo a; \
    ancora|sempre|resta zero|a|0|gli|le|lo|niente; dove sono|è i|le|il; nemmeno|neanche uno|una; \
    bel niente; nessuno; nada; solo metà|la; nessuna traccia; a zero; niente di niente
    trial = prova; trial; giorni|giorno|settiman*|mese gratis|gratuit*|prova|omaggio; periodo di \
    prova|gratuito; gratis giorni|per|mese; provare gratis|gratuit*; primi|prima|primo \
    3|7|14|30|giorni|settimana|mese gratis|gratuit*|omaggio; 7|14|30|3|sette giorni; settimana \
    gratis|gratuita|di|prova; gratis invece|e|ma|per|dovevano; \
    dovevano|doveva|diceva|dicevate|scritto|promess* essere|gratis|gratuit*|7; provare \
    prima|la|per; periodo gratuito|prova|di; senza pagare; prova gratuita; non dovevo pagare
    offer = sconto; sconti; codice*; promo*; coupon; buono; offert*; black friday; %; idone*; \
    student*; riscatt*; regalo; voucher; scontat*; banner; nuovo cliente; convenzione; codice \
    sconto|promo|promozionale|non|amico|regalo|valido; buono sconto|regalo; metà prezzo; per \
    cento; prezzo speciale|scontato|promozionale|studenti|lancio; non valido; invalido; saldi; \
    black; nuovi clienti|iscritti; carta regalo; 50|20|30|25 %; agevolat*
    pending = sospeso; in elaborazione; elaborazione; in attesa; attesa; pending; in corso; in \
    lavorazione; in verifica; non completat*|si completa|confermat*; bollettino; contanti; \
    bloccato su; bonifico; pagato|ricarica \
    in|con|al|tabaccheria|contanti|bollettino|edicola|bonifico|sisal; acquisto|pagamento|ordine \
    in|risulta|fermo|ancora|è sospeso|attesa|elaborazione|lavorazione|corso; ancora in|non \
    elaborazione|attesa|confermato|completato|sospeso; in sospeso; pendente; tabacchi; \
    tabaccheria; bloccato in; elaborando; da confermare
    approve = approv*; richiesta acquisto|di; autorizz*; chied* di acquistare; permesso per \
    comprare; accettat* richiesta; controllo parentale; consenso; accettat*; dato \
    ok|permesso|consenso|autorizzazione; ho accettato|approvato; richiesta; chied* \
    permesso|autorizzazione|approvazione; permesso; genitor*; controllo
    family = famigli*; in famiglia; condivi*; organizzator*; gruppo famiglia; mio|mia|miei \
    marito|moglie|figlio|figlia|figli|sorella|fratello non|chiede|vede|può; \
    abbonamento|piano|gruppo|versione|account famiglia|familiare|family; \
    marito|moglie|figlia|figlio|figli|sorella|fratello|mamma|papà|compagno|compagna|fidanzat* \
    ha|ma|non|paga|pagato|comprato|telefono|risulta|vede; gruppo; membr*; invit*; aggiunt* \
    al|a|nel; tutta la famiglia; nucleo
    crash = crash*; si chiude|blocca|pianta; bug; aggiornamento; schermo bianco|nero; lent*; \
    notific*; tastiera; sincron*; fotocamera; esport*; non si apre; non carica; widget; schermata; \
    audio; si blocca|chiude|pianta|impalla|spegne|ferma|freeza; ogni volta che|provo; dopo \
    aggiornamento|l'aggiornamento|ultimo|aver; da quando aggiornat*|ho|l; non \
    parte|carica|sincronizza|apre; errore quando|durante|all|di; scatta; gps; batteria; bluetooth; \
    schermo; microfono; ritardo; laggare; lagga; impall*; traduzione sbagliata; pdf; salva
    wish = potreste|sarebbe|potete|vorrei|possibile \
    aggiungere|bello|inserire|fare|mettere|implementare|bella|utile|che; modalità scura; dark \
    mode; tema scuro; suggeriment*; aggiunge*; lingua; carattere; c'è modo|un modo|possibilità; \
    idea; tradu*; versione apple watch; sarebbe bello|utile|comodo|fantastico|carino|ottimo|top; \
    bello avere|poter; inserire; modalità notte|notturna; potreste; mi piacerebbe; filtr*; \
    ordinare per; quando esce|uscirà|arriva|sarà; opzione; funzione per; suggerisc*; widget; \
    offline; consiglio; manca una|la|un; pensate di; implement*; compatibil*; tutorial; \
    possibilità di
    login = password; accedere non|riesco; reimpost*; non riesco entrare|accedere|loggar*; mail \
    non arriva; codice verifica; eliminare|cancellare account|dati|profilo; dimenticat* \
    password|pin; credenziali; conferma email; codice di|sms|verifica; sms; mail|codice|email non \
    arriva|mi|arrivano; verifica; accedere; non riesco a|più entrare|accedere|fare|loggarmi; \
    eliminare|cancellare|chiudere mio|account|profilo|dati|il; recupero password|credenziali; \
    registra*; nome utente; nickname; resettare password; pin
    away = fuori ufficio|sede; ferie; vacanza; risposta automatica; rientr*; non in ufficio; \
    mancato recapito; non consegnat*; chiusura estiva; chiuso per; sono|sarò fuori|assente|in \
    ferie|via; assent*; in ferie; automatic*; maternità; urgenze; chiuso; chiusi; non sono in; \
    tornerò il; mancata consegna
    praise = complimenti; bellissima|ottima|fantastica|bella|migliore|stupenda|ottimo|eccellente \
    app|applicazione|lavoro; grazie per app|il|il vostro|questa; vale ogni|la|tutti|il; bravi; \
    adoro; 5|cinque stelle; continuate così; soddisfatt*; merita; grazie \
    mille|per|di|a|tante|infinite; bellissim*; fantastic*; ottim*; mi piace|trovo; la migliore; \
    migliore app; perfett*; top; bravissimi; tutto ok|risolto|bene|perfetto; risolto; \
    contentissim*; felice; utilissim*; consigli* a tutti; felicissim*; ben fatta|fatto; grande app
    business = pubblicità su|con|da; licenze; scuola; \
    lavoro|tirocinio|stage|candidatura|curriculum; stampa; agenzia; recensioni; download; \
    marketing; sponsor*; partnership; preventivo; newsletter; offriamo; visibilità; collabor*; \
    siamo un|una|agenzia|azienda; blog; podcast; giornalist*; intervista; influencer; canale; seo; \
    insegnante; prof; docente; alunni; università; associazione; candid*; cv; curriculum; \
    affilia*; sondaggio; tesi; freelance; sviluppatore; promuovere; referente; distribu*
    invoice = fattura con|per|a|intestata|elettronica|di; \
    emettere|avere|servirebbe|serve|inviare|richiedere|chiedo|ricevere fattura; partita iva; iva; \
    codice fiscale; commercialista; contabil*; sdi; ragione sociale; scontrino; fattura; \
    intestat*; partita; ricevuta fiscale|per; ditta; azienda; detra*; nota spese; codice \
    destinatario; pec
    recent = appena; poco fa; adesso; minuti|ora|ore|mezz'ora|minuto fa; oggi ho|pomeriggio; \
    stasera; stamattina ho|comprato|preso|pagato; ieri sera ho|comprato|preso|pagato; minuti; or \
    ora; da poco; proprio ora|adesso; mezz'ora fa; subito dopo
    free = gratis; gratuit*; omaggio; free
    inquiry = quanto costa|viene|costano|costerebbe|è|si|costa; prima di \
    comprare|acquistare|abbonarmi|pagare; pensando|penso|vorrei|pensavo|valutando|indeciso \
    di|sapere|regalar*|comprare|prendere|se|abbonarmi; interessat*; si può|possono \
    regalare|pagare|usare|condividere|avere|comprare; posso \
    pagare|regalare|usare|usarlo|usarla|condividere|avere con|su|in|la|un; regalar*; se \
    compro|pago|disdico|mi|prendo|faccio|acquisto; informazion* su|sui|sul|riguardo; cosa \
    comprende|include|succede; su quanti; per quante; differenza tra; include; come regalo; una \
    domanda; che metodi; volevo sapere|chiedere; che|qual|quale prezzo|costo|differenza; \
    avete|c'è|fate|offrite sconto|sconti|versione|piano; esiste sconto|versione|piano|abbonamento
    noRefund = non|senza|mai|nessun|né chied*|chiest*|voglio|vogl*|serve|cerco|è|interessa|volevo \
    rimbors*|soldi_indietro|indietro; non|nessun rimbors*; \
    avete|hanno|ha|stato|risulta|dice|scritto|già|vecchio rimborsat*|rimborso \
    gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre|mese; \
    dice|scritto|risulta|compare|stato rimborsat*; vecchio|precedente rimborso; avete|hanno|mi \
    rimborsat* gennaio|febbraio|marzo|aprile|maggio|giugno|luglio
    notCancelled = non|mai|senza|né|nessuno \
    disdett*|annullat*|cancellat*|disdire|annullare|cancellare|disdico|interrott*; \
    disdett*|annullat* niente|nulla|mai
    notTwice = non|mai|senza|né|evitare \
    due_volte|2_volte|doppio|doppia|di_nuovo|ripagare|ancora|un_altra_volta pag*|addebit*; \
    non|senza|né vorrei|voglio|pagare|pago|pagato|addebitato|intendo \
    due_volte|2_volte|ripagare|di_nuovo|pagare_due|pagare_ancora|pagare_di_nuovo|doppio; non|senza \
    pagare due|2|ancora|di_nuovo|due_volte; non mi_è|sono|stato|è addebitato|pagato|stato \
    due|2|doppio; addebitato due_volte non
    notCharged = non|mai|nulla|niente|nessun stato|è|mi|addebito|hanno|avete \
    addebit*|prelev*|scalat*; nessun addebito|prelievo
    sameDevice = stesso|stessa|stessi|medesimo \
    telefono|iphone|dispositivo|account|apple|google|id|cellulare|tablet|numero|email|apparecchio; \
    non|mai|nulla|niente|né cambiat*|reinstall*|toccato|modificato; senza cambiare
    fine = nessun|non|senza problem*|ho_problemi|lamentel* con|di|sul \
    pagament*|abbonamento|soldi|premium; pagament*|abbonamento|premium è|va|funziona|risulta|sono \
    bene|ok|attivo|a_posto|regolare; abbonat*|cliente|utente \
    felice|contento|contenta|soddisfatt*|fedele
    newcomer = nuovo|nuova utente|cliente|iscritto|qui|arrivato|account; utente|cliente \
    nuovo|nuova; prima volta che|qui|da; mai comprat*|pagat*|acquist*|esistit*|visto; non mi \
    riconosce|conosce|ricorda; da|a zero ricominci*|capo|riparti*|partire|tutto; \
    ricomincia*|riparte da zero|capo; benvenut*
    invite = invit*; amic*|collega|sorella|fratello|cugin* \
    link|codice|iscritt*|registrat*|abbonat*|ricevuto|ha_avuto; porta un_amico; mese \
    regalo|omaggio|gratis|in_regalo|bonus; in regalo|omaggio; mio|mia link|codice; premio; \
    presentat* amico; benvenuto mese; raccomanda*
    restore = già|gia acquist*|comprat*|cliente|pagat*|abbonat* \
    tocco|pulsante|link|premo|clicco|qui|tasto|bottone|chiede|voce; \
    pulsante|tasto|link|bottone|voce|opzione acquist*|recuper*|ripristin*|già|comprat*; nessun \
    acquisto|abbonamento trovat*|da|precedente; acquist* non_trovat*|precedent*; recuper* \
    acquist*|quello|comprat*|miei|mio; ho già_acquistato|già_comprato
    twice = una_volta|una da|con|su|tramite|dal|dalla|via e|poi|anche \
    una|un_altra|con|tramite|dalla; bolletta|credito telefon*|operatore e carta; $ e|più $; \
    pagato|addebitat*|presi|comprat* due|doppio|entrambi; entrambi|entrambe; sotto \
    altri|ancora|di_nuovo|lo_stesso|uguale; uno in_più|di_troppo; ricomprat*; premuto due|ancora
    offer = codice|buono|coupon \
    dove|inser*|mettere|casella|campo|non_valid*|valido|newsletter|influencer|funziona|accetta; \
    inser*|mettere|metto|usare|riscatt* codice|buono|coupon; \
    influencer|youtuber|newsletter|podcast codice; offerta di|benvenuto|lancio|prova|iniziale; \
    primo mese a|per $; solo|per|vale nuovi|tutti; prezzo|tariffa pieno|intero|piena
    hold = carta scadut*|rifiutat*|bloccat*|sostituit*|nuova|cambiat*|respint*; \
    pagamento|addebito|rinnovo rifiutat*|fallit*|respint*|non_andato|non_riuscito|saltato; \
    messo|aggiunt*|inserit*|aggiornat*|cambiato|registrat* nuova|la|carta|i|un_altra \
    carta|dati|pagamento; problem* con|di|nel pagament*|fatturazione|carta|addebito; \
    credito|saldo|soldi|fondi insufficient*|non_c|mancava*|finiti; non|senza c_era|avevo \
    credito|saldo|soldi|fondi; account|abbonamento|ancora|risulta|resta|dice sospes*|in_pausa
    price = invece|anziché di|dei|che $; sorella|fratello|amic*|collega|vicin* \
    paga|costa|pagato|spende; rinnov* a|per $; nuovo|vecchio|altro prezzo; \
    scritto|indicato|mostrava|segnava|pubblicizz* $|prezzo; perché|come_mai a_me|io|pago|devo \
    $|costa|pago|più|mettete; stesso identico|abbonamento costa
    tier = da|dal base|basic|solo|mini|standard|individuale a|al \
    plus|pro|duo|famiglia|premium|max; differenza pag*|saldat*|addebit*
    gone = dov|dove è|sono|è_finito|finit* mio|mia|miei|premium|finit*; perché|come_mai \
    premium|non|mio|ho sparit*|più|scomparso|perso; premium|abbonamento|acquist* \
    sparit*|scompars*|pers*|finito|volatilizz*
    stopped = dov|dove|perché|come_mai è|mio|non|premium finito|premium|sparit*|più; \
    premium|abbonamento|accesso|plus|pro \
    sparit*|scadut*|terminat*|finit*|perso|tolt*|disattivat*|interrott*; tornat* \
    gratuit*|base|gratis
    inquiry = posso|potrei|si_può disdire|annullare|fermare|condividere|smettere \
    prima|poi|quando|con; se attivo|compro|prendo|abbono
    pending = in_sospeso|in_elaborazione|in_corso|in_attesa \
    da|pagament*|ancora|transazione|acquisto; pagamento|transazione|acquisto|ordine|bonifico \
    in_sospeso|in_elaborazione|in_corso|in_attesa|partito|inviato; \
    ancora|dice|risulta|sempre|compare in_sospeso|in_elaborazione|in_attesa|in_corso; aspettare o \
    rifarlo|ripagare|rifare
    approve = mamma|papà|papa|genitor*|padre|madre|nonna \
    approv*|accett*|conferm*|autorizz*|permesso|detto_sì|cliccat*; richiesta \
    inviat*|arrivat*|partit*|scadut*|sparit*|arriva; chied*|chiest*|richiest* \
    permesso|autorizzazione|genitor*|mamma|papà
    locked = pagato|comprato|acquistato niente|ancora|ma|e niente|nulla|blocc*|lucchett*; \
    solo|riservato per|ai|agli abbonati|membri|iscritti; sblocca* con|dopo|nella; grigi*; \
    vedo|risulta|mostra ancora base|free|gratis
    """
  )
}
