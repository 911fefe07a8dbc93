import { screen } from '@testing-library/react'
import { type Mock, vi } from 'vitest'
import { useCommand } from '../../app/commands.ts'
import type { Slots } from '../../app/slots.ts'
import { useToasts } from '../../app/toasts-context.ts'
import { createFakeBridge } from '../../testing/fake-bridge.ts'
import { renderInApp } from '../../testing/render-app.tsx'
import { createRuntimeBridge, type RuntimeBridge } from '../../testing/runtime-bridge.ts'
import { sampleRows } from '../../testing/sample-rows.ts'
import { ToastRegion } from '../../ui/toast.tsx'
import { ThreadView } from '../thread-view.tsx'

export const THREAD = 'one.json'

/** Makes the page believe that a list is tall and its rows are low: it then mounts them all. */
function giveSizes(): void {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(4000)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40)
}

export type RenderThreadOptions = Parameters<typeof createRuntimeBridge>[0] & {
  readonly turns?: number
  readonly slots?: Slots
  readonly language?: 'en' | 'zh-CN'
}

/** One thread whose main can run turns, with everything around it that a window has. */
export async function renderThread(options: RenderThreadOptions = {}) {
  giveSizes()
  const bridge: RuntimeBridge = createRuntimeBridge({
    ...options,
    workspace: {
      settings: { ...createFakeBridge().workspace.settings, language: options.language ?? 'en' },
      threads: new Map([[THREAD, sampleRows({ turns: options.turns ?? 4 })]]),
      ...options.workspace,
    },
  })
  const onOpenThread: Mock<(thread: string) => void> = vi.fn()
  const onDock: Mock<(panel: string | null) => void> = vi.fn()
  const onSettings: Mock<(section: string | null) => void> = vi.fn()
  const draw = (dock: 'context' | 'checkpoints' | 'pins' | 'activity' | null) => (
    <>
      <ThreadView
        thread={THREAD}
        isActive
        start={null}
        onPosition={() => undefined}
        onOpened={() => undefined}
        onFailed={() => undefined}
        onOpenThread={onOpenThread}
        onApplied={() => undefined}
        dock={dock}
        onDock={onDock}
        onRuntime={() => undefined}
      />
      <Notices />
      <SettingsDoor onOpen={onSettings} />
    </>
  )
  const view = renderInApp(draw(null), {
    bridge,
    ...(options.slots === undefined ? {} : { slots: options.slots }),
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^(Message|消息)$/ })
  return {
    ...view,
    bridge,
    field,
    onOpenThread,
    onDock,
    onSettings,
    showDock: (dock: Parameters<typeof draw>[0]) => view.rerenderInApp(draw(dock)),
    calls: (route: string) => bridge.calls.filter((call) => call.route === route),
    say: (turn: Partial<typeof bridge.runtime.turn>) => {
      bridge.runtime.turn = { ...bridge.runtime.turn, ...turn }
      bridge.send('turn.changed', { thread: THREAD, state: bridge.runtime.turn })
    },
  }
}

function SettingsDoor({ onOpen }: { readonly onOpen: (section: string | null) => void }) {
  useCommand('settings', onOpen)
  return null
}

function Notices() {
  return <ToastRegion toasts={useToasts()} label="Notices" closeLabel="Close" />
}
