/** How orders for good are said in one language. Every field is the source of a pattern, in lower case. */
export interface Tongue {
  /** Polite words that may stand before everything else. */
  readonly lead: string
  /** What turns the order behind it into a ban: "never", "do not". */
  readonly ban: string
  /** Verbs as they stand behind a ban: about work on files, never about feelings. */
  readonly banned: string
  /** Verbs of a standing order: "use", "write", "answer". */
  readonly ordered: string
  /** "always", "only": before the verb or after it. */
  readonly bound: string
  /** Whole phrases that bind by themselves: "hands off", "must be", "leave … alone". */
  readonly phrases: string
  /** What the same words mean when they bind nobody: "never worked", "no need to". */
  readonly not: string
}

const RUSSIAN: Tongue = {
  lead: 'пожалуйста|прошу|и|а|но|также',
  ban: '(?:никогда |больше |ни в коем случае |ни при каких условиях )?не|никогда',
  banned:
    '(?:трогай|меняй|изменяй|удаляй|правь|редактируй|используй|добавляй|перемещай|переименовывай|коммить|пушь|запускай|ломай|переписывай|перезаписывай|обновляй|пиши|делай|создавай|устанавливай|форматируй|забывай|забудь|прикасайся)(?:те|тесь)?|трогать|менять|изменять|удалять|использовать|править|редактировать',
  ordered:
    '(?:используй|пиши|отвечай|проверяй|запускай|делай|сохраняй|добавляй|оставляй|применяй|спрашивай|храни|указывай|обновляй)(?:те)?',
  bound: 'всегда|только|исключительно|обязательно|впредь|отныне',
  phrases:
    '^руки прочь от|^остав(?:ь|ьте) .*(?:в покое|как есть|без изменений)|нельзя (?:трогать|менять|изменять|удалять|использовать|править)|^(?:строго )?(?:запрещено|запрещается) |должн(?:ы|а|о|ен) (?:всегда |только )?(?:быть|остаться|оставаться|использовать)|без моего (?:разрешения|согласия|одобрения)',
  not: '^должно быть,|(?:^| )(?:я|мы) (?:не )?(?:долж|знаю|думаю)|(?:^| )(?:ещё|еще|пока) не |не (?:нужно|надо|обязательно)',
}

const PORTUGUESE: Tongue = {
  lead: 'por favor|e|mas|também',
  ban: 'nunca(?: mais)?|jamais|não|nem',
  banned:
    '(?:mexa|toque|altere|mude|modifique|edite|apague|remova|delete|exclua|use|utilize|adicione|crie|faça|instale|renomeie|mova|escreva|substitua|sobrescreva|rode|execute|refatore|formate|atualize|publique|(?:se |te )?esqueça)[sm]?|mexer|tocar|alterar|mudar|modificar|editar|apagar|remover|usar|esquecer',
  ordered:
    '(?:us[ea]|utiliz[ea]|escrev[ea]|respond[ea]|rod[ea]|execut[ea]|mant(?:enha|ém)|verifi(?:que|ca)|test[ea]|adicion[ea]|faça|faz|pergunt[ea]|peça)m?',
  bound: 'sempre|só|somente|apenas|unicamente|exclusivamente',
  phrases:
    '^(?:tire as mãos|mãos longe) d|^deix[ea] .*(?:em paz|como (?:está|estão)|sem alterações)|^é (?:proibido|obrigatório)|devem? (?:sempre |só |apenas )?(?:ser|estar|ficar|usar|ter)(?: |$)|sem (?:a )?minha (?:aprovação|permissão|autorização)|^evite ',
  not: '(?:^| )(?:acho|não sei)|não (?:é preciso|precisa|há)|eu (?:devo|nunca|sempre)|deve(?:m)? ser (?:isso|por isso)',
}

const ITALIAN: Tongue = {
  lead: 'per favore|per piacere|e|ma|anche',
  ban: '(?:non|mai)(?: mai| più)?',
  banned:
    '(?:tocc|modific|cambi|cancell|elimin|us|utilizz|spost|rinomin|sovrascriv|aggiorn|install|cre|formatt|dimentic)(?:are|ate|arlo|arli|arla)|(?:aggiung|scriv|rimuov|sovrascriv)(?:ere|ete)|(?:esegu|riscriv)(?:ire|ite|ere|ete)|fare|fate|tocchi|modifichi|cambi il|usi',
  ordered:
    '(?:us|utilizz|verific|controll|lasci)(?:a|ate|are)|(?:scriv|rispond|chied|aggiung)(?:i|ete|ere)|(?:mant(?:ieni|enete|enere)|esegu(?:i|ite|ire)|fai|fate)',
  bound: 'sempre|solo|soltanto|solamente|esclusivamente|unicamente',
  phrases:
    "^giù le mani da|^lascia(?:te)? (?:stare|in pace)|^lascia(?:te)? .*(?:in pace|com[’' ]?è|così com|come sono|invariat)|^(?:è )?vietato|dev(?:e|ono) (?:sempre |solo )?(?:essere|restare|rimanere|usare|avere)(?: |$)|senza (?:la mia|il mio) (?:approvazione|permesso|consenso)|^evita(?:te)? ",
  not: "non (?:so|serve|occorre|importa)(?: |$)|(?:^| )(?:credo|penso|io devo)|non c[’']è bisogno|deve essere (?:stat|per)",
}

const POLISH: Tongue = {
  lead: 'proszę|i|ale|oraz',
  ban: '(?:nigdy |pod żadnym pozorem )?nie',
  banned:
    '(?:ruszaj|zmieniaj|modyfikuj|usuwaj|edytuj|dotykaj|używaj|dodawaj|twórz|rób|instaluj|przenoś|nadpisuj|zapominaj|zapomnij|commituj|pushuj|pisz|uruchamiaj|kasuj|psuj|formatuj|aktualizuj)(?:cie)?|ruszać|zmieniać|usuwać|używać|modyfikować',
  ordered:
    '(?:używaj|stosuj|pisz|odpowiadaj|uruchamiaj|sprawdzaj|zachowuj|trzymaj|pytaj|testuj|dodawaj|rób)(?:cie)?',
  bound: 'zawsze|tylko|wyłącznie|jedynie|koniecznie',
  phrases:
    '^ręce precz od|^zostaw(?:cie)? .*(?:w spokoju|bez zmian|tak jak jest|jak jest)|(?:^| )nie wolno |^(?:zabronione|zabrania się)|mus(?:i|zą) (?:zawsze )?(?:być|pozostać|zostać|używać|mieć)(?: |$)|bez mojej (?:zgody|akceptacji)|^unikaj ',
  not: 'nie (?:martw|wiem|trzeba|musisz|ma potrzeby)|(?:^| )(?:myślę|chyba)|to musi być',
}

/** Written without vowel signs and with a plain alif: the text is brought into that form first. */
const ARABIC: Tongue = {
  lead: 'من فضلك،?|رجاء،?|ارجو',
  ban: '(?:ابدا )?لا',
  banned:
    'ت(?:لمس|عدل|غير|حذف|ستخدم|ضف|نس|نسى|كتب|شغل|نقل|مسح|حرر|ثبت|نشئ|عد|قترب|ستبدل|قم ب\\p{L}+)(?:وا|ي)?',
  ordered: '(?:استخدم|استعمل|اكتب|اجب|شغل|اختبر|تحقق|احتفظ|اضف|اسال|حافظ)(?:وا|ي)?',
  bound: 'دائما|دوما|فقط|حصرا',
  phrases:
    '^(?:ممنوع|يمنع|يحظر|لا يجوز|لا يسمح)(?: |$)|^(?:لا )?يجب (?:ان|الا)(?: |$)|^\\S+(?: \\S+){0,4} يجب (?:ان|الا) |^اترك .*(?:كما ه[وي]|وشان\\p{L}*)|دون (?:موافقتي|اذني)|^تجنب ',
  not: 'لا (?:تقلق|اعرف|اعلم|داعي|حاجة|باس)|يجب ان (?:اكون|نكون|اذهب)|(?:^| )(?:اعتقد|اظن)',
}

const FRENCH: Tongue = {
  lead: "s[’']il (?:te|vous) plaît|merci de|et|mais|aussi",
  ban: 'ne|ne jamais|ne pas|jamais',
  banned:
    '(?:touche|modifie|change|supprime|efface|utilise|ajoute|crée|déplace|renomme)[rz]? (?:jamais|pas|plus|à rien|rien)',
  ordered:
    '(?:utilise|emploie|garde|vérifie|lance|ajoute|demande|teste)[rz]?|(?:écri|répond|mainten|fai)\\p{L}*',
  bound: 'toujours|seulement|uniquement|exclusivement',
  phrases:
    "^(?:pas touche|bas les pattes)|^n[’']\\p{L}+ que |^laisse[rz]? .*(?:tranquille|tels? quels?|telles? quelles?|comme|inchangé)|^(?:il est )?(?:interdit|défendu) |doi(?:t|vent) (?:toujours |être |rester )|sans (?:mon|notre) (?:accord|approbation|autorisation)",
  not: '(?:^| )(?:je|nous|on) (?:ne )?(?:dois|sais|pense|crois)|doit être (?:ça|à cause)',
}

const SPANISH: Tongue = {
  lead: 'por favor|y|pero|también',
  ban: 'nunca(?: más)?|jamás|no',
  banned:
    '(?:toque|cambie|modifique|edite|borre|elimine|use|utilice|añada|agregue|cree|haga|instale|renombre|mueva|escriba|reemplace|sobrescriba|ejecute|actualice|toqu[eé]i|(?:lo |te )?olvide)[sn]?|tocar|cambiar|modificar|editar|borrar|eliminar|usar|olvidar',
  ordered:
    '(?:us[ae]|utiliz?c?[ae]|escrib[ae]|respond[ae]|ejecut[ae]|mant(?:én|enga)|verifi(?:ca|que)|comprueb[ae]|prueb[ae]|añad[ae]|pregunt[ae]|ha(?:z|ga)|guard[ae])n?',
  bound: 'siempre|s[oó]lo|solamente|únicamente|exclusivamente',
  phrases:
    '^(?:quita las )?manos fuera de|^quita las manos|^dej[ae] .*(?:en paz|como est[áa]n?|sin cambios)|^(?:está )?prohibido|deben? (?:siempre |solo )?(?:ser|estar|quedar|usar|tener)(?: |$)|sin mi (?:aprobación|permiso|autorización)',
  not: '(?:^| )(?:creo|no sé)(?: |$)|no (?:hace falta|es necesario|hay)|debe ser (?:eso|por)',
}

/** Languages whose rules are found by these tables; the others have patterns of their own. */
export const TONGUES: readonly Tongue[] = [RUSSIAN, PORTUGUESE, ITALIAN, POLISH, ARABIC, FRENCH, SPANISH]
