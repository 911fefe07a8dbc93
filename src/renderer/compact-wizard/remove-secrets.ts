import type { PreviewSection, SecretPlace } from '../../shared/compact/preview.ts'
import { replacement } from '../../shared/compact/secret-kind.ts'
import type { SectionText } from './wizard-event.ts'

/** The edits that put a word in the place of each of these, as an export does. Places are those of the sections. */
export function removeSecrets(
  sections: readonly PreviewSection[],
  places: readonly SecretPlace[],
): readonly SectionText[] {
  return sections.flatMap(({ key, text }) => {
    const own = places.filter(({ section }) => section === key).toSorted((a, b) => b.from - a.from)
    const clean = own.reduce(
      (rest, { from, to, kind }) => rest.slice(0, from) + replacement(kind) + rest.slice(to),
      text,
    )
    return own.length === 0 ? [] : [{ key, text: clean }]
  })
}
