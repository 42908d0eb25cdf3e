extension TicketLanguage {
  static let italianWords = """
    ogni oggi ieri però poi stato stata mie miei quando tutto sempre dice il lo la i gli le di \
    che un una non mi mio mia con per ho da del della sono ma si al ciao salve grazie buongiorno \
    anche come ancora ci se avete questo questa vi nel fa sul perché
    """

  static let italian = TicketLanguage(
    isSpaced: true,
    """
    @not = non|niente|nessun|nessuno|nessuna|nulla|mai|senza|neanche
    @abo = \
    abbonamento|premium|pro|plus|accesso|versione|acquist*|funzioni|funzionalità|iscrizione|sottoscrizione
    bought = pagat*; pagament*; comprat*; acquist*; preso premium|plus|pro|abbonamento|la|il; \
    sottoscritt*; abbonat*; ho preso; presa; ordin*; spes*; ricevuta; pago; versat*; bonifico; \
    attivato abbonamento|premium; soldi presi|scalati|partiti|andati
    charge = addebit*; scalat*; prelev*; pres* soldi|$; prend* soldi; fattur*; conto; estratto; \
    pagament*; carta; soldi; tolt* soldi|$; rinnov*; detratt*; paga*; pago; ritrovo; bollett*; \
    ricaric* carta; trattenut*
    twice = due|2 volte; doppi*; duplic*; 2x; due|2|più|tre|entrambi \
    addebit*|pagament*|abbonament*|transazion*|acquist*|ricevut*|fattur*; \
    addebitat*|pagat*|pago|prelevat*|scalat* due|2|doppio|tre; lo stesso mese|importo|giorno; \
    ritrovo due; di troppo; uno di troppo; x2
    once = sola volta; solo uno|una; una volta; uno solo; entrambi passati|addebitati
    refund = rimbors*; restitu*; ridat*; ridare; ridatemi; indietro soldi|i|il; soldi indietro; \
    rendere|rendetemi soldi|i; riavere soldi|i|il|importo; riaccredit*; rivoglio; recess*; \
    recedere; annull* acquisto|ordine|transazione; storn*; refund; i miei soldi; riprendere soldi
    accident = errore; sbagli*; per sbaglio|errore; senza \
    volere|volerlo|permesso|autorizzazione|saperlo|il; accidental*; involontari*; inavvertit*; \
    non volevo; pulsante sbagliato
    child = figli*; bambin*; nipot*; ragazzin*; anni
    unused = mai|non usat*|uso|utilizzat*|serve|funziona|va|utilizzo; inutile; ladri; truffa*; \
    delus*; non corrisponde; fregatura
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; huawei; xiaomi; gpa
    restore = ripristin* acquist*|dice|non|da|gli; ripristina; tasto|pulsante|bottone ripristin*; \
    restore*; recuperare|recupero acquist*|abbonamento|quello; ripristino; ripristinare
    fail = errore; non; niente; nessun*; impossibile; fallit*; fallisce; errori; grigio; \
    bloccat*; caric*; gira; nulla
    device = nuov*|altro|cambiat*|cambio|vecchio \
    telefono|cellulare|iphone|ipad|tablet|dispositivo|smartphone|telefonino|android|samsung|pc|computer; \
    telefono|cellulare|tablet nuov*|rotto|perso|rubato|cambiato|resettato|formattato|riparazione; \
    reinstall*; disinstall*; ripristinato iphone|ipad|telefono|tablet|il; impostazioni fabbrica; \
    di fabbrica; reset*; formattat*; passat* da|a|ad iphone|android|samsung; rimess* app; \
    cancellato app
    account = altr*|nuov*|due|divers*|vecchi*|sbagliat*|second* \
    account|mail|email|profil*|indirizzo|utente; loggat*; \
    accedut*|accesso|entrat*|collegat*|accede con|dal|su; login; unit* profili|account; \
    unito|unire|uniti|fusion*; scollegat*; collegat* account; trasferi*|spost* \
    account|acquist*|a|su; marito|moglie|fratello|sorella|figlio|figlia|amico \
    entrat*|accedut*|loggat*; quale mail|account|indirizzo; con google|apple|facebook
    gone = sparit*; scompars*; pers*; perdut*; non \
    c'è|ce|trovo|risulta|trova|riconosce|compare|esiste più|acquist*|niente; non riconosce; come \
    se mai|non|fossi; riconosc*; volatilizz*; dov'è finito; senza acquist*; vuoto; da nessuna \
    parte; svanit*; nessuna traccia; finito; devo ricomprare|ripagare; mai comprato
    cancel = disdett*; disdir*; disdico; annullat*; annull*; cancell* abbonamento|iscrizione|l; \
    disattivat* rinnovo|abbonamento|il; rinnovo disattivat*|automatico|spento; interrott*; \
    recess*; terminat*; cessat*; disiscri*; non si rinnov*; scadrà; cancellat*; chius* \
    abbonamento; revocat* abbonamento; stoppat*
    forgot = dimentic*|scordat*|come|vorrei|voglio|posso|vuole disd*|annull*|cancell*|di
    again = ancora; di nuovo; continu*; comunque; lo stesso; nuovo; eppure; nonostante; altro; \
    rieccovi; un'altra
    premium = @abo; sblocc*
    locked = blocc*; lucchett*; sblocc*; pubblicità; annunci; @not \
    attiv*|accesso|accedere|usar*|aprire|apre|sblocc*|disponibil*|premium|posso|funziona|va; \
    chiede|dice|vuole|propone|continua pagare|comprare|abbon*|acquist*|premium|passare; versione \
    gratuita|base|free|limitata|prova; gratuit*; ancora \
    blocc*|gratis|chiede|pubblicità|free|base|tutto; non va; non riesco aprire|accedere|usare; \
    utente base|free|gratuito
    stopped = improvvis*; di colpo; all'improvviso; non più; più \
    premium|accesso|attivo|niente|va|funziona; disattivat*; sospes*; scadut*; declassat*; tolto*; \
    perso accesso|premium; smesso; oggi no|non|niente; da un giorno all'altro; revocat*; \
    bloccat*; resta; retrocess*; tornato gratis|base|free
    until = fino a|ad ieri|oggi|poco|settimana|lunedì|venerdì|stamattina; ieri \
    andava|funzionava|premium|tutto|era|avevo; andava; funzionava; da \
    ieri|oggi|stamattina|lunedì|martedì|venerdì|sabato|domenica|questa; prima funzionava|andava
    hold = sospes*; problem* pagamento|fatturazione|carta|addebito; \
    pagamento|carta|addebito|rinnovo rifiutat*|fallit*|scadut*|respint*|non|negat*|vuota; carta \
    scaduta|nuova|vuota; nuova carta; in pausa; fondi; credito insufficiente; metodo di \
    pagamento; ricaricat*; vuota; saldo; insolut*; aggiornat* carta|pagamento; periodo di grazia; \
    mancato pagamento
    ongoing = pago|paghiamo|pagando ancora|ogni|sempre|regolarmente|da; ogni mese; tutti i mesi; \
    eppure|anche se|nonostante|però pago|abbonamento|sia; pagat* fino; abbonamento \
    attivo|pagato|valido|risulta|rinnovato; abbonat* da|dal; cliente da; attivo fino; rinnovato \
    il|regolarmente; sto pagando; continuo a pagare; continuate addebitare; scade a|il; valido \
    fino; ancora addebitat*
    monthly = mensil*; mese; al mese
    yearly = annual*; anno
    tier = piano; pacchetto; tariff*; base; basic; pro; famiglia; individuale; canone; standard; \
    abbonamento; a vita; intero
    change = passat* da|a|al; passare da|a|al; cambi* piano|abbonamento|al|a|da|in|tariffa; \
    upgrade; downgrade; modific*; aggiornat* piano|a|al; più economic*; convert*; trasform*
    wrong = sbagliat*; invece; al posto; volevo|pensavo|credevo|selezionat*|scelto|scelt* \
    mensil*|annual*|il|piano; ancora|sempre segna|base|basic|vecchio|individuale|mensile|annuale; \
    segna ancora; mi è stato applicato|attivato; errore piano; vecchia tariffa|prezzo; risulta \
    ancora base|basic; mi ritrovo annuale|mensile|con
    price = prezz* aument*|cambiat*|salit*|divers*|più|sbagliat*|è; aument*; rincar*; più \
    caro|alto; canone; pagavo|pagato sempre|prima|$; sempre $; invece di $; costava; da $ a; in \
    più; costo; prima $; troppo caro
    coins = monet*; gemm*; diamant*; cristall*; credit*; gettoni; gettone; token*; rubin*; \
    forzier*; punti; coins; gems; oro; lingott*; vite; stelle; energia; robux; pacchetto da; \
    tesoro; smerald*; gioiell*
    missing = @not \
    arrivat*|ricevut*|accreditat*|avut*|comparse|viste|apparse|dati|arrivano|ci|ho|ricevo; mai \
    arrivat*|ricevut*|viste|accreditat*; dove sono|sta|stanno|finit*; manc*; spari*; zero; le \
    mie; niente; nulla; nessuna; saldo; solo; ancora; aspetto
    trial = prova; trial; giorni|giorno|settiman*|mese gratis|gratuit*|prova|omaggio; periodo di \
    prova|gratuito; gratis giorni|per|mese; provare gratis|gratuit*
    offer = sconto; sconti; codice*; promo*; coupon; buono; offert*; black friday; %; idone*; \
    student*; riscatt*; regalo; voucher; scontat*; banner; nuovo cliente; convenzione
    pending = sospeso; in elaborazione; elaborazione; in attesa; attesa; pending; in corso; in \
    lavorazione; in verifica; non completat*|si completa|confermat*; bollettino; contanti; \
    bloccato su; bonifico
    approve = approv*; richiesta acquisto|di; autorizz*; chied* di acquistare; permesso per \
    comprare; accettat* richiesta; controllo parentale; consenso
    family = famigli*; in famiglia; condivi*; organizzator*; gruppo famiglia; mio|mia|miei \
    marito|moglie|figlio|figlia|figli|sorella|fratello non|chiede|vede|può
    crash = crash*; si chiude|blocca|pianta; bug; aggiornamento; schermo bianco|nero; lent*; \
    notific*; tastiera; sincron*; fotocamera; esport*; non si apre; non carica; widget; \
    schermata; audio
    wish = potreste|sarebbe|potete|vorrei|possibile \
    aggiungere|bello|inserire|fare|mettere|implementare|bella|utile|che; modalità scura; dark \
    mode; tema scuro; suggeriment*; aggiunge*; lingua; carattere; come si|faccio|posso; c'è \
    modo|un modo|possibilità; idea; tradu*; versione apple watch
    login = password; accedere non|riesco; reimpost*; non riesco entrare|accedere|loggar*; mail \
    non arriva; codice verifica; eliminare|cancellare account|dati|profilo; dimenticat* \
    password|pin; credenziali; conferma email
    away = fuori ufficio|sede; assente; ferie; vacanza; risposta automatica; rientr*; non in \
    ufficio; mancato recapito; non consegnat*; chiusura estiva; chiuso per
    praise = complimenti; bellissima|ottima|fantastica|bella|migliore|stupenda|ottimo|eccellente \
    app|applicazione|lavoro; grazie per app|il|il vostro|questa; vale ogni|la|tutti|il; bravi; \
    adoro; 5|cinque stelle; continuate così; soddisfatt*; merita
    business = collabora*; pubblicità su|con|da; licenze; scuola; \
    lavoro|tirocinio|stage|candidatura|curriculum; stampa; agenzia; recensioni; download; \
    marketing; sponsor*; partnership; preventivo; newsletter; offriamo; visibilità
    invoice = fattura con|per|a|intestata|elettronica|di; \
    emettere|avere|servirebbe|serve|inviare|richiedere|chiedo|ricevere fattura; partita iva; iva; \
    codice fiscale; commercialista; contabil*; sdi; ragione sociale; scontrino
    """
  )
}
