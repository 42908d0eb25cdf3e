extension TicketLanguage {
  static let hindiWords = """
    hai mera mere meri ka ki ke ko se nahi nhi ho gaya gya kar karo kya me mein main maine hu \
    hun bhi par tha thi the aur to ab raha rahi rahe bhai sir ji kyu kyun kyon abhi aap aapka \
    wala ye yeh wo koi sab phir fir liya diya bol chahiye aaya gaye hi na kuch bahut jab tab tak \
    kal aaj mujhe hamare kijiye dijiye hua hui hue gayi wapas pehle baad lekin magar
    """

  static let hindi = TicketLanguage(
    isSpaced: true,
    """
    @not = nahi|nhi|nahin|नहीं|ना|न|na|mat|बिना|bina|koi|कोई
    @prem = \
    premium|प्रीमियम|plus|प्लस|pro|प्रो|subscription|सब्सक्रिप्शन|सदस्यता|मेंबरशिप|membership|plan|प्लान|version|वर्ज़न
    bought = पैसे|paise|paisa|पैसा|rupaye|रुपये|amount|payment|पेमेंट \
    दे|दिए|दिया|de|diye|diya|kat|kate|कट|कटे|किया|kiya|kar|की|हो|ho|success*|सक्सेस*|ho; \
    kharid*|kharida|खरीद*|ख़रीद*; liya; लिया; ली; payment done|successful|kiya|ho; पेमेंट; bought; \
    paid; purchase*; subscribe kiya|किया; le liya; ले लिया; भुगतान; bhugtan; recharge; pay \
    kiya|kar|किया; लिया था; buy kiya; पैसे; paise; liya tha; kharida; kharide; खरीदे; खरीदा; \
    kharidi; paise|पैसे|rupaye|रुपये|payment|पेमेंट|amount \
    kat|cut|कट|gaye|गए|chale|चले|ho|हो|de|दे|gaya|successful|done|deduct; \
    prime|premium|प्रीमियम|pro|plus|gold liya|लिया|kharida|khareeda|खरीदा|ली|le|kiya; khareed*; \
    abhi abhi; subscription|सब्सक्रिप्शन|plan|प्लान liya|लिया|ली|li|kiya|किया|kharida; \
    payment|पेमेंट kar|कर|kiya|किया|successful|success|सफल|ho|हो diya|दिया|gaya|गया|chuka|चुका; jo \
    kharida|liya; बिल; रसीद; rasid; receipt; upi se payment|diya|kiya|pay; paisa diya|diye; पैसे \
    दिए|दिये; order kiya
    charge = kat gaye|gaya|liye|liya|raha|rahe|chuka|kar|te|gye; kat; kata; kaata; kate; katte; \
    kaat; कट*; काट*; charge; charged; चार्ज; deduct*; debit*; डेबिट; auto debit; bill; बिल; वसूल; \
    पैसे काट*|कट*|ले; paise kat*|le|kaat*; account se; खाते से; renew*; रिन्यू; नवीनीकृत; autopay; \
    ऑटोपे; le liye; payment liya|cut; cut; amount kat*; kat gaye|liye|gaya|rahe|liya|raha|lete; \
    काट लिए|लिया; कट गए|गया|रहे; paise nikal*|gaye|chale|le; पैसे निकल*|ले|चले; ले लिए; bank \
    statement|account|se|me; बैंक; स्टेटमेंट; statement; khate se; खाते; mandate; card se; कार्ड \
    से; nikale; nikal liye; निकाल लिए; charge kar; phir se $; फिर से $; le lete; vasool; uda liye; \
    उड़ा लिए; wasool; minus; withdraw*; cut ho|gaya|gaye|kar; katne; dena pad*
    twice = do|2|दो|२ baar|bar|बार|dafa|times; dobara|dubara|दोबारा|दुबारा \
    pay*|kat*|कट*|charge|काट*|paise; dono baar|payment|ke|se; दोनों बार|पेमेंट; double; डबल; \
    twice; do|दो payment|charge|transaction|पेमेंट|ट्रांजैक्शन|subscription|बार; 2 times; teen \
    baar; duplicate; दोहरा*; दुगन*; duguna; 2x; dono kat*; do|दो|2|२|dono|दोनों \
    baar|बार|bar|transaction*|entry|payment|पेमेंट|charge|subscription|एंट्री|debit|message; \
    same|ek|एक|usi din|दिन|amount|hi|ही|date|time|din; same amount|din|date|rakam; ek jaise|jaisi; \
    एक जैसे|जैसी; समान राशि|रकम; dusri|दूसरी|doosri baar|बार; do alag; दो अलग; apple|ios|iphone \
    aur|और android|google; 2 payment; do payment; teen|तीन payment; dobara se kat*|paise
    once = ek|एक hi|ही baar|बार|liya; एक ही; ek hi; sirf|सिर्फ|केवल ek|एक; ek wala; एक वाला; ek|एक \
    hi|ही baar|बार|bar|kharida|liya|subscription; sirf|केवल|सिर्फ ek|एक|1; ek chahiye; ek ka; एक \
    चाहिए; bas ek; बस एक; maine ek; maine to ek; मैंने एक|तो; ek payment|subscription; dusra wala; \
    एक का
    refund = refund; रिफंड; paise|paisa|पैसे|पैसा|amount|राशि|rupaye|रुपये|$ \
    wapas|vapas|वापस|wapis|lauta*|लौटा*|वापिस|return|laut*; wapas|वापस \
    chahiye|karo|kar|do|dila*|करो|कर|कीजिए|दिला*|मिल*|mil*|paise|पैसे; लौटा*; धनवापसी; money back; \
    return karo|kar|chahiye; वापसी; reimburs*; cancel karke paise; mere paise; wapas do|kardo; \
    paise|paisa|पैसे|पैसा|rupaye|रुपये|$|amount \
    wapas|वापस|wapis|लौटा*|lauta*|return|refund|vapas|vapis|wapsi|वापसी; wapas|वापस|vapas \
    kaise|कैसे|milenge|mil*|मिल*|chahiye|चाहिए|karo|करो|kijiye|कीजिए|kar|कर|do|दो|dedo|de; लौटा \
    दीजिए|दो; lauta do|dijiye|dein; rifund; return karna|करना|chahiye|karo|चाहिए; paise do|dedo; \
    mera|mere|मेरा|मेरे paisa|paise|पैसा|पैसे; वापस; wapas; vapas; order|purchase|ऑर्डर \
    cancel|कैंसिल; chargeback; paisa wapas; money return; मुआवज़ा
    accident = galti; गलती; भूलवश; भूल से; bina puche|bataye|poochhe|permission; बिना \
    पूछे|बताए|अनुमति; by mistake; accidentally; anjane; अनजाने; mistake; galti|गलती|ग़लती se|से; \
    bina|बिना puche|पूछे|bataye|बताए|meri|मेरी|permission|ijazat; anjane|अनजाने; dab gaya|gyi; दब \
    गया; khelte|खेलते; गलत बटन; galat button; mistakenly; bhool se; maine nahi kiya|liya|kharida; \
    मैंने नहीं किया|लिया|खरीदा; chori chupe; pata nahi chala; पता नहीं चला; पूछे; अपने आप; mujhse \
    bina
    child = \
    bete|beta|बेटे|बेटा|beti|बेटी|bacch*|bachch*|bache|बच्च*|bhatij*|भतीज*|bhanj*|भांज*|pote|पोते|poti|chhote; \
    bete; beti; बेटे; बेटी; बच्चे; bachche; bacche; bhatija; bhanja; nati; नाती; पोता; pota; pote; \
    chhota bhai; छोटे; bachpan; saal ka|ke
    unused = use|इस्तेमाल|istemal|yuz nahi|नहीं|kiya|karta; kaam|काम ka|का|nahi|नहीं; चल नहीं|ही; \
    chal nahi|nhi|hi; fraud; फ्रॉड; धोखा; bekar; बेकार; dhokha; jarurat|zaroorat|ज़रूरत nahi|नहीं; \
    kabhi; कभी; kisi kaam; किसी काम; bekaar; bakwas; बकवास; ghatiya; घटिया; pasand nahi; पसंद \
    नहीं; achha|accha nahi; अच्छा नहीं; description; fake; thag; ठग; kaam ka|की|का nahi|नहीं|nhi; \
    use nahi|kiya; istemal nahi; nahi chahiye; नहीं चाहिए; khola bhi|tak; jaisa dikhaya|bataya; \
    जैसा बताया|दिखाया; koi fayda; फायदा; mann badal
    apple = apple; एप्पल; ऐप्पल; iphone*; आईफोन; ipad; आईपैड; ऐप स्टोर; app store; itunes; ios
    google = google; गूगल; प्ले स्टोर; play store; playstore; android; एंड्रॉइड; samsung; redmi; \
    xiaomi; vivo; oppo; realme; play
    restore = रीस्टोर; रिस्टोर; पुनर्स्थापित; purchase wapas; बहाल; पुनः प्राप्त; restor*; restore \
    purchase*; purani|पुरानी kharid*|खरीद*|purchase; wapas laana|lana
    fail = error; एरर; त्रुटि; nahi|nhi|नहीं|naa ho|chal|kar|hota|हो|कर|मिल*|mil*|raha|रहा|होता; \
    kaam nahi|nhi|नहीं; काम नहीं; fail; फेल; went wrong; kuch nahi; कुछ नहीं; problem; gadbad; \
    गड़बड़; failed; kuch nahi|nhi mila|hota|ho|hua; कुछ नहीं मिला|होता|हो|हुआ; \
    bolta|बोलता|kehta|कहता|dikhata|aata|likha hai|kuch|no|nothing|ki|है; no purchases; nothing to; \
    error aa*|de*; ghum*; घूम*; loading; लोडिंग; koi asar|fayda; कोई असर; kai|कई baar|बार; baar \
    baar|बार बार; dabata|dabane|दबाने|दबाता|click; try|कोशिश kiya|kar|की; nahi mila; नहीं मिला; \
    nahi ho raha; नहीं हो रहा; respond; nakam
    device = naya|naye|nayi|new|dusra|dusre|doosra|नया|नए|नये|दूसर* \
    phone|mobile|फोन|फ़ोन|मोबाइल|device|tablet|टैबलेट|handset; phone|mobile|फोन|फ़ोन|मोबाइल \
    change|badal*|format|reset|kho|toot*|chori|बदल*|खो*|टूट*|फॉर्मेट|रीसेट|चोरी|naya|नया|गिर|gir|kharab|ख़राब; \
    reinstall; रीइंस्टॉल; uninstall; format; फॉर्मेट; factory reset; dobara install|dala|download; \
    दोबारा इंस्टॉल|डाला|डाउनलोड; app delete|हटाया|uninstall|डिलीट; delete app; फिर से \
    इंस्टॉल|डाउनलोड; phir se install|download; android se iphone; badla phone; \
    naya|naye|new|नया|नए|dusra|दूसरा phone|फोन|फ़ोन|mobile|मोबाइल|iphone|samsung|redmi|tablet|set; \
    phone|फोन|फ़ोन|mobile|मोबाइल|iphone \
    badla|badal*|बदल*|change|kharab|chori|चोरी|kho|टूट*|toot*|reset|format|liya|लिया|naya; \
    android|एंड्रॉइड se|से iphone|ios|आईफोन; reinstall|uninstall; delete|हटा*|uninstall \
    karke|करके; phir|dobara|wapas se|install install|download; फिर से इंस्टॉल; purana phone; \
    पुराना फोन|फ़ोन; repair; रिपेयर; service center; backup; set badla; tablet
    account = \
    dusr*|doosr*|naye|nayi|naya|alag|galat|purani|purane|दूसर*|नई|नए|अलग|गलत|पुरान*|apni|अपनी|do|दो \
    account|id|email|mail|gmail|अकाउंट|आईडी|ईमेल|मेल|खाते|खाता; login; लॉगिन; लॉग इन; logout; \
    लॉगआउट; log in; sign in; साइन इन; merge; मर्ज; transfer kar*; ट्रांसफर; खाते जोड़*; account \
    merge|change|badal*; didi|bhai|pati|patni|दीदी|भाई|पति|पत्नी|बहन|behen ne|ने \
    apni|अपनी|login|लॉगिन; \
    dusri|dusre|दूसरी|दूसरे|alag|अलग|purani|purane|पुरानी|पुराने|galat|गलत|nayi|naye|नई \
    email|id|account|mail|ईमेल|अकाउंट|आईडी|gmail|number|खाते; apple id; एप्पल आईडी; google \
    account; do|दो account|id|अकाउंट|आईडी|email; uske|unke|उसके|उनके account|अकाउंट|id; naya|नया \
    account|अकाउंट banaya|बनाया; login kiya|किया|karne; लॉगिन किया; number|नंबर change|badla|बदला; \
    pati|patni|पति|पत्नी ke|के account|अकाउंट|id; account switch
    gone = gayab; गायब; chala gaya|gayi; chali gayi|gai; चला गया; चली गई|गयी; kho gaya|gayi; खो \
    गय*|गई; nahi|nhi|नहीं dikh*|mil*|दिख*|मिल*|पहचान*|pehchan*; kahan|kaha|कहाँ|कहां \
    gaya|gayi|gaye|गया|गई|गए|chala|चला|hai; naya user|customer; नया यूज़र|यूजर; ud gaya; उड़ गया; \
    हट गया|गई; hat gaya|gayi; kuch nahi hai|raha; कुछ नहीं है; kabhi|कभी kharida|liya|खरीदा|लिया \
    nahi|नहीं|hi|ही; zero; delete ho; khatam; भूल गया; sab|सब|sara|सारा|saara|सब|kuch \
    gayab|गायब|chala|चला|gaya|गया|ud|उड़|khatam|delete|zero; kho gaya; udd gaya; kahan \
    gaya|gayi|gaye; कहाँ गया|गई|गए; कहां गया|गई|गए; nahi|नहीं dikh|दिख|mil|मिल|aaya|आया \
    raha|रहा|rahi|रही; phir|dobara|फिर|दोबारा se|से kharid*|खरीद*|pay|paise|पैसे|lena; dobara \
    kharid*|paise; naya user; नया यूज़र; new user; shuru|शुरू se|से; kuch bhi nahi|bacha; कुछ भी \
    नहीं; pehchan nahi; पहचान नहीं; jaise kabhi|maine; जैसे कभी; reset ho gaya; khali; खाली; nazar \
    nahi
    cancel = cancel; canceled; cancil; कैंसिल; कैंसल; रद्द; radd; band kar* \
    subscription|autopay|auto|renew*|tha|diya; बंद कर* सब्सक्रिप्शन|ऑटो*|चुका; auto renew* \
    band|off; autopay band|off|बंद; ऑटोपे बंद; unsubscrib*; अनसब्सक्राइब; subscription \
    band|बंद|khatam|off; सब्सक्रिप्शन बंद|रद्द; समाप्त; turn off; cancell*; kenсel; hataya; \
    band|बंद kar|कर diya|दिया|di|दी|chuka|चुका|tha|था; cancel kar|kiya|karwa|कर; कैंसिल कर|किया; \
    hata diya; हटा दिया; subscription|सब्सक्रिप्शन|autopay|ऑटोपे|auto \
    band|बंद|cancel|कैंसिल|renew|off|हटा*; cancle; cancal; kensal; cancelation; renewal off|band; \
    बंद ही कर दिया; mandate cancel|band; chhod diya; छोड़ दी; turned off; off kar diya; \
    cancellation confirm*|mail; band kara
    forgot = bhool|भूल gaya|gayi|गया|गई cancel|कैंसिल; cancel|कैंसिल|band|बंद \
    karna|करना|kaise|कैसे bhool|भूल|chahta|चाहता|hai|है|karu|karein; kaise|कैसे \
    cancel|band|कैंसिल|बंद|रद्द; bhool|भूल gaya|गया|gayi|गई cancel|कैंसिल|band|बंद; \
    cancel|कैंसिल|band|बंद karna|करना|kaise|कैसे|karwana|करवाना|kar \
    bhool|भूल|hai|है|karu|करूँ|chahta|चाहता|dijiye|दीजिए|do; kaise|कैसे band|cancel|बंद|कैंसिल; \
    cancel karna hai; cancel nahi ho
    again = phir|fir; फिर भी|से; bhi; भी; abhi; अभी; dobara; दोबारा; har mahine; हर महीने; baad; \
    बाद; bawajood; बावजूद; again; lagatar; aaj; आज; phir bhi; फिर भी; fir bhi; phir se; फिर से; \
    wapas; abhi tak; अभी तक; ab bhi; अब भी; tab bhi; bar bar; उसके बाद; uske baad; iske bawajood; \
    लेकिन अभी
    premium = @prem; vip; gold; full version; poora|पूरा version|वर्ज़न|access; पेड; bina ads; \
    बिना विज्ञापन; unlimited; premium wala; प्राइम; सदस्य; member; मेंबर
    locked = lock; locked; लॉक; ताला; tala; unlock; अनलॉक; ads; ad; एड; विज्ञापन; vigyapan; add \
    aa*; khul|खुल nahi|नहीं|nhi|raha; nahi|नहीं|nhi \
    khul*|चालू|chalu|active|activate|unlock|मिला|mila|shuru|open; active nahi|nhi; एक्टिव नहीं; \
    free version|plan|dikha*|user; फ्री वर्ज़न|प्लान; abhi tak|bhi ads|lock*|free|nahi|nhi; अभी भी \
    लॉक|फ्री|विज्ञापन|नहीं; buy|upgrade|subscribe|खरीदने|khareedne|kharidne \
    karo|bol*|ko|मांग*|बोल*|dikha*; activate; access nahi; एक्सेस नहीं; चालू नहीं; chalu nahi; \
    unlock premium; pay karne; शुरू नहीं; band hai; ads|विज्ञापन|add|ad|एड \
    aa|आ|aate|आते|dikh*|दिख*|abhi|chal*; अभी भी|तक विज्ञापन|ताला|लॉक|फ्री|नहीं|खरीद*|ads|अपग्रेड; \
    abhi bhi|tak lock|ads|free|upgrade|buy|wahi|band|nahi|subscribe|locked|basic; lock \
    dikh*|hai|laga|pada|ho; लॉक दिख*|है|लगा|पड़ा; ताले; tale; \
    upgrade|अपग्रेड|subscribe|खरीदो|kharido|buy \
    karo|karne|करो|करने|बोल*|bol*|maang*|मांग*|dikh*|now; \
    chalu|चालू|active|एक्टिव|activate|shuru|शुरू|unlock|khul*|खुल* nahi|नहीं|nhi|na; nahi|नहीं|nhi \
    khula|खुला|khul|खुल|chalu|चालू|active|unlock|activate|hua|हुआ|mila|मिला; free|फ्री|muft \
    version|वर्ज़न|user|account|plan|hi|ही|dikha*; kuch|कुछ nahi|नहीं|nhi \
    badla|बदला|hua|हुआ|khula|खुला|mila; access nahi|नहीं; फीचर|feature* lock|nahi|नहीं|band|लॉक; \
    paise maang*; paywall; fir se kharid*; limited; demo
    stopped = band|बंद ho|kar|हो|कर; achanak; अचानक; chalna band; चलना बंद; nahi chal; hat|हट \
    gaya|गया|गई; khatam|ख़त्म|खत्म; expire*; एक्सपायर; aaj|आज band|nahi|बंद|नहीं|se; chheen; छीन; \
    wapas free; हटा दि*; suspend; बंद कर दीं|दी|दिया; aaj|आज \
    subah|सुबह|se|से|achanak|अचानक|sab|सब|band|बंद|dekha|khola; subah|सुबह se|से; achanak|अचानक; \
    band ho gaya|gayi|gye; बंद हो गया|गई|गए; khatam|खत्म ho|हो|bata*|dikh*; ek dam; एकदम; ekdum; \
    bina bataye; बिना बताए; chala gaya premium; hat gaya; free|फ्री me|में|par|पर \
    aa|आ|ho|kar|daal; nahi chal|khul raha|rahi; नहीं चल|खुल रहा|रही; rok diya; रोक; lock ho gaya; \
    लॉक हो गया|गए; chhin; कल से; kal se
    until = kal|कल|friday|शुक्रवार|parso|subah|pichle|पिछले|mahine|हफ्ते tak|तक; tak \
    sab|chal|theek|premium; तक सब|चल|ठीक; kal chal|tha; pehle chal|theek; पहले चल|ठीक; tak to; कल \
    चल; kal|कल|raat|रात|parso|पिछले|pichle tak|तक|raat|hafte|हफ्ते \
    chal|चल|sab|सब|theek|ठीक|sahi|सही|tha|tak|तक; kal tak; कल तक; tak chal|sahi|theek|sab; तक \
    चल|सही|ठीक|सब; chal raha tha|thi; चल रहा था|थी; pehle|पहले sab|सब|theek|ठीक|chal*|चल*; \
    mahino|महीनों se|से; saal|साल se|से; hamesha chal*; kal raat; कल रात; theek tha; ठीक था
    hold = hold; होल्ड; payment fail*|problem|issue|declin*|method|nahi; पेमेंट \
    फेल|समस्या|असफल|विफल|नहीं; भुगतान विफल|असफल|समस्या; balance; बैलेंस; card \
    expire*|decline*|change|naya|badal*; कार्ड एक्सपायर|बदल*|नया|खत्म; suspended; निलंबित; \
    रुका|ruk gaya|गया; paused; paise daal*; पैसे डाल*; billing; declined; grace; low balance; \
    account me paise; payment|पेमेंट|भुगतान \
    me|में|ki|method|मेथड|fail|फेल|issue|problem|decline|reject|update|nahi \
    problem|समस्या|दिक्कत|fail|error|badla|बदला|ho|हो|hui; card|कार्ड \
    expire|एक्सपायर|naya|नया|badla|बदला|update|अपडेट|block|decline|reject|change; naya|नया \
    card|कार्ड|upi; balance|बैलेंस hai|है|tha|था|kam|कम|nahi|नहीं; paise|पैसे hai|हैं|the|थे \
    account|card|खाते; account|खाते|card me|में paise|पैसे|balance|बैलेंस; on hold; payment \
    method; bank ne reject|decline; बैंक ने; रुकी; भुगतान विधि; bill fail; update payment
    ongoing = har|हर mahine|महीने|month|maah|mahina; de raha|rahi|rahe; दे रहा|रही|रहे; bhar raha; \
    भर रहा; pay kar raha|rahi|rahe; active hai; एक्टिव है; abhi tak kat*; valid; chalu hai; tak \
    valid|paid|ka; जबकि; jabki; lagatar; लगातार; time pe; paid till; subscription chal; regular; \
    har|हर|prati|प्रति mahine|महीने|month|mahina|महीना \
    paise|पैसे|pay|de|दे|kat*|कट*|bhar*|payment|deta; har mahine; हर महीने; paise deta|deti; पैसे \
    देता|देती; subscription|सब्सक्रिप्शन|plan|membership \
    active|एक्टिव|valid|वैध|baki|बाकी|tak|तक|chal|चल|renew|hai|abhi; saal|साल|mahino|महीनों|do|दो \
    se|से|saal member|customer|pay|paise|पैसे|ग्राहक|use; renew hua|ho|हुआ; रिन्यू हुआ|हो; \
    december|january|march|june|दिसंबर|जनवरी|मार्च|जून tak|तक; time par|pe; समय पर; niyamit; \
    नियमित; regular payment|pay|paise; purana|पुराना customer|ग्राहक|member; abhi valid|baki; \
    bharta; payment jaa raha|ho raha; katte rahte; auto renew hua
    monthly = month*; मंथली; महीने; mahine; maheene; masik; मासिक; mahine wala|ka; महीने वाला|का; \
    mahina; महीना; प्रति माह; maasik; per month; ek mahine
    yearly = year*; ईयरली; सालाना; वार्षिक; saal; साल; annual; एनुअल; salana; varshik; saal \
    wala|ka|bhar; साल वाला|का|भर; ek saal; एक साल; poore saal; पूरे साल; 12 mahine; per year; \
    barah mahine
    tier = plan; प्लान; basic; बेसिक; pack; पैक; pro; प्रो; individual; family plan; tier; \
    standard; lifetime; सदस्यता; subscription; version; option; student; wala|वाला plan|pack; duo; \
    team; सालाना|मासिक प्लान
    change = badal*; बदल*; change; चेंज; upgrade; अपग्रेड; downgrade; डाउनग्रेड; switch; स्विच; \
    sasta; सस्ता; सस्ते; convert; shift; saste; badal|बदल|change|convert|switch|shift \
    sakte|सकते|do|दो|kar|कर|sakta|dijiye|दीजिए|de|denge; upgrade kiya|किया|kar; अपग्रेड किया|कर; \
    exchange; badli; swap; theek kar
    wrong = galat; गलत; गलती; jagah; जगह; lena|लेना|chahiye|चाहिए|चाहता tha|था|thi; instead; abhi \
    bhi|tak basic|purana|dikha*; अभी भी बेसिक|पुराना; purane|पुराने|purana|पुराना \
    wale|ka|plan|प्लान|rate|का|वाले; wala chahiye; by mistake; ki jagah; के बजाय; dikha raha \
    basic|monthly|yearly; basic dikh*|hi; बेसिक दिख*|ही; mujhe|मुझे|maine|मैंने \
    mahine|महीने|monthly|मंथली|saal|साल|yearly|sasta|basic|वाला|wala \
    chahiye|चाहिए|lena|लेना|select|socha; chahiye|चाहिए|lena|लेना tha|था|thi|थी \
    par|पर|lekin|लेकिन|saal|साल|yearly|le|ले|ho|हो|galti|गलती|lag; galti|गलती se|से \
    saal|साल|yearly|annual|mahine|monthly|le|ले|dusra|select; galat|गलत \
    plan|प्लान|pack|option|wala|वाला|le|ले|select|subscription|choose; ki|की jagah|जगह; ke bajay; \
    socha tha; सोचा था; abhi|अभी bhi|भी|tak|तक basic|बेसिक|purana|पुराना|free|monthly|dikha; ho \
    gaya yearly|annual|saal; dusra|दूसरा plan|प्लान; samajh kar|ke; समझ कर; select ho gaya; nahi \
    ye|yeh; confuse; galti se yearly|annual|monthly|saal
    price = rate badh*|zyada|kyu; price; प्राइस; daam; दाम; कीमत; keemat; kimat; mahanga; महंगा; \
    badh gaya|gayi|gaye|diya; बढ़*; pehle|पहले|hamesha|हमेशा $|katte|kat|the|कट*|लग*|tha; is baar \
    $; इस बार $; zyada kat*|charge|liye|paise; ज़्यादा काट*|कट*|पैसे; increase; rate; रेट; $ se $; \
    की जगह $; jyada; price|daam|दाम|kimat|कीमत|rate|रेट|charge|fees|शुल्क \
    badh*|बढ़*|zyada|ज्यादा|ज़्यादा|double|increase|change|alag|अलग|kyu|क्यों|jyada; \
    zyada|jyada|ज्यादा|ज़्यादा paise|पैसे|charge|kat*|कट*|le|liya|amount; pehle|पहले \
    $|the|थे|deta|lagte; ab|अब|abhi $|lag*|ho; $ ki|की jagah|जगह; $ se|से $; mehnga|महंगा|mahnga; \
    double kar; $ likha|लिखा|bataya|बताया; likha tha $; kyu|kyun|क्यों $; badha diya; बढ़ा \
    दिया|दी; itna zyada|mehnga; bina bataye; bina|बिना bataye|बताए|notice; kisi|किसी ne|ने \
    bataya|बताया; pehle|पहले lagte|लगते|the|tha|थे
    coins = coin*; gems; gem; diamond*; कॉइन*; जेम*; डायमंड*; हीरे; सिक्क*; sikke; uc; credits; \
    क्रेडिट*; token*; टोकन*; points; पॉइंट*; crystal*; gold; chips; चिप्स; खज़ान*; heere; रत्न; \
    robux; cash coins; सोना; royal; bc; रूबी; energy; gift box; हीरा; minute|minutes|मिनट \
    pack|पैक|kharid*|recharge; ghante; tickets; टिकट; keys; चाबी; hearts; pearls; lessons; credit; \
    game me; गेम में; game; गेम; balance; बैलेंस; sona; gold coins; chest; बॉक्स; skin; spins; \
    pouch; bundle; bag; थैली; मोती; topup; top up; टॉपअप; bgmi; ludo; free fire; stars; boosters
    missing = nahi|nhi|नहीं \
    aaye|aaya|aayi|mile|mila|mili|आए|आया|आई|मिले|मिला|मिली|credit|add|dikh*|जुड़े|जमा|aya|aaye; \
    aaye|aaya|आए|आया|mile|मिले|mila|मिला nahi|nhi|नहीं; kahan|kaha|कहाँ|कहां \
    hai|gaye|gaya|हैं|है|गए; gayab; गायब; missing; zero; जीरो; ek bhi; एक भी; kuch nahi; कुछ नहीं; \
    abhi tak; अभी तक; kam|कम mile|मिले; balance same; add nahi; credit nahi; nahi aa; नहीं आ; not \
    received|credited|added|showing; nahi|नहीं|nhi|ni \
    aaye|आए|aaya|आया|mile|मिले|mila|मिला|aayi|bade|badhe|बढ़े|jude|जुड़े|add|show|dikhe|credit|aa; \
    game|गेम|account|wallet|balance|बैलेंस me|में|abhi|अभी|wahi|वही|zero|0 \
    nahi|नहीं|kuch|कुछ|zero|0|jeero|bhi|utna; abhi|अभी tak|तक|bhi \
    nahi|नहीं|zero|0|kuch|कुछ|nhi|wahi|वही; ek|एक bhi|भी nahi|नहीं; kahan|kaha|कहाँ|कहां \
    hai|है|hain|हैं|gaye|गए; wahi ka wahi; वही का वही; utna hi; उतना ही; kuch|कुछ nahi|नहीं \
    mila|मिला|aaya|आया|badla|बदला; nahi badla|badha; aadhe; आधे; kam mile
    trial = trial; ट्रायल; free|फ्री|muft|मुफ्त|मुफ़्त \
    din|day*|दिन|hafte|हफ़्त*|हफ्त*|week*|month|महीन*|trial|ट्रायल; \
    din|days|day|दिन|hafte|हफ़्त*|हफ्त*|week*|months|महीन* free|फ्री|muft|मुफ्त|मुफ़्त|ka trial; \
    मुफ्त में; free bola; फ्री बोला; trail; नि शुल्क; निःशुल्क; pehla|पहला|pehle|पहले|first|pahla \
    hafta|हफ्ता|hafte|हफ्ते|week|mahina|महीना|month|7|3|सात|din|दिन free|फ्री|muft|मुफ्त|मुफ़्त; \
    free|फ्री|muft|मुफ्त|मुफ़्त \
    likha|लिखा|bola|बोला|tha|था|bataya|बताया|hafta|हफ्ता|week|trial|din|दिन|mahina|महीना; \
    7|14|30|3|saat|सात din|दिन|day|days; likha|लिखा tha|था free|फ्री|muft|मुफ्त|pehla|पहला|7; try \
    karne; ट्राई; आज़मा*; azma*; trial period|khatam|me|में; free me; फ्री में; bina paise
    offer = promo*; प्रोमो*; coupon; कूपन; discount; डिस्काउंट; छूट; chhoot; offer*; ऑफर*; code; \
    कोड; voucher; वाउचर; redeem; रिडीम; eligible; student; छात्र; %; gift card; diwali sale; sale; \
    सेल; पात्र; invalid; half price; cashback; code|कोड \
    nahi|नहीं|invalid|galat|गलत|apply|expire|kaam|dala|डाला; aadhe|आधे daam|दाम|price|kimat; \
    pratishat; प्रतिशत; special|स्पेशल price|offer|ऑफर|rate; student|स्टूडेंट|छात्र; naye|नए \
    user*|customer*|ग्राहक*; gift card|code|voucher; 50|20|30|25 %; festival|diwali|दिवाली|holi \
    offer|sale|ऑफर; kupan; apply nahi; लागू नहीं; deal; invalid bata*; eligible nahi
    pending = pending; पेंडिंग; processing; प्रोसेसिंग; प्रोसेस; waiting; वेटिंग; लंबित; अटक*; \
    atka; atki; complete nahi|nhi; na complete; प्रतीक्षा; process ho|me; पूरा नहीं; इंतज़ार; \
    intezar; under process|review; pending me; lambit; na cancel; \
    upi|यूपीआई|cash|नकद|dukan|paytm|phonepe|gpay|bank se|transfer \
    payment|पेमेंट|kiya|किया|diya|pay|pending; pending|पेंडिंग dikh*|दिख*|hai|है|bata*|me|में; \
    process; prakriya; प्रक्रिया; abhi|अभी tak|तक|bhi|भी pending|पेंडिंग|process*|confirm; confirm \
    nahi; कन्फर्म नहीं; atak|अटक gaya|गया|gayi|गई; फंस; phans*; payment|पेमेंट \
    atak*|अटक*|pending|verify|stuck|confirm; verify; din pehle|se; intazar; complete nahi hua|ho
    approve = approve*; approval; अप्रूव*; मंज़ूर*|मंजूर*; ask to buy; permission; परमिशन; अनुमति; \
    request; रिक्वेस्ट; manjur*; ijazat; अनुरोध खरीद*; approve kiya|kar|किया|कर; manzoor; manjoor; \
    मंजूर; permission|परमिशन|ijazat|अनुमति|इजाज़त di|दी|de|maang*|मांग*|diya; request|रिक्वेस्ट \
    bheji|भेजी|aayi|आई|approve|accept|gayi; accept|स्वीकार kiya|कर|किया; haan kar; parent*; \
    पेरेंट*; khareedne ki|ki; माता पिता; स्वीकृति; स्वीकृत; poochta; puch; \
    mummy|papa|मम्मी|पापा|maine|मैंने approve|अप्रूव|allow|haan
    family = family; फैमिली; parivar; परिवार; share; शेयर; sharing; शेयरिंग; \
    patni|पत्नी|pati|पति|wife|husband|bete|बेटे|beti|बेटी|behen|बहन|bhai|भाई \
    ke|के|ko|को|phone|फ़ोन nahi|नहीं|phone|फोन|फ़ोन; organizer; group; ग्रुप; saajha; साझा; \
    family|फैमिली|फ़ैमिली plan|प्लान|group|ग्रुप|sharing|pack|share|member; \
    parivar|परिवार|पारिवारिक; \
    pati|patni|पति|पत्नी|bhai|भाई|behan|बहन|beti|बेटी|bete|बेटे|mummy|papa|wife|husband|मम्मी|पापा \
    ne|ने|ke|के|ka|का|ko|को liya|लिया|kharida|खरीदा|phone|फोन|pass|plan|family|nahi|नहीं|bhi; \
    group|ग्रुप me|में; share|शेयर kar|कर|nahi|नहीं|kiya; mere|मेरे phone|फोन|yahan|me|में \
    nahi|नहीं; member; सदस्य; invite; जोड़ा; ghar ke|वाले; घर के; family wala
    crash = crash; क्रैश; hang; हैंग; अपडेट; update ke; update; band ho jata; बंद हो जाता; बंद हो \
    जाती; bug; बग; धीम*; notification*; नोटिफिकेशन; black screen; white screen; keyboard; camera; \
    video; वीडियो; load nahi; लोड नहीं; atak; freeze; screen; sync; awaz; download nahi; export; \
    update|अपडेट ke|के|karne|करने|kiya|baad|से; apne|अपने aap|आप band|बंद|close; band ho \
    jata|jati|raha; बंद हो जाता|जाती|रहा; khulta|खुलता|khul|open|load nahi|नहीं hi; app|ऐप \
    nahi|नहीं khul*|खुल*|chal*; काला|सफेद स्क्रीन; atak atak; alarm; awaz|आवाज़; battery; gps; \
    bluetooth; mic; sync nahi; save nahi; error jab|khol*; video play; sound
    wish = dark mode; डार्क मोड; add karo|kar|kardo|kijiye|karein; जोड़*; कब आएगा; kab \
    aayega|aega; feature; फीचर; sujhav; सुझाव; kya aap|hum|main; hona chahiye; होना चाहिए; bhasha; \
    भाषा; language; font; फॉन्ट; kaise karu|use|badlu|export|change; कैसे करूँ|करें|बदलें|करूं; \
    widget; hindi me; request hai; hindi support; option; dark mode|theme; jod|जोड़ \
    dijiye|दीजिए|do|दो|sakte|dein; add|ऐड kar|karo|कर|kijiye|kare \
    do|dijiye|दो|sakte|दीजिए|please|feature|option; accha|achha|अच्छा|badhiya|mast \
    hota|होता|rahega|रहेगा|hoga|होगा agar|अगर|ki; agar hota|ho; option hona|do|chahiye|nahi; कब \
    आएगा|मिलेगा; kab aayega|milega|aaega; kaise|कैसे \
    change|badle|बदलें|band|bandh|export|kare|करें|use|delete|hatau|set \
    notification*|भाषा|language|theme|naam|photo|alarm; suggestion; filter; sort; offline; \
    feature|फीचर chahiye|add|dena|lao|चाहिए; हिंदी में; improve; support
    login = password; पासवर्ड; otp; ओटीपी; login nahi|nhi|ho; लॉगिन नहीं; reset link|mail|email; \
    account delete; अकाउंट डिलीट|हटा*; bhool gaya password; verification; पिन; pin; खाता \
    हटा*|डिलीट; code|otp|ओटीपी|mail|मेल|sms|email|link nahi|नहीं|nhi aa|आ|mil|मिल|aaya|आया; \
    reset|रीसेट; verification|वेरिफिकेशन; login nahi ho|kar; account|अकाउंट|खाता|data|डेटा \
    delete|डिलीट|हटा*|band|मिटा*; bhool gaya|gayi password; register nahi; username; sign up; sms
    away = out of office; छुट्टी पर; chutti|chhutti; अवकाश; कार्यालय; automatic reply; office se \
    bahar; स्वचालित; ऑफिस; chhutti|छुट्टी|chutti par|पर|pe; main office|ऑफिस; mai|main|मैं|hum \
    bahar|बाहर|chutti|छुट्टी|avkash|अवकाश; leave par|pe; lautunga; लौटूंगा|लौटूँगा; automatic; \
    urgent; karyalay band; tatkal
    praise = bahut|बहुत accha|acha|achha|badhiya|अच्छा|बढ़िया|अच्छी|शानदार|mast|बढिया \
    app|ऐप|hai|है|लगा; thank you team|for|so; धन्यवाद आप|टीम|इतना; best app; mast app; vasool; \
    वसूल; nice app; good app|work; great app; love; superb; badhiya app; shandar; शानदार; maza aa; \
    मज़ा; keep it; 5 star*; पसंद; shukriya; dhanyawad|धन्यवाद|shukriya|शुक्रिया|thanks|thank; \
    bahut|बहुत|bohot|kaafi \
    accha|अच्छा|badhiya|बढ़िया|helpful|useful|khush|खुश|pasand|पसंद|sundar|mast; mast; zabardast; \
    ज़बरदस्त; kamaal|कमाल; best; lajawab; लाजवाब; problem|samasya|समस्या solve|hal|हल|theek; ho \
    gaya theek|solve; ठीक हो गया; theek ho gaya; recommend; पसंद आया; keep it up; jhakaas; \
    perfect; nice
    business = partnership; job; नौकरी; naukri; internship; promotion|advertis* karna|with|on; \
    विज्ञापन देना; school ke; लाइसेंस; स्कूल; marketing; reviews; downloads; collab*; sponsor*; \
    press; seo; agency; इंटर्नशिप; प्रचार; hum|हम ek|एक company|कंपनी|agency|school|startup; blog; \
    podcast; पत्रकार; journalist; interview; influencer; channel; चैनल; youtube; shikshak; शिक्षक; \
    teacher; students ke; college; ngo; vacancy; resume; cv; quotation; license*; survey; \
    research; freelancer; developer; promotion; ads dena; साझेदारी; distributor; kisse baat
    invoice = gst; जीएसटी; invoice; इनवॉइस; bill chahiye|bhej*|copy|company; बिल चाहिए|भेज*|कॉपी; \
    tax; टैक्स; कंपनी के नाम; accounts; चालान; bill|बिल \
    chahiye|चाहिए|bhej*|भेज*|company|gst|कंपनी; company ke naam; ca ko; reimbursement; receipt \
    pdf|company; itr; pakka bill
    recent = abhi abhi; अभी अभी; abhi|अभी liya|लिया|kharida|खरीदा|kiya|किया; minute|मिनट \
    pehle|पहले; ghante|घंटे pehle|पहले; aaj|आज hi|ही|liya|लिया|kharida|खरीदा|payment; thodi|थोड़ी \
    der|देर; kuch|कुछ der|देर|minute; just; turant|तुरंत baad; min pehle; adha ghanta; आधा घंटा; \
    kal hi; कल ही; kal kharida|liya
    free = free; फ्री; muft; मुफ्त; nishulk; निशुल्क
    inquiry = kitne|कितने|kitna|कितना|kitni|कितनी \
    ka|का|ki|की|me|में|paise|पैसे|rupaye|रुपये|hai|है|lag*|लग*; kya|क्या \
    price|daam|दाम|kimat|कीमत|rate|student|koi|कोई|discount|family|lifetime|main|मैं|hum|aap; \
    price|कीमत|daam|दाम|rate kya|क्या|kitna|कितना|kitni|कितनी|batao|बताइए|bata; \
    kharidne|खरीदने|lene|लेने|subscribe se|से|ki|ka pehle|पहले|soch*|सोच*; soch|सोच \
    raha|रहा|rahi|रही; lena chahta|chahti|hai; लेना चाहता|चाहती; gift|गिफ्ट|tohfa|उपहार \
    kar|कर|dena|देना|me|में; kya|क्या mai|main|मैं|ham gift|pay|use|share|le; agar|अगर \
    main|mai|मैं|hum|le|cancel|खरीद*|kharid* le|liya|लिया|kiya|cancel|कैंसिल|kharid*; kitne|कितने \
    log|लोग|device|phone|डिवाइस; sawal|सवाल; puchna|पूछना tha|था|hai|है; janna|जानना \
    chahta|चाहता|tha; kya fark|difference|milta|शामिल; antar; अंतर; discount hai|milega|मिलेगा; \
    jaankari; जानकारी; emi
    noRefund = refund|रिफंड|रिफ़ंड|paise_wapas|पैसे_वापस|वापसी \
    nahi|nhi|नहीं|nahin|mat|kabhi_nahi|कभी_नहीं \
    chahiye|maanga|manga|चाहिए|mang*|मांग*|माँग*|chahta|चाहता|chaiye; refund|रिफंड \
    wagera|nahi|nhi|नहीं; refund|रिफंड|refunded \
    ho_gaya|likha|dikha|हो_गया|लिखा|दिखा|mila_tha|मिला_था|kiya_tha|किया_था|purana|aaya_tha|कर_दिया; \
    purana|पुराना|pichla|पिछला|january|february|march|april|may|june|जनवरी|फरवरी|फ़रवरी|मार्च|अप्रैल|मई \
    refund|रिफंड|paise_wapas
    notCancelled = cancel|कैंसिल|रद्द|band|बंद nahi|nhi|नहीं|nahin|कभी_नहीं|kabhi_nahi \
    kiya|ki|karna|करना|किया|की|करवाया|kiye|karwaya; cancel|कैंसिल|रद्द kiya_hi|किया_ही|bina|बिना; \
    bina|बिना cancel|कैंसिल|रद्द; maine|मैंने nahi|नहीं cancel|कैंसिल; maine|मैंने cancel|कैंसिल \
    nahi|नहीं|nhi
    notTwice = do_baar|दो_बार|dobara|दोबारा|double|दुबारा|phir_se|फिर_से|2_baar|2_बार \
    nahi|nhi|नहीं|nahin|na|ना \
    dena|kata|कटा|देना|katna|bharna|भरना|chahta|charge|kate|कटे|hua|हुआ|चाहता|दूँगा|dunga|pay; \
    dena|pay|देना|karna dobara|दोबारा|phir nahi|नहीं|nhi
    notCharged = paise|पैसे|paisa|पैसा|payment|charge|amount nahi|nhi|नहीं|nahin \
    kata|kate|कटे|कटा|katा|hua|हुआ|liya|लिया; nahi|नहीं|nhi kata|kate|कटे|कटा
    sameDevice = wahi|same|वही|usi|उसी|ek_hi|एक_ही \
    phone|फोन|फ़ोन|mobile|मोबाइल|account|अकाउंट|खाता|id|आईडी|number|नंबर|नम्बर|email|google; \
    phone|फोन|mobile|id|account|kuch|कुछ nahi|नहीं|nhi|na badla|बदला|badli|बदली|change
    fine = koi|कोई dikkat|दिक्कत|problem|samasya|समस्या|shikayat|शिकायत nahi|नहीं|nhi; khush|खुश \
    subscriber|customer|ग्राहक|सदस्य
    newcomer = naya|नया|new|nayi|नई|नये|नए \
    user|customer|ग्राहक|यूज़र|member|सदस्य|account|खाता|grahak; jaise|जैसे \
    kabhi|कभी|maine|मैंने|main|pehli|nahi|कुछ; pehchan*|पहचान* nahi|नहीं|nhi; \
    zero|ज़ीरो|shuru|शुरू|शुरुआत se|से; shuru|शुरू se|से; naya_samajh|नया_समझ
    invite = invite|इनवाइट|refer|referral|रेफर|रेफरल; \
    dost|दोस्त|friend|saheli|सहेली|bhai|भाई|bahan|बहन|behen \
    link|लिंक|code|कोड|join|register|रजिस्टर|signup|mila|जुड़ा|जुड़ी; mahina|महीना|month \
    muft|मुफ्त|free|फ्री|tohfa|तोहफा|तोहफ़ा|gift|बोनस|bonus; muft|मुफ्त|free|फ्री|bonus|बोनस \
    mahina|महीना|month|महीने; mere|मेरे|meri link|लिंक|code|कोड; inaam|इनाम
    restore = pehle|पहले|pahle|already|पहले_से \
    kharid*|खरीद*|khareed*|ख़रीद*|liya|लिया|purchased|bought|purchase \
    button|बटन|click|क्लिक|daba*|दबा*|link|लिंक|tap|par|pe|पर|wala|वाला; button|बटन|link|लिंक \
    kharid*|wapas|वापस|purana|पुराना|खरीद*|purchased; already purchased|kharida|bought; koi|कोई \
    kharid*|खरीद*|purchase*|खरीदारी nahi|नहीं; no_purchases; purani|पुरानी|pichli|पिछली \
    kharid*|खरीद*|purchase*; kharidi|खरीदी|liya|लिया wapas|वापस lao|laane|लाने|लाओ|load
    twice = ek_baar|एक_बार|ek|एक se|से|mein|में|bill|ke|के|wallet|card|upi|airtel|जुड़* \
    aur|और|phir|फिर ek|एक|card|से|dusri; एक_बार जुड़कर|में|से|के एक_बार; एक_बार और एक_बार; ek_baar \
    aur|phir|fir ek_baar|dobara; dono|दोनों taraf|तरफ|jagah|जगह|se_kat*|से_कट*|se|से; $ \
    aur|और|phir|plus|फिर $; do|दो kat*|कट*|liye|लिए|le|ले|charge|diye|दिए; neeche|नीचे \
    phir|फिर|wahi|वही|ek|एक; ek|एक extra|zyada|ज़्यादा|फालतू; phir_se|dobara|दोबारा|फिर_से \
    kharid*|खरीद*|dabaya|दबाया
    offer = code|कोड|coupon|कूपन|promo \
    kahan|कहां|कहाँ|kaha|daal*|डाल*|box|bharna|invalid|galat|गलत|nahi_chal*|youtuber|influencer|apply|valid; \
    daal*|डाल* code|कोड|coupon|कूपन; coupon|कूपन|promo*|प्रोमो; \
    swagat|स्वागत|welcome|intro|shuruaati|शुरुआती offer|ऑफर|kimat|price; pehle|पहले|pehla|पहला \
    mahine|महीने|mahina ke|का|के|ka $; sirf|सिर्फ|keval|केवल naye|नए|new; \
    poora|पूरा|full|पूरे|poore price|दाम|amount|rate|$
    hold = card|कार्ड \
    expire|एक्सपायर|decline|reject|रिजेक्ट|block|badal|बदल|naya|नया|khatam|badla; \
    payment|पेमेंट|भुगतान|charge|katauti \
    fail|फेल|reject|रिजेक्ट|decline|nahi_hua|नहीं_हुआ|asafal|असफल|bounce|atak; \
    naya|नया|nayi|dusra|दूसरा card|कार्ड|upi add|daal*|डाल*|jod*|जोड़*|lagaya|लगाया; card|कार्ड \
    update|अपडेट|add|daala|डाला|badla|बदला; balance|बैलेंस|paise|पैसे \
    nahi_tha|नहीं_था|kam|कम|nahi_the|नहीं_थे|dal|डाल; suspend*|निलंबित|hold|होल्ड|paused|ruka; \
    payment|भुगतान mein|में|ki|की problem|समस्या|dikkat|दिक्कत
    price = likha|लिखा|dikha*|दिखा*|bataya|बताया tha|था \
    lekin|लेकिन|but|par|पर|aur|मगर|kata|kate|कटे|कटा; me|mein|में likha tha; extra|एक्स्ट्रा \
    kis|किस|kyu|क्यों|paise|पैसे|liye|लिए|kat*; \
    zyada|ज़्यादा|ज्यादा|mehnga|महंगा|sasta|सस्ता|kam|कम; ki_jagah|की_जगह|ke_badle $; $ \
    ki_jagah|की_जगह|likha|लिखा|dikha*; behen|बहन|bhai|भाई|dost|दोस्त|padosi \
    se|से|ko|को|deta|देता|ka|का $|kam|कम|sasta; naya|नया|purana|पुराना daam|दाम|price|rate; \
    renew|रिन्यू $|zyada; kyu|क्यों|kyon zyada|ज़्यादा|mehnga|महंगा
    tier = basic|बेसिक|solo|सोलो|standard|mini|silver se|से \
    plus|प्लस|pro|प्रो|duo|family|फैमिली|premium|gold|max; fark|फर्क|difference|अंतर \
    bhar*|भर*|diya|दिया|pay; upgrade kiya|किया|karne
    gone = kahan|कहाँ|कहां|kidhar gaya|गया|gayi|गई|chala|चला|hai; kyu|क्यों|kyon \
    gayab|गायब|chala|hat|हट; premium|प्रीमियम|subscription|सदस्यता \
    gayab|गायब|chala_gaya|चला_गया|ud|उड़; sab uda|उड़ा|उड़
    stopped = premium|प्रीमियम|subscription|सदस्यता|access \
    kahan|कहाँ|gaya|गया|gayab|गायब|band|बंद|khatam|खत्म|ख़त्म|chala|hat|समाप्त|samapt; \
    samapt|समाप्त ho_gay*|हो_गई|हो_गया|dikha*|aa|आ; free|फ्री mein|में|pe|par|version \
    wapas|वापस|kar|कर|aa
    inquiry = kya|क्या access|एक्सेस|mere|मेरे|mujhe|मुझे rahega|रहेगा|hai|है|milega|मिलेगा; \
    kya|क्या cancel|कैंसिल|band|share kar|कर|sakta|सकता; agar|अगर \
    lu|लूँ|kharid*|खरीद*|activate|loon|लूं
    pending = pending|पेंडिंग|processing|प्रोसेसिंग|प्रक्रिया \
    dikha*|दिखा*|likha|लिखा|kal|कल|abhi|अभी|hai|है; transfer|upi|payment|भुगतान \
    pending|पेंडिंग|atka|अटका|processing|process
    approve = mummy|मम्मी|papa|पापा|maa|माँ|mother|father|parent*|dadi \
    approve|अप्रूव|haan|हाँ|permission|अनुमति|allow|ijazat|इजाज़त|manzoor|मंज़ूर|accept; \
    request|रिक्वेस्ट|अनुरोध bhej*|भेज*|gayi|गई|nahi_aayi|नहीं_आई|mili|मिली|expire; \
    permission|अनुमति|ijazat|इजाज़त|इजाजत maang*|माँग*|मांग*|mang*|chahiye|chahie
    locked = paise|पैसे|payment|499 diye|दिए|gaye|गए|kiya|भरे lekin|par|पर|aur|और|phir|abhi \
    kuch|कुछ|nahi|नहीं|lock*|लॉक; sirf|सिर्फ|केवल members|सदस्यों|subscribers; tala|ताला|lock|लॉक; \
    access|एक्सेस nahi|नहीं|hai|है|nhi; chalu|चालू nahi|नहीं|kar_do|कर_दो|karo
    """
  )
}
