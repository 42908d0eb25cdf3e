extension TicketLanguage {
  static let turkishWords = """
    yine gün dün dünkü bugün kere iki ettim oldu yazıyor hiç size bunu önce diye istiyorum ve bir \
    bu ben benim için ama de da mi mı ne çok var yok değil nasıl hala hâlâ ile merhaba \
    teşekkürler lütfen olarak kadar sonra gibi daha iyi günler bana siz rica ederim diyor ya \
    neden niye şey olan olmuş her
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
    yükledim; satın; verdim; ödediği*; harcamış*; yatırdım; fatura; dekont; havale; sipariş
    charge = çekil*; çektin*; çekti*; çekiliyor; çekiyor*; kesil*; kestiniz; kesti*; kesiy*; \
    tahsil*; tahsilat; ücret alındı|kesildi|çekildi; fatura*; ekstre*; kartım*; para \
    gitti|alındı|alıyor*|çek*; $ gitti|çek*|kesil*|alındı|kes*; bakiye* düş*|eksil*; yenilen*; \
    faturalandır*; ödeme alındı|alıyor*; hesabımdan; geçmiş; alınmış; banka; ücretlendir*
    twice = iki|2 kere|kez|defa|kat; çift; çifte; mükerrer; 2x; iki|2|üç|birden \
    ödeme*|işlem*|çekim|fatura|fiş*|abonelik*|tahsilat|ücret; ikisi de; tekrar* çek*|öde*|tahsil; \
    art arda; duble; peş peşe; iki ayrı; aynı ay*|gün*|ücret* iki|2|tekrar; üç kere|defa|kez; \
    fazladan
    once = bir|sadece|yalnızca|1 kere|kez|defa|tane; tek abonelik|ödeme|sipariş|kere; ikisi \
    geçmiş|çekil*; sadece bir; birinin iptali; tek bir
    refund = iade*; iades*; geri ver*|öde*|alm*|al*|isti*|yatır*|gönder*|iade; para* \
    geri|iade|isti*; param* geri; geri para*; geri ödeme; refund; ücret iade*; cayma; parayı \
    geri; paramı isti*|ver*|geri|alabilir*; geri alma*; geri istiyorum; siparişi iptal|iade; \
    satın alma* iptal
    accident = yanlışlık*; yanlislik*; kazara; hatayla; bilmeden; istemeden; haberim* \
    olmadan|yok; izinsiz; yanlış bas*|tuş*|tıkl*; iznim olmadan; sehven
    child = oğlum; kızım; çocuğ*; çocuk*; yeğen*; torun*; yaşında; bebek; oğlan
    unused = hiç kullan*|açma*; kullanma*; çalışmıyor; çalışmadı; işe yara*; işime yara*; \
    dolandırıcı*; gereksiz; memnun değil|kal*; ihtiyacım yok|kalma*; beklediğim
    apple = apple*; itunes; iphone*; ipad*; app store*; appstore*; ios; mac; ayfon*
    google = google*; android*; play store*; playstore*; samsung*; pixel; xiaomi*; huawei*; gpa; \
    play
    restore = geri yükle*; geriyükle*; restore*; satın alım* geri; geri getir* satın|alım*
    fail = hata*; çalışmıyor; çalışmadı; olmuyor; olmadı; bulunamadı; başarısız; bir şey|şey \
    olmuyor|olmadı|yok; yapamıyor*; basılmıyor; donuyor; mümkün değil; hiçbir şey; dönüyor; \
    tepki; error; işe yaramıyor
    device = yeni|başka|diğer|eski|farklı|ikinci \
    telefon*|cihaz*|iphone*|tablet*|ipad*|bilgisayar*|samsung*; telefon*|cihaz*|tablet* \
    değiş*|yenile*|bozul*|çalın*|kayb*|sıfırla*|format*|kırıl*|tamir*; yeniden \
    yükle*|kur*|indir*; tekrar yükle*|kur*|indir*; sildim uygulama*; uygulama* sil*|kaldır*; \
    sıfırla*; fabrika ayar*; format at*|attım; android*|iphone*|ios* geçti*|geçiş; silip \
    yükle*|tekrar|yeniden; geçtim iphone|android
    account = başka|farklı|yeni|diğer|iki|yanlış|eski|ikinci|kendi \
    hesap*|hesab*|mail*|e-posta*|eposta*|adres*|profil*; giriş yap*; oturum aç*|kapat*; \
    hesap*|hesab* birleş*|değiş*|aktar*|taşı*|bağla*; girmiş hesap*|hesab*; çıkış yap* ; \
    kardeş*|eş|eşim|kocam|karım|oğlum|arkadaş* giriş|girmiş|hesab*|girdi; mail*|email* değiş*; \
    hangi mail|hesap*; aktar*; hesab* gir*; kendi hesabına; iki hesab*
    gone = yok oldu|olmuş|olup; kaybol*; kayboldu; gitti; gitmiş; silin*; görünmüyor; gözükmüyor; \
    tanımıyor; tanımadı; bulamıyor*; bulunamıyor; yok artık; uçtu; uçmuş; kayıp; hiç \
    almamış*|olmamış|satın; sanki hiç|yeni; hiçbir şey yok; nerede; nereye gitti; boş; \
    sıfırlandı; bi daha mı|para; tekrar satın|para|ödeme; kaybettim
    cancel = iptal*; sonlandır*; abonelik* bitir*|kapat*|iptal*|durdur*; üyelik* \
    bitir*|kapat*|durdur*|sonlandır*; otomatik yenile* kapat*|kapalı|iptal|dur*; yenilemeyi \
    kapat*; yenileme* kapat*|iptal; fesh*; vazgeç*; ayrıldım; sona er*; durdur*; yenilenmeyecek; \
    çıktım üyelik*|abonelik*; bitirdim
    forgot = unut* iptal*; iptal* unut*; nasıl|nereden iptal*; iptal* \
    nasıl|nereden|istiyorum|edebilir*|etmek
    again = yine; gene; tekrar; hala; hâlâ; rağmen; yeniden; devam; her ay; halen; buna; dünkü
    premium = @abo
    locked = kilit*; kilidi; reklam*; erişim* \
    yok|açılma*|verilme*|sağla*|vermiyor|açmadı|olmuyor; erişemiyor*; açılmıyor; açılmadı; \
    kullanamıyor*; giremiyor*; aktif değil|olmadı|olmuyor|degil; aktifleş*; ücretsiz \
    sürüm*|hesap|üye*|plan|görün*|yazıyor; satın al diyor|diyo|istiyor|çıkıyor|ekran*; hala|hâlâ \
    reklam*|kilit*|ücretsiz|free|satın|aynı|açılma*|aktif; abone ol diyor|diyo|istiyor; yükselt \
    diyor; temel sürüm; deneme sürüm*; değişen bir|hiçbir şey; açılmamış; tanımlanmadı; yansıma*
    stopped = birden*; aniden; artık değil|yok|kullan*|çalış*|premium; bugün \
    yok|kapalı|gitti|kilit*|açılmıyor; kapandı; kapat*; kesildi erişim*|premium; süresi \
    dol*|bit*; sona ermiş; özellikler* kapa*|git*|kaldır*; askıya; düş* ücretsiz|normal|free; \
    kapalı; durdu; elimden al*; kaldırıl*; durup dururken; yok bugün
    until = düne kadar; dün vardı|çalış*|açık*|kullan*|premium|sorunsuz; kadar \
    sorunsuz|çalış*|kullan*|vardı|iyi; bugünden; sabahtan beri|itibaren; dünden beri; bugüne \
    kadar; daha dün; kadar her; gününe kadar; önceden çalış*; geçen hafta* çalış*|kadar
    hold = askıya; ödeme \
    sorunu|problem*|başarısız|reddedil*|alınamadı|hatası|yapılamadı|gerçekleş*; ödeme* \
    sorun*|alınama*|redd*; kart* süresi|reddedil*|yenile*|değiş*|bitti|dolmuş|güncelle*; yeni \
    kart*; bakiye yükle*|yetersiz|koydum|ekle*|yok; yetersiz bakiye; ödeme yöntem*; ek süre; \
    fatura* sorun*; duraklat*; beklemeye alın*; limit
    ongoing = ödeme* devam|düzenli|yapıyorum|ediyorum|güncel; ödüyorum; ödemeye devam; her ay \
    öd*|ödeme|para|düzenli|çek*; ödediğim halde; ödememe rağmen; parasını öd*; abonelik* \
    aktif|devam|geçerli|sürüyor|ödenmiş; aktif görün*; yıldır abone*|üye*|müşteri*; ücretini \
    öde*; devam ediyor; yenilendi; kadar ödenmiş|ödedim|geçerli; hala çek*|ödü*; aralık* kadar
    monthly = aylık*; aylik*; ay
    yearly = yıllık*; yillik*; yıl; senelik
    tier = plan*; paket*; tarife*; temel; basic; bireysel; aile; standart; pro; abonelik*; \
    premium; ömür boyu
    change = değiştir*; degistir*; geçtim; geçmiştim; geçiş; geçmek; yükselt*; düşür*; upgrade; \
    downgrade; ucuz*; değişiklik; geçirdim; çevir*
    wrong = yanlış*; yanlis*; yerine; olmuş; alacaktım; isti*|seç*|istemiştim aylık|yıllık|temel; \
    hala|hâlâ temel|basic|eski|bireysel|aylık|yıllık|görünüyor; eskisinden; eski \
    fiyat*|tarife*|paket*|plan*; yanlışlıkla yıllık|aylık; gözüküyor basic|temel; seçtim ama; \
    sanıyordum; halbuki; hâlâ eski
    price = fiyat* art*|yüksel*|değiş*|zam*|çık*|farklı|yanlış|neden; zam*; zamm*; çıktı $; \
    çıkmış $; eskiden $; önceden $; pahalı*; fazla çek*|öde*|tahsil*|kesil*|ücret; iki katı; $ \
    olmuş|oldu; yükselmiş; artmış; artış; hep $; ücret* art*|yüksel*|farklı
    coins = altın*; elmas*; jeton*; mücevher*; coin*; gem|gemler|gems; kristal*; \
    kredi|kredim|krediler*|kredisi; puan*; token*; yakut*; sandık*; taş|taşlar*; uc; robux; can; \
    enerji; yıldız; para paketi; çip*; zümrüt*
    missing = gelmedi*; gelmemiş; gelmiyor; yüklenmedi; yüklenmemiş; nerde; nerede; yok; hesab* \
    geçmedi|gelmedi|yansıma*|yüklen*|eklen*; eklenmedi; eklenmemiş; görünmüyor; alamadım; eksik; \
    yansıma*; verilmedi; hiç; sıfır; aynı; artmadı; hâlâ; tane bile; sadece geldi; geçmedi; \
    ulaşmadı; düşmedi; tanımlanma*
    trial = deneme*; ücretsiz gün|hafta|ay|dene*|kullan*; gün|hafta|ay ücretsiz|bedava|deneme; \
    bedava gün|hafta|verdi*|ay; trial; hafta bedava; denemek
    offer = kod*; kupon*; indirim*; kampanya*; promosyon*; teklif*; black friday; %; öğrenci*; \
    uygun değil*; geçersiz; hediye*; fırsat*; kara cuma; efsane; davet*
    pending = bekle*; beklemede; işleniyor; işlemde; onay* bekl*; pending; tamamlanma*; askıda; \
    onaylanmı* ne; işlem sürüyor; havale; hala onay*; inceleniyor; sonuçlan*
    approve = onayla*; onay* ver*|istek*|iste*|isti*; satın alma isteğ*|talebi|izni|onay*; izin \
    iste*|ver*|istedi; ebeveyn*; isteğini onay*|kabul
    family = aile*; aile paylaş*|grub*|paketi; paylaş*; organizatör*; ailem*; \
    eşim|kocam|karım|oğlum|kızım|çocuk*|ablam|abim|kardeş* \
    kullan*|görün*|satın|göremi*|yok|ödü*|olmuyor
    crash = çöküyor; çöktü; donuyor; kapanıyor; hata veriyor açıl*|kamera; güncelleme*; \
    beyaz|siyah ekran; klavye; bildirim*; senkron*; kamera; kasıyor; yavaş; atıyor; kendi \
    kendine; yüklenmiyor sayfa; fotoğraf*; ses; takıl*
    wish = ekler|ekleyin|ekleseniz|ekle*|eklen* misiniz|lütfen|modu|özelliğ*|miyiz; karanlık mod; \
    koyu tema; öneri*; olsa|olur güzel|süper|iyi; güzel olur; gelecek mi; dil desteği|seçeneği; \
    yazı boyut*; nasıl yap*|değiş*|ayarla*|kullan*|aktar*; isterdim; widget; yapabilir misiniz; \
    türkçe; istek; gece modu
    login = şifre*; sifre*; parola*; giriş yapamıyor*|yapamadım; giremiyorum hesab*; sıfırlama \
    mail*|link*|kod*|bağlantı*; doğrulama kod*|mail*; hesab* silmek|silin*|sil; kod gelmiyor sms; \
    maili gelmiyor
    away = ofis dışında*; izinde*; tatil*; otomatik yanıt|cevap; yıllık izin; geri döneceğim; \
    ulaşamaz; teslim edileme*; ofiste değil*
    praise = elinize sağlık; harika|süper|mükemmel|güzel|muhteşem|efsane uygulama*|iş|olmuş; \
    teşekkür* uygulama*|için harika|her|güzel; parasına değ*; değiyor; tebrik*; bayıldım; çok \
    beğen*|sev*; başarılar; beş|5 yıldız; memnunum; iyi ki; hakkını veriyor
    business = iş birliği|işbirliği*; reklam ver*|vermek|anlaşma*; lisans*; okul*; staj*; \
    başvuru*; basın; ajans*; indirme*|yorum* artır*|garanti*; sponsor*; pazarlama; teklif \
    sun*|için; iş ilan*; kurumsal; bülten*; yatırım*
    invoice = fatura* kes*|istiyor*|gönder*|rica|lazım|adına|alabilir*; vergi; kdv; muhasebe*; \
    şirket adına|unvan*; e-fatura; efatura
    """
  )
}
