extension TicketLanguage {
  static let polishWords = """
    wczoraj dzis dziś gdzie ile mojej tylko znowu bardzo teraz nie i w na z się sie mi to jest że \
    ze do mam mnie mój moja moje ale jak za po od co czy już juz tak dla ma było prosze proszę \
    dzień dobry dziekuje dziękuję witam bo dalej jeszcze wam państwo
    """

  static let polish = TicketLanguage(
    isSpaced: true,
    """
    @not = nie|nic|brak|bez|ani|nigdy|zadnej|żadnej|żadnych|żaden
    @abo = \
    subskrypcj*|abonament*|premium|pro|plus|plusa|dostęp*|wersj*|członkostw*|funkcj*|pakiet*|zakup*
    bought = zapłaci*; zaplaci*; kupi*; kupowa*; opłaci*; oplaci*; nabył*; wykupi*; opłacon*; \
    zakupi*; potwierdzeni*; płatnoś* przeszła|zrealizowana|udana|ok|poszła|zaakceptowana; wzią*; \
    przelew*; zapłac*; kupion*; zamówi*; paragon*; blik*; wyda*; pieniądze poszły|zeszły; \
    doładow*; płaci*
    charge = pobra*; pobier*; obciąż*; ściągn*; sciagn*; ściąga*; zabra*; zabiera*; wyciąg*; \
    naliczy*; nalicz*; potrąc*; opłat*; płatnoś*; kart*; skasowa*; zeszł* z|kasa|pieniądze; \
    poszł* $; faktur*; rachunek; transakcj*; odnowi*; kwot*; zdjęł*; pieniądze; kasę; bank; zdję*
    twice = dwa|2 razy; podwój*; podwoj*; dwukrotn*; 2x; dwie|2|dwa|obie|trzy|kilka \
    transakcj*|płatnoś*|opłat*|pozycj*|obciąż*|subskrypcj*|pobrani*|faktur*|zakup*; drugi raz \
    pobra*|obciąż*|zapłaci*; zdublowan*; jeszcze raz $; dubl*; za to samo; drugą kwotę; dwóch \
    płatności; zduplik*
    once = tylko|zaledwie raz|jeden|jedną|jedna|1; raz kupow*|klik*; jeden raz; zamiast jednej; \
    jeden i ten; obie przeszły
    refund = zwrot*; zwróć*; zwroc*; zwróci*; zwraca*; oddaj*; oddani*; oddac|oddać \
    pieni*|mi|kas*; pieniądze|pieniędzy|kasę|kasy z powrotem|zpowrotem|spowrotem; odzyska* \
    pieni*|kas*; refund*; odstąpi*; odstąpieni*; anulowa* zakup|transakcj*|zamówienie; cofn* \
    zakup|płatność|transakcję; reklamacj*; moje pieniądze; chcę pieniądze|moje
    accident = omyłk*; pomył*; przypadk*; przez przypadek|pomyłkę; niechc*; bez \
    zgody|pytania|wiedzy|mojej|pozwolenia; błędni*; nieświadom*; nie chciał*; omyłkow*; zły \
    przycisk
    child = syn*; córk*; dzieck*; wnuk; wnuczka; wnuczek; siostrzeni*; bratan*; dzieci; letni; \
    lat
    unused = nie|nigdy korzysta*|używa*|uzywa*|działa|dziala|potrzebu*; nigdy; bezużyteczn*; \
    niepotrzebn*; oszu*; złodziej*; rozczarowan*; niezgodn*; nic nie działa
    apple = apple; itunes; iphon*; ipad*; app store; appstore; ios; mac; iphone*
    google = google; googl*; android*; play store; sklep* play; samsung*; pixel; xiaomi*; huawei; \
    gpa; play
    restore = przywróć*; przywroc*; przywróc*; przywraca*; odzyskać zakup*|to; restore*; \
    przywrócen*
    fail = błąd*; blad*; błęd*; nie działa|idzie|da|dziala|można|mogę|udało|znaleziono|reaguje; \
    nic się|nie; niepowodzen*; brak zakupów; martwy; zawiesz*; kręci; error; nieudan*; wyskakuje
    device = now*|inny|drugi|inn*|star* \
    telefon*|tablet*|iphon*|smartfon*|komórk*|urządzen*|ipad*|komputer*|samsung*; \
    zmienił*|zmiana|zmienia* telefon*|komórk*|urządzen*; przeinstal*; odinstal*; ponown* instal*; \
    zainstalował* ponownie|od|na|jeszcze; reset*; fabryczn*; wymieni* telefon; przesiadł*; \
    przeszedł|przeszłam|przesiadk* na|z iphon*|android*|ios; usunął*|skasował* aplikacj*|apk*; \
    telefon* zepsut*|zgubił*|ukradli|skradzion*|padł|nowy|zgubion*; sformat*; format* telefon*
    account = inn*|now*|drug*|złe|zlym|stare|dwa|starego|różne kont*|adres*|mail*|email*|profil*; \
    zalogow*; loguj*; logow*; wylogow*; połączy*|scali*|połączon* kont*|z; konto* połączon*; \
    konta; przenieść|przepis*|przypis*|przerzuc* na|zakup|konto|subskrypcj*; \
    mąż|żona|brat|siostra|syn|córka|kolega zalogow*|wszed*; zmienił* mail|adres|konto|email; na \
    konto; założył* konto; jakim mailu|kontem|mail; nie to konto; fuzj*
    gone = znikn*; znikł*; zniknę*; przepad*; wyparow*; stracił*; utracił*; zgubi* \
    zakup*|subskrypcj*; ani śladu|sladu; nie \
    pamięta|widzi|rozpozna*|ma|poznaje|widać|wykrywa|mogę znaleźć; nie ma \
    mojej|śladu|zakup*|subskrypcj*|mojego|nic; jakbym nigdy|nie; pusto; puste; gdzie \
    moja|moje|mój|się; nigdzie; jak nowy; brak @abo; wcięło; poszło z nim
    cancel = anulowa*; anuluj*; wypowie*; rezygn*; zrezygn*; odwoła*; wyłącz* \
    odnaw*|subskrypcj*|auto*; rozwiąza*; zakończ* subskrypcj*|abonament*|umow*; odnawianie \
    wyłącz*; subskrypcj* anulowan*|zakończ*|wygaś*|wypowiedz*|wyłączon*; nie zostanie odnowion*; \
    wypis*; przerwa* subskrypcj*; kończy się; wygaśnie; odinstalowałem subskrypcję; kasowa* \
    subskrypcj*
    forgot = zapomnia*|jak|gdzie|chcę|chcialbym|chciałbym|chciałabym \
    anulowa*|zrezygn*|wypowiedz*|wyłączyć
    again = znowu; znów; ponown*; dalej; nadal; wciąż; kolejn*; i tak; mimo; jeszcze; wczoraj; \
    ciągle; pomimo
    premium = @abo; odblokow*
    locked = zablok*; odblok*; kłódk*; klodk*; reklam*; nie|brak|bez \
    dostęp*|aktyw*|odblok*|otw*|mogę|premium|działa; każe|kaze|chce|prosi|żąda|pokazuje|wyświetla \
    kupić|kupic|płacić|zapłac*|odblok*|wykup*|premium|subskryb*; darmow*|bezpłatn*|podstawow* \
    wersj*|konto|plan; wersja darmowa|bezpłatna|próbna|podstawowa; niedostępn*; nieaktywn*; nic \
    się nie zmieni*; nie mogę otworz*|korzyst*|wejść|używ*; dalej|nadal|wciąż \
    reklam*|zablok*|darmow*|każe|kaze|nic|free; ograniczon*; odcięt*; nie włączy*
    stopped = nagle; przestał*; już nie; nie mam już; nie działa już; wygas*; wyłączon*; odebra*; \
    odcię*; zabrali|zabrano dostęp*|funkcj*; stracił* dostęp|premium; dziś \
    nie|nic|premium|zniknęło|zablok*; dzis premium|nie|nic; cofn* do|na darmow*|do; dezaktyw*; \
    zawiesz*; wrócił* do darmow*; niespodziewanie
    until = do wczoraj|niedawna|dzisiaj|dziś|piątku|poniedziałku|rana|zeszłego|tej; wczoraj \
    działał*|dzialal*|jeszcze|było|miałem|miałam|był; działało; dzialalo; od \
    wczoraj|dziś|dzisiaj|rana|piątku|poniedziałku; w piątek wszystko|działało|jeszcze; jeszcze \
    wczoraj|w; chodziło; wcześniej działał*
    hold = wstrzyman*; zawieszon*; problem* płatno*|z płatno*|rozliczen*|z kartą; \
    płatnoś*|karta|opłata|obciążenie odrzuc*|nieudan*|wygas*|nie|odmow*|stracił*; \
    nowa|nową|zmienił* kart*; brak środków|srodkow|wpłaty|płatności; doładow* \
    kart*|konto|saldo|już; metod* płatności; środk*; kart* wygasła|stracił*|nowa; podpi* kart*; \
    saldo; zaległ*; okres karencji
    ongoing = płacę|place|płace|płacimy dalej|co|nadal|wciąż|cały|regularnie|każdego; co \
    miesiąc|miesiac; opłacon* do|mam|jest|abonament; oplacone; abonament|subskrypcja \
    opłacon*|aktywn*|ważn*|trwa|działa; ważn* do; aktywn* do; mimo że|ze płac*|mam|zapła*|opłac*; \
    skoro płac*|opłac*|abonament; klient* od; abonent*|subskryb* od; odnowi* się; cały czas \
    płac*; nadal pobier*|płac*; przecież płac*|mam
    monthly = miesięczn*; miesieczn*; miesiąc*
    yearly = roczn*; rok; roku
    tier = plan*; pakiet*; taryf*; podstawow*; basic; indywidualn*; rodzinn*; pro; standard; \
    wersj*; abonament; dożywotn*
    change = zmienił*|zmienic|zmienić|zmiana|zmian* \
    plan*|pakiet*|na|z|abonament*|taryf*|subskrypcj*; przeszedł*|przeszłam|przejść|przejś* na|z; \
    upgrade*; downgrade*; tańsz*; ulepszy*; zamieni*; podnios*; zmienic; przełącz*; da się \
    zmienić
    wrong = zły|złą|złego|zle|źle|błędny|niewłaściw*; zamiast; chciał*|wybra*|miał być|myśl* \
    miesięczn*|roczn*|na|tylko|mieć|tańszy; dalej|nadal|wciąż|ciągle \
    pokazuje|podstawowy|basic|stary|roczny|miesięczny|widnieje|mam|wyświetla; według starego; \
    stara|starej cena|ceny|stawki; przez pomyłkę roczn*|miesięczn*; a mam|jest roczn*|miesięczn*; \
    nie ten plan|pakiet
    price = cen* wzros*|podnies*|zmieni*|wyższ*|inna|poszła|większ*|skoczy*; podwyżk*; drożej; \
    droższ*; zdroża*; podroża*; zawsze $|płaci*; wcześniej $|płaci*; było $; zamiast $; nagle $; \
    za dużo; więcej pobra*|niż; kosztowa*; cena; płaciłam $; z $ na
    coins = monet*; gem|gemy|gemów|gemow; klejnot*; diament*; kryształ*; kredyt*|kredytów; \
    żeton*; zeton*; token*; coins; gems; punkt*; rubin*; skrzyn*; złoto|złota sztab*|w grze; \
    dukat*; szmaragd*; robux*; pakiet monet|gemów; energia; życia; gwiazdek; walut*
    missing = nie \
    doszł*|dosz*|przyszł*|otrzyma*|dosta*|dotar*|ma|dodał*|zaksięg*|pojawi*|widać|wpłynę*|dostał*|są|mam|wpadł*; \
    gdzie moje|są|moja; brak*; nic; nadal|wciąż nie; zero; ani jedn*|drgn*; stan konta; saldo \
    bez; czekam; zniknę*; tylko dosta*|dwie|część; licznik
    trial = próbn*; probn*; dni|dzień|tydzień|tygodnie|miesiąc za darmo|darmow*|bezpłatn*|gratis; \
    darmow*|bezpłatn* okres|tydzień|miesiąc|dni|prób*; trial; testow*; okres* próbn*; za darmo \
    dni|przez|tydzień|miesiąc; na próbę
    offer = kod* nie|rabat*|promo*|zniż*|wygas*|niepraw*|błęd*; kod; kodu; rabat*; zniżk*; \
    znizk*; promocj*; kupon*; voucher*; oferta|oferty|ofertę; black friday; %; studenck*; \
    warunków; kwalif*; podarunkow*; nowy klient; promocyjn*; taniej
    pending = oczekuj*; oczekuje; w toku; w trakcie; przetwarz*; czeka na \
    zgodę|zatwierdz*|akcept*|potwierdz*|płatność; czekaj*; pending; zawisł*; wisi; niezakończon*; \
    nie została zakończona|potwierdzona; weryfikac*; przelew* oczek*; w realizacji
    approve = zatwierdz*; prośb*|prośba zakup*|o; zgod* na|rodzic*; akceptowa*; zaakceptowa*; \
    pozwol*; poproś o zakup; prośbę o zakup; rodziciel*; potwierdził* prośb*|zakup
    family = rodzin*; chmur* rodzinn*; udostępni*; organizator*; współdziel*; dziel* z|się; \
    mój|moja|moje mąż|żona|syn|córka|dzieci|siostra|brat nie|każe|ma|widzi|może; dla rodziny
    crash = wywala; zawiesza; zacina; crash*; bug*; aktualizac*; biały|czarny ekran; wiesza; \
    zamyka się; powiadomie*; klawiatur*; synchroniz*; aparat*; eksport*; wolno; nie \
    ładuje|laduje|uruchamia; wysypuje; zdjęci*; widżet*; dźwięk
    wish = dodajcie; moglibyście|możecie|mogliby|proszę|prosze|czy \
    dodać|dodajcie|zrobić|da|można|planujecie|wprowadzić|by; tryb ciemny; ciemny motyw; byłoby \
    fajnie|super|miło; sugest*; propozycj*; pomysł; język*; czcionk*; jak \
    zmienić|ustawić|mogę|się|wyeksport*; przydałby|przydała|przydałoby; widget; fajnie by|jakby; \
    brakuje mi; będzie wersja; tłumacz*
    login = hasł*|hasla; nie mogę się zalogować; nie moge zalogowac; reset* \
    hasła|hasla|mail|link; kod weryfik*; usunąć|usuniecie|usunięcie konta|konto|danych|dane; mail \
    nie przychodzi|resetujący|dochodzi; zapomniałem hasła|pin|loginu; link aktywacyjny
    away = poza biurem; urlop*; nieobecn*; automatyczna odpowiedź; wracam; zwolnieni* \
    lekarsk*|l4; nie dostarczono; niedoręcz*; przebywam
    praise = super|świetna|swietna|najlepsza|fajna|genialna|rewelacyjna|wspaniała \
    apka|aplikacja|robota|appka; dziękuję|dzięki|dziekuje za|wam \
    super|świetną|aplikację|to|pracę; brawo; gratul*; warte każdej|ceny|swojej; polecam; \
    uwielbiam; tak trzymać; pięć|5 gwiazdek; zadowolon*; świetna robota
    business = współprac*; reklam* u|w waszej|firmy; licencj*; szkoł*; \
    praca|pracę|praktyki|staż|cv; pras*; agencj*; pobrań; opinie|recenzje; marketing; ofert* \
    współpracy|dla; oferujemy; sponsor*; newsletter; inwest*; pozycjonow*
    invoice = fakturę|faktura|faktury vat|na|z|proszę|za; \
    potrzebuję|prosze|proszę|wystaw*|wystawić|przesł* fakt*; nip; vat; księgow*; dane do faktury; \
    rachunek na firm*
    """
  )
}
