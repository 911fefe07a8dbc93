import { createHash } from 'node:crypto'

/** Marks that this provider put on its own private state; anything else is from elsewhere. */
export interface PrivateState {
  sign(thinking: string): string
  isSigned(thinking: string, signature: string): boolean
  encrypt(reasoning: string): string
  isOwn(encrypted: string): boolean
}

/** Signatures fit only the exact text, and encrypted content only this account, as with the real ones. */
export function createPrivateState(account: string): PrivateState {
  function hash(text: string): string {
    return createHash('sha256').update(`${account}\n${text}`).digest('base64url')
  }
  const issued = new Set<string>()
  return {
    sign: (thinking) => `sig-${hash(thinking)}`,
    isSigned: (thinking, signature) => signature === `sig-${hash(thinking)}`,
    encrypt(reasoning) {
      const encrypted = `enc-${hash(reasoning)}`
      issued.add(encrypted)
      return encrypted
    },
    isOwn: (encrypted) => issued.has(encrypted),
  }
}
