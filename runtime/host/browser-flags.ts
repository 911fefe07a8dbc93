export interface BrowserOptions {
  readonly executable: string
  /** Folder of the browser's own profile, apart from the person's. */
  readonly profile: string
  readonly isHeadless: boolean
  /** Value of `--remote-debugging-port`; null = no port listens. */
  readonly debugPort: string | null
  /** Off only for root, who cannot have it, or when `--no-sandbox` was given. */
  readonly isSandboxed: boolean
  /** BCP 47 tag of the pages' language. */
  readonly language: string
}

/** Features that would talk to the network, draw browser furniture, or change what Electron's pages see. */
const DISABLED_FEATURES = [
  'Translate',
  'OptimizationHints',
  'MediaRouter',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'NetworkTimeServiceQuerying',
  'PreconnectToSearch',
  'LensOverlay',
  'AimEnabled',
  'GlobalMediaControls',
  'AutofillServerCommunication',
]

/** What both processes get: the one that lives, and the short one that asks it for a window. */
export function browserFlags(options: BrowserOptions): readonly string[] {
  return [
    `--user-data-dir=${options.profile}`,
    `--lang=${options.language}`,
    `--accept-lang=${options.language}`,
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--no-service-autorun',
    '--no-pings',
    '--disable-sync',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-breakpad',
    '--disable-extensions',
    '--disable-quic',
    '--disable-search-engine-choice-screen',
    '--disable-background-timer-throttling',
    '--disable-renderer-backgrounding',
    '--disable-backgrounding-occluded-windows',
    '--disable-back-forward-cache',
    '--disable-infobars',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
    // Chromium warns about a missing sandbox in a bar over the page; `--test-type` takes the bar away.
    ...(options.isSandboxed ? [] : ['--no-sandbox', '--test-type']),
    ...(options.isHeadless ? ['--headless', '--hide-scrollbars=false', '--screen-info={1920x1080}'] : []),
  ]
}
