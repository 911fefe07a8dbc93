import { guardClass, HostEmitter } from '../guard.ts'

/** The system's power events do not reach a browser, so listening for them is refused. */
export class PowerMonitor extends HostEmitter {
  constructor() {
    super('powerMonitor', [])
  }

  /** Seconds; a person is taken to be there. */
  getSystemIdleTime(): number {
    return 0
  }

  isOnBatteryPower(): boolean {
    return false
  }
}
guardClass('powerMonitor', PowerMonitor)

export const powerMonitor = new PowerMonitor()
