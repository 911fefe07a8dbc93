import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { type ElectronApplication, expect, type Page } from '@playwright/test'
import { launchApp } from './hosts.ts'

export const SMALLEST = { width: 960, height: 600 }

/** An app of its own, with a folder of its own. */
export interface Started {
  readonly page: Page
  readonly close: () => Promise<void>
}

export async function start(args: readonly string[] = []): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'palimpsest-screens-'))
  const app: ElectronApplication = await launchApp({ dataDir, args })
  const page = await app.firstWindow()
  await page.locator('#root > *').first().waitFor()
  return {
    page,
    close: async () => {
      await app.close()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

/** Parts that may scroll sideways or cut their words on purpose. */
const MAY_SCROLL = '.table-frame, pre, .tab-scroll, .truncate, .visually-hidden, .plain-text'

/** Controls that lie partly outside the window, or whose words do not fit into them. */
export async function cutControls(page: Page): Promise<readonly string[]> {
  return page.evaluate((mayScroll) => {
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const faults: string[] = []
    for (const control of (dialog ?? document.body).querySelectorAll<HTMLElement>(
      'button, [role="radio"], [role="tab"], h1, h2, h3, label',
    )) {
      if (control.closest('[inert], [aria-hidden="true"]') !== null || control.closest(mayScroll) !== null)
        continue
      if (control.querySelector(mayScroll) !== null || control.matches(mayScroll)) continue
      const box = control.getBoundingClientRect()
      if (box.width === 0 || getComputedStyle(control).visibility === 'hidden') continue
      const name = control.textContent?.trim().slice(0, 40) ?? control.getAttribute('aria-label') ?? ''
      if (box.left < -1 || box.right > innerWidth + 1) faults.push(`outside the window: ${name}`)
      if (control.scrollWidth > control.clientWidth + 1 && getComputedStyle(control).display !== 'inline')
        faults.push(`words cut: ${name}`)
    }
    return faults
  }, MAY_SCROLL)
}

/** A picture of the screen, what axe finds on it and what is cut off. */
export async function check(page: Page, screen: string, path: string): Promise<void> {
  await page.screenshot({ path, animations: 'disabled' })
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  expect.soft([...faults, ...(await cutControls(page))], screen).toEqual([])
}
