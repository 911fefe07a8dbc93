import { AppError } from '../../shared/ipc/errors.ts'
import type { Handlers } from '../../shared/ipc/handlers.ts'

type Unbuilt = Pick<
  Handlers,
  | 'turn.send'
  | 'turn.stop'
  | 'turn.retry'
  | 'turn.continue'
  | 'turn.state'
  | 'turn.answer'
  | 'turn.unqueue'
  | 'turn.sendNow'
  | 'turn.provider'
  | 'turn.setProvider'
  | 'thread.fork'
  | 'context.get'
  | 'context.compact'
  | 'context.startNew'
  | 'context.answerAsk'
  | 'projection.page'
  | 'projection.copy'
  | 'checkpoint.list'
  | 'checkpoint.get'
  | 'checkpoint.undo'
  | 'checkpoint.restore'
  | 'checkpoint.rename'
  | 'mark.list'
  | 'mark.set'
  | 'activity.list'
  | 'policy.get'
  | 'policy.presets'
  | 'policy.save'
>

async function missing(): Promise<never> {
  throw new AppError('not-found', 'This is not built yet.')
}

/** Routes of the runtime until their rooms are joined here. */
export const runtimeHandlers: Unbuilt = {
  'turn.send': missing,
  'turn.stop': missing,
  'turn.retry': missing,
  'turn.continue': missing,
  'turn.state': missing,
  'turn.answer': missing,
  'turn.unqueue': missing,
  'turn.sendNow': missing,
  'turn.provider': missing,
  'turn.setProvider': missing,
  'thread.fork': missing,
  'context.get': missing,
  'context.compact': missing,
  'context.startNew': missing,
  'context.answerAsk': missing,
  'projection.page': missing,
  'projection.copy': missing,
  'checkpoint.list': missing,
  'checkpoint.get': missing,
  'checkpoint.undo': missing,
  'checkpoint.restore': missing,
  'checkpoint.rename': missing,
  'mark.list': missing,
  'mark.set': missing,
  'activity.list': missing,
  'policy.get': missing,
  'policy.presets': missing,
  'policy.save': missing,
}
