extension TicketLanguage {
  static let spanishWords = """
    ayer cuando dos porque está todo cada donde esto eso quiero el la los las de que y en un una \
    mi me con por para es lo se al del su mis le pero ya hola gracias yo como si muy sin esta \
    este desde hay tengo les ustedes buenas estoy sigue he ha fue era ser han nos sus también \
    hoy ahora nada siempre ni sigo cómo qué puedo después antes hasta aparece hice están a o e \
    hace volvieron mes dejen te
    """

  static let spanish = TicketLanguage(
    isSpaced: true,
    """
    @not = no|nada|nunca|ningun|ninguna|ninguno|sin|ni|tampoco
    @abo = \
    suscripción|suscripcion|subscripción|premium|pro|plus|acceso|membresía|versión|abono|plan|funciones|compra
    bought = pagu*; pagado; compr*; adquir*; suscrib*; contrat*; pago \
    hecho|realizado|aceptado|exitoso|aprobado|efectuado|ok; recibo; hice el pago; acabo de \
    pagar|comprar; pagando; cobro a; transfer*; gasté; abon*; deposit*; saqué premium; \
    acabo|acabamos|recién de|pagué|compré pagar|comprar|suscribirme|contratar; hice la|el \
    compra|pago|suscripción; saqué|agarré|tomé|adquirí la|el|premium|plus|pro|versión; me \
    suscribí; ya pagué|pagado; pago ok|exitoso|confirmado|procesado|aceptado; me \
    descontaron|cobraron $|el; me llegó recibo|comprobante|ticket|factura; recargué; tengo \
    comprado|pagado; shoppeé; pillé premium|la|el
    charge = cobr*; cargo*; cargaron; descont*; debit*; extracto; estado de cuenta; factur*; \
    tarjeta; sac* dinero|plata|de; quit* dinero|plata; rebaj*; pagando; pagar; retir*; pasaron; \
    renov*; recibos; banco; domicili*; viene $; descuent*; sacaron; sacan; quitaron; me \
    vino|salió|llegó|viene $|cargo|cobro; cuenta; resumen; recibo del; clavaron; soplaron; volaron \
    $|plata|dinero; me han|habéis cobrado|pasado|cargado|quitado; giro; giraron; adeudo; me \
    tomaron; tomaron $|dinero; se fueron $; paypal; movimiento*
    twice = dos|2 veces; doble*; duplic*; 2x; dos|2|varios|tres|ambos|segundo \
    cobro*|cargo*|pago*|recibo*|transac*|suscripciones|compras|factur*; \
    cobraron|cobrado|cargado|pagando dos|2|doble|tres; por partida doble; lo mismo; dos veces; \
    repetid*; x2; el otro; dos|2|ambas|varios|tres \
    cargos|cobros|veces|movimientos|pagos|iguales|suscripciones|recibos|compras|débitos|facturas; \
    iguales|idénticos; mismo día|importe|monto|minuto; misma fecha|cantidad|hora; segundo|segunda \
    cargo|cobro|vez|pago; por duplicado; dos cobros; y otro|otra de $|por|igual; tanto en \
    apple|google|la; x 2; dos por; uno de más; dos suscripciones; 2 cobros; en ambas
    once = solo|sólo|solamente|nomás una|un|1|compré|di|le; una sola; único; la misma suscripción; \
    una vez; los dos pasaron; solo|sólo|solamente|nomás|nada más|únicamente \
    le|una|un|hice|pedí|compré|di|quiero|necesito|uso; una de las|ellas; uno de los|ellos; con una \
    basta|alcanza; única; el duplicado; una compra|suscripción
    refund = reembols*; devol*; devuelv*; devuelt*; mi|el|la|recuperar dinero|plata vuelta|de \
    vuelta|atrás; regres* dinero|mi; reintegr*; quiero mi dinero|plata|lana; mi dinero; mi plata; \
    recuperar dinero|plata|importe|mi; anular|cancelar compra|pedido|la; desist*; refund; \
    retract*; me regresen; regres* el|mi|los|la|$; me \
    regresen|regresan|devuelvan|reembolsen|reintegren; recuperar mi|el|los|ese|la|$ \
    dinero|plata|pesos|euros|lana; mi lana; mi pasta|guita|plata|plata; quiero \
    devolverlo|devolver|anular; anular compra|el|la; revertir; reversar; reverso; reembolz*; \
    rembols*; contracargo; resarc*; abono de vuelta; que me lo devuelvan; dinero de vuelta; \
    retorno; arrepent*; deshacer
    accident = accident*; sin querer|permiso|autorización|darme|saber|mi; equivoc*; por error; no \
    quería|autoricé|era; confund*; botón equivocado; involuntari*; sin que; por \
    accidente|error|equivocación|descuido; sin \
    querer|querer|darme|mi|permiso|avisar|consultar|preguntar; se me fue|resbaló; \
    picó|apretó|tocó|aprieta; no autorizado; no autorizada; nunca autoricé|quise|pedí; a \
    escondidas; jugando; me equivoqué; desconoc*; gato; bolsillo
    child = hijo|hija|niño|niña|nieto|nieta|sobrino|sobrina|hijos|bebé|nene|nena|chiquito|años; \
    sobrina; chamaco; chamaca; peque; crío; cría; hijito; hijita; mi \
    niño|niña|nena|nene|peque|chico|chica|bebe; nietos; adolescente; menor; escuincle
    unused = no|nunca|ni uso|usé|use|usado|utilicé|utilizo|sirve|funciona|usaba; estafa*; inútil; \
    no es lo; no necesito; decepcion*; no corresponde; fraude; ladrones; no|ni \
    sirve|funciona|gusta|gustó|vale|cumple|hace|convence; para nada; una porquería|mierda|estafa; \
    basura; no es lo que; no era lo que; engaños*; publicidad engañosa; malísim*; insatisfech*; ni \
    siquiera|la|lo|abrí|he abierto; todavía no abrí; no la quiero; no lo quiero; no me interesa; \
    arrepent*; timo; no como describen|anuncian; ya no la|lo quiero|necesito
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; xiaomi; motorola; \
    huawei
    restore = restaur*; recuperar compra*|lo|mis|suscripción; restore*; recuperación compra*; \
    restablecer compra*; recuperar mis|las|compras|compra; compras anteriores|previas; nada que \
    restaurar
    fail = error; fall*; no funciona|sirve|hace|jala|encuentra|puedo|deja|va|hay|pasa|anda; nada; \
    imposible; no se; queda pensando; gira; cargando; grayed; no hay nada|compras; nada que; no \
    encuentra|encontró|reconoce|responde|pasa|hace|sirve|jala|deja; dice que no; \
    sale|marca|tira|arroja error; mensaje; se queda cargando|pensando|dando|ahí; dando vueltas; ya \
    intenté|probé|lo; sin éxito; sin respuesta; no pasa nada; no hace nada; intento; mil veces; \
    varias veces
    device = nuev*|otro|cambi*|segundo|viejo \
    celular|cel|teléfono|móvil|movil|iphone|ipad|tablet|tableta|dispositivo|android|samsung|compu*|aparato|equipo; \
    reinstal*; desinstal*; volver a poner|instalar; volví instalar; de fábrica; restablec* \
    móvil|celular|teléfono|tablet|iphone|de; formate*; pasé|pasarme|pasar a|de \
    android|iphone|samsung|al; borré app|aplicación|la; celular|teléfono|móvil|tablet \
    roto|robaron|perdí|nuevo|rompió|reparar; robaron celular|móvil|teléfono; cambio de \
    celular|móvil|teléfono; resete*; estrené; \
    cambié|cambiar|cambio|estrené|compré|tengo|robaron|perdí|rompió|renové \
    celular|cel|móvil|teléfono|iphone|tablet|tableta|equipo|aparato|ordenador|ipad|samsung|galaxy|pixel; \
    celular|móvil|teléfono|iphone|tablet|equipo \
    nuevo|nueva|robado|perdido|roto|formateado|anterior|viejo; nuevo \
    celular|móvil|teléfono|iphone; de android a; de iphone a; volví a instalar|descargar|bajar; \
    migré; pasé mis datos|todo; restauré; servicio técnico; de cero; descargué de nuevo|otra; en \
    el nuevo; nuevo dispositivo
    account = otra|nueva|dos|diferente*|distint*|vieja|equivocada|otro|nuevo|segunda \
    cuenta*|correo*|email|mail|perfil|usuario; inici* sesión; \
    entré|entró|ingres*|loguee*|logue*|metió con|su; cerré sesión; fusion*; \
    unir|unific*|vincul*|junt* cuenta*; cuenta de mi|su|otra; transfer*|pasar|mover cuenta|a|otra; \
    su cuenta; cambié correo|cuenta|email|de; qué correo|cuenta; \
    marido|esposo|esposa|hermano|hermana|hijo|novio|amigo entró|inició|usó; \
    otro|otra|distinto|diferente|viejo|antigua|nueva|equivocada|dos \
    correo|cuenta|mail|email|id|usuario|perfil|gmail; correo del trabajo; con el \
    de|correo|mail|usuario|gmail|facebook|apple|google; cuenta equivocada; apple id; id de apple; \
    creé|hice otra|una cuenta; me registré con; cambié de correo|cuenta|mail|número; su \
    perfil|cuenta; iniciar sesión con; dos usuarios|perfiles|cuentas
    gone = desapare*; perdí*; esfum*; borr* compra*|todo|mi; no|ni \
    aparece|sale|está|figura|reconoce|encuentro|rastro|tengo|queda|existe; reconoce; ya no \
    tengo|está|aparece|sale; como si nunca|no|fuera; se fue; volví a pagar; volver a \
    pagar|comprar; quedó en gratis|vacía|sin|nada; dónde está; en ningún; figura como; sin nada; \
    vací*; perdió|perdí|perdieron|perdido todo|todas|mis|la|lo|acceso|suscripción; se \
    borró|borraron|esfumó|fue|fueron|perdió|perdieron todo|mi|las|mis|la; no \
    está|están|aparece|aparecen|quedó por|en|nada|mis|mi|la; dónde quedó|está|están|quedaron \
    mi|mis|la|lo; como si no|nunca|fuera; usuario nuevo; de cero; desde cero; comprarlo otra|de \
    nuevo; comprar todo|de nuevo; me pide comprar|pagar otra|de nuevo; no me reconoce; no \
    reconoce; sin rastro; ya no está|tengo|aparece|sale; nada de lo que; se me fue; evaporó
    cancel = cancel*; di de baja; dado de baja; baja; desuscrib*; anul*; desactiv* \
    renov*|suscripción|la|el; quité renov*|suscripción|la; renovación \
    desactivada|automática|cancelada; terminé suscripción; no se renovará; finaliz*; dar de baja; \
    desactivé; finaliza el; vence el; rescind*; di|dí|dar|dado|dieron de baja; quité \
    la|el|renovación; me di de|baja; apagué; corté la|el|suscripción; terminé; cerré \
    la|mi|suscripción; finalicé; dejé de; detuve; canselé; canselar; suspend* la|renovación; no \
    renovar; eliminé la suscripción; confirmación de cancelación|baja
    forgot = olvid*|cómo|como|quiero|dónde|quisiera|necesito|puedo \
    cancel*|baja|desuscrib*|dar|darme; olvidé; se me olvidó|pasó; \
    cómo|dónde|quiero|ayúdenme|necesito|favor cancelo|cancelar|cancelen|baja|darme|anular; no \
    alcancé; no pude cancelar; solicito baja|cancelación; den de baja
    again = otra vez; de nuevo; nuevo; sigu*; volv*; todavía; aún; continúan; seguir; igual; y \
    aun; otra; dejen; nuevamente; de vuelta; una vez más; persisten; encima; pese; aunque
    premium = @abo; desbloque*; vip; gold; versión completa|pro|premium|pagada|paga|full; sin \
    anuncios; ilimitad*; contenido premium; de pago; suscriptor
    locked = bloque*; candado*; desbloque*; anuncio*; publicidad; @not \
    acceso|abre|abrir|activ*|usar|desbloque*|entrar|puedo|deja|disponible|premium|refleja|habilit*|aparece|funciona; \
    sigue|sale|pide|dice|pidiendo|pidiéndome|pide|quiere \
    pagar|pague|suscrib*|premium|comprar|hacerme|compre|gratis|haga|hazte; \
    versión|plan|cuenta|modo gratuita|gratis|básica|limitada|básico|de prueba; nada \
    activa|cambia|funciona|se; no puedo|deja|me entrar|abrir|usar|acceder; sigue \
    igual|gratis|saliendo|bloque*|sin; candadit*; con anuncios; propagand*; comerciales; \
    sigue|siguen|sigo|todavía|aún \
    saliendo|con|en|igual|bloque*|gratis|sin|pidiendo|apareciendo|mostrando|los|free|básica|cerrado|pidiéndome; \
    me pide|sale|aparece|manda|sigue pagar|comprar|suscrib*|actualizar|candados|anuncios; \
    pide|pida|dice|diciendo que pague|compre|me|suscriba|actualice|pagar|suscrib*; hazte \
    premium|pro; hágase; solo la primera; versión|modo|cuenta \
    gratis|gratuita|básica|free|limitada|prueba|demo; limitad*; cerrad*; no se \
    activ*|desbloque*|abre|abren|habilit*|refleja|quita|quitan; sin \
    desbloquear|activar|acceso|funciones; no puedo entrar|usar|acceder|abrir|ver; actualizar a \
    premium|pro|plus; muro de pago; nada cambió; todo igual; restringid*; inactiv*
    stopped = de repente; de pronto; de golpe; de la nada; ya no; quitaron; quitó; \
    perdí|perdido|perdió|perdimos acceso|premium; dejó de funcionar; venci*; expir*; desactivad*; \
    sin previo; cortaron; suspend*; caduc*; bajaron a gratis|básico; hoy no|ya|nada|amanec*|me; me \
    sacaron; no vuelve; de un día; bloquearon; desde hoy|esta|ayer|el|hace; esta mañana; de un \
    día|momento a otro; amanecí; amaneció; me bajaron|sacaron|quitaron|cortaron|echaron; han \
    bajado|quitado|cortado; ya no me|tengo|puedo|funciona|deja|anda|sirve; dejó de \
    funcionar|andar|servir|ir; hoy ya|no|me|amanecí|está|todo; volvió a gratis|versión|la|ser; se \
    bloqueó|cerró|cortó|desactivó todo|la|mi|el; quedé|quedó sin premium|acceso|nada|plus|pro; me \
    dejaron sin; sin previo aviso; perdí premium|acceso|el|las; se trabó
    until = hasta ayer|hoy|hace|la|el|que|esta; ayer \
    tenía|funcionaba|todavía|aún|por|andaba|podía|iba|estaba; funcionaba; desde \
    ayer|hoy|esta|anoche|el|la|ayer; andaba bien; antes funcionaba|podía; iba bien|perfecto; venía \
    funcionando; hasta ayer|anoche|hoy|el|hace|la|ahora; ayer \
    andaba|iba|todo|sí|funcionaba|tenía|podía; funcionaba|andaba|iba \
    perfecto|bien|de|todo|hasta|normal|ayer|sin; todo bien hasta; antes funcionaba|andaba|iba|sí; \
    llevaba meses|años|tiempo; anoche; venía funcionando|usando; la semana pasada
    hold = suspend*; en pausa; pausad*; pago|tarjeta|cobro \
    rechaz*|fall*|vencid*|venció|caduc*|problem*|declin*|no|devuelto; problema* \
    pago|facturación|cobro|tarjeta; nueva tarjeta; tarjeta nueva; falta de pago; sin saldo|fondos; \
    puse saldo; método de pago; forma de pago; fondos; actualic* tarjeta|pago|método; cambié \
    tarjeta; periodo de gracia; recargué saldo|tarjeta; problema|error|inconveniente|fallo \
    con|de|en|al pago|tarjeta|cobro|cobrar|facturación|el|la|mi; pago|tarjeta|cobro \
    rechazad*|fall*|venc*|declin*|no|expir*|caduc*|bloque*; tarjeta \
    nueva|renovada|vencida|cambiada|repuesta; cambié|actualicé|puse|registré|agregué \
    de|la|una|otra|nueva tarjeta; tengo saldo|fondos|plata; saldo de \
    sobra|suficiente|insuficiente; datos de pago; banco rechazó; sin fondos; pagué lo|el \
    atrasado|pendiente
    ongoing = sigo|siguen|sigue|seguimos|continúo pag*|cobr*|descont*|debit*; cada|todos mes|los \
    meses; mensualmente; pago religiosamente|cada|todos|desde|al|siempre|puntual*; aunque \
    pago|sigo|estoy|pagu*; está|sigue activa|vigente|pagad*; pagado|paga|pagada|vence hasta|en; \
    soy suscriptor|cliente|usuario|abonado; renov* el; al día; suscript* desde; desde 20*; estoy \
    pagando; pagando; pago|pagando|paga|pagamos \
    religios*|puntual|cada|todos|mes|siempre|al|sin|mensual*|desde|hace; religiosamente; todos los \
    meses; cada mes; soy|somos suscriptor*|cliente|miembro|socio|socia desde|hace; mi|la \
    suscripción vence|está|sigue|vale|es|termina|renueva|activa hasta|vigente|activa|en|el; \
    vigente; renovó|renueva|renovado el|sol*|automátic*|hace|bien; se renovó; estoy al día; hasta \
    diciembre|enero|marzo|junio|fin; me siguen cobrando|descontando; si estoy pagando|pago; sin \
    falta; puntual*; llevo años|meses|pagando
    monthly = mensual*; mes; meses; al mes; por mes; mes a mes
    yearly = anual*; año; años; por año; doce meses; 12 meses; todo el año; un año; al año
    tier = plan; planes; paquete; básic*; individual; familiar; tarifa; pro; estándar; \
    suscripción; versión; modalidad; de por vida; combo; nivel; dúo; estudiante; equipo; \
    suscripción de; mensual; anual
    change = pas* a|al|de|del|me; pasarme; actualic* plan|a|de|mi; upgrade; mejor* plan; sub* de \
    plan|a|al; más barat*; migr*; downgrade; más económico; me cambié; \
    cambiarlo|cambiarme|cambiarla; cambiar; cambien; modific*; pasar al|a; pasé al|de; convertir; \
    ajustar; corregir; mejorar a|plan; mejoré; ascend*; traspas*; intercambi*; cambi* \
    plan|paquete|suscripción|mensual|anual|tarifa; cambi* al|a \
    anual|mensual|plan|familiar|individual
    wrong = equivoc*; incorrect*; en vez; en lugar; quería|queria|quise|pedí|elegí|seleccion*|era \
    mensual|anual|el|la|al; sigo|sigue en|apareciendo|mostrando|con|diciendo \
    básic*|individual|mensual|anual|el|basic|plan; me metieron|pusieron|cobraron|dieron \
    anual|mensual|el; error plan|de; por error anual|mensual; precio anterior|viejo; no era el; \
    todavía básic*; quería|quise|pensé|creí|iba|pretendía \
    la|el|que|tomar|pagar|elegir|agarrar|coger|suscribirme|era mensual|anual|plan|la; por \
    error|equivocación agarré|cogí|elegí|anual|mensual|me|tomé|la|pagué|contraté; \
    agarré|cogí|elegí|marqué|contraté|di la|el|al anual|mensual|equivoc*|otro|otra; me \
    quedó|salió|tocó anual|mensual|el|la; no era la|lo; la que no|era; sigue|sigo|aparece|figura \
    en|como|con básico|basic|estándar|gratis|individual|anterior|viejo; plan equivocado|anterior; \
    me dieron otro|el; lo confundí; resulta que anual|mensual|es
    price = precio* sub*|aument*|cambi*|nuevo|distinto|más|diferente|incorrecto|mayor; aument*; \
    subi* precio|a|de|tarifa|el|la|$; más caro|cara; alza; me viene|llegó|cobran|cobraron $|más; \
    antes pagaba|era|costaba|$; pagaba $; en vez de $; cobran de más; de más; siempre \
    pagué|pagaba; estaba en $; costaba; precio; cuesta; precio|costo|tarifa|cuota|valor \
    sub*|aument*|cambi*|más|no|era|distint*|anunciado|diferente; subió|subieron|subida; de $ a; me \
    cobran|cobraron|llegó más|de|$ más|$|que; antes|siempre era|pagaba|costaba|$|pagué|fue; pagaba \
    $|menos; carísim*; decía $; prometid*; incremento*; encarec*; por qué $; ahora $; de pronto $; \
    nadie me|nos avisó|dijo; sin avisar|aviso
    coins = moneda*; gema*; diamante*; crist*; crédito*; ficha*; token*; coins; gems; cofre*; oro; \
    puntos; rubí*; joya*; lingote*; pavos; robux; vidas; paquete de; esmeralda*; energía; \
    estrellas; saldo de juego; gemitas; moneditas; bolsa de; saco de; minutos; horas; llaves; \
    corazones; tickets; entradas; perlas; bonos; clases; lecciones; consultas; mensajes; saldo \
    del|en; saldo; contador; en el juego; juego; pociones; boletos; billetes; esferas; skin; \
    skins; recarga
    missing = @not \
    lleg*|recib*|acredit*|aparec*|dieron|cay*|reflej*|carg*|entreg*|entr*|vino|están|tengo|sumaron|veo|ninguna|dan; \
    dónde|donde|dnd están|estan|esta|está|quedaron; falt*; nunca; nada; desaparec*; cero; solo \
    llegaron|recib*|acredit*; ninguna; ni una; siguen sin; mismo saldo; en cero; me quedé sin; ni \
    rastro; no \
    me|se|ha|han|he|cayó|cayeron|llegó|llegaron|aparece|dieron|recibí|sumó|sumaron|movió|acreditó|vino \
    cayó|nada|ninguno|llegado|dado|acreditado|recibido|cargado|cargó|todavía|ni|en|movió; \
    sigo|sigue|siguen|contador|saldo en|igual|con|sin|no mismo*|cero|0|las|los|nada|se|ver|movió; \
    ni una|uno|un; dónde están|está|quedaron|andan mis|mi|las|los; sin recibir|ver|acreditar; nada \
    de nada; quedé sin; no veo; no los|las veo|tengo|recibí; hasta ahora nada; solo la \
    mitad|llegaron|me; no subió; saldo sigue|igual|está; sin aparecer*|llegar*
    trial = prueba; trial; días|día|semana*|mes gratis|prueba|gratuit*|free; periodo|período de \
    prueba|gratuito|prueba|gratis; gratis días|por|mes|primer; probar gratis|gratuit*; primer mes \
    gratis; primeros|primeras|primer|primera 3|7|14|30|días|semana|mes gratis|gratuit*|sin; \
    7|14|30|3|siete|catorce días|dias; semana gratis|gratuita|libre; gratis \
    supuestamente|eran|iba|decía; supuestamente gratis|eran; decía|decían|prometían|ponía \
    gratis|gratuit*|prueba; probar antes|unos|la; período gratuito; antes de que termine; gratis y \
    me; no me iban a cobrar; sin costo
    offer = cupón*; código*|codigo*; descuento*; promo*; oferta*; rebaja*; bono; vale; black \
    friday; %; elegible; estudiant*; canje*; regalo; cyber; buen fin; referid*; nuevo usuario; \
    código de|promocional|no|inválido|me|que; vale de; mitad de precio; por ciento; precio \
    especial|promocional|de estudiante|lanzamiento|reducido; inválid*; hot sale; black; nuevo* \
    cliente*|suscriptor*; tarjeta de regalo; 50|20|30|25 %; válido; bienvenida; no me aplic*; no \
    es válido
    pending = pendiente*; en proceso|espera|trámite|revisión; proces*; esperando \
    aprob*|confirm*|autoriz*|pago; no se completa|procesa|concreta; espera; oxxo; efectivo; sin \
    confirmar|completar|procesar; transferencia; pago fácil; no se ha \
    completado|procesado|acreditado; pagué|pago|pagado en|con|por \
    oxxo|efectivo|tienda|transferencia|kiosco|rapipago|pagofácil|7|spei; compra|pago|pedido \
    aparece|sigue|está|figura|quedó|en pendiente|proceso|espera|procesando|revisión; aún no \
    se|me|confirma|procesa|acredita; en verificación; esperando; tarda; no se \
    procesa|confirma|libera; sigue procesando; boleta; efecty; pse
    approve = aprueb*; solicitud*; permiso para comprar; pedir permiso; pedir comprar; acept* \
    compra|solicitud|la; control parental; aprobé; aprobó; acepté; aceptó; autoricé; di \
    permiso|el|ok|autorización; le di permiso|aceptar|aprobar; petición; permiso; pide \
    permiso|aprobación|autorización; padres; aprobación; permiso a|para mi|comprar; di permiso; \
    solicitud aprobada; autorizar; autorización de|del|para; aprobar|aprobó|aprobado \
    compra|solicitud|petición
    family = familiar; familia; en familia; compart*; organizador*; grupo familiar; mi|mis \
    esposo|esposa|marido|mujer|hijo|hija|hijos|hermana|hermano|mamá|papá \
    no|le|les|puede|aparece|sigue; plan|grupo|suscripción|versión|cuenta familiar; \
    esposo|esposa|marido|mujer|novio|novia|hermano|hermana|hija|hijo|hijos|mamá|papá|pareja|suegra \
    tiene|compró|paga|pagó|no|le|aparece|celular|móvil|también; grupo; miembros; la familia; \
    agregué|añadí a mi|al; invitación; hogar; con mi esposo|esposa|familia|hermana
    crash = se cierra|cuelga|traba|congela|cae; bug; crash*; actualización; pantalla blanca|negra; \
    lent*; teclado; notificacion*; sincroniz*; no abre el|la|al; no carga|cargan; cámara; \
    exportar; se cerró; se ve; sonido; foto*; se \
    cierra|sale|congela|cuelga|traba|queda|reinicia|pega; se sale sola; tildad*; se tilda; cada \
    dos por; desde que actualicé|la|actualización; última actualización|versión; no abre; no \
    carga; no sincroniza; pantalla; retras*; error al abrir|exportar|subir|guardar|cargar; \
    batería; gps; bluetooth; lag; laguea; micrófono; alarma; después de actualizar; fallo al; no \
    arranca; cuelga
    wish = estaría|sería|podrían|pueden|podrías|pueda|ojalá \
    padre|bueno|bien|genial|agregar|añadir|poner|hacer|incluir|pongan|agreguen|lindo|chévere; modo \
    oscuro; sugerencia; agreguen; pongan; idioma; letra; cómo hago|puedo|cambio|se \
    exporta|configuro; se puede exportar|cambiar imprimir|tamaño|idioma|fuente|letra|tipo; widget; \
    idea; implement*; traduc*; sería|estaría|vendría|quedaría|molaría|gustaría \
    bueno|genial|bien|padre|lindo|ideal|super|chévere|ver|poder|tener|que|útil; \
    agregar|agreguen|añadan|pongan|incluyan|saquen una|un|la|el|modo|más|opción|soporte; tema \
    oscuro; modo nocturno; filtr*; orden*; opción de|para; cómo \
    se|puedo|hago|activo|cambio|exporto|uso|elimino|configuro|encuentro|quito; sugier*; mejora*; \
    cuándo sale|sacan|va|estará|habrá; sin conexión; función que; manual; tutorial; falta \
    una|opción|función; planean; compatib*
    login = contraseña; clave; restablec* contraseña|clave; no puedo entrar|iniciar|ingresar \
    sesión|a|mi; olvidé mi|la contraseña|clave|usuario; correo no llega; código de verificación; \
    eliminar|borrar mi cuenta|cuenta|datos; no llega correo|código|mail; código|correo|mail|sms no \
    llega|me|verificación|de; no me llega|manda código|correo|mail|sms|enlace; verificación; sms; \
    no puedo entrar|ingresar|acceder|iniciar mi|a|sesión|cuenta; eliminar|borrar|cerrar \
    mi|cuenta|perfil|datos; olvidé mi|la; recuperar contraseña|cuenta|clave|acceso; registr*; \
    usuario y; cambiar correo|mail|nombre; pin
    away = fuera de la|oficina; vacaciones; respuesta automática; ausent*; no disponible; regreso; \
    no entregado; licencia médica; baja médica; reincorpor*; estoy|estaré|encuentro \
    fuera|ausente|de vacaciones|licencia; fuera de; vuelvo el; regreso el; automátic*; urgencias; \
    cerrado por; no puedo responder; volveré; maternidad; no se pudo entregar; feriado
    praise = felicit*; excelente|buena|increíble|genial|mejor|gran|hermosa|bonita \
    aplicación|app|trabajo; gracias por app|su|esta|todo|tan; vale la|cada; me encanta; sigan así; \
    cinco|5 estrellas; recomend*; encantad*; de 10; gracias|mil|muchas \
    por|gracias|todo|app|la|su|equipo|ayuda; muy buena|bueno|contenta|contento|feliz|útil; la amo; \
    me gusta|encanta|encantó|fascina; excelente; buenísima; genial; la mejor; mejor app; todo \
    perfecto|bien|solucionado|resuelto; se resolvió; ya funciona; maravill*; felicidades; buen \
    trabajo; espectacular; sigan; cinco; sin quejas; ayudado mucho
    business = reseñas; descargas; public* con|en|anuncio; colabor*; alianza; licencias; escuela; \
    colegio; trabajo|empleo|vacante|prácticas; prensa; agencia; ofrecemos; marketing; \
    posicionamiento; patrocin*; currículum; propuesta; inversi*; somos una|un|agencia|empresa; \
    blog; podcast; periodista; entrevista; influencer; canal; seo; profesor*; profe; alumnos; \
    universidad; ong; instituto; vacantes; cv; presupuesto; cotiz*; difundir; promocion* \
    tu|su|la|nuestro; con quién hablo|contacto; encuesta; tesis; afiliad*; freelance; \
    desarrollador; distribu*
    invoice = factura con|para|a|de|del|mi; \
    emitir|enviar|necesito|solicito|obtener|mandar|quiero|dar factura|facturas; nif; rfc; cif; \
    cuit; iva; contab*; razón social; comprobante fiscal; facturación de empresa; factura; cfdi; \
    nombre de mi|la empresa; fiscal; impuestos; contador; contadora; facturar; facturación; nota \
    fiscal; datos fiscales; recibo para; gestoría; hacienda
    recent = acabo de; recién; hace minutos|rato|un|10|5|20|media|horas|poco|ratito; hoy \
    compré|pagué|en|a|me; hoy mismo; esta tarde|noche; minutos; ahorita; apenas; hace una hora; \
    ayer compré|pagué; justo; recientemente; ahora mismo; al toque
    free = gratis; gratuit*; sin costo; free; de balde
    inquiry = cuánto|cuanto cuesta|sale|vale|es|costaría|cobran|está|por; \
    tienen|tenéis|hay|manejan|ofrecen|hacen|aceptan \
    algún|descuento|versión|plan|precio|una|un|para; antes de comprar|pagar|suscribirme|contratar; \
    pensando|pienso|quisiera|quiero|planeo|dudo en|saber|comprar|comprarla|regalar|si; estoy \
    pensando|interesad*; me interesa; puedo|se puede \
    pagar|regalar|compartir|usar|usarla|usarlo|comprar con|en|la|a; regalar*; en cuántos; para \
    cuántos; consulta; una pregunta|duda; es posible pagar|usar|comprar; sirve para; de regalo; el \
    próximo; hay descuento|plan|versión; qué|cuál precio|diferencia|incluye|métodos|planes; se \
    puede regalar|pagar|compartir|usar
    noRefund = no reembols*|devolución; ya|me|el|han|fue|fui|aparece|sale|dice|estado \
    reembolsaron|reembolsado|reembolsada|devolvieron|devuelto \
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|mes|antes; \
    dice|sale|aparece|pone|estado reembolsado|reembolsada|devuelto; antiguo|viejo|anterior \
    reembolso|devolución; reembolsaron|devolvieron|reembolsado \
    enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre
    notCancelled = no|nunca|jamás|sin|ni|nadie \
    cancel*|anul*|di_de_baja|me_di_de_baja|darme_de_baja|dado_de_baja; cancelado|cancelé \
    nada|nunca; no quiero darme|cancelar|dar
    notTwice = no|nunca|sin|ni|tener_que doble|dos_veces|2_veces|otra_vez|de_nuevo|pagar_dos|dos \
    cobr*|pag*; no|sin|ni quiero|quisiera|pienso|voy|cobr*|vuelvo|pagar \
    pagar|dos_veces|doble|volver_a_pagar|otra_vez
    notCharged = nada cobr*|cargado; sin cobr*; no cobraron
    sameDevice = mismo|misma|mismos|mismísimo \
    teléfono|telefono|celular|móvil|movil|dispositivo|iphone|tablet|cuenta|apple|google|id|correo|cel|aparato|usuario; \
    no|nada|ni|nunca cambié|cambie|cambiado|cambiar|reinstal*|toqué; sin cambiar|reinstalar
    fine = ningún|no|sin|nada problema|problemas|queja*|tengo_problema con|de \
    pago|suscripción|dinero|premium|cobro; pago|suscripción|premium|cobros \
    está|funciona|va|sigue|están bien|activo|activa|perfecto|ok; \
    suscriptor|suscriptora|cliente|usuario feliz|contento|contenta|fiel; no es|tiene tema|que|nada \
    pago|dinero
    newcomer = usuario|usuaria|cliente|cuenta|persona nuevo|nueva; nuevo|nueva|nuevecito \
    usuario|cliente|usuaria|aquí|por; primera vez aquí|que|por|en; como si \
    nunca|no|fuera|fuese|acabara; nunca compr*|pag*|hubiera|había|existi*; no|ni me \
    reconoce|conoce|recuerda; desde|de|a cero empez*|otra|todo|de_nuevo; empezar|empiezo|arrancar \
    de|desde cero; bienvenid*
    invite = invit*; referid*; refiri*; recomend*; \
    amigo|amiga|cuate|compañera|compañero|prima|primo|hermana|hermano \
    enlace|link|código|registró|suscribió|entró|le_salió|recibió; mes de|gratis \
    cortesía|regalo|gratis|bienvenida|obsequio; de cortesía|regalo|bienvenida|obsequio; mi \
    enlace|link|código; premio; recompensa
    restore = ya compr*|pagaste|pagué|tienes|eres|soy|cliente|adquirió \
    botón|boton|enlace|toco|aquí|aprieto|pulso|opción|link|cuenta; botón|boton|enlace|opción|link \
    recuper*|ya_compr*|compras|devolver|restaur*|ya_pagaste; compra|compras \
    no_encontrada|no_encontradas|anteriores; no|ninguna|ningún \
    se_encontr*|hay|encuentra|encontró|encontrado compras|compra; recuper* compra*|lo_que|mis|mi
    twice = una_vez|una por|con|de|en|a y|luego|después otra|por|una; y|luego \
    otra|de_nuevo|otros|otra_vez $; recibo|factura|saldo teléfono|móvil|celular|operador y \
    tarjeta; pagué|pagado|cobraron|pasado dos|doble|los_dos|ambos; los_dos|ambos lados; \
    abajo|debajo otra|otros|otro|lo_mismo; uno de_más; devuelvan una|uno|la_otra; volví_a \
    comprar|pagar|apretar
    offer = código|codigo|cupón|cupon \
    dónde|donde|poner|meter|ingresar|casilla|inválido|válido|newsletter|influencer|sirve|funciona|acepta; \
    poner|meto|meter|ingresar|introducir|canjear|pongo|ingreso|usar código|codigo|cupón|cupon; \
    casilla|campo código|cupón; influencer|youtuber|podcast|boletín código|cupón; para|solo|sólo \
    todos|nuevos|nuevas; oferta de|inicial|bienvenida|lanzamiento; primer mes a|por $; \
    precio|tarifa completo|completa|normal|entero
    hold = tarjeta \
    vencida|venció|vencio|caducada|caducó|rechazada|rechazó|rebotó|bloqueada|nueva|cambié|reemplaz*; \
    pago|cobro rechazado|rechazó|rebotó|falló|fallo|no_pasó|fallido|pasó; \
    puse|metí|meti|agregué|añadí|registré|actualicé|cambié nueva|la|otra|plata|los \
    tarjeta|plata|datos|pago|saldo; problema|lío|error con|de|en pago|tarjeta|facturación|cobro; \
    no|sin había|tenía|tenia saldo|fondos|dinero|plata; cuenta|suscripción|sigue|dice|sale \
    suspendid*|pausad*|en_pausa|en_espera
    price = más|menos|mas car*|barat*|que; en_vez|en_lugar de $; \
    hermana|hermano|amigo|amiga|vecina|compañero paga|pagó|le_cuesta|cuesta|cobran; renov* a|por \
    $|más; nuevo|otro|viejo|anterior precio; decía|ponía|mostraba|aparecía|anunciado $|precio; \
    por_qué|porqué me|yo|a_mí cobran|pago|cuesta|sale|más
    tier = de|del básico|basico|base|solo|individual|mini a|al \
    plus|pro|dúo|duo|familiar|premium|max; diferencia pag*|cobr*
    gone = dónde|donde|adónde está|esta|quedó|fue|se mi|mis|premium|fue; por_qué|porque|cómo \
    ya|mi|se|no|desapareció premium|tengo|fue|suscripción|desapareció; \
    premium|suscripción|plus|pro desapareció|desaparecio|se_fue|perdid*|perdí|esfumó
    stopped = dónde|donde|por_qué está|mi|se|ya|premium fue|premium|quedó|no|terminó|desapareció; \
    premium|suscripción|acceso|plus|pro \
    desapareció|terminó|se_fue|cortó|quitaron|dejó|perdí|caducó|venció|acabó; \
    perdí|perdi|quitaron|perdido premium|acceso|suscripción|el|mi; volvió|volví a \
    gratis|gratuita|básica
    inquiry = tengo|tendré|conservo|sigo|pierdo ahora|todavía|aún|con|el acceso; \
    puedo|puede|se_puede|podría cancelar|darme|compartir|dejarlo|parar antes|después|cuando|con; \
    si activo|compro|pago|me_suscribo|contrato
    pending = pendiente|en_proceso|procesando desde|sigue|todavía|pago|transacción|aún; \
    pago|transacción|compra|transferencia pendiente|en_proceso|procesando|hecha|enviada|salió; \
    sigue|dice|sale|aparece|todavía pendiente|en_proceso|procesando|en_trámite
    approve = mamá|mama|papá|papa|padre*|madre|mami|abuela \
    aprob*|acept*|autoriz*|dio_permiso|permiso|dijo_que_sí|ok; solicitud|petición|permiso \
    envi*|lleg*|desapareció|caducó|venció|mamá|papá; pedir|pide|pidió|solicit* \
    permiso|autorización|aprobación
    locked = solo|sólo|exclusivo para miembros|socios|suscriptores; candad*; no|sin|ningún|tengo \
    acceso; disponible tras|después|con compra|plus; gris
    """
  )
}
