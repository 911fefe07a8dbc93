const ENGLISH =
  "(?:(?:please|and|so|but|also),? )*(?:(?:(?:never|don[’']?t|do not|always)(?: ever)? (?:forget|change|touch|break|ignore|do|follow|drop|lose|undo)|(?:always )?(?:keep|remember|respect|stick to|follow|note|bear)) (?:this|that|it|these|those|them)(?: (?:rule|rules|one|in mind|please|always|ever|again|way|forever|for good|for later|as it is|as is))*|(?:this|that|it|these|those) (?:must|should|may|has to|have to) (?:never|always|not|stay|remain) ?[^.!?,]{0,30})"
const GERMAN =
  '(?:bitte )?(?:vergiss|vergesst|merk dir|merkt euch|behalte?|beachte|ändere?|lass) (?:das|dies|es|diese regeln?)(?: (?:bitte|nie|niemals|nicht|immer|so|bei|im kopf|gut|unbedingt))*'
const FRENCH =
  "n[’']oublie[sz]? (?:jamais|pas) (?:ça|cela|ceci)|ne l[’']oublie[sz]? (?:jamais|pas)|(?:retiens|retenez|garde[sz]?) (?:bien )?(?:ça|cela|ceci)(?: en tête)?|souviens-toi de (?:ça|cela)"
const SPANISH =
  '(?:no|nunca)(?: lo| te)? olvides?(?: nunca)?(?: de)?(?: esto| eso)?|recu[eé]rda(?:lo)?(?: esto| eso)?|ten (?:esto|eso) en cuenta'
const PORTUGUESE =
  '(?:nunca|não) (?:se |te )?esqueças?(?: disso| disto| isso| isto)?|lembre-se (?:sempre )?dis[st]o|guarde is[st]o'
const ITALIAN =
  'non (?:lo )?dimentica(?:re|te|rlo)(?: mai)?(?: questo)?|ricorda(?:lo|telo)|ricordati? (?:di )?questo|tienilo a mente'
const POLISH =
  '(?:nigdy )?(?:o tym )?nie (?:zapominaj|zapomnij)(?: o tym| tego)?|zapamiętaj (?:to|sobie to)|pamiętaj o tym'
const RUSSIAN =
  '(?:никогда )?(?:об этом |этого )?не (?:забывай|забудь)(?:те)?(?: об этом| этого| это)?|запомни(?:те)? это|помни(?:те)? об этом'
const ARABIC = 'لا تنسَ?ى?(?: هذا| ذلك)?(?: [أا]بد[اً]{1,2})?|تذكر (?:هذا|ذلك)(?: دائم[اً]{1,2})?'
const JAPANESE =
  '(?:これ|それ|このこと|そのこと|この(?:ルール|規則|方針|点))(?:を|は|だけは)?(?:絶対に|必ず|決して|ずっと)?(?:忘れないで|覚えておいて|守って|維持して|変えないで)(?:ください|下さい)?ね?'
const CHINESE =
  '(?:请|請|千万|一定要?|务必|永远|绝对)*(?:别|不要|勿)?(?:忘记|忘了|忘|记住|記住|牢记|保持|遵守)(?:这个|这点|这一点|这条|这些|那个|那点|它|這一點|這點)(?:规则)?'
const KOREAN =
  '(?:이것|이거|이걸|그것|그걸|이 점|이 규칙|이)(?:을|를|은|는)?\\s?(?:절대|꼭|반드시)?\\s?(?:잊지|바꾸지|기억|지켜|유지)[^.!?]{0,10}'

const POINTER = new RegExp(
  `^(?:${[ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, POLISH, RUSSIAN, ARABIC, JAPANESE, CHINESE, KOREAN].join('|')})[.!。！]*$`,
  'iu',
)

/** True for a sentence that binds what was said before it and does not name it: "Never forget this." */
export function pointsBack(sentence: string): boolean {
  return POINTER.test(sentence)
}
