extension TicketLanguage {
  static let portugueseWords = """
    ontem hoje ainda todo quando porque você seu sua quero fui deu nem os as de que um uma não \
    nao meu minha me com por pra para do da na em eu se já mas tá voces vocês olá oi obrigado \
    obrigada boa bom dia tenho foi ao isso gente como até mais está aí
    """

  static let portuguese = TicketLanguage(
    isSpaced: true,
    """
    @not = não|nao|nada|nunca|nenhum|nenhuma|sem|nem|n
    @abo = \
    assinatura|subscrição|premium|pro|plus|acesso|versão|mensalidade|compra*|plano|funções|pacote
    bought = pagu*; paguei; pago; pagos; compr*; comprei; adquir*; assin* \
    premium|plano|o|hoje|ontem; assinei; assinatura feita; fiz assinatura|pagamento|compra|pix; \
    pagamento aprovado|confirmado|realizado|foi; subscrevi; recibo; gastei; comprovante; \
    comprovativo; debitado; transferi; caiu na hora; contrat*
    charge = cobr*; cobrança*; debit*; descont*; fatura*; cartão; extrato; pag*; cobrad*; retir*; \
    tirar|tiraram|tirando dinheiro|da; renov*; levaram; saiu; veio $; lançamento*; banco; caiu
    twice = duas|2 vezes; dobro; dobrad*; duplic*; dupla; duplo; 2x; duas|dois|2|três|várias|mais \
    cobrança*|pagamento*|débito*|compra*|assinatura*|faturas|lançamentos|transaç*; em duplicado; \
    repetid*; duas vezes; x2; mesmo dia; mesma coisa; mesmo valor; também cobrar|cobrando
    once = só um|uma|assinei|comprei|cliquei; uma vez; apenas um|uma; uma só; as duas \
    passaram|foram; somente uma
    refund = reembols*; devol*; devolv*; estorn*; dinheiro de volta|volta; quero|meu|o \
    dinheiro|grana volta|de volta; meu dinheiro; minha grana; ressarc*; restitu*; arrepend*; \
    refund; quero meu|o dinheiro; cancelar compra|pedido; anular compra; dinheiro devolta; \
    recuperar dinheiro|valor|o; devolução
    accident = engano; sem querer|autorização|permissão|saber|eu|minha; por erro; acident*; \
    errado botão; engan*; não queria; lapso; involuntari*; não autorizei; sem eu
    child = \
    filho|filha|criança*|neto|neta|sobrinho|sobrinha|menino|menina|miúdo|miúda|anos|garoto|bebê
    unused = não|nunca|nem us*|uso|usei|utilizei|serve|funciona|presta|abre|corresponde|preciso; \
    golpe*; inútil; fraude; decepcion*; desilud*; engan*; burla
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; motorola; moto; \
    xiaomi; gpa
    restore = restaur*; recuperar compra*|a compra; restore*; repor compra*; reposição compra*
    fail = erro; não|nada|n funciona|faz|acontece|encontr*|dá|vai|consigo|consegue; falha*; \
    nenhuma; impossível; rodando; nada; deu erro; travad*; não foi; cinzento; falhou
    device = novo|outro|nova|troquei|trocar|troca|mudei|mudado|antigo \
    celular|cel|telefone|telemóvel|iphone|ipad|tablet|aparelho|android|samsung|computador|dispositivo; \
    celular|telefone|telemóvel|tablet \
    novo|roubado|quebrou|perdi|formatado|roubaram|partiu|avariou; reinstal*; desinstal*; format*; \
    resetei; instalei de novo|tudo|novamente; de fábrica; mudei|passei|mudado|migrei \
    de|do|pra|para iphone|android|samsung; apaguei app|o; repus; troquei de; roubaram celular; \
    troca de celular
    account = outr*|nov*|duas|dois|diferente*|errad*|antig*|segunda \
    conta*|mail|email|perfil|login|e-mail; entr*|loguei|logou|fiz com|em|na|login \
    email|conta|mail|e|outra|sua|google|apple|facebook|dele|dela; login; logou; sessão; \
    juntar|unir|fundir|unific*|vincul* conta*; mudei email|conta|e; transfer*|passar|migrar \
    conta|pra|para; marido|esposa|irmão|irmã|filho|filha|namorado|amigo entrou|logou|usou|fez; \
    qual email|conta|e; outra conta; no lugar do pessoal
    gone = sumi*; sumiu; desaparec*; perdi*; perdeu; cadê; não|nem|nunca \
    aparece|reconhece|está|tem|acho|encontro|consta|tinha mais|que|em|minha|nada|o; não \
    reconhece; foi embora; como se nunca|não|fosse; deixou de ter; nenhum lugar; lugar nenhum; \
    vazi*; evapor*; cadê minha assinatura|compra|conta|versão; pagar outra vez|novo; comprar de \
    novo|outra
    cancel = cancel*; cancelei; anul*; desativei renov*|assinatura|a; encerr*; desativ* renov*|a; \
    renovação desativada|automática|cancelada; desinscrev*; desassin*; terminei; rescind*; parei \
    assinatura; não será renovada; termina em|a; dei baixa; expira em; desist* assinatura; pôr \
    fim
    forgot = esquec*|como|quero|gostaria|onde|queria|consigo cancel*|de cancel*|anul*|desassin*
    again = de novo; novamente; outra vez; ainda; continu*; mesmo assim; mais; todo mês; assim \
    mesmo; volt*; apesar
    premium = @abo; desbloque*; liber*
    locked = bloque*; cadeado*; desbloque*; liber*; anúncio*; propaganda*; publicidade; @not \
    liber*|acesso|abre|abrir|ativ*|usar|desbloque*|entrar|consigo|disponível|premium|aceder|mudou; \
    pede|pedindo|pedir|diz|fala|aparece|continua|apresentar|quer \
    assinar|pagar|comprar|premium|grátis|gratuit*|pra|subscrever; versão|conta|plano \
    grátis|gratuita|básica|limitada|free|gratuito; gratuit*; trancad*; continua \
    bloque*|grátis|igual|free|sem|com|pedindo|a; não consigo abrir|acessar|usar|entrar|aceder; \
    conteúdo gratuito; nada mudou
    stopped = de repente; do nada; não mais|tenho|funciona; já não; perdi premium|acesso|o|plus; \
    parou de; deixou de; venci*; expir*; desativ*; suspens*; tiraram; tirou; cortaram; hoje \
    perdi|não|sumiu|nada|acordei; jogou pro grátis|plano; voltou pro|para grátis|free|básico; \
    bloquearam; removeram; caiu pra|para grátis|free
    until = até ontem|hoje|semana|anteontem|agora|sexta|segunda|há|dia; ontem \
    funcion*|estava|tinha|ainda|tava; funcionava; desde ontem|hoje|segunda|sexta|manhã; tava \
    funcionando|normal; antes funcionava; estava funcionando|normal|a funcionar|tudo
    hold = suspens*; pausad*; em pausa; atualiz* pagamento|cartão|forma|dados; problema* \
    pagamento|cobrança|cartão|faturação; pagamento|cartão|cobrança \
    recus*|falh*|vencid*|expirad*|negad*|não|rejeit*|caducou; novo cartão; cartão novo; sem \
    saldo|limite; saldo; forma de pagamento; método de pagamento; falta de pagamento; coloquei \
    saldo|limite; regulariz*; troquei cartão; período de carência|tolerância; método
    ongoing = pago|pagando|pagar todo|sempre|ainda|direitinho|todos|em|cada; continu* \
    pagando|cobrando|pagar|a pagar|cobrar|a cobrar; todo mês; todos os meses; em dia; \
    assinante|cliente|subscritor desde|há|faz; está|consta|tá ativ*|lá; pago|paga até; renova em; \
    renovou; mesmo pagando; válida até; mensalidade em|ta|paga; cada mês; ainda pago|cobra*; \
    embora|apesar|sendo pag*
    monthly = mensal*; mês; meses
    yearly = anual*; ano; anos
    tier = plano*; pacote; básic*; individual; família; familiar; tarifa; pro; assinatura; \
    padrão; tarifário; vitalíci*
    change = mud* plano|do|de|para|pro|o|a|pra; troc* plano|do|de|pro|para|o; pass* \
    do|para|pro|de|a|ao; upgrade; downgrade; alter* plano|a|o|do|para; mais barat*; migr*; fiz \
    upgrade|downgrade; trocar
    wrong = errad*; em vez; ao invés; era pra ser; queria|quis|pedi|escolh*|selecion*|era \
    mensal|anual|o|a|plano; continua|ainda|segue|seguem \
    básic*|mensal|anual|basic|individual|no|na|como|cobrando|mostra*|aparec*|a; por engano \
    anual|mensal; preço antigo; plano antigo; lugar de; aparece ainda; cobraram anual|mensal
    price = preço* sub*|aument*|mud*|mais|errado|diferente|novo; aument*; subiu; subir; valor \
    subiu|aument*|mais|mudou|maior|diferente|errado; mais caro|cara; reajust*; sempre paguei|foi \
    $; pagava; antes era|pagava|$; em vez de $; a mais; de $ para|pra; encarec*; custava; preço; \
    valor
    coins = moed*; gema*; diamante*; crist*; crédito*; ficha*; token*; coins; gems; baú*; ouro; \
    pontos; rubi*; joia*; robux; vidas; pacote de; esmeralda*; energia; estrelas; dima*; barras
    missing = @not \
    ca*|cheg*|receb*|credit*|aparec*|vier*|veio|entr*|mexeu|ganhei|tenho|recebi|deram|constam; \
    cadê; cade; onde estão|tá|está|foram|esta; falt*; nunca; nada; sumi*; zero; nenhuma; saldo \
    não|mesmo|igual|continua; só recebi|vieram|chegaram|caíram; não caiu; ainda não; espera*
    trial = teste; trial; experiment*; dias|dia|semana*|mês grátis|gratis|gratuit*|teste|free; \
    período|periodo de teste|gratuito|grátis|experiment*; avaliação gratuita; grátis dias|por; \
    primeiro mês grátis; degust*
    offer = cupom; cupão; cupons; código*|codigo*; desconto*; promoç*|promo*; oferta*; vale; \
    black friday; %; elegível; estudant*; resgat*; voucher; primeiro mês sai|por; cliente novo; \
    convite; campanha
    pending = pendente*; process*; em análise|processamento|andamento; aguard* \
    aprov*|confirm*|pagamento|autoriz*; espera* aprov*; boleto; não \
    compens*|complet*|confirm*|conclu*|finaliz*; multibanco; em espera; compens*; pix \
    pendente|não; não foi aprovado
    approve = aprov*; pedido para comprar|do|da|de; pedido aprovado; autoriz*; permissão para \
    comprar|compra; aceitei pedido|compra; peça para comprar; pedir para comprar; controle \
    parental; pedido meu|minha
    family = famil*; partilha; compartilh*; organizador*; meu|minha|meus \
    marido|esposa|mulher|filho|filha|filhos|irmã|irmão|mãe|pai \
    não|consegue|aparece|continua|pede; grupo familiar; partilh*
    crash = fecha sozinho|sozinha|quando; trava*; travando; bug*; crash*; atualização; tela \
    branca|preta; ecrã branco|preto; lent*; teclado; notificaç*; sincroniz*; câmera; export*; não \
    carrega; não abre o|a|depois; encerra sozinho; imagem; foto; som
    wish = poderiam|podiam|podem|seria|gostaria|dava|podia \
    adicionar|colocar|legal|bom|pôr|fazer|incluir|ótimo|ter|acrescentar|muito|de ver; modo \
    escuro; modo noturno; sugest*; adicion*; idioma; fonte; como faço|posso|mudo|exporto; tem \
    como exportar|mudar|imprimir|colocar|usar; widget; ideia; tradu*; tema escuro
    login = senha; palavra-passe; palavra passe; não consigo entrar|logar|acessar \
    minha|na|a|conta; redefin*; email|e-mail|mail não chega; esqueci minha|a|da \
    senha|palavra|login; código de verificação|verificação; excluir|apagar|eliminar \
    minha|conta|dados; recuperar senha|conta; não chega email
    away = fora do escritório|da; férias; resposta automática; ausente; retorno dia|em; licença; \
    não entregue; ausência; recesso
    praise = parabéns; \
    ótimo|excelente|melhor|maravilhoso|lindo|incrível|bom|top|fantástica|excelente \
    app|aplicativo|trabalho|aplicação; obrigado|obrigada pelo|por \
    app|aplicativo|trabalho|tudo|esse; vale cada|a|muito|cada; amo; adoro; 5|cinco estrelas; \
    continuem; recomendo; nota 10|dez
    business = parceria; anunci* no|em|com; licenças; escola; vaga; estágio; currículo; imprensa; \
    agência; avaliações; downloads; marketing; divulg*; patroc*; oferecemos; proposta; orçamento; \
    newsletter; colabora*
    invoice = nota fiscal; fatura com|em|para; \
    emitir|enviar|preciso|mandar|pedir|passar|obter|queria nota|fatura|nf; nif; cnpj; contab*; \
    nf; contribuinte; recibo para|com; razão social; iva
    """
  )
}
