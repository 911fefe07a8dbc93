/** A skill as prompts list it. */
export interface Skill {
  readonly name: string
  readonly description: string
  /** Where its instructions are; empty = unknown. */
  readonly path: string
}

/** Forms a `skills` variable may ask for. */
export type SkillFormat = 'markdown-list' | 'xml'

const MAX_INDENT = 40

/** Writes the list a `skills` variable stands for (S-195). `indent` in spaces, for every line but the first. */
export function listSkills(skills: readonly Skill[], format: SkillFormat, indent: number): string {
  const space = ' '.repeat(Math.min(Math.max(Math.trunc(indent), 0), MAX_INDENT))
  const text =
    format === 'xml'
      ? skills.map(asXml).join('\n')
      : skills.map(({ name, description }) => `- **${name}**: ${oneLine(description)}`).join('\n')
  return text.replaceAll('\n', `\n${space}`)
}

function asXml({ name, description, path }: Skill): string {
  const lines = [
    '<skill>',
    `  <name>${escapeXml(name)}</name>`,
    `  <description>${escapeXml(oneLine(description))}</description>`,
    ...(path === '' ? [] : [`  <path>${escapeXml(path)}</path>`]),
    '</skill>',
  ]
  return lines.join('\n')
}

function oneLine(text: string): string {
  return text.split(/\s+/).join(' ').trim()
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
