/** "Use X instead of Y", "改用 X", "Verwende X statt Y". */
const CORRECTION =
  /\b(?:use|using|write|run|take|try|do|go with|switch to|implement(?: it)?(?: as)?|want|should|let['’]?s)\b.*\b(?:instead|rather than|in place of)\b|\binstead of\b.*\b(?:use|using|write|run|take|go with)\b|改用|换成|代替|の代わりに|(?<!\p{L})(?:verwende|nimm|nehmt|nutze|nutzt|benutze|benutzt|schreib|mach)\p{L}*(?!\p{L}).*(?<!\p{L})(?:statt|anstatt|anstelle|stattdessen)(?!\p{L})/iu
const PASSING =
  /^\W*(?:they|he|she|I wonder)\b|\b(?:just (?:this )?once|this time|did(?: not|n['’]t) want)\b|[?？]["')\]]*$|吗|ですか|ますか|是不是|能不能|可不可以|要不要/i

/** True for a question, a word about others and one about this one time: it puts nothing in the place of anything for long. */
export function isPassing(sentence: string): boolean {
  return PASSING.test(sentence)
}

/**
 * True when a sentence of the person puts one thing in the place of another. Such a word stays as it was said, however
 * long ago (S-034).
 */
export function isCorrection(sentence: string): boolean {
  return CORRECTION.test(sentence) && !isPassing(sentence)
}
