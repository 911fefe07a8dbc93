import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as realDisk from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createFree } from './create-free.ts'

const plans = (attempt: number) => ({
  name: attempt === 1 ? 'plan.json' : `plan ${attempt}.json`,
  write: async (file: realDisk.FileHandle) => file.writeFile(`${attempt}`),
})

test('the first free name is taken, whatever the case of the others, and nothing is replaced', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'PLAN.json'), 'mine')
  writeFileSync(join(folder, 'plan 3.json'), 'mine')
  expect([await createFree(folder, plans), await createFree(folder, plans)]).toEqual([
    join(folder, 'plan 2.json'),
    join(folder, 'plan 4.json'),
  ])
  expect(readFileSync(join(folder, 'PLAN.json'), 'utf8')).toBe('mine')
  expect(readFileSync(join(folder, 'plan 4.json'), 'utf8')).toBe('4')
})

test('a name that another program takes meanwhile is passed over', async () => {
  const folder = temporaryFolder()
  let races = 3
  const link: typeof realDisk.link = async (from, to) => {
    if (races > 0) {
      races -= 1
      writeFileSync(`${to}`, 'theirs')
    }
    return realDisk.link(from, to)
  }
  const path = await createFree(folder, plans, { disk: { ...realDisk, link } })
  expect(path).toBe(join(folder, 'plan 4.json'))
  expect(readdirSync(folder).toSorted()).toEqual(['plan 2.json', 'plan 3.json', 'plan 4.json', 'plan.json'])
})

test('the folder is listed a few times, however many names are taken', async () => {
  const folder = temporaryFolder()
  for (let at = 1; at <= 300; at += 1) writeFileSync(join(folder, plans(at).name), 'x')
  let listed = 0
  const readdir = ((path: string) => {
    listed += 1
    return realDisk.readdir(path)
  }) as typeof realDisk.readdir
  await createFree(folder, plans, { disk: { ...realDisk, readdir } })
  expect(listed).toBeLessThan(4)
})

test('names without end that are all taken are refused, and so is a folder that is gone', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'plan.json'), 'x')
  const same = () => plans(1)
  await expect(createFree(folder, same)).rejects.toMatchObject({ code: 'file-exists' })
  await expect(createFree(join(folder, 'gone'), plans)).rejects.toMatchObject({ code: 'file-not-found' })
})
