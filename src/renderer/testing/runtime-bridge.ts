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
  return Object.assign(bridge, { runtime })
}
