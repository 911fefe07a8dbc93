/**
 * The DevTools protocol's types, as Playwright's package carries them (they follow the Chromium it was
 * made for). The package does not export the file, so it is named by path; nothing is loaded at run time.
 */
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts'

export type Commands = Protocol.CommandParameters
export type Answers = Protocol.CommandReturnValues
export type Events = { readonly [K in keyof Protocol.EventMap]: Protocol.EventMap[K][0] }
export type PausedRequest = Protocol.Fetch.requestPausedPayload
export type AttachedTarget = Protocol.Target.attachedToTargetPayload
