import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Skill } from './skill-list.ts'

const MAX_SKILLS = 500
/** Name and description stand at the start of a skill's file. */
const HEAD_BYTES = 16_384

/**
 * Skills below the given folders: each is a folder with a `SKILL.md` whose front matter has `name` and
 * `description`. Of two with one name the earlier folder's counts. What cannot be read is left out; links are
 * not followed. Sorted by name.
 */
export async function readSkills(folders: readonly string[]): Promise<readonly Skill[]> {
  const skills = new Map<string, Skill>()
  for (const folder of folders) {
    for (const skill of await skillsIn(folder)) {
      if (!skills.has(skill.name) && skills.size < MAX_SKILLS) skills.set(skill.name, skill)
    }
  }
  return [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}

async function skillsIn(folder: string): Promise<readonly Skill[]> {
  // A folder that is not there holds no skills.
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: Skill[] = []
  for (const entry of entries.filter((item) => item.isDirectory()).slice(0, MAX_SKILLS)) {
    const path = join(folder, entry.name)
    const head = await readHead(join(path, 'SKILL.md')).catch(() => null)
    if (head !== null) found.push(skillOf(head, entry.name, path))
  }
  return found
}

async function readHead(path: string): Promise<string> {
  const file = await open(path, 'r')
  try {
    const buffer = Buffer.alloc(HEAD_BYTES)
    const { bytesRead } = await file.read(buffer, 0, HEAD_BYTES, 0)
    return buffer.toString('utf8', 0, bytesRead).replace(/^\uFEFF/, '')
  } finally {
    await file.close()
  }
}

function skillOf(head: string, folderName: string, path: string): Skill {
  const lines = head.split(/\r?\n/)
  const end =
    lines[0]?.trim() === '---' ? lines.findIndex((line, index) => index > 0 && line.trim() === '---') : -1
  const matter = lines.slice(1, Math.max(end, 1))
  return {
    name: fieldOf(matter, 'name') || folderName,
    description: fieldOf(matter, 'description'),
    path,
  }
}

/** A plain, quoted or block value of YAML front matter, on one line. Other YAML is not needed here. */
function fieldOf(lines: readonly string[], name: string): string {
  const start = lines.findIndex((line) => line.startsWith(`${name}:`))
  if (start < 0) return ''
  const first = (lines[start] ?? '').slice(name.length + 1).trim()
  const rest = lines.slice(start + 1)
  const next = rest.findIndex((line) => line.trim() !== '' && !/^\s/.test(line))
  const more = (next < 0 ? rest : rest.slice(0, next)).map((line) => line.trim())
  const text = [/^[|>][+-]?$/.test(first) ? '' : first, ...more].join(' ').trim()
  return text.replace(/^(["'])([\s\S]*)\1$/, '$2')
}
