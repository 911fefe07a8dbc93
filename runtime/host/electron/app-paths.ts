import { mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** Folders of the person, under the names that xdg-user-dirs gives them. */
const USER_FOLDERS: Readonly<Record<string, readonly [xdg: string, usual: string]>> = {
  desktop: ['XDG_DESKTOP_DIR', 'Desktop'],
  documents: ['XDG_DOCUMENTS_DIR', 'Documents'],
  downloads: ['XDG_DOWNLOAD_DIR', 'Downloads'],
  music: ['XDG_MUSIC_DIR', 'Music'],
  pictures: ['XDG_PICTURES_DIR', 'Pictures'],
  videos: ['XDG_VIDEOS_DIR', 'Videos'],
}

function configHome(): string {
  if (process.platform === 'win32') return process.env.APPDATA ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config')
}

function userFolder(xdgName: string, usual: string): string {
  const fallback = join(homedir(), usual)
  if (process.platform !== 'linux') return fallback
  try {
    const text = readFileSync(join(configHome(), 'user-dirs.dirs'), 'utf8')
    const value = new RegExp(`^${xdgName}="(.*)"`, 'm').exec(text)?.[1]
    return value ? value.replace(/^\$HOME/, homedir()) : fallback
  } catch {
    // No such file on a system without a desktop.
    return fallback
  }
}

/** The answers of `app.getPath`: the system's folders unless the app has set its own. */
export class AppPaths {
  readonly #own = new Map<string, string>()

  /** Throws, as Electron does, for a name it does not know. */
  get(name: string, appName: string): string {
    const own = this.#own.get(name)
    if (own !== undefined) return own
    const user = USER_FOLDERS[name]
    if (user) return userFolder(...user)
    switch (name) {
      case 'home':
        return homedir()
      case 'appData':
        return configHome()
      case 'userData':
        return join(configHome(), appName)
      case 'sessionData':
        return this.get('userData', appName)
      case 'logs':
        return join(this.get('userData', appName), 'logs')
      case 'crashDumps':
        return join(this.get('userData', appName), 'Crashpad')
      case 'temp':
        return tmpdir()
      case 'exe':
        return process.execPath
      default:
        throw new Error(`Failed to get '${name}' path`)
    }
  }

  /** Makes the folder. Throws when the path is not absolute. */
  set(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    mkdirSync(path, { recursive: true })
    this.#own.set(name, path)
  }
}
