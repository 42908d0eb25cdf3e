/// Names from around the world, each with a local part for an e-mail address.
enum DemoPeople {
  struct Person: Equatable, Sendable {
    var name: String
    /// Lower-case ASCII, without a domain.
    var handle: String
  }

  /// A part of a name and its spelling in an address.
  private struct Part {
    let written: String
    let spelled: String
  }

  private struct Culture {
    let given: [Part]
    let family: [Part]
    /// Joins the parts: East Asian names put the family name first, without a space.
    let joined: @Sendable (String, String) -> String
  }

  /// The person with an index: from the showcase, or random with a unique address.
  static func person(
    at index: Int,
    using generator: inout SplitMix64
  ) -> (name: String, email: String) {
    let isShown = showcase.indices.contains(index)
    let person = isShown ? showcase[index] : randomPerson(&generator)
    let domain = generator.pick(
      ["example.com", "example.org", "mail.example.net", "post.example.com"],
      else: "example.com"
    )
    return (person.name, "\(person.handle)\(isShown ? "" : "\(index)")@\(domain)")
  }

  private static func randomPerson(_ generator: inout SplitMix64) -> Person {
    var person = person(&generator)
    if generator.chance(1.5) {
      person.name += " " + generator.pick(["🌻", "🎧", "🏔️", "👩🏽‍🚀", "🦊"], else: "🌻")
    }
    return generator.chance(0.1) ? hostile : person
  }

  static func person(_ generator: inout SplitMix64) -> Person {
    guard let culture = cultures.randomElement(using: &generator),
      let given = culture.given.randomElement(using: &generator),
      let family = culture.family.randomElement(using: &generator)
    else { return Person(name: "Ada Lovell", handle: "ada.lovell") }
    return Person(
      name: culture.joined(given.written, family.written),
      handle: "\(given.spelled).\(family.spelled)"
    )
  }

  /// A name that reverses the text direction, changes colours and renames the terminal's window if
  /// it is shown unsanitised.
  static let hostile = Person(
    name: "Mallory \u{202E}gnp.yrolla\u{202C} \u{1B}[41m\u{1B}]0;not your terminal\u{07}Vex",
    handle: "mallory.vex"
  )

  /// The first users, chosen to show on the first screen what names can contain.
  static let showcase: [Person] = [
    Person(name: "Ada Lovell", handle: "ada.lovell"),
    Person(name: "Jürgen Weiß", handle: "juergen.weiss"),
    Person(name: "نور الحسيني", handle: "noor.alhusseini"),
    Person(name: "佐藤美咲", handle: "misaki.sato"),
    Person(name: "Zoë Vermeer 🌻", handle: "zoe.vermeer"),
    Person(name: "Søren Ågaard", handle: "soren.aagaard"),
    Person(name: "Nguyễn Thị Linh", handle: "linh.nguyen"),
    Person(name: "Olga Kovalenko", handle: "olga.kovalenko"),
    Person(name: "José Núñez", handle: "jose.nunez"),
    Person(name: "Siobhán Ní Bhriain", handle: "siobhan.bhriain"),
    Person(name: "Grace Okonkwo", handle: "grace.okonkwo"),
    Person(name: "김서연", handle: "seoyeon.kim"),
    Person(name: "Łukasz Dąbrowski", handle: "lukasz.dabrowski"),
    hostile,
    Person(name: "Priya Raghunathan", handle: "priya.raghunathan"),
    Person(name: "Tess Ter", handle: "tess.ter"),
    Person(name: "王小明", handle: "xiaoming.wang"),
    Person(name: "François Lefèvre", handle: "francois.lefevre"),
    Person(name: "Ελένη Παπαδοπούλου", handle: "eleni.papadopoulou"),
    Person(name: "אורי לוי", handle: "uri.levi"),
  ]

  /// Parses `written`, or `written=spelled` if the spelling in an address differs.
  private static func parts(_ words: String) -> [Part] {
    words.split(separator: " ").map { word in
      let sides = word.split(separator: "=", maxSplits: 1)
      let written = String(sides.first ?? "")
      let spelled = sides.count > 1 ? String(sides[1]) : written.lowercased()
      return Part(written: written, spelled: spelled)
    }
  }

  /// A line of given names, then a line of family names for each culture.
  private static func cultures(
    _ text: String,
    joined: @escaping @Sendable (String, String) -> String
  ) -> [Culture] {
    let lines = text.split(separator: "\n").map(String.init)
    return stride(from: 0, to: lines.count, by: 2).map {
      Culture(given: parts(lines[$0]), family: parts(lines[$0 + 1]), joined: joined)
    }
  }

  private static let cultures: [Culture] =
    cultures(western) { "\($0) \($1)" } + cultures(eastern) { "\($1)\($0)" }
    + cultures(vietnamese) { "\($1) \($0)" }

  private static let western = """
    Amelia Oliver Harriet George Ruby Samuel Florence Theo Maya Walter
    Hughes Bennett Clarke Whitfield Marsh Okafor Patel Sinclair Thornton Reid
    Emily Jackson Abigail Mason Chloe Logan Hannah Wyatt Nora Caleb
    Harper Sullivan Nguyen Ramirez Brooks Castillo Freeman Novak Park Wallace
    Käthe=kaethe Jörg=joerg Anneliese Björn=bjoern Greta Matthias Ulrike Felix Sabine Günter=guenter
    Müller=mueller Schäfer=schaefer Weiß=weiss Krüger=krueger Vogel Großmann=grossmann Lehmann Böhm=boehm
    Élodie=elodie Benoît=benoit Camille Hélène=helene Théo=theo Inès=ines Gaël=gael Margaux
    Lefèvre=lefevre Dubois Moreau Béranger=beranger Garnier Chevalier Rousseau Lemaître=lemaitre
    Lucía=lucia Íñigo=inigo Sofía=sofia Andrés=andres Begoña=begona Mateo Rocío=rocio Joaquín=joaquin
    Muñoz=munoz García=garcia Ibáñez=ibanez Pérez=perez Castaño=castano Ortega Vázquez=vazquez
    João=joao Beatriz Conceição=conceicao Tomás=tomas Inês=ines Gonçalo=goncalo Luísa=luisa
    Silva Araújo=araujo Magalhães=magalhaes Simões=simoes Conceição=conceicao Brandão=brandao
    Łucja=lucja Wojciech Małgorzata=malgorzata Paweł=pawel Zofia Grzegorz Bożena=bozena
    Wiśniewski=wisniewski Wójcik=wojcik Kamiński=kaminski Zając=zajac Nowak Szczęsny=szczesny
    Jiří=jiri Tereza Ondřej=ondrej Božena=bozena Šárka=sarka Matěj=matej
    Dvořák=dvorak Novotný=novotny Růžička=ruzicka Černý=cerny Kučera=kucera Bartoš=bartos
    Ayşe=ayse Mehmet Çağla=cagla Emre Gökçe=gokce İrem=irem Ozan
    Yıldırım=yildirim Öztürk=ozturk Şahin=sahin Güneş=gunes Kılıç=kilic Aydın=aydin
    Åsa=asa Björk=bjork Jørgen=jorgen Astrid Søren=soren Ingrid Þórdís=thordis Lars
    Lindström=lindstrom Østergaard=ostergaard Håkansson=hakansson Nygård=nygard Jónsdóttir=jonsdottir
    Chidi Ngozi Kwame Abena Tendai Amina Femi Zanele Thabo Ifeoma
    Okonkwo Mensah Adeyemi Dlamini Moyo Nkosi Abubakar Owusu Eze Mwangi
    Ольга=olga Дмитро=dmytro Наталія=natalia Андрій=andrii Ірина=iryna Тарас=taras
    Коваленко=kovalenko Шевченко=shevchenko Бондар=bondar Мельник=melnyk Ткач=tkach
    Ελένη=eleni Γιώργος=giorgos Μαρία=maria Νίκος=nikos Αθηνά=athina
    Παπαδόπουλος=papadopoulos Νικολάου=nikolaou Ιωάννου=ioannou Βλάχος=vlachos
    ليلى=layla يوسف=yusuf فاطمة=fatima كريم=karim مريم=maryam سامي=sami
    حداد=haddad المصري=almasri بغدادي=baghdadi الخطيب=alkhatib منصور=mansour
    נועה=noa איתן=eitan תמר=tamar יונתן=yonatan
    לוי=levi כהן=cohen פרץ=peretz ביטון=biton
    अनन्या=ananya अर्जुन=arjun प्रिया=priya रोहन=rohan कविता=kavita
    शर्मा=sharma वर्मा=verma गुप्ता=gupta अय्यर=iyer मेहता=mehta
    """

  private static let eastern = """
    美咲=misaki 翔太=shota 陽菜=hina 健一=kenichi さくら=sakura 大輔=daisuke
    佐藤=sato 鈴木=suzuki 高橋=takahashi 田中=tanaka 渡辺=watanabe 小林=kobayashi
    小明=xiaoming 丽华=lihua 志强=zhiqiang 婉婷=wanting 子轩=zixuan 雨桐=yutong
    王=wang 李=li 张=zhang 陈=chen 欧阳=ouyang 林=lin
    서연=seoyeon 민준=minjun 지우=jiwoo 하은=haeun 도윤=doyun
    김=kim 이=lee 박=park 최=choi 정=jung
    """

  private static let vietnamese = """
    Linh Minh Thảo=thao Đức=duc Hương=huong Quân=quan
    Nguyễn=nguyen Trần=tran Lê=le Phạm=pham Đặng=dang
    """
}
