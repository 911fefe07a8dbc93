import type { AppEvents } from '../../shared/ipc/events.ts'
import { IDLE_TURN } from '../../shared/ipc/idle-turn.ts'
import { createFakeBridge, type FakeBridge, type FakeBridgeOptions } from './fake-bridge.ts'
import { type FakeRuntime, fakeReport, fakeRuntimeRequests } from './fake-runtime.ts'

export interface RuntimeBridge extends FakeBridge {
  readonly runtime: FakeRuntime
}

/** The fake bridge with a main that can run turns. `runtime` is what that main holds. */
export function createRuntimeBridge(
  options: FakeBridgeOptions & { readonly runtime?: Partial<FakeRuntime> } = {},
): RuntimeBridge {
  const runtime: FakeRuntime = {
    turn: IDLE_TURN,
    report: fakeReport(124_300),
    checkpoints: [],
    marks: [],
    activity: [],
    providerId: null,
    missingProvider: null,
    missingSummarizer: null,
    policies: new Map(),
    rows: (thread) => bridge.workspace.threads.get(thread) ?? [],
    setRows: (thread, rows) => void bridge.workspace.threads.set(thread, rows),
    refuseSend: null,
    ...options.runtime,
  }
  const bridge: FakeBridge = createFakeBridge({
    ...options,
    requests: {
      ...fakeRuntimeRequests(runtime, (event, payload) => bridge.send(event, payload)),
      ...options.requests,
    },
  })
  // Main numbers the pieces of a reply; a test or a scene gives their text.
  const sent = new Map<number, number>()
  const send: FakeBridge['send'] = (event, payload) => {
    // Safe: the payload of this name has this type by `AppEvents`.
    const { delta } = payload as AppEvents['turn.delta']
    if (event !== 'turn.delta' || delta.seq !== 0) return bridge.send(event, payload)
    const seq = (sent.get(delta.index) ?? 0) + 1
    sent.set(delta.index, seq)
    bridge.send('turn.delta', { ...(payload as AppEvents['turn.delta']), delta: { ...delta, seq } })
  }
  return { ...bridge, send, runtime }
}
