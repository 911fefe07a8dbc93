import { guardClass, HostEmitter } from '../guard.ts'
import { hostState } from '../host-state.ts'

export type ThemeSource = 'system' | 'light' | 'dark'

export class NativeTheme extends HostEmitter {
  #source: ThemeSource = 'system'
  #isSystemDark = false
  #isHighContrast = false

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): ThemeSource {
    return this.#source
  }

  set themeSource(source: ThemeSource) {
    if (!['system', 'light', 'dark'].includes(source)) throw new Error(`Unknown theme source '${source}'`)
    if (source === this.#source) return
    this.#source = source
    hostState.events.emit('theme-changed')
    this.emit('updated')
  }

  get shouldUseDarkColors(): boolean {
    return this.#source === 'system' ? this.#isSystemDark : this.#source === 'dark'
  }

  get shouldUseHighContrastColors(): boolean {
    return this.#isHighContrast
  }

  /** What a page sees; while the source is not `system`, darkness is our own doing and tells nothing. */
  noteSystem(isDark: boolean, isHighContrast: boolean): void {
    const nextDark = this.#source === 'system' ? isDark : this.#isSystemDark
    if (nextDark === this.#isSystemDark && isHighContrast === this.#isHighContrast) return
    this.#isSystemDark = nextDark
    this.#isHighContrast = isHighContrast
    this.emit('updated')
  }
}
guardClass('nativeTheme', NativeTheme)

export const nativeTheme = new NativeTheme()
