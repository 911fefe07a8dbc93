import { expect, type Locator, type Page, test } from '@playwright/test'
import { SettingsPage } from '../pages/settings.ts'
import { WizardPage } from '../pages/wizard.ts'
import { check, cutControls, SMALLEST, start } from '../screens.ts'

/** Every main screen in every theme and both languages: no fault that axe can see, nothing cut off sideways. */

// About ten seconds each on an idle machine; a busy one must not fail what is only slow.
test.setTimeout(240_000)

const THEMES = ['light', 'dark', 'high-contrast'] as const
const LANGUAGES = ['en', 'zh-CN'] as const

const WORDS = {
  en: {
    model: 'What the model sees',
    raw: 'Raw',
    conversation: 'Conversation',
    providers: 'Providers',
    openSample: /Open the sample thread/,
    checkpoint: 'Checkpoint',
  },
  'zh-CN': {
    model: '模型所见',
    raw: '原始',
    conversation: '对话',
    providers: '服务商',
    openSample: /打开示例会话/,
    checkpoint: '检查点',
  },
} as const

for (const theme of THEMES)
  for (const language of LANGUAGES)
    test(`every screen stands: ${theme}, ${language}`, async ({ browserName: _ }, info) => {
      const { page, close } = await start()
      const words = WORDS[language]
      let at = 0
      const see = (screen: string) => {
        at += 1
        return check(page, screen, info.outputPath(`${String(at).padStart(2, '0')}-${screen}.png`))
      }
      try {
        await page.setViewportSize(SMALLEST)
        const settings = new SettingsPage(page)
        await settings.open()
        await settings.choose('Theme', theme)
        if (language !== 'en') await settings.choose('Language', language)
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await see('settings')
        await settings.dialog.getByRole('tab', { name: words.providers }).click()
        await see('providers')
        await settings.close()
        await see('first-run')
        await page.keyboard.press('Control+/')
        await expect(page.getByRole('dialog')).toBeVisible()
        await see('shortcuts')
        await page.keyboard.press('Escape')

        await page.getByRole('button', { name: words.openSample }).click()
        const thread = page.locator('main:not([inert])')
        await expect(thread.getByRole('article').last()).toBeInViewport()
        await see('conversation')
        await thread.getByRole('radio', { name: words.model }).click()
        await expect(thread.getByRole('feed')).toBeVisible()
        await see('model')
        await thread.getByRole('radio', { name: words.raw }).click()
        await see('raw')
        await thread.getByRole('radio', { name: words.conversation }).click()

        const wizard = new WizardPage(page, language)
        await wizard.open()
        await see('introduction')
        await wizard.next()
        await expect(wizard.boundary).toBeVisible()
        await see('configure')
        await wizard.start()
        await wizard.waitForPreview()
        await see('preview')
        await wizard.dialog.getByRole('tab').nth(1).click()
        await expect(wizard.dialog.locator('.wz-original').first()).toBeVisible()
        await see('compare')
        await wizard.dialog.getByRole('tab').nth(2).click()
        await expect(wizard.dialog.locator('.wz-item').first()).toBeVisible()
        await see('wizard-model')
        await wizard.apply()
        await expect(wizard.dialog).toBeHidden()
        await expect(thread.getByRole('article', { name: words.checkpoint })).toBeInViewport()
        await see('copy')
      } finally {
        await close()
      }
    })

test('zoom 200 %, reduced motion and forced colours keep everything in reach', async ({
  browserName: _,
}, info) => {
  const { page, close } = await start()
  try {
    await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
    // Half of 1280 × 800: what a zoom of 200 % leaves.
    await page.setViewportSize({ width: 640, height: 400 })
    await page.keyboard.press('Control+b')
    await page.getByRole('button', { name: WORDS.en.openSample }).click()
    await expect(page.getByRole('article').last()).toBeInViewport()
    expect.soft(await cutControls(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('thread.png') })
    const motion = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--d-settle').trim(),
    )
    expect(motion).toMatch(/^0m?s$/)
    const wizard = new WizardPage(page)
    await wizard.open()
    await wizard.next()
    await expectReachable(wizard.startButton)
    expect.soft(await cutControls(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('configure.png') })
    await wizard.start()
    await wizard.waitForPreview()
    await expectReachable(wizard.applyButton)
    expect.soft(await cutControls(page)).toEqual([])
    await page.screenshot({ path: info.outputPath('preview.png') })
  } finally {
    await close()
  }
})

async function expectReachable(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded()
  await expect(control).toBeInViewport({ ratio: 1 })
}

test('the keyboard alone goes from the sample to a compacted copy', async ({ browserName: _ }) => {
  const { page, close } = await start()
  const keys = page.keyboard
  const focused = page.locator(':focus')
  try {
    await page.getByRole('button', { name: WORDS.en.openSample }).focus()
    await keys.press('Enter')
    await expect(page.getByRole('article').last()).toBeInViewport()
    // F6 goes round: sidebar, tabs, thread.
    const visited: (string | null)[] = []
    for (let step = 0; step < 3; step += 1) {
      await keys.press('F6')
      visited.push(await focused.getAttribute('role'))
    }
    expect(visited.toSorted()).toEqual(['log', 'tab', 'tree'])

    await keys.press('Control+Shift+K')
    const wizard = new WizardPage(page)
    await expect(wizard.dialog).toBeVisible()
    await tabTo(page, 'Next')
    await keys.press('Enter')
    await wizard.boundary.focus()
    await keys.press('ArrowLeft')
    await expect(wizard.keep).toHaveAttribute('aria-valuenow', '4')
    await keys.press('ArrowRight')
    await tabTo(page, 'Start compact')
    await keys.press('Enter')
    await wizard.waitForPreview()
    await wizard.dialog.getByRole('tab').first().focus()
    await keys.press('ArrowRight')
    await expect(wizard.dialog.getByRole('tab').nth(1)).toBeFocused()
    await expect(wizard.dialog.locator('.wz-original').first()).toBeVisible()
    await keys.press('ArrowLeft')
    await tabTo(page, 'Apply compaction')
    await keys.press('Enter')
    await expect(wizard.dialog).toBeHidden()
    await expect(page.getByRole('tab', { name: /-compact-1/ })).toHaveAttribute('aria-selected', 'true')
  } finally {
    await close()
  }
})

test('the focus returns to where it was after a dialog', async ({ browserName: _ }) => {
  const { page, close } = await start()
  try {
    const settings = page.getByRole('button', { name: 'Settings', exact: true })
    await settings.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeFocused()
    await page.keyboard.press('Control+/')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeFocused()
  } finally {
    await close()
  }
})

/** Presses Tab until a button with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true })
  for (let presses = 0; presses < 80; presses += 1) {
    if (await wanted.evaluate((button) => button === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reached “${name}”.`)
}
