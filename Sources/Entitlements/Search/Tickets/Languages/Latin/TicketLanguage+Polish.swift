extension TicketLanguage {
  static let polishWords = """
    wczoraj dzis dziś gdzie ile mojej tylko znowu bardzo teraz nie i w na z się sie mi to jest \
    że ze do mam mnie mój moja moje ale jak za po od co czy już juz tak dla ma było prosze \
    proszę dzień dobry dziekuje dziękuję witam bo dalej jeszcze wam państwo są był była być mogę \
    chcę tym tego ten ta te które który przez przy pod bez ani tu tam go jej ich was nic nawet \
    jednak mimo kiedy apka u o a czemu
    """

  static let polish = TicketLanguage(
    isSpaced: true,
    """
    @not = nie|nic|brak|bez|ani|nigdy|zadnej|żadnej|żadnych|żaden
    @abo = \
    subskrypcj*|abonament*|premium|pro|plus|plusa|dostęp*|wersj*|członkostw*|funkcj*|pakiet*|zakup*
    bought = kupi*; kupowa*; opłaci*; nabył*; wykupi*; opłacon*; zakupi*; potwierdzeni*; płatnoś* \
    przeszła|zrealizowana|udana|ok|poszła|zaakceptowana; wzią*; przelew*; zapłac*; zamówi*; \
    paragon*; blik*; wyda*; pieniądze poszły|zeszły; doładow*; płaci*; właśnie|przed|dopiero \
    chwilą|co kupi*|wykupi*|zapłaci*|opłaci*; kasa|pieniądze|kwota \
    zeszła|zeszły|pobrana|poszła|pobrane|zeszło|ściągnięte z|karty|konta; za co zapłaci*; płatność \
    zakończona|potwierdzona|przeszła; kupując; mam wykupion*; subskrybuj*; zasubskrybowa*; zakup \
    potwierdzon*; potwierdzenie zakupu|płatności; wzięł* premium|pakiet|wersj*; dokona* \
    zakupu|płatności; sprawił*
    charge = pobra*; pobier*; obciąż*; ściągn*; ściąga*; zabra*; zabiera*; wyciąg*; nalicz*; \
    potrąc*; opłat*; płatnoś*; kart*; skasowa*; zeszł* z|kasa|pieniądze; poszł* $; faktur*; \
    rachunek; transakcj*; odnowi*; kwot*; pieniądze; kasę; bank; zdję*; zeszło; schodzi; znikło \
    $|z konta; poszło; wzięliście $; wzięło $|mi|za; leci $; zjadło $; z karty; z konta; konto \
    bankowe; paypal; przelew*; płacić; kasujecie; znowu $; kolejn* $|opłat*|pobranie; wpłat*
    twice = dwa|2 razy; podwój*; dwukrotn*; 2x; dwie|2|dwa|obie|trzy|kilka \
    transakcj*|płatnoś*|opłat*|pozycj*|obciąż*|subskrypcj*|pobrani*|faktur*|zakup*; drugi raz \
    pobra*|obciąż*|zapłaci*; jeszcze raz $; dubl*; za to samo; drugą kwotę; dwóch płatności; \
    zduplik*; dwie|2|dwa|dwukrotnie|kilka|obie|trzy \
    identyczne|płatności|razy|transakcje|pobrania|opłaty|takie|subskrypcje|obciążenia|abonamenty|pozycje; \
    identyczn*; ten sam dzień; tego samego dnia; tą samą|tę kwotę; ta sama|taka kwota; drugi raz; \
    druga płatność|opłata|transakcja; i w apple|google|sklepie; zarówno; dwa abonamenty; jedna po \
    drugiej; po raz drugi; dwa razy; zdubl*; ponownie $
    once = tylko|zaledwie raz|jeden|jedną|jedna|1; raz kupow*|klik*; jeden raz; zamiast jednej; \
    jeden i ten; obie przeszły; tylko raz|jeden|jedno|jedną|jedna; kupował* raz|tylko; zamawiał* \
    raz|tylko; jedną z nich; kliknęł* raz; wystarczy jedn*; potrzebuj* jedn*; raz; pojedyncz*; \
    drugą
    refund = zwrot*; zwróć*; zwraca*; oddaj*; oddani*; oddac|oddać pieni*|mi|kas*; \
    pieniądze|pieniędzy|kasę|kasy z powrotem|zpowrotem|spowrotem; odzyska* pieni*|kas*; refund*; \
    odstąpi*; anulowa* zakup|transakcj*|zamówienie; cofn* zakup|płatność|transakcję; reklamacj*; \
    moje pieniądze; chcę pieniądze|moje; odzyskać; chcę to zwrócić|oddać|zwrot; oddać; wycofa* \
    zakup|płatność|transakcj*; anulować zakup|zamówienie|transakcję; pieniądze|kasę|kasa|$ \
    z|do|spowrotem powrotem|zwrotu; oddacie; zrefundowa*; reklamować; rekompensat*; odda* $|mi; \
    prawo odstąpienia; wycofać; chargeback; cofnij*; cofnąć
    accident = omyłk*; pomył*; przypadk*; przez przypadek|pomyłkę; niechc*; bez \
    zgody|pytania|wiedzy|mojej|pozwolenia; błędni*; nieświadom*; nie chciał*; zły przycisk; przez \
    pomyłkę|przypadek; nacisn* przez|niechcący; kliknął|kliknęł* sam|przez|przypadk*|niechcący; \
    bez mojej|pytania|wiedzy; bez mojej zgody; sam się; za plecami; nie zamawiał*; nigdy nie \
    zamawiał*|chciał*; bawi* się; kot; nieumyśln*; nieuwag*; omsknął
    child = syn*; córk*; dzieck*; siostrzeni*; bratan*; dzieci; letni; lat; wnuk*; wnucz*; \
    córeczk*; dzieciak*; maluch*; nastolat*; latka
    unused = nie|nigdy korzysta*|używa*|uzywa*|działa|dziala|potrzebu*; nigdy; bezużyteczn*; \
    niepotrzebn*; oszu*; złodziej*; niezgodn*; nic nie działa; do niczego; szajs; badziew*; \
    szmelc; nie jest|spełnia|podoba|działa|robi to|oczekiwań|się|jak|tego; niezadowolon*; \
    zawiedzion*; beznadziejn*; wprowadz* w błąd; nie jak w|opisie; ani razu; nie otwiera*; nie \
    chcę tego|jej|już; do bani; syf; nic nie warta|wart*; rozczarow*; nie przyda*; nie użył*; \
    zmienił* zdanie; nieużywan*
    apple = apple; itunes; iphon*; ipad*; app store; appstore; ios; mac
    google = googl*; android*; play store; sklep* play; samsung*; pixel; xiaomi*; huawei; \
    play
    restore = przywróć*; przywraca*; odzyskać zakup*|to; restore*; odzyskać zakupy; poprzednie \
    zakupy; wcześniejsz* zakup*; do przywrócenia
    fail = błąd*; błęd*; nie działa|idzie|da|dziala|można|mogę|udało|znaleziono|reaguje; nic \
    się|nie; niepowodzen*; brak zakupów; martwy; zawiesz*; kręci; error; nieudan*; wyskakuje; nie \
    ma nic|zakupów|co; nic do|się|nie; wyskakuje że|błąd|komunikat|nie; pisze że nie|brak; kółko; \
    kręci się; mieli; bez skutku|efektu|rezultatu|sukcesu; brak reakcji; nie reaguje; komunikat; \
    próbował*; bezskuteczn*; tysiąc razy; wiele razy; nie znajduje; nie daje; nie chce
    device = now*|inny|drugi|inn*|star* \
    telefon*|tablet*|iphon*|smartfon*|komórk*|urządzen*|ipad*|komputer*|samsung*; \
    zmienił*|zmiana|zmienia* telefon*|komórk*|urządzen*; przeinstal*; odinstal*; ponown* instal*; \
    zainstalował* ponownie|od|na|jeszcze; reset*; fabryczn*; wymieni* telefon; przesiadł*; \
    przeszedł|przeszłam|przesiadk* na|z iphon*|android*|ios; usunął*|skasował* aplikacj*|apk*; \
    telefon* zepsut*|zgubił*|ukradli|skradzion*|padł|nowy|zgubion*; sformat*; format* telefon*; \
    zmienił*|wymienił*|kupił*|dostał*|mam|zgubił*|ukradli|zmian* \
    telefon*|komórk*|smartfon*|tablet*|iphon*|ipad*|samsung*|urządzen*|laptop*; \
    nowy|nowego|nowym|inny|innym|nowe \
    telefon*|tablet*|iphon*|samsung*|pixel*|urządzen*|komórce|smartfon*|galaxy; telefon* \
    padł|ukrad*|zgub*|wymienion*|stary|nowy|napraw*|serwis*; przesiadk*; przenios*; przenosi*; po \
    reinstalacji|resecie|wymianie|zmianie; zainstalował* na nowo|ponownie|jeszcze; serwis*; wgrał* \
    na nowo|ponownie; kopia zapasowa; kopii; usunął|usunęł* apk*|aplikacj*
    account = inn*|now*|drug*|złe|zlym|stare|dwa|starego|różne kont*|adres*|mail*|email*|profil*; \
    zalogow*; loguj*; logow*; wylogow*; połączy*|scali*|połączon* kont*|z; konto* połączon*; \
    konta; przenieść|przepis*|przypis*|przerzuc* na|zakup|konto|subskrypcj*; \
    mąż|żona|brat|siostra|syn|córka|kolega zalogow*|wszed*; zmienił* mail|adres|konto|email; na \
    konto; założył* konto; jakim mailu|kontem|mail; nie to konto; fuzj*; \
    inny|innym|innego|drugie|drugim|stary|starym|nowe|nowym|nowy|złym|dwa \
    mail*|konto|koncie|adres*|email*|profil*|login*|apple|id|konta; apple id; na \
    jego|jej|swoje|swoim kont*; kont* google|apple|facebook*|męża|żony; założył* \
    now*|drugie|konto; zalogował* się|na; zarejestrował*; zmienił* adres|mail|konto|numer; firmow* \
    mail*|adres*; przez google|facebook|apple; dwóch kont; na które konto; przypisan* do
    gone = znikn*; znikł*; przepad*; wyparow*; stracił*; utracił*; zgubi* zakup*|subskrypcj*; ani \
    śladu|sladu; nie pamięta|widzi|rozpozna*|ma|poznaje|widać|wykrywa|mogę znaleźć; nie ma \
    mojej|śladu|zakup*|subskrypcj*|mojego|nic; jakbym nigdy|nie; pusto; puste; nigdzie; jak nowy; \
    brak @abo; wcięło; poszło z nim; wszystko zniknęło|przepadło|poszło|wcięło|skasowało|znikło; \
    nie ma ani|już|po|niczego|mojej; ani śladu; wszystko co kupi*; co miałem|miałam \
    wykupion*|kupion*; gdzie jest|są|podział* mo*; jak nowego|nowy|nowa użytkown*|klient*; od \
    zera|nowa|początku; kupować|kupić|płacić|zapłacić jeszcze raz|ponownie|od nowa|drugi|znowu; \
    nie rozpoznaje|widzi|pamięta|pokazuje mnie|zakup*|że|moich; straciłem|straciłam; utracon*; \
    skasowało; wykasowa*; wyzerow*; twierdzi że nie|nigdy
    cancel = anulowa*; anuluj*; wypowie*; rezygn*; zrezygn*; odwoła*; wyłącz* \
    odnaw*|subskrypcj*|auto*; rozwiąza*; zakończ* subskrypcj*|abonament*|umow*; odnawianie \
    wyłącz*; subskrypcj* anulowan*|zakończ*|wygaś*|wypowiedz*|wyłączon*; nie zostanie odnowion*; \
    wypis*; przerwa* subskrypcj*; kończy się; wygaśnie; odinstalowałem subskrypcję; kasowa* \
    subskrypcj*; wyłączył*; wyłączon*; zakończył*; odnawianie wyłącz*|anulow*; odsubskryb*; \
    zamknął|zamknęł* subskrypcj*|konto; potwierdzenie anulowania|rezygnacji; zerwa*; skasował* \
    subskrypcj*; usunął|usunęł* subskrypcj*; już nie subskrybuj*; zastopow*; odpiął|odpięł*
    forgot = zapomnia*|jak|gdzie|chcę|chcialbym|chciałbym|chciałabym \
    anulowa*|zrezygn*|wypowiedz*|wyłączyć; zapomniał*; jak|gdzie|chcę|chciał*|proszę|pragnę \
    zrezygnować|anulować|wypisać|wyłączyć|wypowiedzieć|o; proszę o anulowanie; nie zdążył* \
    anulować|zrezygnować; jak mogę zrezygnować; przegapi*
    again = znowu; znów; ponown*; dalej; nadal; wciąż; kolejn*; i tak; mimo; jeszcze; wczoraj; \
    ciągle; pomimo; powtórnie; od nowa; jeszcze raz
    premium = @abo; odblokow*; vip; gold; pełna|pełną|pełnej|płatna|płatną wersj*; bez reklam; \
    wersj* pełn*|płatn*|premium; wszystkie funkcje; nielimitow*; subskrybent*; abonament*
    locked = zablok*; odblok*; kłódk*; reklam*; nie|brak|bez \
    dostęp*|aktyw*|odblok*|otw*|mogę|premium|działa; każe|kaze|chce|prosi|żąda|pokazuje|wyświetla \
    kupić|kupic|płacić|zapłac*|odblok*|wykup*|premium|subskryb*; darmow*|bezpłatn*|podstawow* \
    wersj*|konto|plan; wersja darmowa|bezpłatna|próbna|podstawowa; niedostępn*; nieaktywn*; nic \
    się nie zmieni*; nie mogę otworz*|korzyst*|wejść|używ*; dalej|nadal|wciąż \
    reklam*|zablok*|darmow*|każe|kaze|nic|free; odcięt*; nie włączy*; kłódek; \
    każe|kaze|karze|chce|prosi|żąda|woła|namawia \
    mi|żebym|kupić|zapłac*|wykup*|subskry*|kupować|płac*|od|przejść|kupił*; nic nie|się \
    odblokował*|zmienił*|działa|aktywował*|otwor*; u mnie nic|dalej|nadal nic|nie; \
    dalej|nadal|wciąż|ciągle|cały \
    zamknięt*|kłódk*|darmow*|wersj*|pokazuje|ogranicz*|reklam*|zablok*|prosi|każe|wyświetla|widzę|bez; \
    darmow* wersj*|konto; wersj* darmow*|podstawow*|próbn*|demo|bezpłatn*|okrojon*; brak \
    dostępu|premium|aktywacji; nie mam|mogę dostępu|wejść|korzystać|otworzyć|używać; kup \
    teraz|premium; przejdź na; okno|ekran zakup*|płatności|premium; aktywuj; ogranicz*; zamknięt*; \
    blokad*; bez zmian; nie odblokował*|aktywował*|uaktywni*; w apce|aplikacji \
    dalej|nadal|wciąż|wszystko kłódk*|zablok*|zamknięt*; na kłódkę
    stopped = nagle; przestał*; już nie; nie mam już; nie działa już; wygas*; wyłączon*; odebra*; \
    odcię*; zabrali|zabrano dostęp*|funkcj*; stracił* dostęp|premium; dziś \
    nie|nic|premium|zniknęło|zablok*; dzis premium|nie|nic; cofn* do|na darmow*|do; dezaktyw*; \
    zawiesz*; wrócił* do darmow*; niespodziewanie; od \
    rana|wczoraj|dziś|dzisiaj|dzis|poniedziałku|niedzieli|soboty; dziś|dzisiaj|dzis \
    rano|wszystko|nie|już|apka|aplikacja|się; z dnia na|dzień; z niczego; znikąd; ni stąd; \
    zabrali|zabrano|odebrano|wyłączyli mi|premium|dostęp; nie mam dostępu|już; \
    cofnęło|wróciło|przełączyło|przerzuciło|spadłem mnie|na|do darmow*|podstawow*|free|wersji; od \
    nowa; pisze|mówi|pokazuje że wygas*|nieaktywn*|skończył*; zablokowało; straciłem|straciłam \
    dostęp|premium; wywaliło mnie z; bez ostrzeżenia|powodu|zapowiedzi; rano obudził*; zamknęło; \
    pozamykan*
    until = do wczoraj|niedawna|dzisiaj|dziś|piątku|poniedziałku|rana|zeszłego|tej; wczoraj \
    działał*|dzialal*|jeszcze|było|miałem|miałam|był; działało; od \
    wczoraj|dziś|dzisiaj|rana|piątku|poniedziałku; w piątek wszystko|działało|jeszcze; jeszcze \
    wczoraj|w; chodziło; wcześniej działał*; jeszcze wczoraj|rano|tydzień|w; wczoraj \
    działał*|wszystko|było|miałem|miałam|jeszcze|wieczorem; do \
    wczoraj|dzisiaj|dziś|niedawna|teraz|wczorajszego|niedzieli; działał*|działało|śmigał*|chodził* \
    wczoraj|bez|normalnie|dobrze|do|świetnie|jeszcze|wszystko; zawsze działał*; wcześniej \
    było|działało; od miesięcy|lat; w zeszłym tygodniu; wieczorem
    hold = wstrzyman*; zawieszon*; problem* płatno*|z płatno*|rozliczen*|z kartą; \
    płatnoś*|karta|opłata|obciążenie odrzuc*|nieudan*|wygas*|nie|odmow*|stracił*; \
    nowa|nową|zmienił* kart*; brak środków|srodkow|wpłaty|płatności; doładow* \
    kart*|konto|saldo|już; metod* płatności; środk*; kart* wygasła|stracił*|nowa; podpi* kart*; \
    saldo; zaległ*; okres karencji; problem* z|płatno*|rozlicz* płatno*|kart*|metod*|rozlicz*; \
    kart* wygas*|odrzuc*|zablok*|nowa|wymieni*|zastrzeż*|zmieni*|ważno*; \
    nową|nowa|zmienił*|podmienił*|dodał*|zaktualizował*|wymienił* kart*|dane|metodę|płatnoś*; \
    płatność odrzucon*|nieudan*|nie|niepowodz*; środki są|na|mam; pieniądze na koncie|karcie; mam \
    środki|pieniądze; brak środków; bank odrzucił|zablokował; dane do płatności; subskrypcja \
    wstrzym*|zawiesz*; metoda płatności; nie udało się pobrać|pobranie; odrzucon*; zapłać zaległ*
    ongoing = płacę|place|płace|płacimy dalej|co|nadal|wciąż|cały|regularnie|każdego; co \
    miesiąc|miesiac; opłacon* do|mam|jest|abonament; oplacone; abonament|subskrypcja \
    opłacon*|aktywn*|ważn*|trwa|działa; ważn* do; aktywn* do; mimo że|ze płac*|mam|zapła*|opłac*; \
    skoro płac*|opłac*|abonament; klient* od; abonent*|subskryb* od; odnowi* się; cały czas płac*; \
    nadal pobier*|płac*; przecież płac*|mam; płacę|płacimy|place|opłacam|płaci \
    co|regularnie|od|sumiennie|zawsze|grzecznie|każdego|uczciwie|na \
    miesiąc|lat|roku|miesięcy|miesiącu; co miesiąc; regularn*; abonament|subskrypcja|sub|suba \
    ważn*|aktywn*|do|trwa|jest|opłacon*|odnowi*; ważna do; mam opłacon* do|rok|jeszcze; opłacon* \
    do|rok|jest; odnowił*|odnawia się|automatycznie|pierwszego|wczoraj|co; stał* klient*; \
    klient*|użytkown*|subskrybent* od lat|lat|roku|dawna; bez przerwy; do końca; do \
    grudnia|stycznia|marca|czerwca|lipca|maja; terminow*; od lat płac*; pobieracie co
    monthly = miesięczn*; miesiąc*; na miesiąc; za miesiąc; co miesiąc
    yearly = roczn*; rok; roku; na rok; cały rok; za rok; 12 miesięcy; dwanaście miesięcy
    tier = plan*; pakiet*; taryf*; podstawow*; basic; indywidualn*; rodzinn*; pro; standard; \
    wersj*; abonament; dożywotn*; subskrypcj*; wariant*; opcj*; student*; duet; zespoł*; plus; \
    miesięczn* plan|subskryp*|abonament
    change = zmienił*|zmienic|zmienić|zmiana|zmian* \
    plan*|pakiet*|na|z|abonament*|taryf*|subskrypcj*; przeszedł*|przeszłam|przejść|przejś* na|z; \
    upgrade*; downgrade*; tańsz*; zamieni*; podnios*; zmienic; przełącz*; da się zmienić; przejść; \
    przerzuci*; zmiana; wymienić; przestawić; zamian*; konwersj*; przepiąć; podwyższ* plan|pakiet; \
    skorygow*; przenieść na; ulepsz*
    wrong = zły|złą|złego|zle|źle|błędny|niewłaściw*; chciał*|wybra*|miał być|myśl* \
    miesięczn*|roczn*|na|tylko|mieć|tańszy; według starego; stara|starej cena|ceny|stawki; przez \
    pomyłkę roczn*|miesięczn*; a mam|jest roczn*|miesięczn*; nie ten plan|pakiet; \
    chciał*|myślał*|miał*|zamierzał*|planował* \
    miesięczn*|roczn*|na|że|wziąć|płacić|tańsz*|być|wybrać|kupić|inny; a \
    wzięło|jest|mam|wyszło|kupił*|zrobiło|dostał* mi|roczn*|miesięczn*|na|za; źle kliknęł*|wybra*; \
    pomylił*|pomyłka plan*|opcj*|subskrypcj*|abonament*|i; wybrał* zły|złą|nie|roczn*|miesięczn*; \
    kliknęł*|kliknął zły|roczn*|miesięczn*|nie; nie to|ten co|chciał*|wybra*|plan; \
    dalej|nadal|wciąż|ciągle mam|pokazuje|widnieje|jestem|stary \
    podstaw*|basic|star*|miesięczn*|roczn*|na|plan; inny plan|pakiet niż; omyłkowo; utknęł* z|na
    price = cen* wzros*|podnies*|zmieni*|wyższ*|inna|poszła|większ*|skoczy*; podwyżk*; drożej; \
    droższ*; zdroża*; podroża*; zawsze $|płaci*; wcześniej $|płaci*; było $; zamiast $; nagle $; \
    za dużo; więcej pobra*|niż; kosztowa*; cena; płaciłam $; z $ na; cen*|opłata|koszt|abonament \
    wzrosł*|podskoczył*|większ*|wyższ*|inn*|podwoi*|zmienił*|poszł*|niezgod*|z $|jest; z $ na|do; \
    podnieśli*; płacił*|płaciłam|kosztował* $|mniej|zawsze|wcześniej; więcej niż; miało \
    być|kosztować $; było $|po; teraz $|chce*; przedtem $; obiecan*; za drogo; drogo; dlaczego $; \
    niezgodn* z cen*; wyższ* kwot*; nikt mnie|nie|nas uprzedz*|powiadom*|informowa*|mówił; bez \
    uprzedzenia
    coins = monet*; gem|gemy|gemów|gemow; klejnot*; diament*; kryształ*; kredyt*|kredytów; żeton*; \
    token*; coins; gems; punkt*; rubin*; skrzyn*; złoto|złota sztab*|w grze; dukat*; szmaragd*; \
    robux*; pakiet monet|gemów; energia; życia; gwiazdek; walut*; worek; minut; minuty; godzin; \
    klucz*; serduszk*; serc; bilet*; pereł; lekcj*; wiadomości; licznik; w grze; gra; sztabk*; \
    mikstur*; eliksir*; karnet*; losy; saldo; kamieni; kamienie; doładowan*; skin; skórk*; \
    diamencik*; impuls*
    missing = nie \
    doszł*|dosz*|przyszł*|otrzyma*|dosta*|dotar*|ma|dodał*|zaksięg*|pojawi*|widać|wpłynę*|dostał*|są|mam|wpadł*; \
    gdzie moje|są|moja; brak*; nic; nadal|wciąż nie; zero; ani jedn*|drgn*; stan konta; saldo bez; \
    czekam; zniknę*; tylko dosta*|dwie|część; licznik; nic nie|mi \
    doszło|przyszło|doszedł|dostał*|ma|wpłynęło|dodało|przybyło|wpadło; nie \
    dotarł*|doszły|doszło|przyszło|przyszły|dostał*|wpadło|pojawił*|przybyło|ruszył*|zmienił*|dodan*; \
    w grze|licznik|saldo|stan|konto dalej|nadal|zero|wciąż|ciągle|0|bez|stoi|pokazuje|nic; \
    dalej|nadal|wciąż|ciągle zero|0|nic|nie|mam|tyle|brak; gdzie są|jest|moje|mój|się; ani \
    jednego|jednej|grosza; nie widać; figa; pusto; bez zmian; tylko połow*|część; nic mi nie
    trial = próbn*; dni|dzień|tydzień|tygodnie|miesiąc za darmo|darmow*|bezpłatn*|gratis; \
    darmow*|bezpłatn* okres|tydzień|miesiąc|dni|prób*; trial; testow*; okres* próbn*; za darmo \
    dni|przez|tydzień|miesiąc; na próbę; pierwsze|pierwszy 3|7|14|30|dni|tydzień|miesiąc \
    darmo*|gratis|za|bezpłat*; 7|14|30|3|siedem dni|dniowy; tydzień|miesiąc za|darmow*|gratis \
    darmo; za darmo miał*|pisało|było|a|tydzień|przez; miał być|miało|miały \
    tydzień|darmo|za|bezpłat*|gratis; pisało że darm*|za; wypróbuj*; wypróbowa*; przetestowa*; \
    darmowy okres|tydzień; bezpłatny okres|tydzień; spróbowa*; obiec* darm*|za
    offer = kod* nie|rabat*|promo*|zniż*|wygas*|niepraw*|błęd*; kod; kodu; rabat*; zniżk*; \
    promocj*; kupon*; voucher*; oferta|oferty|ofertę; black friday; %; studenck*; warunków; \
    kwalif*; podarunkow*; nowy klient; promocyjn*; taniej; kod* \
    promocyjny|rabatowy|nie|odrzuc*|nieważn*|nieprawidł*|z; promka; połowa|pół ceny; za pół; \
    procent; cena promocyjna|specjalna|studencka; oferta specjalna|powitalna; dla studentów; \
    nowych klientów; karta podarunkowa; 50|20|30|25 %; bon; wyprzedaż*; okazj*; nieprawidłowy; \
    przecen*
    pending = oczekuj*; w toku; w trakcie; przetwarz*; czeka na \
    zgodę|zatwierdz*|akcept*|potwierdz*|płatność; czekaj*; pending; zawisł*; wisi; niezakończon*; \
    nie została zakończona|potwierdzona; weryfikac*; przelew* oczek*; w realizacji; \
    zapłacił*|opłacił*|płatność gotówk*|przelew*|żabce|w|kiosk*|paczkomat*; w trakcie \
    przetwarzania|realizacji; oczekiwani*; status; zakup|płatność|transakcja \
    wisi|oczek*|w|niezakończ*|niezatwierdz*; niepotwierdz*; zaksięgow*; nie zatwierdz*; \
    weryfikow*; czeka na
    approve = zatwierdz*; prośb*|prośba zakup*|o; zgod* na|rodzic*; akceptowa*; zaakceptowa*; \
    pozwol*; poproś o zakup; prośbę o zakup; potwierdził* prośb*|zakup; zgodził*; dał* \
    zgod*|pozwoleni*; prośb*; prośba o; prosi o zgod*|pozwol*|zakup; zgoda; zgodę; zezwol*; \
    akceptacj*; kontrol* rodziciel*; rodzic*; zapytan*; poprosił* o zakup|kupno
    family = rodzin*; chmur* rodzinn*; organizator*; współdziel*; dziel* z|się; mój|moja|moje \
    mąż|żona|syn|córka|dzieci|siostra|brat nie|każe|ma|widzi|może; dla rodziny; \
    plan|abonament|grup*|subskrypcj*|wersj* rodzin*; w grupie|jej|jego rodzin*|grupie; \
    mąż|żona|syn|córka|dzieci|siostra|brat|mama|tata|partner*|chłopak|dziewczyna \
    ma|nie|wykupił*|płaci|u|kupił*|telefon*|też; u mnie|żony|męża|córki|syna nic|nie|dalej; \
    dzielić; dzielimy; udostępn*; członk*; zaprosz*; dodał* do; grup*; domownik*
    crash = wywala; zawiesza; zacina; crash*; bug*; aktualizac*; biały|czarny ekran; wiesza; \
    zamyka się; powiadomie*; klawiatur*; synchroniz*; aparat*; eksport*; wolno; nie \
    ładuje|laduje|uruchamia; wysypuje; zdjęci*; widżet*; dźwięk; wywala się|przy; zawiesza się; \
    zacina się; wyłącza się; wysypuje się; po aktualizacji|ostatniej|update; od \
    aktualizacji|ostatniej; nie uruchamia|otwiera|synchronizuje|włącza; laguje; muli; spóźnia; \
    błąd przy otwieraniu|eksporcie|zapisie|starcie; ekran*; bateri*; gps; bluetooth; mikrofon*; \
    opóźni*; nie zapisuje; tnie; budzik; tłumaczeni* błęd*; przycina
    wish = dodajcie; moglibyście|możecie|mogliby|proszę|prosze|czy \
    dodać|dodajcie|zrobić|da|można|planujecie|wprowadzić|by; tryb ciemny; ciemny motyw; byłoby \
    fajnie|super|miło; sugest*; propozycj*; pomysł; język*; czcionk*; jak \
    zmienić|ustawić|mogę|się|wyeksport*; przydałby|przydała|przydałoby; widget; fajnie by|jakby; \
    brakuje mi; będzie wersja; tłumacz*; fajnie|super|miło|świetnie|przydał* \
    by|jakby|gdyby|byłoby|się; dodać; moglibyście; możliwość|opcj* \
    sortow*|wyłącz*|dodan*|eksport*; brakuje mi|opcji|funkcji|możliwości; sortowani*; filtr*; \
    motyw; tryb nocny|ciemny|offline; jak|gdzie \
    zmienić|włączyć|wyłączyć|ustawić|mogę|eksport*|znajdę|usunąć|dodać; kiedy \
    będzie|wyjdzie|pojawi|planujecie; widżet; planujecie; instrukcj*; ulepszeni*; funkcj* która; \
    obsług* apple|tabletów
    login = hasł*|hasla; nie mogę się zalogować; nie moge zalogowac; reset* hasła|hasla|mail|link; \
    kod weryfik*; usunąć|usuniecie|usunięcie konta|konto|danych|dane; mail nie \
    przychodzi|resetujący|dochodzi; zapomniałem hasła|pin|loginu; link aktywacyjny; hasł*; \
    kod|mail|sms nie|weryf* przychodz*|dochodz*|dotarł|przyszedł; nie przychodzi|dostaję \
    kod|mail|sms; sms*; zalogować; logowani*; nie pamiętam; reset*; \
    usuń*|usunąć|skasować|usunięcie konto|moje|konta|dane|profil; rejestracj*; rodo; nazwa \
    użytkownika; pin; nick; weryfikac* konta|mail|dwuetap*
    away = poza biurem; urlop*; nieobecn*; automatyczna odpowiedź; wracam; zwolnieni* lekarsk*|l4; \
    nie dostarczono; niedoręcz*; przebywam; jestem|będę poza|nieobecn*|na|niedostępn*; na urlopie; \
    powrót; zastępuj*; macierzyń*; pilnych; zamknięt* do|firma; nie można dostarczyć; chorob*; \
    święt*
    praise = super|świetna|swietna|najlepsza|fajna|genialna|rewelacyjna|wspaniała \
    apka|aplikacja|robota|appka; dziękuję|dzięki|dziekuje za|wam super|świetną|aplikację|to|pracę; \
    brawo; gratul*; warte każdej|ceny|swojej; polecam; uwielbiam; tak trzymać; pięć|5 gwiazdek; \
    zadowolon*; świetna robota; dzięki|dziękuję|dziekuje wielkie|bardzo|za|wam; bardzo \
    fajna|dobra|zadowolon*; kocham; super; świetn*; ekstra; rewelac*; perfekc*; już \
    działa|ok|wszystko; rozwiązan*; najlepsz*; pozdrawiam zespół; genialn*; dobra robota; \
    wspaniał*; brawa; bomba
    business = współprac*; reklam* u|w waszej|firmy; licencj*; szkoł*; \
    praca|pracę|praktyki|staż|cv; pras*; agencj*; pobrań; opinie|recenzje; marketing; ofert* \
    współpracy|dla; oferujemy; sponsor*; newsletter; inwest*; pozycjonow*; jesteśmy; blog; \
    podcast; dziennikarz*; wywiad; influencer*; kanał*; seo; nauczyciel*; uczni*; uniwersyt*; \
    fundacj*; stowarzyszen*; studentka prac*; rekrut*; cv; wycen*; afiliac*; ankiet*; badani*; \
    freelanc*; programist*; promow*; reklamow*; z kim mogę|rozmawiać; partnerst*; hurt*
    invoice = fakturę|faktura|faktury vat|na|z|proszę|za; \
    potrzebuję|prosze|proszę|wystaw*|wystawić|przesł* fakt*; nip; vat; księgow*; dane do faktury; \
    rachunek na firm*; faktur*; firm*; na firmę; rachunek; dane firmy; podatk*; rozliczen* podat*; \
    koszt*
    recent = przed chwilą; właśnie; dopiero co; minut* temu; godzin* temu; minut; dziś|dzisiaj \
    kupi*|zapłac*|wykupi*|rano; wczoraj kupi*|zapłac*|wykupi*; pół godziny; kwadrans; teraz; \
    niedawno; świeżo; dzisiaj; przed momentem; chwilę temu
    free = za darmo; darmow*; bezpłatn*; gratis; darmo
    inquiry = jaka|jaki jest|cena|koszt|różnic*; czy \
    jest|macie|można|są|oferujecie|mogę|da|istnieje|przyjmujecie \
    zniżk*|możliw*|jakaś|wersj*|kupić|plan|taka|się|rabat*|podarować|płacić|używać; zanim \
    kupię|wykupię|zapłacę; zastanawiam|rozważam|myślę|planuję|chciał* \
    się|nad|o|kupić|zakup*|zapytać|wiedzieć|podarować; podarować; na prezent; prezent; jeśli \
    kupię|zrezygnuję|zapłacę|przejdę|anuluję; ile osób|urządzeń; pytanie; różnica między; co \
    zawiera|obejmuje|daje; zainteresowan*; interesuje mnie; przed zakupem; chciałbym się \
    dowiedzieć; jakie są
    noRefund = nie|bez|nigdy|żadnego|ani|nie_o \
    chc*|potrzebuj*|prosi*|zwrot*|interesuje|chodzi|żąda* zwrot*|zwróc*|pieniędzy|oddani*; nie \
    zwrot*; bez zwrotu; jest|pisze|status|pokazuje|widnieje|że zwrócono|zwrócone|zwrócony|zwrot; \
    stary|dawny|poprzedni zwrot
    notCancelled = nie|nigdy|nic|ani|bez|nikt \
    anulow*|rezygn*|zrezygn*|wypowied*|anulacj*|odwoł*|wyłącza*|rezygnacji|wypisywa*
    notTwice = nie|nigdy|bez|ani \
    podwójn*|dwa_razy|2_razy|dwukrotn*|drugi_raz|ponown*|jeszcze_raz|znowu \
    płac*|pobr*|zapłac*|kupow*|obciąż*; nie|bez chc*|chcia*|zamierzam|będę|mam|płac*|pobr*|obciąż* \
    dwa_razy|2_razy|podwójnie|drugi_raz|ponownie_płacić|jeszcze_raz|płacić_znowu|dwukrotnie
    notCharged = nie|nic|nigdy|żadn* pobran*|pobrał*|ściągn*|obciąż*|zabrał*|opłat*; nic nie \
    pobr*|ściągn*|zeszł*
    sameDevice = ten|ta|to|tym|tej|tego|tych sam|sama|samo|samym|samej|same \
    telefon*|kont*|urządzeni*|apple|google|id|tablet*|iphone*; nic|nigdy|nie \
    zmienia*|zmieni*|rusza*|przeinstal*|wymienia*; bez zmian*
    fine = żadn*|nie|nic|bez problem*|kłopot*|zastrzeż*|uwag z|do|co_do \
    płatnoś*|subskrypcj*|abonament*|pieniędz*|premium; płatnoś*|subskrypcja|premium|abonament \
    jest|działa|w|są ok|dobrze|porządku|aktywn*|opłacon*; zadowolon*|wiern*|szczęśliw* \
    subskrybent*|klient*|użytkown*|abonent*; nie chodzi o płatnoś*|pieniądze|subskrypcję
    newcomer = now* użytkowni*|klient*|kont*|osob*; pierwszy raz; jakbym|jakby|jak_bym \
    nigdy|był|była|mnie|nowy|nie|dopiero; nigdy nie_kupi*|nie_płaci*|nie_był*|nic; nie \
    pamięta|poznaje|rozpoznaje|zna mnie|nas|że; witaj*; zaczyna* od
    invite = zapros*; zaprasz*; polec*; koleżank*|koleg*|znajom*|przyjaci*|siostr*|brat \
    link*|kod*|zarejestr*|zapisał*|dostał*|zalogował*; darmow*|gratis|bonusow*|dodatkow* miesiąc*; \
    miesiąc gratis|darmo*|prezen*|za_darmo; mój|mojego|moim link*|kod*; nagrod*; poleceni*
    restore = już|wcześniej kupi*|kupował*|zapłaci*|klient|opłaci*|masz \
    przycisk*|link*|klik*|tutaj|stuk*|naciskam|opcj*|dotykam; przycisk*|link*|opcj*|guzik* \
    przywr*|już_kupi*|zakup*|odzysk*|kupion*; nie|brak|żadnych znaleziono|zakupów|wcześniejszych \
    zakup*|zakupów|do; odzysk*|przywr*|odtworz* zakup*|to_co|kupi*|swoje|moje; nie_znaleziono; \
    brak zakupów
    twice = raz z|przez|na|od|kartą|blikiem i|a|potem|drugi raz|drugi|z|przez|jeszcze; \
    i|potem|zaraz znowu|jeszcze|drugie|ponownie|znów $; rachun* telefon*|operator* i|oraz kart*; \
    zapłaci*|pobra*|zeszł*|kupi* dwa|dwie|oba|podwójn*; pod|poniżej|niżej \
    znowu|jeszcze|to_samo|taka_sama|drugie; jeden|jedno za_dużo|nadprogram*; kupił* \
    jeszcze_raz|ponownie|drugi_raz; z obu|dwóch stron
    offer = kod*|kupon*|bon* \
    gdzie|wpis*|pole|pola|okienk*|nieprawid*|nieważn*|działa|newsletter*|influencer*|youtuber*; \
    wpis*|wprowadz*|użyć|wklei*|podać|realiz* kod*|kupon*; \
    influencer*|youtuber*|newsletter*|podcast* kod*; ofert* powital*|start*|na_start|próbn*; \
    powital*; pierwszy miesiąc za $; tylko|też|także dla nowych|wszystkich; pełn* cen*|kwot*; cen* \
    pełn*|regularn*|normaln*
    hold = kart* wygas*|odrzucon*|zablokowan*|wymieni*|now*|straci*|nieważn*; \
    płatność|przelew|płatności|obciążenie \
    odrzucon*|nie_przeszł*|nieudan*|odmow*|nie_udał*|niepowodz*; \
    doda*|podpi*|podał*|wpisa*|zmieni*|zaktualiz*|wprowadz* now*|inną kart*|dane|metod*; problem* \
    z płatno*|kartą|rozlicz*; nie|brak*|za_mało|zabrakło środk*|pieniędzy|kasy|było; \
    dalej|wciąż|nadal|jest|konto|subskrypcja|pisze|status zawieszon*|wstrzyman*|wstrzymana|pauz*
    price = drożej|droższ*|taniej|tańsz*|więcej|mniej niż|o|za|od; \
    siostr*|brat|koleg*|koleżank*|znajom*|sąsiad* płaci|zapłaci*|kosztuje|ma; odnowi*|przedłuż* \
    za|po|na $|drożej; now*|star*|inn* cen*; było|pisało|pokazywa*|widniał*|stało $|cen*; \
    dlaczego|czemu płac*|kosztuje|mi|mam więcej|drożej|tyle
    tier = z solo|basic|podstawow*|standard*|mini|start na plus|pro|duo|rodzinn*|premium|max; \
    dopłat* zeszł*|pobra*|zapłac*; dopłaci*|dopłat*|różnic*
    gone = dlaczego|czemu premium|nie_mam|zniknę*|moje zniknę*|premium; \
    premium|subskrypcj*|zakup*|abonament zniknę*|przepad*|wyparow*|znik*|strac*
    stopped = gdzie|dlaczego|czemu jest|moje|się|premium|nie_mam \
    premium|podziało|zniknęło|skończyło|stracił*; premium|subskrypcj*|dostęp|abonament|plus|pro \
    zniknę*|przepad*|skończył*|wygas*|odebra*|zabra*|straci*|utraci*|wyłączy*; straci*|utraci* \
    premium|dostęp|abonament; wróci* do|na darmow*|podstawow*
    inquiry = czy mam|będę|stracę|zachowam teraz|miał*|nadal|jeszcze|dostęp; czy \
    mogę|można|moge|da_się zrezygnować|anulować|wcześniej|dzielić|przed; jeśli|jak|gdy \
    włącz*|kupię|wezmę|aktywuj*|zapłacę
    pending = w_toku|w_trakcie|oczekuj*|przetwarzan* płatność|od|nadal|wciąż|dalej|transakcja; \
    płatność|transakcja|przelew|zakup \
    w_toku|w_trakcie|oczekuj*|przetwarz*|wyszedł|wysłan*|poszedł; nadal|wciąż|dalej|pisze|jest \
    oczekuj*|w_toku|w_trakcie|przetwarz*
    approve = mama|tata|rodzic*|mamie|tacie|mamy|taty|babcia \
    zgod*|zatwierdz*|zaakceptow*|klik*|pozwoli*|zezwol*|akcept*; prośb* \
    wysłan*|wysła*|dosz*|wygas*|znikn*|przysz*|dotar*; zapytaj|poproś|zapyta*|prosi*|poprosi* \
    rodzic*|mam*|tat*|o_zgod*|zgod*|pozwoleni*; kliknal|kliknela zgod*
    locked = zapłaci*|kupi*|opłaci* nic|a|i|dalej|ale nic|nie|zablokow*|kłódk*; tylko dla \
    członk*|subskryb*|klient*; kłódk*|kłódecz*; nie|brak|czy|bez mam|mieć|dostęp* dostęp*; \
    brak|nie_ma dostęp*; odblokuj w|z|po; dalej|wciąż|nadal solo|basic|podstawow*|darmow*
    """
  )
}
