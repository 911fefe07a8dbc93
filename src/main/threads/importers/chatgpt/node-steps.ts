import type { ChatNode } from './chat-node.ts'

/**
 * Parts a way down the tree into messages. ChatGPT writes thoughts, calls and text of one step of the model as nodes
 * below each other; a step ends when a tool has answered, and where the tree forks, so that every way cuts it equally.
 */
export function nodeSteps(
  way: readonly ChatNode[],
  isOnlyChild: (node: ChatNode) => boolean,
): readonly (readonly ChatNode[])[] {
  const steps: ChatNode[][] = []
  let step: ChatNode[] = []
  for (const node of way) {
    if (node.kind === 'none') continue
    if (isOnlyChild(node) && continues(step, node)) step.push(node)
    else {
      step = [node]
      steps.push(step)
    }
  }
  return steps
}

/** Longest step: answers are matched by looking at all of it. */
const MAX_STEP = 200

function continues(step: readonly ChatNode[], node: ChatNode): boolean {
  const last = step.at(-1)
  if (last === undefined || step.length >= MAX_STEP) return false
  if (node.kind === 'assistant' || node.kind === 'call')
    return last.kind === 'assistant' || last.kind === 'call'
  return node.kind === 'tool' && answeredCall(step, node.tool) !== null
}

/**
 * Position among the calls of a step that the next message of `tool` answers: the first open one of that tool, else
 * the last one of it, whose answer goes on. Null = none. There are no ids to go by.
 */
export function answeredCall(step: readonly Pick<ChatNode, 'kind' | 'tool'>[], tool: string): number | null {
  const calls = step.filter(({ kind }) => kind === 'call')
  const same = calls.flatMap((call, position) => (isSameTool(call.tool, tool) ? [position] : []))
  const answers = step.filter((node) => node.kind === 'tool' && isSameTool(node.tool, tool)).length
  return same[Math.min(answers, same.length - 1)] ?? null
}

/** `web` answers what was sent to `web.run`. */
function isSameTool(one: string, other: string): boolean {
  return one.split('.', 1)[0] === other.split('.', 1)[0]
}
