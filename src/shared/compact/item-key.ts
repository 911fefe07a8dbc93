/**
 * A text in the form in which two are compared: small letters, one space, slashes one way, without Markdown's signs,
 * quotation marks and the punctuation between words. Names, paths and numbers keep theirs; a question keeps its mark.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\\+/g, '/')
    .replace(/[`*"'“”‘’«»„]+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, '')
    .replace(/[，。；：！、…]+|[.,;:!]+(?=\s|$)|(?<=\s)[–—-](?=\s)/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** One item of a list, or one fact, in the form in which it is looked up. Two of the same key are the same item. */
export function itemKey(line: string): string {
  return foldText(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, ''))
}
