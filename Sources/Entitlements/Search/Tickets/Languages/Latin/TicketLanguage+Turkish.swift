extension TicketLanguage {
  static let turkishWords = """
    yine gün dün dünkü bugün kere iki ettim oldu yazıyor hiç size bunu önce diye istiyorum ve \
    bir bu ben benim için ama de da mi mı ne çok var yok değil nasıl hala hâlâ ile merhaba \
    teşekkürler lütfen olarak kadar sonra gibi daha iyi günler bana siz rica ederim diyor ya \
    neden niye şey olan olmuş her mu mü ki şu o onu bunun benden bende beni sizin bizim ise veya \
    fakat ancak artık şimdi az üzerinden nedir nerede yapıyor olmuyor den dan dın nin nın yı \
    yanlışlıkla satın geri son uygulama yapıyorum aldım parayı
    """

  static let turkish = TicketLanguage(
    isSpaced: true,
    """
    @not = değil|yok|degil|olmadı|hiç|hiçbir
    @abo = abonelik*|abonelig*|aboneli*|üyelik*|üyeli*|premium|pro|plus|sürüm*|erişim*|satın \
    alma*|paket*|özellik*
    bought = ödedim; ödeme* yaptım|yaptik|onay*|geçti|başarılı|alındı|tamam*; ödemiş*; satın \
    aldı*|almış*|alıp; aldım; almıştım; aldık; abone oldum; üye oldum; geçtim premium|pro|plus; \
    premium|pro|plus geçtim; para* verdim|ödedim|gitti|yatırdım; ücret* ödedi*; fiş*; makbuz*; \
    yükledim; satın; verdim; ödediği*; harcamış*; yatırdım; fatura; dekont; havale; sipariş; az \
    önce|demin|yeni|bugün|dün|şimdi aldım|satın|üye|ödedim|abone|geçtim|yaptım; satın \
    aldım|almıştım|alınan; aldığım; para karttan|kartımdan|hesaptan; ödeme \
    alındı|yapıldı|onaylandı|başarılı|tamamlandı|yaptım; parasını verdiğim|verdim|ödedim; abone \
    olmuştum; para* çekildi|gitti|kesildi|alındı|ödedim; yükleme yaptım; param gitti; abonelik* \
    aldım|başlattım|yaptım; satın almıştım; üyelik aldım; fiş* geldi|var; kredi kartımla; bayıldım \
    $; saydım $
    charge = çekil*; çekti*; çekiyor*; kesil*; kesti*; kesiy*; tahsil*; ücret \
    alındı|kesildi|çekildi; fatura*; ekstre*; kartım*; para gitti|alındı|alıyor*|çek*; $ \
    gitti|çek*|kesil*|alındı|kes*; bakiye* düş*|eksil*; yenilen*; ödeme alındı|alıyor*; \
    hesabımdan; geçmiş; alınmış; banka; ücretlendir*; çekmişsiniz; çekmiş; çekim; çekimi; \
    kesmişsiniz; almışsınız; aldınız $|para; karttan; para çekiyorsunuz|aldınız|gitmiş|kesil*; \
    yine $; lira çek*|kes*|git*|alın*; gitti|gitmiş; borç; ödeme; provizyon; paypal; düşmüş \
    $|hesabımdan; yazılmış; yansıtıl*; yansımış $|ekstre*
    twice = iki|2 kere|kez|defa|kat; çift; çifte; mükerrer; 2x; iki|2|üç|birden \
    ödeme*|işlem*|çekim|fatura|fiş*|abonelik*|tahsilat|ücret; ikisi de; tekrar* çek*|öde*|tahsil; \
    art arda; duble; peş peşe; iki ayrı; aynı ay*|gün*|ücret* iki|2|tekrar; üç kere|defa|kez; \
    fazladan; iki tane|ayrı|adet|çekim|kez|kere|ödeme|aynı|abonelik|işlem; 2 tane|adet|ayrı; aynı \
    gün|tutar|miktar|tarih|dakika|saat; ikinci kez|defa|ödeme|çekim; birer tane; hem \
    apple|google|ios|android|iphone; çift çekim; bir daha $|çek*; tekrardan çek*|para; iki \
    abonelik; ikişer; üst üste; iki sefer; aynısından; $ ve $
    once = bir|sadece|yalnızca|1 kere|kez|defa|tane; tek abonelik|ödeme|sipariş|kere; ikisi \
    geçmiş|çekil*; sadece bir; birinin iptali; tek bir; sadece bir|bi|tek; bir kere|kez|defa \
    aldım|bastım|sadece|tıkladım; tek sefer|birini|bir|tane; bi kere|tane; biri yeter; birini \
    istiyorum; bir tanesi; birini
    refund = iade*; geri ver*|öde*|alm*|al*|isti*|yatır*|gönder*|iade; para* geri|iade|isti*; \
    param* geri; geri para*; geri ödeme; refund; ücret iade*; cayma; parayı geri; paramı \
    isti*|ver*|geri|alabilir*; geri alma*; geri istiyorum; siparişi iptal|iade; satın alma* iptal; \
    geri alabilir*|alırım|almak|istiyorum|verin|ödeyin|yatırın|ver|gönderin|iade; \
    param*|paramı|parayı|para|ücreti|ücretimi|tutarı geri|iade; iptal edip para*; ücret iadesi; \
    para iadesi; geri çek*; siparişi|alımı|satın iptal; tüketici; telafi; hakem heyeti; paramı; \
    paramın; geri yatır*; geri öde*
    accident = yanlışlık*; kazara; hatayla; bilmeden; istemeden; haberim* olmadan|yok; izinsiz; \
    yanlış bas*|tuş*|tıkl*; iznim olmadan; sehven; kazayla; yanlış yere|tuşa; haberim yok|olmadan; \
    gizlice; parmağım; oynarken; farkında olmadan; farkında değil*; farketmeden; basmış; basmışım; \
    izin almadan; onayım olmadan; onaylamadım; bilmeyerek; dalgınlık*; kedi; cebimde; ben yapmadım
    child = oğlum; kızım; çocuğ*; çocuk*; yeğen*; torun*; yaşında; bebek; oğlan; kız çocuğ*; \
    ufaklık; küçük oğlum|kızım; kardeşim; minik; yaşındaki; evlad*
    unused = hiç kullan*|açma*; kullanma*; çalışmıyor; çalışmadı; işe yara*; işime yara*; \
    dolandırıcı*; gereksiz; memnun değil|kal*; ihtiyacım yok|kalma*; beklediğim; işime yaramadı; \
    işe yaramıyor; beğenmedim; berbat; çöp; kötü; rezalet; memnun değilim|kalmadım; memnun \
    kalmadım; aldatıcı; kandır*; anlatıldığı gibi; açıklamadaki*; beklediğim gibi; hiç \
    açmadım|kullanmadım|girmedim; kullanmıyorum; istemiyorum artık|uygulama*; vazgeçtim; fos; \
    boşuna; faydasız; farklı çıktı; pişman*; reklamdaki gibi
    apple = apple*; itunes; iphone*; ipad*; app store*; appstore*; ios; mac; ayfon*
    google = google*; android*; play store*; playstore*; samsung*; pixel; xiaomi*; huawei*; \
    play
    restore = geri yükle*; geriyükle*; restore*; satın alım* geri; geri getir* satın|alım*; geri \
    getir; satın alımları; satın alımlarımı geri|yükle*; önceki satın; eski satın
    fail = hata*; çalışmadı; olmadı; bulunamadı; başarısız; bir şey|şey olmuyor|olmadı|yok; \
    yapamıyor*; basılmıyor; donuyor; mümkün değil; hiçbir şey; tepki; error; işe yaramıyor; hiçbir \
    şey|hiçbişey|bi|bir olmuyor|yok|şey|olmadı; bişey olmuyor; yok diyor|yazıyor; diyor \
    yok|bulun*|hata; hata veriyor|verdi|mesajı; dönüp duruyor; tepki yok|vermiyor; kaç kere|defa \
    denedim; denedim; sonuç yok; sonuçsuz; defalarca; geri yüklenecek; çalışmıyo*; olmuyo*; işe \
    yaramadı; basıyorum
    device = yeni|başka|diğer|eski|farklı|ikinci \
    telefon*|cihaz*|iphone*|tablet*|ipad*|bilgisayar*|samsung*; telefon*|cihaz*|tablet* \
    değiş*|yenile*|bozul*|çalın*|kayb*|sıfırla*|format*|kırıl*|tamir*; yeniden yükle*|kur*|indir*; \
    tekrar yükle*|kur*|indir*; sildim uygulama*; uygulama* sil*|kaldır*; sıfırla*; fabrika ayar*; \
    format at*|attım; android*|iphone*|ios* geçti*|geçiş; silip yükle*|tekrar|yeniden; geçtim \
    iphone|android; telefon*|cihaz*|tablet*|bilgisayar* \
    değiş*|yenile*|aldım|çalındı|kayboldu|bozuldu|kırıldı|sıfırla*|tamir*|format*|düştü|öldü; yeni \
    telefon*|cihaz*|iphone*|samsung*|tablet*|hat|pixel|galaxy; iphone*|android* \
    geçtim|aldım|geçiş|geçince; başka cihaz*|telefon*; silip tekrar|yeniden|yükle*; sıfırlandı \
    telefon; tamirci*; servis*; tekrar indir*|kur*; uygulamayı sildim|silip|kaldır*; eski \
    telefon*; yeni cihaz; yedek*; telefonu verdik; formatla*
    account = başka|farklı|yeni|diğer|iki|yanlış|eski|ikinci|kendi \
    hesap*|hesab*|mail*|e-posta*|eposta*|adres*|profil*; giriş yap*; oturum aç*|kapat*; \
    hesap*|hesab* birleş*|değiş*|aktar*|taşı*|bağla*; girmiş hesap*|hesab*; çıkış yap*; \
    kardeş*|eş|eşim|kocam|karım|oğlum|arkadaş* giriş|girmiş|hesab*|girdi; mail*|email* değiş*; \
    hangi mail|hesap*; aktar*; hesab* gir*; kendi hesabına; iki hesab*; \
    başka|farklı|eski|yeni|diğer|yanlış|iki|kendi|onun \
    hesap*|hesab*|mail*|e|eposta|adres*|apple|profil*|kullanıcı; apple id|kimliğ*; hesabına \
    geç*|git*|bağla*|tanım*; hesap değiş*|aç*; hesabımla; mail değiş*; google|facebook|apple \
    hesab*|ile gir*|giriş; iş mail*|maili; giriş yaptı|yapınca|yapmış; kayıt olmuş*; hesabı ile; \
    hesapla gir*; numara değiş*; ona geç*; aynı apple
    gone = yok oldu|olmuş|olup; kaybol*; gitti; gitmiş; silin*; görünmüyor; gözükmüyor; tanımıyor; \
    tanımadı; bulamıyor*; bulunamıyor; yok artık; uçtu; uçmuş; kayıp; hiç almamış*|olmamış|satın; \
    sanki hiç|yeni; hiçbir şey yok; nerede; nereye gitti; boş; sıfırlandı; bi daha mı|para; tekrar \
    satın|para|ödeme; kaybettim; her şey|hepsi|tüm|abonelik*|premium|satın|aldıklarım \
    gitti|gitmiş|silin*|kayboldu|yok|uçtu|uçmuş|sıfır*|kaybol*; buhar; hiçbiri yok; bende \
    yok|görün*|görünmüyor; nereye gitti|kayboldu; nerede aboneliğ*|premium*|aldıklarım; yeni \
    kullanıcı|üye; sıfırdan; baştan; tekrar|yeniden|bir satın|para|ödeme|al|daha \
    istiyor|iste*|al|almam|satın; görmüyor; hatırlamıyor; hiç almamışım; satın almamışım gibi; \
    kalmadı; gelmedi aldıklarım|satın; elim boş; boşa gitti; yeniden para
    cancel = iptal*; sonlandır*; abonelik* bitir*|kapat*|iptal*|durdur*; üyelik* \
    bitir*|kapat*|durdur*|sonlandır*; otomatik yenile* kapat*|kapalı|iptal|dur*; yenilemeyi \
    kapat*; yenileme* kapat*|iptal; fesh*; vazgeç*; ayrıldım; sona er*; durdur*; yenilenmeyecek; \
    çıktım üyelik*|abonelik*; bitirdim; iptal ettim|etmiştim|edildi|etmeme|ettiğim; kapattım; \
    kapatmıştım; kapattığım; aboneliği|aboneliğimi|üyeliği|üyeliğimi|yenilemeyi|otomatik \
    kapattım|bitirdim|sonlandırdım|iptal|durdurdum|kapat*|yenilem*; çıktım; çıkmıştım; iptal \
    onay*; üyelikten|abonelikten ayrıl*|çık*; bıraktım; yenilemeyi; iptal mail*
    forgot = unut* iptal*; iptal* unut*; nasıl|nereden iptal*; iptal* \
    nasıl|nereden|istiyorum|edebilir*|etmek; unuttum|unutmuşum iptal|kapat*; iptal unut*; \
    nasıl|nereden|nerden iptal|kapat*|çık*|sonland*|bırak*; iptal etmek|edin|eder|edebilir; \
    aboneliğimi|üyeliğimi iptal edin|edebilir|etmek; iptal edemiyorum|edemedim; kapatmak istiyorum
    again = yine; gene; tekrar; hala; rağmen; yeniden; devam; her ay; halen; buna; dünkü; \
    tekrardan; bir daha; bi daha; üstelik; inatla
    premium = @abo; vip; gold; tam sürüm; ücretli sürüm|içerik|özellik*; reklamsız; sınırsız; \
    premium özellik*; bütün özellik*; abonelik; pro sürüm
    locked = kilit*; kilidi; reklam*; erişim* yok|açılma*|verilme*|sağla*|vermiyor|açmadı|olmuyor; \
    erişemiyor*; açılmıyor; açılmadı; kullanamıyor*; giremiyor*; aktif değil|olmadı|olmuyor|degil; \
    aktifleş*; ücretsiz sürüm*|hesap|üye*|plan|görün*|yazıyor; satın al \
    diyor|diyo|istiyor|çıkıyor|ekran*; hala|hâlâ \
    reklam*|kilit*|ücretsiz|free|satın|aynı|açılma*|aktif; abone ol diyor|diyo|istiyor; yükselt \
    diyor; temel sürüm; deneme sürüm*; değişen bir|hiçbir şey; açılmamış; tanımlanmadı; yansıma*; \
    hâlâ|hala|halen|yine \
    reklam*|kilit*|ücretsiz|satın|aynı|abone|premium|bedava|temel|kısıtlı|yükselt; asma kilit; \
    satın al|alın; satın almamı|al ist*|diyor; abone ol*; premium al|a|yükselt*|ol|geç; yükselt*; \
    ücretsiz sürüm|plan|kullanıcı|hesap|görün*; aktif olmadı|değil|edilmedi; aktif olmamış; \
    görünmüyor bende|premium; hiçbir şey|hiçbişey|değişen değişmedi|olmadı|açılmadı|yok; \
    değişiklik yok; deneme sürümü; para istiyor; ödeme istiyor|ekran*; kısıtl*; tanımlanmamış; \
    geçmedi premium; bende yok
    stopped = birden*; aniden; artık değil|yok|kullan*|çalış*|premium; bugün \
    yok|kapalı|gitti|kilit*|açılmıyor; kapandı; kesildi erişim*|premium; süresi dol*|bit*; sona \
    ermiş; özellikler* kapa*|git*|kaldır*; askıya; düş* ücretsiz|normal|free; kapalı; durdu; \
    elimden al*; kaldırıl*; durup dururken; yok bugün; bu sabah|sabah; bu sabahtan; sabahtan beri; \
    bugün; durduk yere; bir anda; bir baktım; kapanmış; kilitlendi; kilitlenmiş; kesildi; gitti \
    premium; elimden alındı|gitti; düşürül*; ücretsize döndü|düştü; normale döndü; süresi \
    dolmuş|doldu|bitti|bitmiş; süreniz dolmuş; artık \
    çalışmıyor|açılmıyor|giremiyorum|kullanamıyorum|yok; erişimim kesildi|gitti|kapandı; uyandım; \
    bi anda; haber vermeden; sebepsiz; iptal olmuş; bitmiş|bitti|doldu diyor|görün*; devre dışı
    until = düne kadar; dün vardı|çalış*|açık*|kullan*|premium|sorunsuz; kadar \
    sorunsuz|çalış*|kullan*|vardı|iyi; bugünden; sabahtan beri|itibaren; dünden beri; bugüne \
    kadar; daha dün; kadar her; gününe kadar; önceden çalış*; geçen hafta* çalış*|kadar; dün \
    akşam|gece|kadar|vardı|çalışıyordu|her|açıktı|sorunsuz; akşama kadar; şimdiye kadar; geçen \
    haftaya; kadar çalışıyordu|vardı|sorunsuz|her|kullanıyordum|açıktı|iyiydi; çalışıyordu; \
    kullanıyordum; sorunsuz; aylardır; yıllardır; önceden; geçen hafta vardı; dün çalışıyordu; \
    vardı; normaldi
    hold = askıya; ödeme \
    sorunu|problem*|başarısız|reddedil*|alınamadı|hatası|yapılamadı|gerçekleş*; ödeme* \
    sorun*|alınama*|redd*; kart* süresi|reddedil*|yenile*|değiş*|bitti|dolmuş|güncelle*; yeni \
    kart*; bakiye yükle*|yetersiz|koydum|ekle*|yok; yetersiz bakiye; ödeme yöntem*; ek süre; \
    fatura* sorun*; duraklat*; beklemeye alın*; limit; ödeme* \
    sorun*|problem*|hata*|alınamadı|başarısız|reddedildi|yönteminiz|yöntem|bilgi*; kart* \
    yenilendi|değişti|süresi|dolmuş|bloke|kapandı|yeni|çalındı|değiştirdim|güncelledim|ekledim; \
    kartta para|limit|bakiye; bakiye var|yeterli|vardı; limit vardı|var|yeterli; para var \
    hesab*|kart*; yeni kart; banka reddetti|bloke; ödeme yöntemini; kartım reddedildi; askıda; \
    fatura ödenemedi; ödenmedi; kart bilgileri
    ongoing = ödeme* devam|düzenli|yapıyorum|ediyorum|güncel; ödüyorum; ödemeye devam; her ay \
    öd*|ödeme|para|düzenli|çek*; ödediğim halde; ödememe rağmen; parasını öd*; abonelik* \
    aktif|devam|geçerli|sürüyor|ödenmiş; aktif görün*; yıldır abone*|üye*|müşteri*; ücretini öde*; \
    devam ediyor; yenilendi; kadar ödenmiş|ödedim|geçerli; hala çek*|ödü*; aralık* kadar; her ay \
    düzenli|öd*|para|çek*|otomatik|ücret; düzenli ödüyorum|öde*|ödeme*; düzenli olarak; \
    ödemem|ödemelerim düzenli|geçti|güncel|alındı|devam; aydır|yıldır|senedir \
    abone*|üye*|ödü*|kullanı*|müşteri*; abonelik*|üyelik* \
    devam|aktif|bitme*|ye|kadar|var|sürüyor|yenilen*|geçerli; kadar geçerli|aktif|var|ödedim; \
    yenilendi ayın; geçen hafta yenilendi; aksatmadan; tıkır tıkır; tarihine kadar; \
    ocak|mart|nisan|haziran|eylül|aralık kadar; süresi var; daha var; bitmesine; sadık; paramı \
    alıyorsunuz
    monthly = aylık*; ay; aylığı; aya; ayda bir; 1 aylık
    yearly = yıllık*; yıl; senelik; yıllığı; bir yıl; 1 yıl; 12 ay; on iki ay; yıllığına
    tier = plan*; paket*; tarife*; temel; basic; bireysel; aile; standart; pro; abonelik*; \
    premium; ömür boyu; öğrenci; sürüm; seçenek; ikili; ekip; aylık; yıllık
    change = değiştir*; geçtim; geçmiştim; geçiş; geçmek; yükselt*; düşür*; upgrade; downgrade; \
    ucuz*; değişiklik; geçirdim; çevir*; değişim; dönüştür*; geçirebilir; geçebilir; taşı* \
    pakete|plana; düzelt*; aylığa; yıllığa; planı değiş*; paketi değiş*
    wrong = yerine; olmuş; alacaktım; isti*|seç*|istemiştim aylık|yıllık|temel; hala|hâlâ \
    temel|basic|eski|bireysel|aylık|yıllık|görünüyor; eskisinden; eski \
    fiyat*|tarife*|paket*|plan*; yanlışlıkla yıllık|aylık; gözüküyor basic|temel; seçtim ama; \
    sanıyordum; halbuki; hâlâ eski; \
    istemiştim|isterdim|istiyordum|sanıyordum|sandım|düşünmüştüm|seçecektim ama|aylık|yıllık; \
    aylık|yıllık|temel|ucuz|onu \
    almak|istemiştim|istiyordum|isterken|sanıp|sandım|alacaktım|seçecektim|diye|yerine|almışım|olmuş|çıktı|seçmişim; \
    almışım; seçmişim; yanlış paket*|plan*|abonelik*|seç*|al*|olan*; yanlışlıkla \
    yıllık|aylık|diğer*; hâlâ|hala eski|temel|basic|bireysel|aylık|yıllık|ücretsiz|standart \
    görün*|yazıyor|plan*|paket*|üyelik*; farklı plan|paket|abonelik; o değil|değildi; benim \
    istediğim; karıştır*; meğer; yanılmışım
    price = fiyat* art*|yüksel*|değiş*|zam*|çık*|farklı|yanlış|neden; zam*; çıktı $; çıkmış $; \
    eskiden $; önceden $; pahalı*; fazla çek*|öde*|tahsil*|kesil*|ücret; iki katı; $ olmuş|oldu; \
    yükselmiş; artmış; artış; hep $; ücret* art*|yüksel*|farklı; fiyat*|ücret|tutar \
    arttı|artmış|zam*|farklı|yüksek|değişti|yükseldi|iki|fazla|çok|yanlış|normal|daha|niye|neden; \
    $ iken|idi|öderken|ödüyordum; ödüyordum $|şimdi; eskiden|önceden|hep|geçen|daha \
    $|ödüyordum|öderdim|ucuz; şimdi $; $ yerine; fazla para|ücret|çekil*|ödeme; yazıyordu $; $ \
    oldu|olmuş|yapmışsınız|çıkmış|istiyor; niye $; neden $; neden pahalı; farklı \
    fiyat|tutar|ücret; geçen ay|yıl|sene $; haber vermed*|vermeden|verilmedi; niye|neden haber; \
    liraydı bu|şimdi
    coins = altın*; elmas*; jeton*; mücevher*; coin*; gem|gemler|gems; kristal*; \
    kredi|kredim|krediler*|kredisi; puan*; token*; yakut*; sandık*; taş|taşlar*; uc; robux; can; \
    enerji; yıldız; para paketi; çip*; zümrüt*; çuval; kese; dakika*; saat paket*; anahtar*; \
    kalp*; bilet*; inci; ders; mesaj*; bakiye*; sayaç; oyunda; oyun; külçe; iksir*; safir; kupon \
    ders; paket; skin; kostüm; çekiliş; bonus; hak|hakkı|haklar; kontör
    missing = gelmedi*; gelmemiş; gelmiyor; yüklenmedi; yüklenmemiş; nerde; nerede; yok; hesab* \
    geçmedi|gelmedi|yansıma*|yüklen*|eklen*; eklenmedi; eklenmemiş; görünmüyor; alamadım; eksik; \
    yansıma*; verilmedi; hiç; sıfır; aynı; artmadı; hâlâ; tane bile; sadece geldi; geçmedi; \
    ulaşmadı; düşmedi; tanımlanma*; hesabıma \
    geçmedi|gelmedi|yüklenmedi|yansımadı|eklenmedi|tanımlanmadı; yatmadı; değişmedi; hâlâ|hala \
    sıfır|0|aynı|yok|gelmedi|bekliyorum|eski; hiçbiri gelmedi; tek bir|tane; nerede|nerde \
    benim|elmas*|altın*|jeton*; ortada yok; hiçbir şey|hiçbişey|bi gelmedi|yok|şey; bakiyem|bakiye \
    aynı|sıfır|hâlâ|hala|değiş*; yarısı; gözükmüyor
    trial = deneme*; ücretsiz gün|hafta|ay|dene*|kullan*; gün|hafta|ay ücretsiz|bedava|deneme; \
    bedava gün|hafta|verdi*|ay; trial; hafta bedava; ilk 3|7|14|30|hafta|ay|gün|bir \
    bedava|ücretsiz|hafta|gün; 7|14|30|3|yedi gün*; bedava \
    yazıyordu|diyordu|dediniz|hafta|deneme|hani|olacaktı; ücretsiz \
    yazıyordu|diyordu|dediniz|hani|olacaktı|deneme|gün*|kullan*; hani bedava|ücretsiz|7|ilk; \
    bedava; denemek için; deneme süresi; haftalık deneme|ücretsiz; ücretsiz deneyin; deneyin; \
    ücretsizdi; bedavaydı; ilk hafta; ilk ay
    offer = kod*; kupon*; indirim*; kampanya*; promosyon*; teklif*; black friday; %; öğrenci*; \
    uygun değil*; geçersiz; hediye*; fırsat*; kara cuma; efsane; davet*; kodu \
    geçersiz|çalışmıyor|kabul|girdim|hata; yarı fiyat*; yüzde; özel fiyat|teklif; yeni \
    üye*|müşteri*|abone*; hediye kart*; 50|20|30|25 %; % 50; hoş geldin; bayram kampanya*; geçerli \
    olmadı; uygulanmadı
    pending = bekle*; işleniyor; işlemde; onay* bekl*; pending; tamamlanma*; askıda; onaylanmı* \
    ne; işlem sürüyor; havale; hala onay*; inceleniyor; sonuçlan*; ödedim|ödeme*|yatırdım \
    havale|eft|nakit|ptt|papara|bayi; hâlâ|hala|halen \
    beklemede|bekliyor|işleniyor|onay*|inceleniyor|askıda; bekliyor; onaylanmadı; onay bekliyor; \
    satın alma beklemede|bekliyor|askıda; kontrol ediliyor; ödeme beklemede|bekliyor|onaylanma*; \
    bankada bekl*
    approve = onayla*; onay* ver*|istek*|iste*|isti*; satın alma isteğ*|talebi|izni|onay*; izin \
    iste*|ver*|istedi; ebeveyn*; isteğini onay*|kabul; onay verdim|verdi; kabul ettim; izin \
    verdim|istedi|verdi|istiyor; istek gönder*|geldi|onayla*; isteği; onay istiyor|isteği; satın \
    alma isteği; anne babam; veli; sormuş; izni
    family = aile*; aile paylaş*|grub*|paketi; paylaş*; organizatör*; \
    eşim|kocam|karım|oğlum|kızım|çocuk*|ablam|abim|kardeş* \
    kullan*|görün*|satın|göremi*|yok|ödü*|olmuyor; aile paketi|grubu|paylaşımı|planı|üyeli*; aile \
    grubundayım; eşim|kocam|karım|kızım|oğlum|kardeşim|annem|babam|ablam|abim|sevgilim|nişanlım \
    aldı|almış|aile|var|ödüyor|telefon*|göremiyor|kullanamıyor|bende|de; ortak; grup; davet \
    et*|etti; ekledim aile*|onu; bende görünmüyor|yok|çalışmıyor; üyeler; hane
    crash = çöküyor; çöktü; donuyor; kapanıyor; hata veriyor açıl*|kamera; güncelleme*; \
    beyaz|siyah ekran; klavye; bildirim*; senkron*; kamera; kasıyor; yavaş; atıyor; kendi kendine; \
    yüklenmiyor sayfa; fotoğraf*; ses; takıl*; açılır açılmaz; kendiliğinden|kendi kapan*; \
    güncellemeden|güncelleme|güncelledikten sonra|beri|sonra; son güncelle*; açılmıyor uygulama; \
    yüklenmiyor; ekran; hata veriyor açarken|kaydederken|dışa; pil; gps; bluetooth; mikrofon; \
    gecikme; bug; kasma; dondu; kilitleniyor ekran; kaydetmiyor; alarm; çeviri hata*; yavaşla*
    wish = ekler|ekleyin|ekleseniz|ekle*|eklen* misiniz|lütfen|modu|özelliğ*|miyiz; karanlık mod; \
    koyu tema; öneri*; olsa|olur güzel|süper|iyi; güzel olur; gelecek mi; dil desteği|seçeneği; \
    yazı boyut*; nasıl yap*|değiş*|ayarla*|kullan*|aktar*; isterdim; widget; yapabilir misiniz; \
    türkçe; istek; gece modu; ekler misiniz; eklerseniz; eklenirse; ekleyin; eklense; olsa; \
    olsaydı; güzel|iyi|süper|harika olur|olurdu; karanlık; koyu; seçeneği|özelliği \
    ekle*|gelsin|olsa|lazım; nasıl|nereden değiştir*|kapat*|aç*|ayarla*|aktar*|sil*|kullan*|bul* \
    bildirim*|dil*|tema*|ayar*; ne zaman gelecek|çıkacak|olacak; filtre*; sırala*; tavsiye; \
    isterim; çevrimdışı; bekliyoruz yeni; kılavuz; düşünüyor musunuz; destekle*; geliştir*
    login = şifre*; parola*; giriş yapamıyor*|yapamadım; giremiyorum hesab*; sıfırlama \
    mail*|link*|kod*|bağlantı*; doğrulama kod*|mail*; hesab* silmek|silin*|sil; kod gelmiyor sms; \
    maili gelmiyor; sıfırlama; kod|mail|sms|e gelmiyor|gelmedi|doğrulama; doğrulama; sms; giriş \
    yapamıyorum|yapamadım|olmuyor; hesabımı silmek|silin|sil|kapat*; kayıt olamıyorum; kullanıcı \
    adı; kvkk; verilerimi sil*; pin; hesap silme; oturum açamıyorum
    away = ofis dışında*; izinde*; tatil*; otomatik yanıt|cevap; yıllık izin; geri döneceğim; \
    ulaşamaz; teslim edileme*; ofiste değil*; ofis dışındayım; yıllık izindeyim; dönüşüm; \
    döneceğim; otomatik; acil; raporlu*; doğum izni; kapalıyız; bayram tatil*; teslim edilemedi; \
    ofiste olmayacağım; tarihleri arasında
    praise = elinize sağlık; harika|süper|mükemmel|güzel|muhteşem|efsane uygulama*|iş|olmuş; \
    teşekkür* uygulama*|için harika|her|güzel; parasına değ*; değiyor; tebrik*; bayıldım; çok \
    beğen*|sev*; başarılar; beş|5 yıldız; memnunum; iyi ki; hakkını veriyor; teşekkür* \
    ederim|ederiz|çok|için; sağ olun; sağolun; eline|ellerinize sağlık; çok \
    güzel|iyi|başarılı|memnun*; mükemmel; harika; süper; en iyi; sorun çözüldü; çözüldü; düzeldi; \
    tavsiye ederim; seviyorum; sevdim; helal; kusursuz; şahane
    business = iş birliği|işbirliği*; reklam ver*|vermek|anlaşma*; lisans*; okul*; staj*; \
    başvuru*; basın; ajans*; indirme*|yorum* artır*|garanti*; sponsor*; pazarlama; teklif \
    sun*|için; iş ilan*; kurumsal; bülten*; yatırım*; işbirliği; iş birliği; biz bir; blog; \
    podcast; gazeteci; röportaj; influencer; kanal*; seo; öğretmen*; öğrencilerim*; üniversite; \
    dernek; vakıf; iş arıyorum; cv; özgeçmiş; teklif; ortaklık; anket; tez; freelance; \
    geliştirici*; tanıtım; kiminle görüş*; bayi*
    invoice = fatura* kes*|istiyor*|gönder*|rica|lazım|adına|alabilir*; vergi; kdv; muhasebe*; \
    şirket adına|unvan*; e-fatura; efatura; fatura; e-arşiv; şirket*; firma*; fatura kesebilir; \
    kurumsal fatura; dekont muhasebe; fiş masraf; masraf
    recent = az önce; demin; şimdi; yeni aldım; dakika önce; saat önce; dakika; bugün \
    aldım|satın|ödedim; biraz önce; daha yeni; dün aldım|satın; yarım saat; az evvel; bu akşam; \
    bugün öğlen; hemen; henüz; on dakika
    free = bedava*; ücretsiz*; beleş
    inquiry = ne kadar; kaç para|lira|tl; fiyatı ne|nedir|kaç; var mı|mi \
    indirim*|paket*|plan*|öğrenci; indirim*|öğrenci|aile|ömür|paketi|sürüm* var mı|mi; almadan \
    önce; almayı düşün*; düşünüyorum; alsam; alırsam; hediye etmek|edebilir|olarak|edeceğim; iptal \
    edersem; kaç kişi|cihaz*; sormak istiyorum|istedim; merak ediyorum; öğrenmek \
    istiyorum|istedim; bilgi almak|alabilir; arasındaki fark; farkı ne; neleri kapsıyor|içeriyor; \
    ödeme seçenek*; kullanabilir miyim|miyiz; nasıl satın|alabilirim; almak istiyorum ama; mümkün \
    mü
    noRefund = iade* \
    istemi*|istemedim|değil|talep_etmedim|istemem|gerek_yok|istediğim_yok|hiç|istemiyorum; para* \
    geri istemi*|istemedim; iade edildi|edilmiş|etmiştiniz|ettiniz \
    yazıyor|diyor|görünüyor|ocak|şubat|mart|nisan|mayıs|ay; \
    ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık|eski|önceki|geçen|eskiden \
    iade*|geri_ödeme; geri_ödeme istemi*|istemedim
    notCancelled = iptal \
    etmedim|etmemiştim|etmedik|etmiş_değilim|etmiyorum|etmek_istemi*|değil|yapmadım; aboneliğimi \
    kapatmadım|bitirmedim|sonlandırmadım; hiç iptal
    notTwice = iki_kere|iki_kez|2_kere|2_kez|çift|tekrar|yeniden|bir_daha|iki_defa \
    ödemek|ödeme|para|çekilmedi|vermek|öde* istemi*|çekilmedi|istemem|değil|ödemedim; \
    iki_kere|iki_kez|2_kere|2_kez|çift çekilmedi|alınmadı|değil|ödemeyeyim; \
    tekrar_ödeme|tekrar_ödemek istem*|yapmak|yapmayayım
    notCharged = para|ücret|ödeme|tahsilat|kartımdan \
    çekilmedi|alınmadı|kesilmedi|çekilmemiş|gitmedi|yapılmadı; çekilmedi; alınmadı; kesilmedi
    sameDevice = aynı telefon*|hesap*|cihaz*|iphone|tablet*|apple|google|kimlik|numara|id|mail; \
    telefon*|hesap*|cihaz* değiştirmedim|değişmedi|aynı; hiçbir_şey|hiçbir|bir_şey \
    değiştirmedim|değişmedi|yapmadım; değiştirmedim
    fine = ödeme*|para*|üyelik*|abonelik*|aboneliğim* ilgili|bir|sorun|yok|de|da \
    sorun|sorunum|sıkıntı|problem yok|değil|duruyor; sorun|sorunum|sıkıntı|problem yok \
    ödeme*|üyelik*|abonelik*|para*; üyeliğim|aboneliğim duruyor|aktif|devam|sorunsuz|çalışıyor; \
    memnun abone*|üye*|müşteri*; abone*|üye*|müşteri* memnun*
    newcomer = yeni kullanıcı*|üye*|müşteri*|biri*|hesap*; ilk kez|defa \
    giriyor*|kullan*|burada|gel*; sanki hiç|yeni|ilk|almam*|ödeme*; hiç \
    almamış*|satın_almamış*|ödememiş*|yokmuş*; tanımıyor*; sıfırdan; baştan başla*; hoş_geldin*
    invite = davet*; referans*; arkadaş*|kuzen*|kardeş* \
    link*|kod*|kaydol*|üye_ol*|abone_ol*|kayıt|kazandı; hediye|bedava|bonus ay; ay hediye|bedava; \
    benim link*|kod*; öner* arkadaş*; ödül*; tavsiye
    restore = daha_önce|önceden|zaten|önceki aldı*|satın*|alışveriş*|üye*|satın_aldım \
    dokun*|bas*|tıkl*|buton*|tuş*|link*|yazı*|getir; buton*|tuş*|link*|düğme*|yazı* \
    geri|önceki|alışveriş*|satın; satın_alma*|alışveriş* bulunamadı|yok|bulunmuyor; önceki \
    alışveriş*|satın_alma*|satın_alım*; geri_yükle*|geri_getir*; daha_önce aldı*; zaten satın*; \
    satın_aldık* getir*|yükle*|çağır*|geri
    twice = bir_kere|bir_kez|bir|bir_defa faturadan|karttan|kartımdan|hattan|operatör* \
    bir|ve|bir_de bir_de|de|daha|kere|kez; $ altında|artı|ve|sonra $; bir_daha|tekrar $; \
    fatura*|hat* hem kart*; hem fatura*|hat*|karttan|google|telefon* hem; altında|hemen_altında \
    aynı|bir|bi|daha|tekrar; iki tane|kayıt|işlem|ödeme|çekim; tekrar aldım|bastım|satın; \
    biri|bir_tanesi fazla; ikisini|ikisi ödedim|çekilmiş; çift çalış*|çekim|kayıt
    offer = kod*|kupon*|promosyon* \
    nereye|nereden|gir*|yaz*|alan*|kutu*|geçersiz|bülten*|influencer*|youtuber*|çalışm*|kabul; \
    kodu|kuponu gir*|kullan*|yaz*; tanışma|hoş_geldin|başlangıç|açılış \
    indirim*|teklif*|fiyat*|kampanya*; ilk ay $; sadece|yalnızca yeni*; tam|normal fiyat*|ücret*; \
    indirim kod*|uygulanm*
    hold = kart* süresi|reddedil*|değiş*|yenile*|iptal_oldu|bloke|geçmedi|yetersiz|son_kullanma; \
    ödeme*|tahsilat|çekim reddedil*|başarısız|geçmedi|alınamadı|yapılamadı|olmadı; yeni kart* \
    ekle*|gir*|tanımla*|kaydet*; kart* ekledim|güncelledim|değiştirdim|girdim|tanımladım; ödeme* \
    ilgili|bir|sorun* sorun*|problem*|hata*; bakiye*|para* yoktu|yetersiz|yetmedi|yatırdım|bitmiş; \
    askıda|askıya; hâlâ|hala|hesap|abonelik* askıda|askıya*|duraklat*|beklemede
    price = daha pahalı|ucuz|fazla|az; yerine $; abla*|kardeş*|arkadaş*|kuzen*|komşu* \
    ödüyor|ödemiş|veriyor|alıyor|alıyo; yenile* $|fazla|zamlı; yeni|eski|farklı fiyat*; $ \
    yazıyordu|görünüyordu|diyordu|yazarken; niye|neden fazla|pahalı|çok
    tier = temel*|basic*|solo*|standart*|mini* plus*|pro*|duo*|aile*|premium*|max*; fark* \
    ödedim|ödedik|çekildi|alındı
    gone = premium*|aboneliğim|üyeliğim|satın_alma* nerede|nereye|gitti|kayboldu|yok|uçtu|silindi; \
    niye|neden premium|yok|gitti|kayboldu; nerede|nereye \
    premium*|üyeliğim|aboneliğim|gitti|kayboldu
    stopped = premium*|aboneliğim|üyeliğim|erişim* \
    nereye|nerede|niye|neden|gitti|kayboldu|kapandı|bitti|sona_erdi|kesildi|düştü|kapatıldı|iptal_olmuş; \
    neden|niye premium* yok|gitti|kapandı; ücretsiz*|bedava* döndü|düştü|geçti; kaybettim \
    premium|erişim*|üyelik*; premium|erişim*|üyeliğimi kaybettim
    inquiry = erişimim var mı|mi|olacak; iptal|paylaş*|durdur* edebilir|edebiliyor|mümkün|bilir; \
    alırsam|ödersem|geçersem|başlatırsam|açarsam
    pending = işleniyor|işlemde|beklemede|onay_bekli* ödeme|hâlâ|hala|dün*|saat*; \
    ödeme*|havale|işlem|eft beklemede|işleniyor|bekliyor|gönderdim|yaptım|çıktı; \
    bekleyen|beklemede|işlemde yazıyor|görünüyor|diyor; bekliyor ödeme*|onay*
    approve = anne*|baba*|ebeveyn*|veli* onay*|izin*|kabul|tıkla*|bas*; istek|isteğ* \
    gönder*|düş*|gitm*|yolla*|ulaş*|gelm*|kaybol*; izin iste*|iste|gerek; ebeveyn*|aile \
    izn*|onay*; sor anne*|baba*; satın_alma isteğ*
    locked = ödedim|aldım|satın_aldım ama|hala|hâlâ|hiçbir|bi hiçbir|bir_şey|yok|kilit*|açılma*; \
    sadece|yalnızca üye*|abone*; erişim* yok|mi|mı|var|erişemi*; ile aç*|açın|kilid*; gri
    """
  )
}
