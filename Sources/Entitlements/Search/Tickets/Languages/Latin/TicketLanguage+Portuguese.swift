extension TicketLanguage {
  static let portugueseWords = """
    ontem hoje ainda todo quando porque você seu sua quero fui deu nem os as de que um uma não \
    nao meu minha me com por pra para do da na em eu se já mas tá voces vocês olá oi obrigado \
    obrigada boa bom dia tenho foi ao isso gente como até mais está aí agora depois antes ser \
    são nas nos dos das pelo pela à às essa esse minhas meus faz fez tudo ela ele sem só vez \
    segue continua estou paguei comprei recebi a o e dá acabei queria quanto app abre
    """

  static let portuguese = TicketLanguage(
    isSpaced: true,
    """
    @not = não|nao|nada|nunca|nenhum|nenhuma|sem|nem|n
    @abo = \
    assinatura|subscrição|premium|pro|plus|acesso|versão|mensalidade|compra*|plano|funções|pacote
    bought = pagu*; pago; pagos; compr*; adquir*; assin* premium|plano|o|hoje|ontem; assinei; \
    assinatura feita; fiz assinatura|pagamento|compra|pix; pagamento \
    aprovado|confirmado|realizado|foi; recibo; gastei; debitado; transferi; caiu na hora; \
    contrat*; acabei|acabo de pagar|comprar|assinar|fazer|subscrever; fiz a|o \
    compra|assinatura|pagamento|pix|upgrade; já paguei|descontou|debitou|comprei; pagamento \
    ok|aprovado|confirmado|efetuado|concluído|caiu|passou; descontou no|do; peguei \
    premium|o|plus|pro|versão; tinha comprado|pago; assinante novo; botei crédito; aderi; \
    recarreguei; subscrev*; foi pago; dinheiro saiu|foi
    charge = cobr*; debit*; descont*; fatura*; cartão; extrato; pag*; retir*; \
    tirar|tiraram|tirando dinheiro|da; renov*; levaram; saiu; veio $; lançamento*; banco; caiu; \
    caiu outra|mais|cobrança; lançaram; tiraram; tiram; sacaram; saiu|saíram $|da|do; veio \
    $|na|no|cobrança; vieram|vem $|dois|duas|na; passaram; passou no cartão; comeram $|meu; na \
    minha conta; do meu cartão; nubank; pix; paypal; boleto; mbway; mais uma; outra cobrança; \
    novamente $; puxaram; taxa; sacado
    twice = duas|2 vezes; dobro; dobrad*; duplic*; dupla; duplo; 2x; duas|dois|2|três|várias|mais \
    cobrança*|pagamento*|débito*|compra*|assinatura*|faturas|lançamentos|transaç*; em duplicado; \
    repetid*; duas vezes; x2; mesmo dia; mesma coisa; mesmo valor; também cobrar|cobrando; \
    dois|duas|2|ambas|várias|três \
    lançamentos|cobranças|vezes|débitos|iguais|pagamentos|assinaturas|compras|faturas|recibos|subscrições|movimentos; \
    iguais; idêntic*; mesmo dia|valor|minuto|mês; mesma data|hora; em dobro; segunda|segundo \
    cobrança|vez|lançamento|débito; e outra|outro de $; tanto no|na apple|google; duas \
    assinaturas; um a mais; 2 vezes
    once = só um|uma|assinei|comprei|cliquei; uma vez; apenas um|uma; uma só; as duas \
    passaram|foram; somente uma; só|apenas|somente|unicamente \
    uma|um|comprei|quero|preciso|cliquei|fiz; uma vez só; uma delas; um deles; comprei uma vez; \
    única; um só; basta uma; sendo que comprei|só
    refund = reembols*; devol*; estorn*; dinheiro de volta|volta; quero|meu|o dinheiro|grana \
    volta|de volta; meu dinheiro; minha grana; ressarc*; restitu*; arrepend*; refund; quero meu|o \
    dinheiro; cancelar compra|pedido; anular compra; dinheiro devolta; recuperar dinheiro|valor|o; \
    dinheiro|grana|valor|$ de volta|volta|devolvido; pegar|ter|quero|receber|reaver|recuperar \
    o|meu|dinheiro|grana|a|meus|$ dinheiro|grana|volta|valor|euros|reais; reaver; rembolso; \
    reverter; cancelar a|o|essa|esta compra|pedido|pagamento|cobrança; desfazer; anular a|compra; \
    chargeback; contestar; reenbolso
    accident = sem querer|autorização|permissão|saber|eu|minha; por erro; acident*; errado botão; \
    engan*; não queria; lapso; involuntari*; não autorizei; sem eu; sem \
    querer|eu|pedir|perceber|autorização|avisar|minha; por engano|acidente|erro|descuido; apertou; \
    clicou; foi sem; nunca autorizei|pedi|quis; escondido; às escondidas; brincando; esbarrei; \
    gato; mexendo; não reconheço; distração
    child = \
    filho|filha|criança*|neto|neta|sobrinho|sobrinha|menino|menina|miúdo|miúda|anos|garoto|bebê; \
    filhinh*; meu|minha menino|menina|garoto|pequeno|pequena|neto|bebê|filho|filha|sobrinho; \
    netinho; sobrinha; afilhad*; adolescente; anos; puto; catraio
    unused = não|nunca|nem us*|uso|usei|utilizei|serve|funciona|presta|abre|corresponde|preciso; \
    golpe*; inútil; fraude; decepcion*; desilud*; engan*; burla; não|nem \
    gostei|gosto|serve|serviu|presta|quero|curti|vale|faz|abri|cumpre|funciona|era; uma \
    porcaria|merda|bosta; lixo; propaganda enganosa; péssim*; insatisfeit*; arrependi; \
    arrependid*; não era o|bem que; nada a ver; não atende; diferente do anunciado|descrito; \
    horrível; nem abri; mudei de ideia; nunca abri
    apple = apple; itunes; iphone*; ipad*; app store; appstore; ios; mac
    google = google; android*; play store; playstore; samsung; pixel; galaxy; motorola; moto; \
    xiaomi
    restore = restaur*; recuperar compra*|a compra; restore*; repor compra*; reposição compra*; \
    restabelec* compra*; recuperar minhas|as compras; repor; compras anteriores; nada pra|para \
    restaurar
    fail = erro; não|nada|n funciona|faz|acontece|encontr*|dá|vai|consigo|consegue; falha*; \
    nenhuma; impossível; rodando; nada; deu erro; travad*; não foi; cinzento; falhou; não \
    tem|há|acontece|encontra|encontrou|responde|faz|vai|funciona|rola|reconhece \
    nada|compra*|nenhum*; nada pra|para|acontece; diz|aparece|fala|dá que|erro não|nenhuma|nada; \
    mensagem; fica carregando|girando|rodando; girando; sem sucesso|resposta; já tentei|testei; \
    várias vezes; mil vezes; não rola; dá erro; tentei
    device = novo|outro|nova|troquei|trocar|troca|mudei|mudado|antigo \
    celular|cel|telefone|telemóvel|iphone|ipad|tablet|aparelho|android|samsung|computador|dispositivo; \
    celular|telefone|telemóvel|tablet \
    novo|roubado|quebrou|perdi|formatado|roubaram|partiu|avariou; reinstal*; desinstal*; format*; \
    resetei; instalei de novo|tudo|novamente; de fábrica; mudei|passei|mudado|migrei \
    de|do|pra|para iphone|android|samsung; apaguei app|o; repus; troquei de; roubaram celular; \
    troca de celular; troquei|trocar|troca|mudei|comprei|roubaram|perdi|quebrou|ganhei \
    de|celular|meu|um|o|novo \
    celular|telefone|telemóvel|aparelho|iphone|tablet|cel|ipad|computador|samsung; \
    celular|telefone|telemóvel|iphone|tablet|aparelho \
    novo|roubado|quebrado|antigo|formatado|perdido|velho; novo|nova \
    celular|telefone|telemóvel|iphone|aparelho|tablet|galaxy|samsung; baixei de novo|novamente; \
    instalar de novo|novamente; do android pro|para; do iphone pro|para; resetar; restaurei; \
    assistência; no novo; backup; instalei outra
    account = outr*|nov*|duas|dois|diferente*|errad*|antig*|segunda \
    conta*|mail|email|perfil|login|e-mail; entr*|loguei|logou|fiz com|em|na|login \
    email|conta|mail|e|outra|sua|google|apple|facebook|dele|dela; login; logou; sessão; \
    juntar|unir|fundir|unific*|vincul* conta*; mudei email|conta|e; transfer*|passar|migrar \
    conta|pra|para; marido|esposa|irmão|irmã|filho|filha|namorado|amigo entrou|logou|usou|fez; \
    qual email|conta|e; outra conta; no lugar do pessoal; \
    outro|outra|diferente|antigo|antiga|nova|novo|errado|errada|segundo \
    e-mail|email|conta|mail|login|perfil|id; conta errada; dois emails|e-mails|logins|perfis; duas \
    contas; id apple; apple id; criei outra|uma conta|nova; conta da|do \
    esposa|marido|minha|meu|outra; entrei com|pelo|pela|no; logado; cadastr* com|em; mudei de \
    e-mail|email|conta|número; email do trabalho; com o google|facebook|apple|dele|dela
    gone = sumi*; desaparec*; perdi*; perdeu; cadê; não|nem|nunca \
    aparece|reconhece|está|tem|acho|encontro|consta|tinha mais|que|em|minha|nada|o; não reconhece; \
    foi embora; como se nunca|não|fosse; deixou de ter; nenhum lugar; lugar nenhum; vazi*; \
    evapor*; cadê minha assinatura|compra|conta|versão; pagar outra vez|novo; comprar de \
    novo|outra; sumiu tudo|meu|minha|o|a; perdi|perdeu tudo|acesso|minhas|meu|o|a|minha; \
    desapareceu tudo|meu|minha; cadê|onde meu|minha|está|foi|foram|tá; apagou tudo|minha; não|nem \
    aparece|consta|tem|está|reconhece|acho|acha mais|nada|minha|meu|a; como se|fosse \
    nunca|novo|eu|não; usuário novo; novo usuário; do zero; comprar tudo|de novo|outra; pagar de \
    novo|tudo|outra; foi tudo embora; zerou; zerado; não me reconhece; nada do que; sem nada; foi \
    pro espaço; diz que não|nunca tenho|comprei
    cancel = cancel*; anul*; desativei renov*|assinatura|a; encerr*; desativ* renov*|a; renovação \
    desativada|automática|cancelada; desinscrev*; desassin*; terminei; rescind*; parei assinatura; \
    não será renovada; termina em|a; dei baixa; expira em; desist* assinatura; pôr fim; desativei; \
    tirei a|renovação; desliguei; parei a|de|com; suspendi; terminei a; cortei; desfiz; desisti; \
    fechei a|minha|conta; tinha cancelado; canselei; cancelar renovação; confirmação de \
    cancelamento; não renovar; sair da assinatura
    forgot = esquec*|como|quero|gostaria|onde|queria|consigo cancel*|de cancel*|anul*|desassin*; \
    esqueci; esqueceu; como|onde|quero|queria|gostaria|preciso|favor \
    faço|cancelo|cancelar|cancelem|pra|anular|desativar; não consegui cancelar; perdi prazo; \
    passou o prazo; cancelem; cancelar minha
    again = de novo; novamente; outra vez; ainda; continu*; mesmo assim; mais; todo mês; assim \
    mesmo; volt*; apesar; segue; mesmo; insist*; volta e meia; ainda assim; outra
    premium = @abo; desbloque*; liber*; vip; gold; versão completa|pro|premium|paga|full; conteúdo \
    premium|pago; sem anúncio*; ilimitad*; funções premium; tudo liberado; assinante
    locked = bloque*; cadeado*; desbloque*; liber*; anúncio*; propaganda*; publicidade; @not \
    liber*|acesso|abre|abrir|ativ*|usar|desbloque*|entrar|consigo|disponível|premium|aceder|mudou; \
    pede|pedindo|pedir|diz|fala|aparece|continua|apresentar|quer \
    assinar|pagar|comprar|premium|grátis|gratuit*|pra|subscrever; versão|conta|plano \
    grátis|gratuita|básica|limitada|free|gratuito; gratuit*; trancad*; continua \
    bloque*|grátis|igual|free|sem|com|pedindo|a; não consigo abrir|acessar|usar|entrar|aceder; \
    conteúdo gratuito; nada mudou; cheio de|continua|ainda|segue \
    propaganda|anúncio*|cadeado*|bloque*|com|grátis|free|a|versão|pedindo|básico|trancado|sem; \
    comercial; pede|pedindo|manda|diz|fala|quer|aparece pra|para|que|preciso|eu|assine \
    assinar|pagar|comprar|atualizar|assine; assine agora|já|o|premium; vire premium; seja premium; \
    versão gratuita|grátis|free|básica|limitada|teste|demo; não|nada \
    liberou|mudou|desbloqueou|ativou|abre|libera|habilitou|muda|foi|ativa|abriu|reconheceu; não me \
    deixa|reconhece|libera; limitad*; fechad*; nada mudou|liberou; sem acesso|liberar; atualizar \
    para premium|pro|plus; sem nada liberado; tá tudo igual|bloqueado|travado; continua \
    igual|tudo|a|como; conta grátis|free|gratuita|básica; restrit*; inativ*
    stopped = de repente; do nada; já não; perdi premium|acesso|o|plus; parou de; deixou de; \
    venci*; expir*; desativ*; suspens*; tiraram; tirou; cortaram; hoje \
    perdi|não|sumiu|nada|acordei; jogou pro grátis|plano; voltou pro|para grátis|free|básico; \
    bloquearam; removeram; caiu pra|para grátis|free; desde hoje|ontem|esta|a|segunda|cedo|manhã; \
    hoje de|cedo|já|acordei|amanheceu; de manhã; de uma hora; \
    travou|bloqueou|trancou|sumiu|caiu|fechou tudo|o|meu|premium; fiquei|ficou|deixaram sem \
    premium|acesso|o|nada|plus|pro; sem o premium|acesso|plus|pro; perdi o|acesso|premium; parou; \
    não funciona|tenho|consigo|abre mais; tiraram o|meu|acesso|premium; venceu; caducou; \
    voltou|voltei a|ao|para|pro|pra ser|grátis|versão|free|básico|gratuito; rebaix*; sem aviso; \
    diz que expirou|venceu|terminou|acabou|preciso; acordei
    until = até ontem|hoje|semana|anteontem|agora|sexta|segunda|há|dia; ontem \
    funcion*|estava|tinha|ainda|tava; funcionava; desde ontem|hoje|segunda|sexta|manhã; tava \
    funcionando|normal; antes funcionava; estava funcionando|normal|a funcionar|tudo; \
    funcionava|funcionando|estava|tava|ia perfeito|bem|normal|tudo|ontem|direitinho|certinho|sem; \
    sempre funcionou|deu; antes funcionava|ia; semana passada; há meses|anos; vinha \
    funcionando|usando; ontem à noite
    hold = suspens*; pausad*; em pausa; atualiz* pagamento|cartão|forma|dados; problema* \
    pagamento|cobrança|cartão|faturação; pagamento|cartão|cobrança \
    recus*|falh*|vencid*|expirad*|negad*|não|rejeit*|caducou; novo cartão; cartão novo; sem \
    saldo|limite; forma de pagamento; método de pagamento; falta de pagamento; coloquei \
    saldo|limite; regulariz*; troquei cartão; período de carência|tolerância; método; \
    problema|erro|falha com|no|na|de|do pagamento|cartão|cobrança|fatura|método; \
    pagamento|cartão|cobrança recusad*|falh*|venc*|negad*|rejeit*|não|expir*|bloque*|clonado|novo; \
    troquei|atualizei|cadastrei|coloquei|mudei de|o|novo|um|outro|meu cartão; cartão \
    bom|novo|ok|certo|virou|vencido|está; limite; tenho saldo|limite|dinheiro; banco \
    recusou|bloqueou; aviso de; sem fundos; fundos; aceito; carência
    ongoing = pago|pagando|pagar todo|sempre|ainda|direitinho|todos|em|cada; continu* \
    pagando|cobrando|pagar|a pagar|cobrar|a cobrar; todo mês; todos os meses; em dia; \
    assinante|cliente|subscritor desde|há|faz; está|consta|tá ativ*|lá; pago|paga até; renova em; \
    renovou; mesmo pagando; válida até; mensalidade em|ta|paga; cada mês; ainda pago|cobra*; \
    embora|apesar|sendo pag*; pago|pagando|pagamos|paga \
    todo|todos|certinho|cada|sempre|em|direitinho|desde|há|mensal*|sem; certinho; direitinho; \
    assinante|cliente|membro|sócio|subscritor desde|há|faz|antig*|fiel; assinatura|plano \
    vai|vale|está|válid*|ativ*|até|renov*|em|vence até|ativ*|em|só|dia|dezembro|janeiro; \
    renovou|renova|renovação em|dia|sozinh*|no|foi|feita|automátic*; pontual*; há anos|meses; \
    continuo pagando|a pagar; até dezembro|janeiro|março|junho|fim; nunca atrasei; sem falta; sem \
    falhar
    monthly = mensal*; mês; meses; por mês; ao mês
    yearly = anual*; ano; anos; por ano; ao ano; anuidade; um ano; doze meses; 12 meses; ano \
    inteiro
    tier = plano*; pacote; básic*; individual; família; familiar; tarifa; pro; assinatura; padrão; \
    tarifário; vitalíci*; versão; duo; estudante; equipe; equipa; nível; opção; mensal; anual
    change = mud* plano|do|de|para|pro|o|a|pra; troc* plano|do|de|pro|para|o; pass* \
    do|para|pro|de|a|ao; upgrade; downgrade; alter* plano|a|o|do|para; mais barat*; migr*; fiz \
    upgrade|downgrade; trocar; troca; mudar; mudança; alterar; converter; passar pro|para|pra; \
    corrigir; ajustar; subi de|para; desci; passei do|para; substituir
    wrong = errad*; ao invés; era pra ser; queria|quis|pedi|escolh*|selecion*|era \
    mensal|anual|o|a|plano; continua|ainda|segue|seguem \
    básic*|mensal|anual|basic|individual|no|na|como|cobrando|mostra*|aparec*|a; por engano \
    anual|mensal; preço antigo; plano antigo; lugar de; aparece ainda; cobraram anual|mensal; \
    queria|pensei|achei|achava|pretendia|ia o|a|que|era|pegar|pagar|assinar|só|fazer|escolher \
    mensal|anual|plano|pegando|mês; acabei \
    pegando|assinando|indo|escolhendo|comprando|ficando|no|com; \
    peguei|escolhi|assinei|cliquei|comprei|marquei o|a|no|errado|errada|por \
    anual|mensal|errad*|engano|outro; por engano|erro o|anual|mensal|peguei|assinei|fui; no lugar; \
    não era o|a|esse|essa; ficou|veio|saiu|foi anual|mensal|o; \
    diz|mostra|aparece|consta|continua|estou|tá \
    básico|basic|antigo|anterior|mensal|anual|individual|padrão|grátis; confundi; plano \
    errado|anterior|antigo|trocado
    price = preço* sub*|aument*|mud*|mais|errado|diferente|novo; aument*; subiu; subir; valor \
    subiu|aument*|mais|mudou|maior|diferente|errado; mais caro|cara; reajust*; sempre paguei|foi \
    $; pagava; antes era|pagava|$; em vez de $; a mais; de $ para|pra; encarec*; custava; preço; \
    valor; preço|valor|mensalidade|custo|tarifa \
    sub*|aument*|mud*|diferente|mais|era|passou|dobrou|anunciado|errado|alterado; passou de $; de \
    $ para|pra|a; paguei|cobraram|cobrado|pagando|veio mais|$|a que|caro|do|mais|em; antes|sempre \
    era|pagava|paguei|custava|$; pagava $|menos; dizia $; prometido; prometeram; caríssimo; por \
    que $; agora $; do nada $; a diferença; ninguém avisou|falou|disse|me; sem avisar|aviso
    coins = moed*; gema*; diamante*; crist*; crédito*; ficha*; token*; coins; gems; baú*; ouro; \
    pontos; rubi*; joia*; robux; vidas; pacote de; esmeralda*; energia; estrelas; dima*; barras; \
    saco de; minutos; horas; chaves; corações; tickets; bilhetes; pérolas; aulas; lições; \
    mensagens; consultas; saldo; contador; no jogo; jogo; poções; passes; skin; skins; recarga; \
    estrelinhas; bônus; pacotinho; giros
    missing = @not \
    ca*|cheg*|receb*|credit*|aparec*|vier*|veio|entr*|mexeu|ganhei|tenho|recebi|deram|constam; \
    cadê; onde estão|tá|está|foram|esta; falt*; nunca; nada; sumi*; zero; saldo \
    não|mesmo|igual|continua; só recebi|vieram|chegaram|caíram; não caiu; ainda não; espera*; \
    não|nem|nada|nunca \
    caiu|caíram|chegou|chegaram|veio|vieram|apareceu|apareceram|entrou|entraram|recebi|creditou|creditaram|mexeu|mudou|adicionou; \
    até agora nada|não; continua|saldo|contador|ainda|segue|está \
    em|zero|0|com|igual|não|mesmo|zerado|parado|sem; nenhum*; nem um|uma; cadê \
    meus|minhas|as|os|o; onde estão|foram|tá meus|minhas|as|os; sem receber|nada|ver; só \
    metade|veio|vieram|caiu; não caiu nada; nadica; zerado; não tão
    trial = teste; trial; experiment*; dias|dia|semana*|mês grátis|gratis|gratuit*|teste|free; \
    período|periodo de teste|gratuito|grátis|experiment*; avaliação gratuita; grátis dias|por; \
    primeiro mês grátis; degust*; primeiros|primeiro|primeira 3|7|14|30|dias|mês|semana \
    grátis|gratis|gratuit*|gratuito|livre|eram; 7|14|30|3|sete|quinze dias; semana \
    grátis|gratuita|gratis; grátis mas|e|só|falava|supostamente; \
    falava|dizia|prometia|prometeram|estava|era grátis|gratuito|gratuita|teste|7|escrito; testar \
    antes|por|de; período gratuito|grátis|teste; era pra ser grátis|gratuito; sem custo; não era \
    pra cobrar; dias de graça; de graça
    offer = cupom; cupão; cupons; código*|codigo*; desconto*; promoç*|promo*; oferta*; vale; black \
    friday; %; elegível; estudant*; resgat*; voucher; primeiro mês sai|por; cliente novo; convite; \
    campanha; código|cupom promocional|de|não|inválido|que|expirado|desconto|promo; vale \
    presente|desconto; promo; metade do preço; preço promocional|especial|de|estudante; inválid*; \
    black; universitári*; cliente novo|novos; cartão presente; 50|20|30|25 %; bônus de; \
    lançamento; por cento; cashback
    pending = pendente*; process*; em análise|processamento|andamento; aguard* \
    aprov*|confirm*|pagamento|autoriz*; espera* aprov*; boleto; não \
    compens*|complet*|confirm*|conclu*|finaliz*; multibanco; em espera; compens*; pix \
    pendente|não; não foi aprovado; paguei|pago|pagamento boleto|no|com|em|via|por \
    lotérica|pix|dinheiro|multibanco|boleto|transferência|caixa|payshop; compra|pagamento|pedido \
    aparece|está|consta|continua|fica|tá|como \
    pendente|processamento|processando|análise|espera|analise; em análise; aguardando; ainda não \
    compensou|confirmou|processou|caiu|aprovou|liberou; esperando; mb; em verificação; não \
    confirma*; referência
    approve = aprov*; pedido para comprar|do|da|de; pedido aprovado; autoriz*; permissão para \
    comprar|compra; aceitei pedido|compra; peça para comprar; pedir para comprar; controle \
    parental; pedido meu|minha; aceitei; aceitou; dei permissão|autorização|ok; pedido de|do|da \
    compra|filho|filha|meu|minha; pedido; pede|pedir permissão|autorização|aprovação; permissão; \
    controlo parental; pais; solicitação; pedir para; minha mãe|meu pai aprovou
    family = famil*; compartilh*; organizador*; meu|minha|meus \
    marido|esposa|mulher|filho|filha|filhos|irmã|irmão|mãe|pai não|consegue|aparece|continua|pede; \
    grupo familiar; partilh*; plano|grupo|assinatura|versão|pacote|conta família|familiar|familia; \
    em família; marido|esposa|mulher|filha|filho|filhos|irmã|irmão|mãe|pai|namorad*|esposo \
    tem|comprou|paga|não|pagou|celular|telemóvel|assina|aparece|consegue|também; dividir; grupo; \
    membro*; convit*; adicionei ao|no|minha|meu; da família; lá de casa
    crash = fecha sozinho|sozinha|quando; trava*; bug*; crash*; atualização; tela branca|preta; \
    ecrã branco|preto; lent*; teclado; notificaç*; sincroniz*; câmera; export*; não carrega; não \
    abre o|a|depois; encerra sozinho; imagem; foto; som; fecha|trava|cai|congela|encerra|desliga \
    sozinho|toda|quando|ao|do|sempre|direto; não abre mais; tela branca|preta|travada; depois que \
    atualizei|atualizou|da; última atualização|versão; atualizei; não sincroniza|carrega|inicia; \
    erro ao abrir|salvar|exportar|enviar|carregar; gps; bateria; bluetooth; microfone; áudio; \
    atraso; ecrã; não guarda; alarme
    wish = poderiam|podiam|podem|seria|gostaria|dava|podia \
    adicionar|colocar|legal|bom|pôr|fazer|incluir|ótimo|ter|acrescentar|muito|de ver; modo escuro; \
    modo noturno; sugest*; adicion*; idioma; fonte; como faço|posso|mudo|exporto; tem como \
    exportar|mudar|imprimir|colocar|usar; widget; ideia; tradu*; tema escuro; \
    seria|ficaria|gostava|gostaria|poderia|dava \
    legal|bom|ótimo|incrível|útil|massa|top|bacana|fixe|porreiro|ter|ver|que|colocar|adicionar; \
    coloquem; ponham; opção de|para|pra; filtr*; ordenar; como|onde \
    faço|posso|ativo|desativo|mudo|exporto|altero|encontro|excluo|uso|apago; quando \
    sai|vai|chega|lança|haverá; offline; sugiro; melhoria; falta uma|opção|a; implement*; \
    tutorial; compatível; podiam pôr|meter; pretendem
    login = senha; palavra-passe; palavra passe; não consigo entrar|logar|acessar \
    minha|na|a|conta; redefin*; email|e-mail|mail não chega; esqueci minha|a|da \
    senha|palavra|login; código de verificação|verificação; excluir|apagar|eliminar \
    minha|conta|dados; recuperar senha|conta; não chega email; código|e-mail|email|sms não \
    chega|de|verificação; verificação; sms; não consigo|consegui|dá entrar|logar|acessar|fazer \
    na|no|minha|em|login; login; resetar senha; recuperar senha|conta|acesso; \
    excluir|apagar|deletar|eliminar minha|conta|dados|perfil; cadastr*; usuário; apelido; lgpd; \
    pin; não recebo código|email|sms
    away = fora do escritório|da; férias; resposta automática; ausente; retorno dia|em; licença; \
    não entregue; ausência; recesso; estou|estarei fora|ausente|de|em férias|licença|escritório; \
    retorno em|dia; volto dia|em|no; automátic*; urgência; maternidade; fechado para; feriado; não \
    foi possível entregar; encontro me ausente
    praise = parabéns; \
    ótimo|excelente|melhor|maravilhoso|lindo|incrível|bom|top|fantástica|excelente \
    app|aplicativo|trabalho|aplicação; obrigado|obrigada pelo|por \
    app|aplicativo|trabalho|tudo|esse; vale cada|a|muito|cada; amo; adoro; 5|cinco estrelas; \
    continuem; recomendo; nota 10|dez; obrigad*|valeu|agradeço \
    pelo|pela|por|demais|muito|a|ajuda|equipe; muito bom|boa|feliz|útil|satisfeit*; adorei; amei; \
    curti; gosto|gostei muito|demais; perfeito; maravilhos*; show; sensacional; resolvido; deu \
    certo; já resolveu|funcionou; melhor app; top demais; nota 10|mil; excelente; incrível; \
    espetacular
    business = parceria; anunci* no|em|com; licenças; escola; vaga; estágio; currículo; imprensa; \
    agência; avaliações; downloads; marketing; divulg*; patroc*; oferecemos; proposta; orçamento; \
    newsletter; colabor*; somos uma|um; blog; podcast; jornalista; entrevista; influencer; \
    influenciador*; canal; seo; professor*; alunos; universidade; ong; faculdade; emprego; cv; \
    afiliad*; tcc; pesquisa; freelancer; com quem falo|posso; revend*; cotação
    invoice = nota fiscal; fatura com|em|para; \
    emitir|enviar|preciso|mandar|pedir|passar|obter|queria nota|fatura|nf; nif; cnpj; contab*; nf; \
    contribuinte; recibo para|com; razão social; iva; nota; empresa; nome da|minha empresa; \
    contador; imposto; reembolso da empresa; despesa*; nfe
    recent = acabei de; acabo de; agora há|pouco|mesmo; há|faz \
    minutos|10|5|20|meia|uma|pouco|horas|minutinhos; hoje comprei|paguei|fiz|assinei|à; minutos; \
    agorinha; recém; hoje mesmo; ontem à noite comprei|paguei; há pouco; meia hora; mal; logo \
    depois; nesse instante
    free = grátis; gratuit*; de graça; free
    inquiry = quanto custa|é|sai|fica|custaria|tá|está|custam; qual|quais \
    preço|valor|diferença|é|são|a|o|formas; tem|vocês|existe|há|fazem|oferecem|aceitam|possuem \
    algum|desconto|versão|plano|um|uma|pra; antes de comprar|assinar|pagar|fechar; \
    pensando|penso|queria|gostaria|quero|pretendo em|saber|comprar|assinar|dar|presentear; \
    interessad*; tenho interesse; se eu|a|comprar|pagar|cancelar|assinar|gente \
    cancelar|comprar|pagar|assinar|somos; posso|dá|pode|consigo \
    pra|pagar|presentear|dar|usar|compartilhar|comprar|dividir com|em|de|no|na|pagar|usar; \
    presentear; quantas pessoas; quantos aparelhos|dispositivos; dúvida; uma pergunta; serve para; \
    inclui; de presente; o que acontece|inclui|vem; diferença entre; tem desconto|plano|versão; \
    como funciona
    noRefund = não|nunca|sem|nem|nenhum quero|pedi|preciso|solicitei|é|peço \
    reembols*|estorno|devolu*|dinheiro_de_volta; não|nem|sem reembols*|estorno; \
    já|foi|fui|me|aparece|diz|estado|status reembols*|estornado|estornaram \
    janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro|mês; \
    diz|aparece|consta|mostra|status reembolsad*|estornad*|devolvid*; \
    reembolsaram|devolveram|estornaram janeiro|fevereiro|março|abril|maio|junho; \
    antigo|anterior|velho reembolso|estorno
    notCancelled = não|nunca|sem|nem|ninguém cancel*|anul*; cancelei nada|nunca
    notTwice = não|nunca|sem|nem duas_vezes|2_vezes|dobro|de_novo|novamente|outra_vez \
    pagar|cobr*|paguei; não|sem|nem quero|queria|vou|pagar|fui|cobrado|cobraram \
    duas_vezes|2_vezes|pagar_de_novo|pagar_duas|pagar_outra|dobro; não|sem pagar \
    duas|2|de_novo|outra_vez|novamente
    notCharged = não|nada|nunca|nem foi|fui|me|houve|cobr* cobr*|debit*|descont*; nada \
    cobrado|debitado; nenhuma cobrança
    sameDevice = mesmo|mesma|mesmos \
    telefone|celular|telemóvel|aparelho|iphone|tablet|conta|apple|google|id|email|login; \
    não|nada|nem|nunca troquei|mudei|reinstalei|mexi; sem trocar|mudar|reinstalar
    fine = nenhum|não|sem|nada problema*|reclama*|tenho_problema com|de|no \
    pagamento*|assinatura|dinheiro|premium; assinante|cliente feliz|satisfeit*|contente|fiel
    newcomer = usuário|utilizador|cliente|conta nov*; nov* \
    usuário|utilizador|cliente|aqui|por_aqui; primeira vez aqui|que|por|no; como se \
    nunca|eu|fosse|tivesse|não; nunca compr*|pag*|existi*|tivesse; não me \
    reconhece|conhece|lembra; do|de zero começ*|tudo|de_novo; começ*|recomeç* do|de zero; \
    bem_vind*
    invite = convi*; indica*; mês grátis|de_brinde|de_graça|bônus|bónus|presente|oferta; brinde; \
    cortesia; meu link|código; prêmio; recompensa
    restore = já compr*|assin*|cliente|paguei|sou|tenho|pagou \
    botão|toco|link|clico|aqui|opção|aperto|carrego; botão|link|opção|tecla \
    recuper*|já_compr*|compras|restaur*|já_comprei; nenhuma compra; compra*|nada \
    não_encontrad*|encontrad*|anteriores; recuper* compr*|o_que|minhas|minha|já; não encontr* \
    compra*
    twice = uma_vez|uma por|com|no|na|pelo|pela|do|da e|depois outra|mais|pelo|pela|no; \
    e|logo|depois outros|outra|de_novo|novamente|mais $; fatura|conta \
    telefone|operadora|celular|telemóvel e cartão; $ e|mais $; paguei|cobraram|debitaram|veio|pago \
    dois|duas|ambos|a_mais; os|as dois|duas lados; abaixo|baixo|embaixo outros|outra|o_mesmo|mais; \
    comprei|carreguei|apertei|cliquei de_novo|outra_vez|novamente; veio|um|uma a_mais; devolvam \
    um|uma
    offer = código|cupom|cupão|voucher \
    onde|inser*|colocar|campo|inválido|válido|newsletter|influen*|funciona|aceita|digito; \
    inserir|colocar|digitar|digito|usar|resgatar|ponho|meto|introduzir código|cupom|cupão; campo \
    código; influen*|youtuber|podcast|newsletter|blogueir* código|cupom; oferta de|inicial \
    boas|lançamento|inicial|experimenta*; primeiro mês a|por $; só|apenas para novos|todos; \
    preço|valor cheio|inteiro|completo|normal
    hold = cartão vencid*|venceu|recusad*|bloquead*|trocado|novo|expir*|caduc*|rejeit*|clonado; \
    pagamento|cobrança|débito recusad*|rejeit*|falhou|não_passou|negado|devolvid*; \
    coloquei|pus|cadastrei|adicionei|atualizei|troquei|registei|meti novo|o|outro|saldo|dinheiro \
    cartão|dados|pagamento|saldo; problema* com|no|de \
    pagamento|cartão|cobrança|faturamento|faturação; não|sem tinha|havia \
    saldo|dinheiro|fundos|limite; conta|assinatura|continua|diz|está|segue \
    suspens*|pausad*|em_espera|em_pausa
    price = mais|menos car*|barat*|que|do; em_vez|invés dos|de $; irmã|irmão|amig*|colega|vizinh* \
    paga|pagou|custa|sai; renov* por|a $|mais; novo|antigo|outro preço|valor; \
    dizia|mostrava|anunciad*|aparecia|estava $|preço; por_que|porque|porquê eu|me|pra|para \
    pago|cobram|custa|mais
    tier = do|de básico|base|solo|individual|mini para|pro|ao plus|pro|duo|família|premium|max; \
    diferença pag*|cobr*
    gone = onde|cadê|cade está|meu|minha|meus|foi|foram premium|assinatura|meu|minha|parar; \
    por_que|porque|porquê premium|não|meu|sumiu sumiu|desapareceu|tenho; \
    premium|assinatura|plus|compras sumi*|desaparec*|perdi*|foi_embora
    stopped = onde|cadê|cade|por_que|porque está|foi|meu|sumiu|não|perdi premium|parar|sumiu|meu; \
    premium|assinatura|acesso|plus|pro \
    sumiu|desapareceu|acabou|caiu|terminou|perdi|cortado|venceu|expirou|cancelou_sozinho; perdi \
    premium|acesso|assinatura|o|meu; voltou|voltei grátis|gratuito|gratuita|básico
    inquiry = tenho|terei|mantenho|perco|continuo agora|ainda|com|o acesso; posso|pode|dá|poderia \
    cancelar|parar|dividir|compartilhar antes|depois|quando|com; se \
    ativar|comprar|assinar|pagar|eu
    pending = pendente|em_processamento|em_análise|processando \
    desde|continua|ainda|pagamento|pix|boleto; \
    pagamento|transação|compra|pix|boleto|transferência|multibanco \
    pendente|em_processamento|processando|compensa*|enviad*|feit*; continua|diz|aparece|ainda|está \
    pendente|em_processamento|em_análise|processando
    approve = mãe|pai|pais|responsável|mamãe|papai|avó \
    aprov*|aceit*|autoriz*|permi*|deixou|confirm*; pedido|solicitação \
    enviad*|cheg*|sumiu|expir*|venceu|mãe|pai; pedir|pede|pedi|pediu \
    permissão|autorização|aprovação|mãe|pai
    locked = só|somente|exclusivo|apenas para membros|assinantes|sócios; não|sem|nenhum|tenho \
    acesso; desbloque* com|após|no; cinza
    """
  )
}
