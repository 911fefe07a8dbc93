import { createContext, useContext, useEffect } from 'react'
import { type CommandId, chordKeys, chordOf } from '../../shared/shortcuts.ts'

/** Everything that a shortcut, the native menu or main can start. */
export type Command =
  | CommandId
  | 'open-thread'
  | 'export-thread'
  | 'export-folder'
  | 'export-checkpoint'
  | 'import-threads'

/** True on macOS, where Mod is Cmd. */
export function isMacPlatform(): boolean {
  return /mac/i.test(navigator.platform)
}

/** A command's first keys as they are written in menus: `Ctrl Shift K`, on macOS `⌘⇧K`. */
export function keysOf(command: CommandId, isMac: boolean = isMacPlatform()): string | undefined {
  const chord = chordOf(command, isMac)
  return chord === null ? undefined : chordKeys(chord, isMac).join(isMac ? '' : ' ')
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
