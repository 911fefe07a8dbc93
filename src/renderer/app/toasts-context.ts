import { createContext, useContext } from 'react'
import { createToasts, type Toasts } from '../ui/toast.tsx'

export const ToastsContext = createContext<Toasts>(createToasts())

/** Short notices at the lower edge of the window. */
export function useToasts(): Toasts {
  return useContext(ToastsContext)
}
