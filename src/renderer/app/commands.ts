import { createContext, useContext, useEffect } from 'react'

/** Everything that has a shortcut or a place in the native menu. */
export type Command =
  | 'toggle-sidebar'
  | 'new-thread'
  | 'open-folder'
  | 'open-file'
  | 'open-thread'
  | 'close-tab'
  | 'reopen-tab'
  | 'next-tab'
  | 'previous-tab'
  | 'go-to-tab'
  | 'compact'
  | 'next-view'
  | 'settings'
  | 'next-region'

/** Keys per command. `Mod` is Ctrl, on macOS Cmd. The second chord works where the first is taken. */
export const SHORTCUTS: readonly { readonly command: Command; readonly keys: readonly string[] }[] = [
  { command: 'toggle-sidebar', keys: ['Mod+B'] },
  { command: 'new-thread', keys: ['Mod+N'] },
  { command: 'open-folder', keys: ['Mod+O'] },
  { command: 'close-tab', keys: ['Mod+W'] },
  { command: 'reopen-tab', keys: ['Mod+Shift+T'] },
  { command: 'next-tab', keys: ['Ctrl+Tab', 'Ctrl+PageDown'] },
  { command: 'previous-tab', keys: ['Ctrl+Shift+Tab', 'Ctrl+PageUp'] },
  { command: 'compact', keys: ['Mod+Shift+K'] },
  { command: 'next-view', keys: ['Mod+Shift+M'] },
  { command: 'settings', keys: ['Mod+,'] },
  { command: 'next-region', keys: ['F6'] },
]

/** Parts of a keyboard event that a chord is matched by. */
export interface Chord {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

function matches(chord: string, event: Chord, isMac: boolean): boolean {
  const parts = chord.split('+')
  const key = parts.at(-1) ?? ''
  const mod = parts.includes('Mod')
  const ctrl = parts.includes('Ctrl') || (mod && !isMac)
  return (
    event.key.toLowerCase() === key.toLowerCase() &&
    event.ctrlKey === ctrl &&
    event.metaKey === (mod && isMac) &&
    event.shiftKey === parts.includes('Shift') &&
    event.altKey === parts.includes('Alt')
  )
}

/** The command of a key press; `Mod+1` to `Mod+9` are `go-to-tab` with the digit as argument. */
export function commandOf(
  event: Chord,
  isMac: boolean,
): { readonly command: Command; readonly argument: string | null } | null {
  for (const { command, keys } of SHORTCUTS)
    if (keys.some((chord) => matches(chord, event, isMac))) return { command, argument: null }
  const hasMod = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
  if (hasMod && !event.shiftKey && !event.altKey && /^[1-9]$/.test(event.key))
    return { command: 'go-to-tab', argument: event.key }
  return null
}

/** True on macOS, where Mod is Cmd. */
export function isMacPlatform(): boolean {
  return /mac/i.test(navigator.platform)
}

/** A command's first keys as they are written in menus: `Ctrl Shift K`, on macOS `⇧⌘K`. */
export function keysOf(command: Command, isMac: boolean = isMacPlatform()): string | undefined {
  const chord = SHORTCUTS.find((entry) => entry.command === command)?.keys[0]
  if (chord === undefined) return undefined
  if (!isMac) return chord.replace('Mod', 'Ctrl').replaceAll('+', ' ')
  return chord.replace('Shift', '⇧').replace('Mod', '⌘').replace('Ctrl', '⌃').replaceAll('+', '')
}

type Handler = (argument: string | null) => void

/** Where commands go. The handler registered last has a command; null = nobody does. */
export function createCommandBus() {
  const handlers = new Map<Command, Handler[]>()
  return {
    register(command: Command, handler: Handler): () => void {
      handlers.set(command, [...(handlers.get(command) ?? []), handler])
      return () => {
        handlers.set(
          command,
          (handlers.get(command) ?? []).filter((other) => other !== handler),
        )
      }
    },
    /** Runs a command; false when nobody handles it. */
    run(command: Command, argument: string | null = null): boolean {
      const handler = handlers.get(command)?.at(-1)
      handler?.(argument)
      return handler !== undefined
    },
  }
}

export type CommandBus = ReturnType<typeof createCommandBus>

export const CommandsContext = createContext<CommandBus>(createCommandBus())

export function useCommands(): CommandBus {
  return useContext(CommandsContext)
}

/** Handles one command while mounted and `isOn`. */
export function useCommand(command: Command, handler: Handler, isOn = true): void {
  const bus = useCommands()
  useEffect(() => (isOn ? bus.register(command, handler) : undefined), [bus, command, handler, isOn])
}
