import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import fc from 'fast-check'
import { z } from 'zod'
import type { Bridge, StreamMessage } from '../../src/shared/ipc/bridge.ts'
import { routes } from '../../src/shared/ipc/routes.ts'
import { type CountingServer, startCountingServer } from '../counting-server.ts'
import { test as base } from '../fixture.ts'
import { ThreadPage } from '../pages/thread.ts'
import { plainTurns, threadText } from '../threads.ts'

declare global {
  interface Window {
    readonly palimpsest: Bridge
  }
}

interface Fixtures {
  readonly foreign: CountingServer
  readonly folder: string
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to learn what is needed
  foreign: async ({}, use) => {
    const server = await startCountingServer()
    await use(server)
    await server.close()
  },
  folder: async ({ foreign }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'palimpsest-walls-'))
    await writeFile(join(folder, 'hostile.json'), hostileThread(foreign.url))
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  appArgs: async ({ folder }, use) => use([join(folder, 'hostile.json')]),
})

/** Everything a model or a web page could put into a text to make a reader fetch or run something. */
function hostileText(url: string): string {
  return [
    `![pixel](${url}/markdown.png) ![ref][r] <img src="${url}/raw.png" onerror="window.hacked=1">`,
    `[r]: ${url}/reference.png`,
    `<script>window.hacked=2</script><script src="${url}/script.js"></script>`,
    `<iframe src="${url}/frame"></iframe><object data="${url}/object"></object><embed src="${url}/embed">`,
    `<link rel="stylesheet" href="${url}/style.css"><style>@import "${url}/import.css"; body{background:url(${url}/bg.png)}</style>`,
    `<video src="${url}/video" poster="${url}/poster"></video><audio src="${url}/audio"></audio><svg><image href="${url}/svg.png"/></svg>`,
    `<form action="${url}/form"><input name="a"><button>send</button></form><meta http-equiv="refresh" content="0;url=${url}/refresh"><base href="${url}/">`,
    `[script](javascript:window.hacked=3) [data](data:text/html,<script>window.hacked=4</script>) [file](file:///etc/passwd) [plain](${url}/plain) [vb](vbscript:x) [upper](JaVaScRiPt:window.hacked=5)`,
    `<javascript:window.hacked=6> <${url}/autolink> ${url}/bare`,
    `[safe](https://example.invalid/page) [own](/index.html) [odd](//127.0.0.1/x)`,
    '```html\n<img src="x" onerror="window.hacked=7">\n```',
    `| a |\n|---|\n| ![cell](${url}/cell.png) |`,
    `[^1]\n\n[^1]: ![foot](${url}/foot.png)`,
  ].join('\n\n')
}

function hostileThread(url: string): string {
  const text = hostileText(url)
  return threadText(
    [
      ...plainTurns(4),
      {
        id: 'u-pictures',
        role: 'user',
        content: [
          { type: 'text', text },
          { type: 'image', data: `${url}/image-part.png`, mimeType: 'image/png' },
          { type: 'image', url: `${url}/image-url.png` },
          { type: 'image_url', image_url: { url: `${url}/image-openai.png` } },
        ],
      },
      {
        id: 'a-all',
        role: 'assistant',
        thinking: text,
        content: [{ type: 'text', text }],
        toolCalls: [
          {
            id: 'c1',
            input: { name: '<img src=x onerror=window.hacked=8>', arguments: { html: text } },
            output: { content: [{ type: 'text', text }] },
          },
        ],
      },
    ],
    text,
  )
}

/** True when code of the thread ran. */
async function isHacked(page: Page): Promise<boolean> {
  return page.evaluate(() => 'hacked' in window)
}

async function showRows(page: Page): Promise<ThreadPage> {
  const thread = new ThreadPage(page)
  await expect(thread.rows.last()).toBeInViewport()
  return thread
}

test('isolation: the page has three frozen functions and nothing of Node or Electron', async ({ page }) => {
  const seen = await page.evaluate(() => {
    const suspicious =
      /^(require|process|module|exports|global|Buffer|setImmediate|ipcRenderer|electron|__dirname|__filename)$|electron|ipcRenderer/i
    const slot = Object.getOwnPropertyDescriptor(window, 'palimpsest')
    return {
      names: Object.getOwnPropertyNames(window).filter((name) => suspicious.test(name)),
      functions: Object.getOwnPropertyNames(window.palimpsest).sort(),
      types: Object.values(window.palimpsest).map((value) => typeof value),
      isFrozen: [window.palimpsest, ...Object.values(window.palimpsest)].map((value) =>
        Object.isFrozen(value),
      ),
      slot: [slot?.writable, slot?.configurable],
    }
  })
  expect(seen).toEqual({
    names: [],
    functions: ['on', 'request', 'stream'],
    types: ['function', 'function', 'function'],
    isFrozen: [true, true, true, true],
    slot: [false, false],
  })
})

test('no page reports an error while the app starts', async ({ app, page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  for (const other of app.windows()) other.on('pageerror', (error) => errors.push(error.message))
  await showRows(page)
  await page.reload()
  // Where it was left, which need not be the very end.
  await expect(new ThreadPage(page).rows.first()).toBeVisible()
  expect(errors).toEqual([])
})

test('policy: inline script, inline handlers, inline styles, eval and foreign connections are blocked', async ({
  page,
  foreign,
}) => {
  const outcome = await page.evaluate(
    (url) =>
      new Promise<{ violated: string[]; evaluated: string }>((resolve) => {
        const violated: string[] = []
        document.addEventListener('securitypolicyviolation', (event) =>
          violated.push(event.effectiveDirective),
        )
        const script = document.createElement('script')
        script.textContent = 'window.hacked = 1'
        const outside = document.createElement('script')
        outside.src = `${url}/script.js`
        const picture = document.createElement('img')
        picture.src = `${url}/picture.png`
        const handled = document.createElement('img')
        handled.setAttribute('onerror', 'window.hacked = 2')
        handled.src = '/none.png'
        const frame = document.createElement('iframe')
        frame.src = `${url}/frame`
        const object = document.createElement('object')
        object.data = `${url}/object`
        const style = document.createElement('link')
        style.rel = 'stylesheet'
        style.href = `${url}/style.css`
        const form = document.createElement('form')
        form.action = `${url}/form`
        document.body.append(script, outside, picture, handled, frame, object, style, form)
        form.submit()
        fetch(`${url}/fetch`).catch(() => undefined)
        navigator.sendBeacon(`${url}/beacon`)
        try {
          new WebSocket(url.replace('http', 'ws'))
        } catch {
          violated.push('websocket')
        }
        try {
          new EventSource(`${url}/events`)
        } catch {
          violated.push('eventsource')
        }
        // A timer's callback runs as the page's own code would.
        setTimeout(() => {
          let evaluated = ''
          try {
            evaluated = String(new Function('return 1')())
          } catch (error) {
            evaluated = error instanceof Error ? error.name : 'other'
          }
          setTimeout(() => resolve({ violated, evaluated }), 500)
        })
      }),
    foreign.url,
  )
  expect(outcome.evaluated).toBe('EvalError')
  expect(outcome.violated).toEqual(
    expect.arrayContaining([
      'script-src-elem',
      'script-src-attr',
      'img-src',
      'connect-src',
      'style-src-elem',
    ]),
  )
  expect(await isHacked(page)).toBe(false)
  expect(foreign.seen).toEqual([])
})

test('navigation: windows, links, redirects and frames that leave the app are refused', async ({
  app,
  page,
  foreign,
}) => {
  await showRows(page)
  const start = page.url()
  const attempts = [
    (url: string) => void window.open(`${url}/open`),
    (url: string) => void window.open(`${url}/named`, 'name', 'popup'),
    () => void window.open('/index.html'),
    (url: string) => {
      location.href = `${url}/href`
    },
    (url: string) => location.assign(`${url}/assign`),
    (url: string) => location.replace(`${url}/replace`),
    (url: string) => {
      const link = document.createElement('a')
      link.href = `${url}/link`
      document.body.append(link)
      link.click()
    },
    (url: string) => {
      const link = document.createElement('a')
      link.href = `${url}/blank`
      link.target = '_blank'
      link.setAttribute('ping', `${url}/ping`)
      document.body.append(link)
      link.click()
    },
    (url: string) => {
      const link = document.createElement('a')
      link.href = `${url}/download`
      link.download = 'x'
      document.body.append(link)
      link.click()
    },
    () => {
      location.href = 'file:///etc/passwd'
    },
    () => {
      location.href = 'data:text/html,hello'
    },
    () => {
      location.href = '/none.html'
    },
  ]
  for (const attempt of attempts) {
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.evaluate(attempt, foreign.url)
    await page.waitForTimeout(80)
    const isSame = await page.evaluate(() => 'isSamePage' in window)
    expect([page.url(), isSame], String(attempt)).toEqual([start, true])
  }
  await page.waitForTimeout(500)
  expect(foreign.seen).toEqual([])
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  // An empty page needs no request: where it cannot be stopped in time, the app comes back.
  await page.evaluate(() => {
    location.href = 'about:blank'
  })
  await page.waitForTimeout(300)
  await expect.poll(() => page.url()).toBe(start)
  // Asked from the main process: the driver may go on waiting for the empty page that was replaced.
  const shownRows = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        'document.querySelectorAll("[role=article], article").length',
      ),
    )
  await expect.poll(shownRows).toBeGreaterThan(0)
})

test('Markdown: nothing that stands in a thread is fetched or run, in any view', async ({
  app,
  page,
  foreign,
}) => {
  await app.evaluate(({ shell }) => {
    Object.assign(globalThis, { opened: [] })
    shell.openExternal = async (url: string) => {
      const { opened } = globalThis as unknown as { opened: string[] }
      opened.push(url)
    }
  })
  const thread = await showRows(page)
  for (const view of ['Conversation', 'What the model sees', 'Raw'] as const) {
    await thread.show(view)
    await page.waitForTimeout(200)
    // Everything that is folded is opened.
    for (const folded of await thread.log.locator('button[aria-expanded="false"]').all())
      await folded.click({ timeout: 2000 }).catch(() => undefined)
    await page.waitForTimeout(200)
    const active = await thread.root.evaluate((root) =>
      [
        ...root.querySelectorAll('script,iframe,object,embed,video,audio,form,meta,base,link,style,image'),
      ].map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(active, view).toEqual([])
    const handlers = await thread.root.evaluate((root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        element.getAttributeNames().filter((name) => name.startsWith('on')),
      ),
    )
    expect(handlers, view).toEqual([])
    const addresses = await thread.root.evaluate((root) =>
      [...root.querySelectorAll('[src],[href]')].map(
        (element) => element.getAttribute('src') ?? element.getAttribute('href') ?? '',
      ),
    )
    expect(
      addresses.filter((address) => !/^(https:\/\/example\.invalid\/page|\/media\/|#)/.test(address)),
      view,
    ).toEqual([])
  }
  expect(await isHacked(page)).toBe(false)
  expect(foreign.seen).toEqual([])
  expect(await app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual([])
})

test('links: only https and mailto leave, after main looked and the person saw the host', async ({
  app,
  page,
}) => {
  await app.evaluate(({ shell }) => {
    Object.assign(globalThis, { opened: [] })
    shell.openExternal = async (url: string) => {
      const { opened } = globalThis as unknown as { opened: string[] }
      opened.push(url)
    }
  })
  const opened = () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)
  const thread = await showRows(page)
  await thread.log.getByRole('link', { name: 'safe' }).last().click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('example.invalid')
  expect(await opened()).toEqual([])
  await question.getByRole('button', { name: /example\.invalid/ }).click()
  await expect.poll(opened).toEqual(['https://example.invalid/page'])
  const refused = [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://example.invalid/',
    'data:text/html,x',
    'smb://host/share',
    'ms-settings:',
    'https://user:password@example.invalid/',
    'https://example.invalid/\u202egnp.exe',
    'mailto:a@example.invalid?attach=/etc/passwd',
    ' ',
    'x',
  ]
  for (const url of refused)
    expect(
      await page.evaluate((link) => window.palimpsest.request('link.open', { url: link }), url),
    ).toMatchObject({ ok: false, error: { code: 'link-refused' } })
  expect(await opened()).toEqual(['https://example.invalid/page'])
})

test('pictures: an address outside the threads that were opened gives nothing', async ({ page, folder }) => {
  await writeFile(join(folder, 'other.json'), hostileThread('http://127.0.0.1:9'))
  await showRows(page)
  const encode = (text: string) => Buffer.from(text).toString('base64url')
  const paths = [
    '/media/..%2f..%2fsettings.json',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/',
    `/media/${encode(join(folder, 'other.json'))}/8/p1`,
    `/media/${encode('/etc/passwd')}/0/p0`,
    `/media/${encode('../../../../etc/passwd')}/0/p0`,
    `/media/${encode('../settings.json')}/0/p0`,
    `/media/${encode('hello.json')}/999999999/p999999`,
    `/media/${encode('\0')}/0/p0`,
    `/media/${encode(join(folder, 'hostile.json'))}/8/p1`,
    `/media/${'A'.repeat(100_000)}/0/p0`,
    '/..%2f..%2f..%2fpackage.json',
    '/assets/..%2f..%2fmain/index.js',
  ]
  const statuses = await page.evaluate(
    (list) => Promise.all(list.map(async (path) => (await fetch(path)).status)),
    paths,
  )
  for (const [at, status] of statuses.entries()) expect([403, 404], paths[at]?.slice(0, 60)).toContain(status)
})

/** A value the schema takes, or nearly; the rest of the inputs are what a hostile page makes up. */
function valueFor(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) as JsonSchema
  return fromJsonSchema(json)
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: { readonly [name: string]: JsonSchema }
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
}

const NASTY_TEXTS = [
  '',
  '..',
  '../../../../etc/passwd',
  '/etc/passwd',
  '..\\..\\windows\\win.ini',
  'C:\\Windows',
  '\\\\server\\share',
  'hello.json/../../x.json',
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  'CON',
  'nul.json',
  '.',
  ' ',
  '~/x.json',
  '%2e%2e%2f',
  'file:///etc/passwd',
  'hello.json',
  'feature-design.json',
  '\u202egnp.json',
  'x'.repeat(300),
  'built-in',
  'same',
]

function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices !== undefined) return fc.oneof(...choices.map(fromJsonSchema))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, value]) => [name, fromJsonSchema(value)]),
        ),
      )
    case 'array':
      return fc.array(fromJsonSchema(schema.items ?? {}), { maxLength: 4 })
    case 'string':
      return fc.oneof(fc.constantFrom(...NASTY_TEXTS), fc.string({ maxLength: 12 }))
    case 'integer':
    case 'number':
      return fc.constantFrom(0, 1, 2, 3, 7, 200, 500, 4000, 2 ** 31, Number.MAX_SAFE_INTEGER, -1, 0.5)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.constantFrom(undefined, null, {}, [])
  }
}

/** Inputs that no schema takes: wrong kinds, prototype keys, sizes. Built in the page where they must be. */
const BROKEN: readonly string[] = [
  '7',
  '"text"',
  '[]',
  'null',
  '({})',
  'JSON.parse(\'{"__proto__": {"isAdmin": true}, "thread": "hello.json"}\')',
  'JSON.parse(\'{"constructor": {"prototype": {"isAdmin": true}}}\')',
  '({ thread: { toString: 1 } })',
  '({ thread: "x".repeat(5000) })',
  '({ url: "x".repeat(9000), text: "x".repeat(5000001) })',
  'new Map([["thread", "hello.json"]])',
  'new Date()',
  'new Uint8Array(10)',
  '({ thread: NaN, from: Infinity, limit: -0, index: 1e400 })',
  'Array.from({ length: 1000 }, () => ({}))',
  '(() => { let v = {}; for (let i = 0; i < 200; i += 1) v = { v }; return v })()',
  '(() => { const v = {}; v.self = v; return v })()',
  '10n',
]

// Routes that only ask the system for something or may start a window of it.
const SYSTEM_DIALOGS = new Set(['workspace.choose', 'workspace.openFile', 'compact.chooseFolder'])

test('IPC: every route answers hostile input with an answer, and the core lives on', async ({
  app,
  page,
}) => {
  test.setTimeout(240_000)
  await showRows(page)
  await app.evaluate(({ dialog, shell }) => {
    dialog.showOpenDialog = async () => ({ canceled: true, filePaths: [] })
    shell.openExternal = async () => undefined
    shell.showItemInFolder = () => undefined
    shell.trashItem = async () => undefined
  })
  await page.evaluate(() => window.palimpsest.request('workspace.openSample', undefined))
  // Made in the page: not all of them would come through Playwright.
  const broken = await page.evaluateHandle<unknown[]>(`[${BROKEN.join(',')}]`)
  const problems: string[] = []
  for (const [name, route] of Object.entries(routes)) {
    const made = SYSTEM_DIALOGS.has(name) ? [] : fc.sample(valueFor(route.input), { numRuns: 25, seed: 7 })
    const answers = await page.evaluate(
      async ({ name, kind, made, broken }) => {
        const inputs: readonly unknown[] = [...made, ...broken]
        const ask = (input: unknown): Promise<{ ok: boolean; code?: string; input: string }> => {
          const described = (() => {
            try {
              return JSON.stringify(input)?.slice(0, 200) ?? String(input)
            } catch {
              return 'circular'
            }
          })()
          if (kind === 'request')
            return window.palimpsest.request(name as never, input as never).then(
              (answer) =>
                answer.ok
                  ? { ok: true, input: described }
                  : { ok: false, code: answer.error.code, input: described },
              (error: unknown) => ({ ok: false, code: `rejected: ${String(error)}`, input: described }),
            )
          return new Promise((resolve) => {
            const cancel = window.palimpsest.stream(
              name as never,
              input as never,
              (message: StreamMessage<unknown>) => {
                if (message.kind === 'frames') return
                resolve(
                  message.kind === 'failed'
                    ? { ok: false, code: message.error.code, input: described }
                    : { ok: true, input: described },
                )
              },
            )
            setTimeout(cancel, 3000)
          })
        }
        const all = []
        for (const input of inputs) {
          try {
            all.push(await ask(input))
          } catch (error) {
            // The bridge itself takes no value that holds itself: nothing reached main.
            all.push({ ok: false, code: 'not sent', input: String(error) })
          }
        }
        return all
      },
      { name, kind: route.kind, made, broken },
    )
    const isInputless = route.input.safeParse(undefined).success
    for (const [at, answer] of answers.entries()) {
      if (answer.code?.startsWith('rejected') || answer.code === 'internal')
        problems.push(`${name}: ${answer.code} for ${answer.input}`)
      if (
        at >= made.length &&
        answer.ok &&
        !(answer.input === '{}' || isInputless) &&
        name !== 'settings.set'
      )
        problems.push(`${name}: took ${answer.input}`)
    }
  }
  expect(problems).toEqual([])
  expect(
    await page.evaluate(() => [
      ({} as { isAdmin?: boolean }).isAdmin,
      (Object.prototype as { isAdmin?: boolean }).isAdmin,
    ]),
  ).toEqual([undefined, undefined])
  for (const route of ['nothing', '__proto__', 'constructor', 'toString', 'compact.start', ''])
    expect(
      await page.evaluate((name) => window.palimpsest.request(name as never, undefined as never), route),
      route,
    ).toMatchObject({ ok: false, error: { code: 'unknown-route' } })
  // The core is the same one, and it still answers.
  expect(
    await page.evaluate(() => window.palimpsest.request('workspace.list', { folder: '' })),
  ).toMatchObject({ ok: true })
})

test('sender: a window the app did not open, and a frame in its own, are refused', async ({ app, page }) => {
  await showRows(page)
  const answer = await app.evaluate(async ({ BrowserWindow }) => {
    const known = BrowserWindow.getAllWindows()[0]
    if (known === undefined) throw new Error('no window')
    const preload = (globalThis as unknown as { preloadPath?: string }).preloadPath
    const other = new BrowserWindow({
      show: false,
      webPreferences: { sandbox: true, contextIsolation: true, ...(preload ? { preload } : {}) },
    })
    await other.loadURL('app://bundle/index.html')
    return other.webContents.id !== known.webContents.id
  })
  expect(answer).toBe(true)
})
