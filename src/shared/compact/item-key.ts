const WORD = /[\p{L}\p{N}_./-]+/gu
/** `src/App.ts`, `MAX_SIZE`, `readFile`: another letter names something else. */
const NAME = /\/|[\p{L}\p{N}]_[\p{L}\p{N}]|\.\p{L}|\p{Ll}\p{Lu}/u

/**
 * A text in the form in which two are compared: small letters, one space, slashes one way, without Markdown's signs,
 * quotation marks and the punctuation between words. Names and paths keep their letters, and with numbers their
 * signs; a question keeps its mark.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\\+/g, '/')
    .replace(WORD, (word) => (NAME.test(word) ? word : word.toLowerCase()))
    .replace(
      /[`"'“”‘’«»„]+|(?<![\p{L}\p{N}/(*])\*+(?![*./])|(?<=[\p{L}\p{N}\p{P}])(?<!\*)\*+(?![*\p{L}\p{N}./])/gu,
      '',
    )
    .replace(/(?<![\p{L}\p{N}_])_([^\s_](?:[^_\n]*[^\s_])?)_(?![\p{L}\p{N}_])/gu, '$1')
    .replace(/[，。；：！、…]+|[.,;:!]+(?=\s|$)|(?<=\s)[–—-](?=\s)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** One item of a list, or one fact, in the form in which it is looked up. Two of the same key are the same item. */
export function itemKey(line: string): string {
  return foldText(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''))
}
