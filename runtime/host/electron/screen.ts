import { guardClass, HostEmitter } from '../guard.ts'
import { hostState } from '../host-state.ts'

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function display(id: number, bounds: Rectangle, workArea: Rectangle, scaleFactor: number): Electron.Display {
  const size = { width: bounds.width, height: bounds.height }
  const workAreaSize = { width: workArea.width, height: workArea.height }
  // Electron's type has members about colour and touch that the protocol does not tell.
  return {
    id,
    bounds,
    workArea,
    size,
    workAreaSize,
    scaleFactor,
    rotation: 0,
    internal: false,
  } as Electron.Display
}

function overlap(a: Rectangle, b: Rectangle): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return Math.max(0, width) * Math.max(0, height)
}

export class Screen extends HostEmitter {
  #displays: readonly Electron.Display[] = []

  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  /** Asks the browser. Called before `ready`, because Electron's methods answer at once. */
  async refresh(): Promise<void> {
    try {
      const { screenInfos } = (await hostState.browser?.cdp.send('Emulation.getScreenInfos')) ?? {
        screenInfos: [],
      }
      const found = screenInfos.toSorted((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
      this.#displays = found.map((info) => {
        const bounds = { x: info.left, y: info.top, width: info.width, height: info.height }
        const workArea = {
          x: info.availLeft,
          y: info.availTop,
          width: info.availWidth,
          height: info.availHeight,
        }
        return display(Number(info.id) || 1, bounds, workArea, info.devicePixelRatio)
      })
    } catch {
      // An older browser cannot say; the display assumed below is used.
      this.#displays = []
    }
  }

  getAllDisplays(): Electron.Display[] {
    if (this.#displays.length > 0) return [...this.#displays]
    const assumed = { x: 0, y: 0, width: 1280, height: 800 }
    return [display(1, assumed, assumed, 1)]
  }

  getPrimaryDisplay(): Electron.Display {
    const [first] = this.getAllDisplays()
    if (!first) throw new Error('No display')
    return first
  }

  getDisplayMatching(rectangle: Rectangle): Electron.Display {
    const all = this.getAllDisplays()
    return all.reduce((best, each) =>
      overlap(each.bounds, rectangle) > overlap(best.bounds, rectangle) ? each : best,
    )
  }

  getCursorScreenPoint(): Electron.Point {
    return { x: 0, y: 0 }
  }
}
guardClass('screen', Screen)

export const screen = new Screen()
