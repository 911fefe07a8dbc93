/**
 * "Use X instead of Y", "改用 X", "Verwende X statt Y": a word of the moment about the work, told as a decision. What
 * binds for good says so.
 */
const CORRECTION =
  /\b(?:use|using|write|run|take|try|do|go with|switch to|implement(?: it)?(?: as)?|want|should|let['’]?s)\b.*\b(?:instead|rather than|in place of)\b|\binstead of\b.*\b(?:use|using|write|run|take|go with)\b|改用|换成|代替|の代わりに|(?<!\p{L})(?:statt|anstatt|anstelle|stattdessen)(?!\p{L})/iu
const FOR_GOOD =
  /\b(?:never|always|from now on|every|everywhere|in general|must|by default|whenever|going forward|in future|in the future)\b|必须|必須|务必|一定要|禁止|严禁|一律|始终|永远|总是|以后|今后|从现在|从此|每次|所有|不要|不能|不得|必ず|いつも|常に|絶対に|今後|ないで|(?<!\p{L})(?:immer|nie|niemals|künftig|ab jetzt|ab sofort|muss|müssen|darf|dürfen|überall|grundsätzlich)(?!\p{L})/iu

/** True when a sentence puts one thing in the place of another and does not say that it holds for good. */
export function isCorrection(sentence: string): boolean {
  return CORRECTION.test(sentence) && !FOR_GOOD.test(sentence)
}
