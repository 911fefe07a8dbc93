import { createContext, useContext } from 'react'
import type { Client } from '../bridge/client.ts'

export const ClientContext = createContext<Client | null>(null)

/** The way to main; throws outside the providers, which is a bug. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useClient outside AppProviders')
  return client
}
