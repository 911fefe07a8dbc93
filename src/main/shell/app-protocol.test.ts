import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, expect, it } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { CONTENT_SECURITY_POLICY, createAppProtocol } from './app-protocol.ts'

const SECRET = 'outside the bundle'
let answer: (request: Request) => Promise<Response>
const asked: string[] = []

beforeEach(async () => {
  const folder = await temporaryFolder()
  const rendererDir = join(folder, 'renderer')
  await mkdir(join(rendererDir, 'assets'), { recursive: true })
  await mkdir(join(folder, 'renderer-other'))
  await writeFile(join(rendererDir, 'index.html'), '<!doctype html>')
  await writeFile(join(rendererDir, 'assets', 'main.js'), 'code')
  await writeFile(join(rendererDir, 'assets', 'ünï côde.css'), 'style')
  await writeFile(join(folder, 'secret.txt'), SECRET)
  await writeFile(join(folder, 'renderer-other', 'x.js'), SECRET)
  await symlink(join(folder, 'secret.txt'), join(rendererDir, 'link.txt'))
  await symlink(folder, join(rendererDir, 'up'))
  await symlink(join(folder, 'renderer-other'), join(rendererDir, 'beside'))
  asked.length = 0
  answer = createAppProtocol({
    rendererDir,
    media: async (path) => {
      asked.push(path)
      if (path === '/media/svg') return { mimeType: 'image/svg+xml', bytes: new Uint8Array([60]) }
      if (path === '/media/fail') throw new Error('disk')
      return path === '/media/dot' ? { mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) } : null
    },
  })
})

const get = (url: string, init?: RequestInit) => answer(new Request(url, init))

it.each([
  ['app://bundle/index.html', 'text/html; charset=utf-8', '<!doctype html>'],
  ['app://bundle/', 'text/html; charset=utf-8', '<!doctype html>'],
  ['app://bundle/assets/main.js?v=1#x', 'text/javascript; charset=utf-8', 'code'],
  ['app://bundle/assets/%C3%BCn%C3%AF%20c%C3%B4de.css', 'text/css; charset=utf-8', 'style'],
])('serves %s', async (url, type, body) => {
  const response = await get(url)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(type)
  expect(await response.text()).toBe(body)
})

it('sends the policy and nosniff with every answer', async () => {
  for (const url of [
    'app://bundle/index.html',
    'app://bundle/none',
    'app://other/',
    'app://bundle/media/dot',
    'app://bundle/%00',
  ]) {
    const response = await get(url)
    expect(response.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(CONTENT_SECURITY_POLICY).toContain("default-src 'none'")
  expect(CONTENT_SECURITY_POLICY).not.toMatch(/unsafe|\*|app:|http/)
})

it('takes GET only', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH']) {
    expect((await get('app://bundle/index.html', { method })).status).toBe(405)
  }
})

it.each([
  'app://bundle/../secret.txt',
  'app://bundle/..%2fsecret.txt',
  'app://bundle/%2e%2e/secret.txt',
  'app://bundle/%2e%2e%2fsecret.txt',
  'app://bundle/assets/..%2f..%2fsecret.txt',
  'app://bundle/..%5csecret.txt',
  'app://bundle/..%2frenderer-other/x.js',
  'app://bundle/link.txt',
  'app://bundle/up/secret.txt',
  'app://bundle/beside/x.js',
  'app://bundle/index.html%00.png',
  'app://bundle/C:%2fwindows',
  'app://bundle//secret.txt',
  'app://bundle/%2fetc/passwd',
  'app://bundle/%E0%A4%A',
  'app://bundle/assets',
  'app://bundle/none.js',
  'app://bundle.evil/index.html',
  'app://evil/index.html',
  'http://bundle/index.html',
  'file:///etc/passwd',
])('gives nothing for %s', async (url) => {
  const response = await get(url)
  expect([403, 404]).toContain(response.status)
  expect(await response.text()).toBe('')
})

it('never leaves its folder, whatever the path', async () => {
  const part = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%5c',
      '\\',
      'up',
      'beside',
      'link.txt',
      'secret.txt',
      'renderer-other',
      'x.js',
      '//',
      ':',
      '%00',
    ),
    fc.string({ maxLength: 6 }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 6 }),
      fc.constantFrom('/', '%2f', '\\'),
      async (parts, separator) => {
        const url = `app://bundle/${parts.join(separator)}`
        fc.pre(URL.canParse(url))
        expect(await (await get(url)).text()).not.toBe(SECRET)
      },
    ),
    { numRuns: 400 },
  )
})

it('serves pictures of threads as pictures, and nothing that could run', async () => {
  const dot = await get('app://bundle/media/dot')
  expect(dot.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await dot.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  expect((await get('app://bundle/media/svg')).headers.get('content-type')).toBe('application/octet-stream')
  expect((await get('app://bundle/media/none')).status).toBe(404)
  expect((await get('app://bundle/media/fail')).status).toBe(404)
  expect((await get('app://bundle/media/..%2fsecret.txt')).status).toBe(403)
  expect(asked).toEqual(['/media/dot', '/media/svg', '/media/none', '/media/fail'])
})
