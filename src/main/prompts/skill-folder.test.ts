import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { readSkills } from './skill-folder.ts'

async function skill(folder: string, name: string, text: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'SKILL.md'), text)
}

it('S-195 reads name and description of each skill, in every usual way of writing them', async () => {
  const folder = await temporaryFolder()
  await skill(folder, 'a', '---\nname: notes\ndescription: "Writes: release notes."\n---\n# Notes\nname: no')
  await skill(
    folder,
    'b',
    '\uFEFF---\r\nname: tests\r\ndescription: >-\r\n  Runs the tests\r\n  and reports.\r\nother: x\r\n---\r\n',
  )
  await skill(folder, 'c', 'no front matter')
  await mkdir(join(folder, 'd'))
  await writeFile(join(folder, 'SKILL.md'), '---\nname: loose\n---')
  expect(await readSkills([folder])).toEqual([
    { name: 'c', description: '', path: join(folder, 'c') },
    { name: 'notes', description: 'Writes: release notes.', path: join(folder, 'a') },
    { name: 'tests', description: 'Runs the tests and reports.', path: join(folder, 'b') },
  ])
})

it('prefers the earlier folder, and takes a folder that is not there as empty', async () => {
  const [first, second] = [await temporaryFolder(), await temporaryFolder()]
  await skill(first, 'x', '---\nname: same\ndescription: first\n---')
  await skill(second, 'y', '---\nname: same\ndescription: second\n---')
  const skills = await readSkills([join(first, 'none'), first, second])
  expect(skills.map(({ description }) => description)).toEqual(['first'])
})

it('does not follow links out of its folder', async () => {
  const [folder, outside] = [await temporaryFolder(), await temporaryFolder()]
  await skill(outside, 'secret', '---\nname: secret\n---')
  await symlink(join(outside, 'secret'), join(folder, 'linked'))
  expect(await readSkills([folder])).toEqual([])
})
