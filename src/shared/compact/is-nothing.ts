/** Whether a section says nothing; the template writes an empty one as `- None`. */
export function isNothing(text: string): boolean {
  return /^(?:[-*]\s*)?(?:none\.?|无)?$/i.test(text.trim())
}
