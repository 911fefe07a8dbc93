import type { InstructionPreset } from '../../shared/ipc/settings.ts'

/** Most presets that settings hold, and the longest name. */
export const PRESET_LIMIT = 50
export const PRESET_NAME_CHARS = 60
const SUGGESTED_CHARS = 24

/** Why a text cannot become a preset under a name; null = it can. */
export type PresetBlock = 'no-text' | 'no-name' | 'same-text' | 'same-name' | 'too-many'

/** Judges a new preset against those there are. `builtIn` are the names and texts that come with the program. */
export function presetBlock(
  preset: InstructionPreset,
  own: readonly InstructionPreset[],
  builtIn: readonly InstructionPreset[],
): PresetBlock | null {
  const known = [...builtIn, ...own]
  if (preset.text.trim() === '') return 'no-text'
  if (known.some(({ text }) => text.trim() === preset.text.trim())) return 'same-text'
  if (own.length >= PRESET_LIMIT) return 'too-many'
  if (preset.name.trim() === '') return 'no-name'
  return known.some(({ name }) => fold(name) === fold(preset.name)) ? 'same-name' : null
}

/** A name from the first words of a text, whole words where they fit. */
export function suggestName(text: string): string {
  const line = text.trim().split(/[\n.!?。！？]/, 1)[0] ?? ''
  if (line.length <= SUGGESTED_CHARS) return line
  const cut = line.slice(0, SUGGESTED_CHARS).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return space > SUGGESTED_CHARS / 2 ? cut.slice(0, space) : cut
}

function fold(name: string): string {
  return name.trim().toLocaleLowerCase()
}
