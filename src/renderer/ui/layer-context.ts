import { createContext, useContext } from 'react'

/**
 * Where floating parts are mounted. A modal dialog lies in the browser's top layer, so a menu opened from it
 * has to live inside the dialog's element; outside dialogs it is null, which means the page's body.
 */
export const LayerContext = createContext<HTMLElement | null>(null)

export function useLayer(): HTMLElement | undefined {
  return useContext(LayerContext) ?? undefined
}
