// The system's package manager: which one, what it calls things, and how it is asked.
import { findOnPath } from '../../runtime/host/find-browser.js'

/** @typedef {'browser' | 'display' | 'cjk-font'} Want */

/** Looked for in this order. `refresh` runs before; a failure of it does not matter. */
const MANAGERS = [
  {
    name: 'apt-get',
    refresh: ['update'],
    // The recommended packages of Chromium bring a printer's set-up and Python along: a minute for nothing.
    install: ['install', '-y', '--no-install-recommends'],
    typed: ['install'],
    packages: { browser: 'chromium', display: 'xvfb', 'cjk-font': 'fonts-noto-cjk' },
  },
  {
    name: 'dnf',
    install: ['install', '-y'],
    packages: {
      browser: 'chromium',
      display: 'xorg-x11-server-Xvfb',
      'cjk-font': 'google-noto-sans-cjk-fonts',
    },
  },
  {
    name: 'pacman',
    install: ['-S', '--noconfirm', '--needed'],
    packages: { browser: 'chromium', display: 'xorg-server-xvfb', 'cjk-font': 'noto-fonts-cjk' },
  },
  {
    name: 'zypper',
    install: ['--non-interactive', 'install'],
    packages: {
      browser: 'chromium',
      display: 'xorg-x11-server-Xvfb',
      'cjk-font': 'google-noto-sans-sc-fonts',
    },
  },
  {
    name: 'apk',
    install: ['add'],
    packages: { browser: 'chromium', display: 'xvfb', 'cjk-font': 'font-noto-cjk' },
  },
]

/** Needs no root. */
const BREW = { name: 'brew', install: ['install', '--cask'], packages: { browser: 'chromium' } }

/**
 * How to install something here.
 * @param {Want} want
 * @param {{ env?: Record<string, string | undefined>, platform?: string, isRoot?: boolean }} [system]
 * @returns {null | { manager: string, steps: string[][], needsSudo: boolean, hint: string }} null = no
 *   package manager that has it. `hint` is what the person would type; `steps` include sudo when needed
 */
export function installPlan(want, system = {}) {
  const { env = process.env, platform = process.platform, isRoot = process.getuid?.() === 0 } = system
  const known = platform === 'darwin' ? [BREW] : platform === 'linux' ? MANAGERS : []
  const manager = known.find((each) => findOnPath(each.name, env))
  const name = manager?.packages[want]
  if (!manager || !name) return null
  const needsSudo = !isRoot && manager !== BREW
  const prefix = needsSudo ? ['sudo'] : []
  const install = [...prefix, manager.name, ...manager.install, name]
  const typed = [manager.name, ...(manager.typed ?? manager.install), name].join(' ')
  // A machine without sudo knows another way to become root.
  const canSudo = needsSudo && findOnPath('sudo', env) !== null
  const hint = !needsSudo ? typed : canSudo ? `sudo ${typed}` : `${typed} (as root)`
  const refresh = manager.refresh ? [[...prefix, manager.name, ...manager.refresh]] : []
  return { manager: manager.name, steps: [...refresh, install], needsSudo, hint }
}
