/** What a noun-phrase rule in a language is about: "Commit messages in German." */
const SUBJECT =
  '(?:commit[- ]?(?:messages?|nachrichten|texte)|(?:code )?comments?|docs?|documentation|(?:variable |function |test |branch |file )?names|identifiers?|repl(?:y|ies)|answers?|changelogs?|error messages|log messages|UI texts?|texts?|kommentare?|dokumentation|doku|antworten|bezeichner|variablennamen|fehlermeldungen|namen|oberfläche)'
const TONGUE =
  '(?:English|German|French|Spanish|Italian|Japanese|Chinese|Portuguese|Russian|Englisch|Deutsch|Französisch|Spanisch|Japanisch|Chinesisch)'
const IN_TONGUE = new RegExp(
  `^(?:please )?(?:all |every |alle |jede )?${SUBJECT}[^.!?]{0,40}\\b(?:in|auf)\\s+${TONGUE}\\b[^.!?]{0,30}[.!]?$|^(?:please |bitte )?(?:answer|reply|respond|antworte|schreib)(?: me| mir| to me)? (?:in|auf) ${TONGUE}[.!]?$`,
  'i',
)
const NO_PHRASE =
  /^(?:absolutely )?no (?!one\b|problem|worries|idea|need|thanks|rush|luck|clue|doubt|question|way\b|longer|matter|issue|error|response|success|difference)[^.!?,]{2,70}\bwithout\b|^(?:no|nothing|nobody|never)\b[^.!?]{2,80}\bwithout (?:my|our|asking|an? |explicit|prior|written|telling)\b|^no (?:new|more|other|additional|extra|external|third[- ]party|global|hard-?coded|magic|default|inline|runtime)\s[^.!?]{2,80}[.!]?$|^no [\p{L}.`() -]{2,40} (?:in|on|inside|outside|for) (?:the )?(?:production|tests?|commits?|code|modules?|comments?|logs?|money|amounts|main|master|src|library|core)\b[^.!?]{0,40}[.!]?$/iu
const ONLY_PHRASE = /^[^.!?,]{3,70}\bonly[.!]?$/i
/** Words that make a phrase a report or a matter of the moment. */
const REPORT =
  /\b(?:I|we|it|he|she|they|you|is|are|was|were|has|have|had|shows?|works?|happens?|found|got|this time|right now|today|yet|still|seems?)\b/i

const HANDS_OFF =
  /^(?:please |and |but |also )*(?:hands off|(?:keep|leave) (?:[^.!?]|\.(?=\S)){2,80}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|as[- ]is)[.!]*$)/i
const USE_ONLY =
  /^(?!.*\b(?:right now|for now|this time|today|first|yet)[.!]*$)(?:please |and |but |also )*(?:(?:use|write|answer|reply|respond|work|commit) (?:only|exclusively)\b|(?:use|write|answer|reply|respond|work|commit|edit|change|touch) (?:[^.!?,]|\.(?=\S)){2,70}\b(?:only|exclusively)[.!]*$)/i

/** English rules without a verb: "No new dependencies without my approval.", "ISO dates only." */
export function isEnglishPhrase(sentence: string): boolean {
  if (IN_TONGUE.test(sentence) || HANDS_OFF.test(sentence) || USE_ONLY.test(sentence)) return true
  if (NO_PHRASE.test(sentence))
    return !/\b(?:was|were|found|works?|happens?|shows?|yet|so far|needed|thanks?|please|I|available)\b/i.test(
      sentence,
    )
  return (
    ONLY_PHRASE.test(sentence) &&
    !REPORT.test(sentence) &&
    /^(?:[A-Z`]|all|every)/.test(sentence) &&
    /\b(?:dates?|cents?|stdlib|library|spaces?|tabs?|names?|comments?|commits?|English|German|UTC|ISO|files?|code|API|async|imports?|types?|read|via|through|by)\b/i.test(
      sentence,
    )
  )
}

const WORD = '(?<![\\p{L}\\d_])'
const END = '(?![\\p{L}\\d_])'
const GERMAN_MODAL = new RegExp(
  `${WORD}(?:immer|muss|müssen|musst|müsst|darf(?:st)?|dürfen|soll(?:en|st|te)?|bevorzug\\p{L}*|vermeide\\p{L}*|achte darauf|stell\\p{L}* sicher|ab jetzt|künftig|verwende\\p{L}*|benutze\\p{L}*|bitte (?:kein\\p{L}*|nicht|nur))${END}`,
  'iu',
)
const GERMAN_WORDS = new RegExp(
  `${WORD}(?:der|die|das|den|dem|ein|eine|und|oder|nicht|kein\\p{L}*|bitte|auf|für|mit|ist|immer|nie|nur|zu|im|wir|ich|du|alle)${END}`,
  'iu',
)
const GERMAN_BAN = new RegExp(
  `${WORD}(?:niemals|nie|keinesfalls|auf keinen Fall|unter keinen Umständen)${END}`,
  'iu',
)
const GERMAN_PHRASE = new RegExp(
  `^(?:bitte )?kein(?:e[nmrs]?)? (?!Ahnung|Sorge|Problem|Frage|Eile|Zeit|Grund|Lust|Fehler|Wunder)[^.!?]{2,80}${WORD}ohne${END}|^(?:bitte )?kein(?:e[nmrs]?)? (?:neuen?|weiteren?|externen?|globalen?|zusätzlichen?|direkten?)${END}|^nichts${END}[^.!?]{2,80}${WORD}ohne${END}|${WORD}ohne (?:meine?|unsere?|ausdrückliche|vorherige|schriftliche|Rücksprache|Rückfrage|Freigabe|Zustimmung|zu fragen)|^(?:[\\p{L}-]+ ){0,4}nur (?:noch )?(?:in|auf|mit|als|über|per|für|nach|aus|im)${END}|^nur [\\p{Lu}\`]`,
  'iu',
)
const GERMAN_ORDER = new RegExp(
  `^(?:bitte |und |also )?\\p{L}{3,}(?:e|t|en) [^.!?]{0,60}${WORD}(?:niemals|nie|nicht|kein\\p{L}*)${END}[^.!?]{0,80}${WORD}ohne${END}`,
  'iu',
)
/** Bans that begin with the verb: "Ändere den Port nicht.", "Fass die Migrationen nicht an.", "Rühren Sie das nie an." */
const GERMAN_BAN_ORDER = new RegExp(
  `^(?:(?:bitte|und|aber|also)[ ,]+)*(?:(?:änder|veränder|fass|lösch|verschieb|bearbeit|berühr|entfern|überschreib|rühr|nutz|verwend|installier|push|committ|schreib|führ|merg|setz|formatier|ersetz|deploy|greif|benenn|refaktorier|aktualisier|erstell|leg|vergess)(?:e|t|e?n Sie)?|vergiss|nimm)${END} (?!dir${END})(?:[^.!?,]|\\.(?=\\S)){0,100}${WORD}(?<!noch )(?:nicht|nie|niemals|kein\\p{L}*(?: [\\p{L}\\d-]+){1,4})${END}(?: (?:mehr|an|um|ab|ein|aus|auf|zu|weg))*[.!]*$|^(?:bitte )?(?:nutz|schreib|antwort|arbeit)e?t? (?:(?:[^.!?,]|\\.(?=\\S)){0,60} )?(?:nur|ausschließlich)${END}(?! ein)|^(?:bitte )?(?:finger|hände) weg von|^(?:bitte )?lass(?:t|en Sie)? (?!uns${END})(?:[^.!?]|\\.(?=\\S)){2,80}(?:in Ruhe|unverändert|unangetastet|wie (?:es ist|sie sind|er ist|sie ist))[.!]*$`,
  'iu',
)
const GERMAN_REPORT = new RegExp(
  `${WORD}(?:ich|hat|habe|haben|hatte|war|waren|wurde|wurden|noch nie|kommt|klappt|geht|funktioniert|läuft|gibt es|heute|diesmal|gerade|jetzt|zeig\\p{L}*|gib|nenn\\p{L}*)${END}`,
  'iu',
)

/** "Nie" at the start is "not" in Polish. */
const POLISH_NOT =
  /(?:^|\s)nie (?:[^.!?]*[ąćęłńśźż]|(?:wiem|martw|trzeba|mam|ma|jest|rozumiem|pami|mog|musi|widz|chc|znam|by|przechodz|pomag)\p{L}*(?!\p{L}))/iu

/** German rules: bans ("Fasse niemals X an."), modals, and phrases such as "Keine … ohne meine Zustimmung". */
export function isGermanRule(sentence: string): boolean {
  if (/\b(?:the|is|to|of)\b/i.test(sentence) || POLISH_NOT.test(sentence)) return false
  if (IN_TONGUE.test(sentence)) return true
  if (GERMAN_BAN_ORDER.test(sentence)) return true
  const isReport = GERMAN_REPORT.test(sentence)
  if (!isReport && (GERMAN_BAN.test(sentence) || GERMAN_PHRASE.test(sentence) || GERMAN_ORDER.test(sentence)))
    return true
  return (
    GERMAN_MODAL.test(sentence) &&
    GERMAN_WORDS.test(sentence) &&
    !/(?<!\p{L})ich (?:weiß|muss|soll|bin)(?!\p{L})|wie immer/iu.test(sentence)
  )
}

const FRENCH =
  /^(?:et |merci de |s['’]il te plaît,? )?(?:ne (?:jamais|pas|plus)|n['’]\p{L}+ (?:jamais|pas)|ne \p{L}+ (?:jamais|pas)|toujours|jamais|évite[sz]?|pas de|aucune?) |(?<!\p{L})(?:il faut toujours|doit toujours|doivent)(?!\p{L})/iu
const SPANISH =
  /^(?:y |por favor,? )?(?:nunca|siempre|no (?:uses?|toques?|cambies?|borres?|modifiques?|añadas?|hagas?)|evita|jamás|prohibido) /iu

/** The same openings in a report or a kind word: "Jamais vu ça.", "Pas de souci.", "Siempre falla." */
const ROMANCE_NOT =
  / pour (?:le moment|l['’]instant)[.!]*$|^(?:jamais (?:vu|eu|entendu|réussi)|toujours (?:la|le|les|pas|en|rien|aussi)|pas de (?:problème|souci|panique|quoi|réponse|chance)|aucune? (?:idée|problème|souci|doute|erreur|raison|changement)|ne (?:fonctionne|marche|sais|comprends|vois|trouve)\p{L}* |(?:nunca|siempre|jamás) (?:he|ha|había|vi|supe|me|se|funcion\p{L}+|fall\p{L}+|pas[aó]\p{L}*|es|que|está|da|sale|foi|falha\p{L}*|vi)(?!\p{L}))/iu

/** French and Spanish bans and standing orders at the start of a sentence. */
export function isRomanceRule(sentence: string): boolean {
  return (FRENCH.test(sentence) || SPANISH.test(sentence)) && !ROMANCE_NOT.test(sentence)
}

const CHINESE =
  /必须|必須|务必|務必|务须|一定要|不要|不能|不得|不准|不许|禁止|严禁|嚴禁|请勿|切勿|勿(?:动|改|删|碰|修改|删除)|切记|别(?!人|的|名|处)|应该|应当|总是|始终|永远|绝不|一律|一概|只(?:能|用|许|准|需用)|仅限|优先|避免|不再|以后|记住|确保|保持/
const CHINESE_NOT = /担心|着急|没必要|不必|吗|呢|？|我不(?:知道|记得|确定|清楚)|是不是|能不能|可不可以|要不要/
const JAPANESE =
  /必ず(?!しも)|ないで(?:ください|下さい|くれ|ね|$|[。！!])|しないで|[るすうくむつぶぐ]な(?:よ)?[。！!]*$|いつも[^。]{1,40}て(?:ください|下さい|ね)?[。！!]*$|ないこと|てはいけ|てはなら|べきで|べからず|常に|絶対に|禁止|厳禁|優先し|避けて|今後は|だけを?(?:使|用)|のみ(?:使用|とする|可)|(?:日本語|英語|ドイツ語)で(?:書|答|お願い)/
const JAPANESE_NOT =
  /心配|気にしないで|思うな|必要(?:は|が)?(?:ない|ありません)|(?:分かり|わかり|知り)ません|ですか|ますか|でしょうか|？|かな|(?:失敗|エラー|落ち)[^。]{0,8}(?:ます|ました|ています)/

/** The decision for sentences in Japanese or Chinese; null when the sentence is mostly in another script. */
export function isEastAsianRule(sentence: string): boolean | null {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(sentence))
    return JAPANESE.test(sentence) && !JAPANESE_NOT.test(sentence)
  const han = sentence.match(/\p{Script=Han}/gu)?.length ?? 0
  if (han === 0) return null
  if (CHINESE.test(sentence)) return !CHINESE_NOT.test(sentence)
  return (sentence.match(/[A-Za-z]+/g)?.length ?? 0) > han ? null : false
}
