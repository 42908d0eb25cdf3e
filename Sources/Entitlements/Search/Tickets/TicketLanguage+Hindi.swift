extension TicketLanguage {
  static let hindiWords = """
    hai mera mere meri ka ki ke ko se nahi nhi ho gaya gya kar karo kya me mein main maine hu hun \
    bhi par tha thi the aur to ab raha rahi rahe bhai sir ji kyu kyun kyon abhi aap aapka wala ye \
    yeh wo koi sab phir fir liya diya bol chahiye aaya gaye hi na
    """

  static let hindi = TicketLanguage(
    isSpaced: true,
    """
    @not = nahi|nhi|nahin|नहीं|ना|न|na|mat|बिना|bina|koi|कोई
    @prem = \
    premium|प्रीमियम|plus|प्लस|pro|प्रो|subscription|सब्सक्रिप्शन|सदस्यता|मेंबरशिप|membership|plan|प्लान|version|वर्ज़न
    bought = पैसे|paise|paisa|पैसा|rupaye|रुपये|amount|payment|पेमेंट \
    दे|दिए|दिया|de|diye|diya|kat|kate|कट|कटे|किया|kiya|kar|की|हो|ho|success*|सक्सेस*|ho; \
    kharid*|kharida|खरीद*|ख़रीद*; liya; लिया; ली; payment done|successful|kiya|ho; पेमेंट; \
    bought; paid; purchase*; subscribe kiya|किया; le liya; ले लिया; भुगतान; bhugtan; recharge; \
    pay kiya|kar|किया; लिया था; buy kiya; पैसे; paise
    charge = kat gaye|gaya|liye|liya|raha|rahe|chuka|kar|te|gye; kat; kata; kaata; kate; katte; \
    kaat; कट*; काट*; charge; charged; चार्ज; deduct*; debit*; डेबिट; auto debit; bill; बिल; वसूल; \
    पैसे काट*|कट*|ले; paise kat*|le|kaat*; account se; खाते से; renew*; रिन्यू; नवीनीकृत; \
    autopay; ऑटोपे; le liye; payment liya|cut; cut; amount kat*
    twice = do|2|दो|२ baar|bar|बार|dafa|times; dobara|dubara|दोबारा|दुबारा \
    pay*|kat*|कट*|charge|काट*|paise; dono baar|payment|ke|se; दोनों बार|पेमेंट; double; डबल; \
    twice; do|दो payment|charge|transaction|पेमेंट|ट्रांजैक्शन|subscription|बार; 2 times; teen \
    baar; duplicate; दोहरा*; दुगन*; duguna; 2x; dono kat*
    once = ek|एक hi|ही baar|बार|liya; एक ही; ek hi; sirf|सिर्फ|केवल ek|एक; ek wala; एक वाला
    refund = refund; रिफंड; रिफ़ंड; paise|paisa|पैसे|पैसा|amount|राशि|rupaye|रुपये|$ \
    wapas|vapas|वापस|wapis|lauta*|लौटा*|वापिस|return|laut*; wapas|वापस \
    chahiye|karo|kar|do|dila*|करो|कर|कीजिए|दिला*|मिल*|mil*|paise|पैसे; लौटा*; लौटाने; धनवापसी; \
    money back; return karo|kar|chahiye; वापसी; reimburs*; cancel karke paise; mere paise; wapas \
    do|kardo
    accident = galti; गलती; ग़लती; भूलवश; भूल से; bina puche|bataye|poochhe|permission; बिना \
    पूछे|बताए|अनुमति; by mistake; accidentally; anjane; अनजाने; mistake
    child = \
    bete|beta|बेटे|बेटा|beti|बेटी|bacch*|bachch*|bache|बच्च*|bhatij*|भतीज*|bhanj*|भांज*|pote|पोते|poti|chhote
    unused = use|इस्तेमाल|istemal|yuz nahi|नहीं|kiya|karta; kaam|काम ka|का|nahi|नहीं; चल नहीं|ही; \
    chal nahi|nhi|hi; fraud; फ्रॉड; धोखा; bekar; बेकार; dhokha; jarurat|zaroorat|ज़रूरत \
    nahi|नहीं; kabhi; कभी
    apple = apple; एप्पल; ऐप्पल; iphone*; आईफोन; आईफ़ोन; ipad; आईपैड; ऐप स्टोर; app store; \
    itunes; ios; एप्पल
    google = google; गूगल; प्ले स्टोर; play store; playstore; android; एंड्रॉइड; samsung; redmi; \
    xiaomi; vivo; oppo; realme; gpa; play
    restore = restore; रीस्टोर; रिस्टोर; पुनर्स्थापित; purchase wapas; बहाल; पुनः प्राप्त; \
    restor*
    fail = error; एरर; त्रुटि; nahi|nhi|नहीं|naa ho|chal|kar|hota|हो|कर|मिल*|mil*|raha|रहा|होता; \
    kaam nahi|nhi|नहीं; काम नहीं; fail; फेल; went wrong; kuch nahi; कुछ नहीं; problem; gadbad; \
    गड़बड़; failed
    device = naya|naye|nayi|new|dusra|dusre|doosra|नया|नए|नये|दूसर* \
    phone|mobile|फोन|फ़ोन|मोबाइल|device|tablet|टैबलेट|handset; phone|mobile|फोन|फ़ोन|मोबाइल \
    change|badal*|format|reset|kho|toot*|chori|बदल*|खो*|टूट*|फॉर्मेट|रीसेट|चोरी|naya|नया|गिर|gir|kharab|ख़राब; \
    reinstall; रीइंस्टॉल; uninstall; format; फॉर्मेट; factory reset; dobara \
    install|dala|download; दोबारा इंस्टॉल|डाला|डाउनलोड; app delete|हटाया|uninstall|डिलीट; delete \
    app; फिर से इंस्टॉल|डाउनलोड; phir se install|download; android se iphone; badla phone
    account = \
    dusr*|doosr*|naye|nayi|naya|alag|galat|purani|purane|दूसर*|नई|नए|अलग|गलत|पुरान*|apni|अपनी|do|दो \
    account|id|email|mail|gmail|अकाउंट|आईडी|ईमेल|मेल|खाते|खाता; login; लॉगिन; लॉग इन; logout; \
    लॉगआउट; log in; sign in; साइन इन; merge; मर्ज; transfer kar*; ट्रांसफर; खाते जोड़*; account \
    merge|change|badal*; didi|bhai|pati|patni|दीदी|भाई|पति|पत्नी|बहन|behen ne|ने \
    apni|अपनी|login|लॉगिन
    gone = gayab; गायब; ग़ायब; chala gaya|gayi; chali gayi|gai; चला गया; चली गई|गयी; kho \
    gaya|gayi; खो गय*|गई; nahi|nhi|नहीं dikh*|mil*|दिख*|मिल*|पहचान*|pehchan*; \
    kahan|kaha|कहाँ|कहां gaya|gayi|gaye|गया|गई|गए|chala|चला|hai; naya user|customer; नया \
    यूज़र|यूजर; ud gaya; उड़ गया; हट गया|गई; hat gaya|gayi; kuch nahi hai|raha; कुछ नहीं है; \
    kabhi|कभी kharida|liya|खरीदा|लिया nahi|नहीं|hi|ही; zero; delete ho; khatam; भूल गया
    cancel = cancel; cancelled; canceled; cancil; कैंसिल; कैंसल; रद्द; radd; band kar* \
    subscription|autopay|auto|renew*|tha|diya; बंद कर* सब्सक्रिप्शन|ऑटो*|चुका; auto renew* \
    band|off; autopay band|off|बंद; ऑटोपे बंद; unsubscrib*; अनसब्सक्राइब; subscription \
    band|बंद|khatam|off; सब्सक्रिप्शन बंद|रद्द; समाप्त; turn off; cancell*; kenсel; hataya
    forgot = bhool|भूल gaya|gayi|गया|गई cancel|कैंसिल; cancel|कैंसिल|band|बंद \
    karna|करना|kaise|कैसे bhool|भूल|chahta|चाहता|hai|है|karu|karein; kaise|कैसे \
    cancel|band|कैंसिल|बंद|रद्द
    again = phir|fir; फिर भी|से; bhi; भी; abhi; अभी; dobara; दोबारा; har mahine; हर महीने; baad; \
    बाद; bawajood; बावजूद; again; lagatar; aaj; आज
    premium = @prem
    locked = lock; locked; लॉक; ताला; tala; unlock; अनलॉक; ads; ad; एड; विज्ञापन; vigyapan; add \
    aa*; khul|खुल nahi|नहीं|nhi|raha; nahi|नहीं|nhi \
    khul*|चालू|chalu|active|activate|unlock|मिला|mila|shuru|open; active nahi|nhi; एक्टिव नहीं; \
    free version|plan|dikha*|user; फ्री वर्ज़न|प्लान; abhi tak|bhi ads|lock*|free|nahi|nhi; अभी \
    भी लॉक|फ्री|विज्ञापन|नहीं; buy|upgrade|subscribe|खरीदने|khareedne|kharidne \
    karo|bol*|ko|मांग*|बोल*|dikha*; activate; access nahi; एक्सेस नहीं; चालू नहीं; chalu nahi; \
    unlock premium; pay karne; शुरू नहीं; band hai
    stopped = band|बंद ho|kar|हो|कर; achanak; अचानक; chalna band; चलना बंद; nahi chal; hat|हट \
    gaya|गया|गई; khatam|ख़त्म|खत्म; expire*; एक्सपायर; aaj|आज band|nahi|बंद|नहीं|se; chheen; छीन; \
    wapas free; हटा दि*; suspend; बंद कर दीं|दी|दिया
    until = kal|कल|friday|शुक्रवार|parso|subah|pichle|पिछले|mahine|हफ्ते tak|तक; tak \
    sab|chal|theek|premium; तक सब|चल|ठीक; kal chal|tha; pehle chal|theek; पहले चल|ठीक; tak to; कल \
    चल
    hold = hold; होल्ड; payment fail*|problem|issue|declin*|method|nahi; पेमेंट \
    फेल|समस्या|असफल|विफल|नहीं; भुगतान विफल|असफल|समस्या; balance; बैलेंस; card \
    expire*|decline*|change|naya|badal*; कार्ड एक्सपायर|बदल*|नया|खत्म; suspended; निलंबित; \
    रुका|ruk gaya|गया; paused; paise daal*; पैसे डाल*; billing; declined; grace; low balance; \
    account me paise
    ongoing = har|हर mahine|महीने|month|maah|mahina; payment time|ho|continue|chalu|hoti; de \
    raha|rahi|rahe; दे रहा|रही|रहे; bhar raha; भर रहा; pay kar raha|rahi|rahe; active hai; एक्टिव \
    है; abhi tak kat*; valid; chalu hai; चालू है; tak valid|paid|ka; जबकि; jabki; lagatar; \
    लगातार; time pe; paid till; subscription chal; regular
    monthly = month*; मंथली; महीने; mahine; maheene; masik; मासिक; monthly
    yearly = year*; ईयरली; सालाना; वार्षिक; saal; साल; annual; एनुअल; salana; yearly; varshik
    tier = plan; प्लान; basic; बेसिक; pack; पैक; pro; प्रो; individual; family plan; tier; \
    standard; lifetime; सदस्यता; subscription
    change = badal*; बदल*; change; चेंज; upgrade; अपग्रेड; downgrade; डाउनग्रेड; switch; स्विच; \
    sasta; सस्ता; सस्ते; convert; shift; saste
    wrong = galat; गलत; ग़लत; galti; गलती; jagah; जगह; lena|लेना|chahiye|चाहिए|चाहता tha|था|thi; \
    instead; abhi bhi|tak basic|purana|dikha*; अभी भी बेसिक|पुराना; purane|पुराने|purana|पुराना \
    wale|ka|plan|प्लान|rate|का|वाले; wala chahiye; by mistake; ki jagah; के बजाय; dikha raha \
    basic|monthly|yearly; basic dikh*|hi; बेसिक दिख*|ही
    price = rate badh*|zyada|kyu; price; प्राइस; daam; दाम; कीमत; keemat; kimat; mahanga; महंगा; \
    badh gaya|gayi|gaye|diya; बढ़*; pehle|पहले|hamesha|हमेशा $|katte|kat|the|कट*|लग*|tha; is baar \
    $; इस बार $; zyada kat*|charge|liye|paise; ज़्यादा काट*|कट*|पैसे; increase; rate; रेट; $ se \
    $; की जगह $; jyada
    coins = coin*; gems; gem; diamond*; कॉइन*; जेम*; डायमंड*; हीरे; सिक्क*; sikke; uc; credits; \
    क्रेडिट*; token*; टोकन*; points; पॉइंट*; crystal*; gold; chips; चिप्स; खज़ान*; heere; रत्न; \
    robux; cash coins; सोना; royal; bc; रूबी; सिक्के; energy; gift box
    missing = nahi|nhi|नहीं \
    aaye|aaya|aayi|mile|mila|mili|आए|आया|आई|मिले|मिला|मिली|credit|add|dikh*|जुड़े|जमा|aya|aaye; \
    aaye|aaya|आए|आया|mile|मिले|mila|मिला nahi|nhi|नहीं; kahan|kaha|कहाँ|कहां \
    hai|gaye|gaya|हैं|है|गए; gayab; गायब; missing; zero; जीरो; ek bhi; एक भी; kuch nahi; कुछ \
    नहीं; abhi tak; अभी तक; kam|कम mile|मिले; balance same; add nahi; credit nahi; nahi aa; नहीं \
    आ; not received|credited|added|showing
    trial = trial; ट्रायल; free|फ्री|muft|मुफ्त|मुफ़्त \
    din|day*|दिन|hafte|हफ़्त*|हफ्त*|week*|month|महीन*|trial|ट्रायल; \
    din|days|day|दिन|hafte|हफ़्त*|हफ्त*|week*|months|महीन* free|फ्री|muft|मुफ्त|मुफ़्त|ka trial; \
    मुफ्त में; free bola; फ्री बोला; trail; नि शुल्क; निःशुल्क
    offer = promo*; प्रोमो*; coupon; कूपन; discount; डिस्काउंट; छूट; chhoot; offer*; ऑफर*; ऑफ़र*; \
    code; कोड; voucher; वाउचर; redeem; रिडीम; eligible; student; छात्र; %; gift card; diwali \
    sale; sale; सेल; पात्र; invalid; half price; cashback
    pending = pending; पेंडिंग; processing; प्रोसेसिंग; प्रोसेस; waiting; वेटिंग; लंबित; अटक*; \
    atka; atki; complete nahi|nhi; na complete; प्रतीक्षा; process ho|me; पूरा नहीं; इंतज़ार; \
    intezar; under process|review; pending me; upi; lambit; na cancel
    approve = approve*; approval; अप्रूव*; मंज़ूर*|मंजूर*; ask to buy; permission; परमिशन; \
    अनुमति; request; रिक्वेस्ट; manjur*; ijazat; parental; अनुरोध खरीद*
    family = family; फैमिली; फ़ैमिली; parivar; परिवार; share; शेयर; sharing; शेयरिंग; \
    patni|पत्नी|pati|पति|wife|husband|bete|बेटे|beti|बेटी|behen|बहन|bhai|भाई \
    ke|के|ko|को|phone|फ़ोन nahi|नहीं|phone|फोन|फ़ोन; organizer; group; ग्रुप; saajha; साझा
    crash = crash; क्रैश; hang; हैंग; अपडेट; update ke; update; band ho jata; बंद हो जाता; बंद हो \
    जाती; bug; बग; slow; धीम*; notification*; नोटिफिकेशन; black screen; white screen; keyboard; \
    camera; video; वीडियो; load nahi; लोड नहीं; atak; freeze; screen; sync; awaz; download nahi; \
    export
    wish = dark mode; डार्क मोड; add karo|kar|kardo|kijiye|karein; जोड़*; कब आएगा; kab \
    aayega|aega; feature; फीचर; फ़ीचर; sujhav; सुझाव; kya aap|hum|main; hona chahiye; होना चाहिए; \
    bhasha; भाषा; language; font; फॉन्ट; kaise karu|use|badlu|export|change; कैसे \
    करूँ|करें|बदलें|करूं; widget; hindi me; request hai; hindi support; option
    login = password; पासवर्ड; otp; ओटीपी; login nahi|nhi|ho; लॉगिन नहीं; reset link|mail|email; \
    account delete; अकाउंट डिलीट|हटा*; bhool gaya password; verification; पिन; pin; खाता \
    हटा*|डिलीट
    away = out of office; छुट्टी पर; chutti|chhutti; अवकाश; कार्यालय; automatic reply; office se \
    bahar; स्वचालित; ऑफिस
    praise = bahut|बहुत accha|acha|achha|badhiya|अच्छा|बढ़िया|अच्छी|शानदार|mast|बढिया \
    app|ऐप|hai|है|लगा; thank you team|for|so; धन्यवाद आप|टीम|इतना; best app; mast app; vasool; \
    वसूल; nice app; good app|work; great app; love; superb; badhiya app; shandar; शानदार; maza \
    aa; मज़ा; keep it; 5 star*; पसंद; shukriya
    business = partnership; job; नौकरी; naukri; internship; promotion|advertis* karna|with|on; \
    विज्ञापन देना; school ke; licenses; लाइसेंस; स्कूल; marketing; reviews; downloads; collab*; \
    sponsor*; press; seo; agency; इंटर्नशिप; प्रचार
    invoice = gst; जीएसटी; invoice; इनवॉइस; bill chahiye|bhej*|copy|company; बिल चाहिए|भेज*|कॉपी; \
    tax; टैक्स; कंपनी के नाम; accounts; चालान
    """
  )
}
