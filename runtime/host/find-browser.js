// Which browser the Chromium host uses. Plain JavaScript: the set-up scripts ask it too, on any Node.
import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'

/** Names looked up on PATH, in order of preference. */
const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

/** Where installers put browsers that are not on PATH. */
function usualPlaces(platform, env) {
  if (platform === 'darwin') {
    const apps = ['Chromium', 'Google Chrome', 'Microsoft Edge']
    const roots = ['/Applications', ...(env.HOME ? [`${env.HOME}/Applications`] : [])]
    return apps.flatMap((app) => roots.map((root) => `${root}/${app}.app/Contents/MacOS/${app}`))
  }
  if (platform === 'win32') {
    const roots = [env.LOCALAPPDATA, env.PROGRAMFILES, env['PROGRAMFILES(X86)']].filter(Boolean)
    const inside = [
      'Chromium\\Application\\chrome.exe',
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ]
    return inside.flatMap((file) => roots.map((root) => win32.join(root, file)))
  }
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge']
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/**
 * The first file called `name` on PATH that may be executed.
 * @param {string} name
 * @param {Record<string, string | undefined>} [env]
 * @returns {string | null} absolute path
 */
export function findOnPath(name, env = process.env) {
  for (const folder of (env.PATH ?? '').split(posix.delimiter)) {
    if (folder && isExecutable(posix.join(folder, name))) return posix.join(folder, name)
  }
  return null
}

/**
 * The browser to use: CHROMIUM_PATH when set (it must be an executable file), else the first known name
 * on PATH, else the usual places of the system.
 * @param {Record<string, string | undefined>} [env]
 * @param {string} [platform] as in `process.platform`
 * @returns {{ path: string } | { path: null, reason: 'none' | 'bad-path' }}
 */
export function findBrowser(env = process.env, platform = process.platform) {
  if (env.CHROMIUM_PATH) {
    return isExecutable(env.CHROMIUM_PATH) ? { path: env.CHROMIUM_PATH } : { path: null, reason: 'bad-path' }
  }
  if (platform !== 'win32') {
    for (const name of NAMES) {
      const found = findOnPath(name, env)
      if (found) return { path: found }
    }
  }
  const usual = usualPlaces(platform, env).find(isExecutable)
  return usual ? { path: usual } : { path: null, reason: 'none' }
}
