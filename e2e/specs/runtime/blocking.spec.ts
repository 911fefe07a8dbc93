import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { type MainGlobals, test } from './host-app.ts'

let server: Server
let address: string
let requests: string[]
let connections: number

test.beforeEach(async () => {
  requests = []
  connections = 0
  server = createServer((request, response) => {
    requests.push(request.url ?? '')
    response.setHeader('content-type', 'text/html').end('<title>outside</title><p>outside</p>')
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
test.afterEach(() => {
  server.closeAllConnections()
  server.close()
})

// Without the page's own policy, so that what holds is the host.
test.use({ hostArgs: ['--no-csp'] })

test('no way of opening a window reaches the network; each asks the handler', async ({ app, page }) => {
  await page.evaluate((to) => {
    window.open(`${to}/open`)
    window.open(`${to}/sized`, 'name', 'width=200,height=100')
    window.open(`${to}/noopener`, '_blank', 'noopener')

    const link = document.querySelector<HTMLAnchorElement>('#out')
    if (!link) throw new Error('no link')
    link.href = `${to}/link`
    link.click()
    link.target = ''
    link.href = `${to}/ctrl`
    link.dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true }))

    // Ways around what the host put into the page: its listener is never reached, or its `open` not used.
    const silent = document.createElement('a')
    silent.href = `${to}/silent`
    silent.target = '_blank'
    silent.addEventListener('click', (event) => event.stopPropagation())
    document.body.append(silent)
    silent.click()
    const frame = document.createElement('iframe')
    document.body.append(frame)
    frame.contentWindow?.open(`${to}/frame`)
    const form = document.createElement('form')
    form.action = `${to}/form`
    form.target = '_blank'
    document.body.append(form)
    form.submit()
  }, address)

  const wished = () =>
    app.evaluate(() =>
      ((globalThis as unknown as MainGlobals).wishes ?? []).map(({ url }) => new URL(url).pathname).sort(),
    )
  await expect
    .poll(wished)
    .toEqual(expect.arrayContaining(['/ctrl', '/link', '/noopener', '/open', '/sized']))
  await expect.poll(() => app.windows().length).toBe(1)
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expect(
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getURL()),
  ).toBe('app://bundle/index.html')

  // The counter counts: the one request that main asks for arrives, after everything before it.
  await app.evaluate(
    ({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.loadURL(`${to}/allowed`),
    address,
  )
  await expect.poll(() => requests.filter((url) => url !== '/favicon.ico')).toEqual(['/allowed'])
})

test('no way of leaving the page reaches the network; each can be vetoed', async ({ app, page }) => {
  const asked = () => app.evaluate(() => (globalThis as unknown as MainGlobals).navigations ?? [])
  const ways: readonly ((to: string) => void)[] = [
    (to) => {
      location.href = `${to}/href`
    },
    (to) => location.replace(`${to}/replace`),
    (to) => {
      const link = document.querySelector<HTMLAnchorElement>('#away')
      if (link) link.href = `${to}/click`
      link?.click()
    },
    (to) => {
      const form = document.createElement('form')
      form.method = 'post'
      form.action = `${to}/post`
      document.body.append(form)
      form.submit()
    },
    (to) => {
      const refresh = document.createElement('meta')
      refresh.httpEquiv = 'refresh'
      refresh.content = `0;url=${to}/refresh`
      document.head.append(refresh)
    },
  ]
  for (const [at, way] of ways.entries()) {
    await page.evaluate(way, address)
    await expect.poll(async () => (await asked()).length).toBe(at + 1)
  }
  expect((await asked()).map((url) => new URL(url).pathname)).toEqual([
    '/href',
    '/replace',
    '/click',
    '/post',
    '/refresh',
  ])
  await expect(page.getByRole('heading', { name: 'Host test' })).toBeVisible()
  expect(connections).toBe(0)
  expect(requests).toEqual([])
})

test('a navigation inside the app can be vetoed too; a reload cannot', async ({ app, page }) => {
  await page.locator('#other').click()
  await expect
    .poll(() => app.evaluate(() => (globalThis as unknown as MainGlobals).navigations))
    .toEqual(['app://bundle/other.html'])
  await expect(page.getByRole('heading', { name: 'Host test' })).toBeVisible()

  await page.evaluate(() => Object.assign(window, { before: true }))
  await page.reload()
  await page.getByText('connected').waitFor()
  expect(await page.evaluate(() => 'before' in window)).toBe(false)

  await app.evaluate(() => Object.assign(globalThis, { letNavigate: true }))
  await page.locator('#other').click()
  await expect(page.getByRole('heading', { name: 'Other page' })).toBeVisible()
  await page.getByText('connected').waitFor()
  await page.evaluate(() => history.back())
  await expect(page.getByRole('heading', { name: 'Host test' })).toBeVisible()
  // Further back there is only the empty page of a new window, and no way to it.
  await page.evaluate(() => history.back())
  expect(await page.evaluate(() => window.test.upper('alive'))).toBe('ALIVE')
  await expect(page.getByRole('heading', { name: 'Host test' })).toBeVisible()
})
