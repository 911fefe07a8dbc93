/** Native thread records for specs, as plain JSON. */
export type JsonRecord = { readonly [key: string]: unknown }

/** A turn of a prompt and an answer; long enough that a summary of it is shorter. */
export function plainTurn(turn: number): readonly JsonRecord[] {
  return [
    {
      id: `u${turn}`,
      role: 'user',
      content: [
        {
          type: 'text',
          text: `Step ${turn}: make packages/store/src/part-${turn}.ts keep its order after a restart.`,
        },
      ],
    },
    {
      id: `a${turn}`,
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: `Part ${turn} keeps its order now. ${'The journal is written before the first byte leaves. '.repeat(30)}`,
        },
      ],
    },
  ]
}

/** `turns` plain turns. */
export function plainTurns(turns: number): readonly JsonRecord[] {
  return Array.from({ length: turns }, (_, at) => plainTurn(at + 1)).flat()
}

/** The text of a thread file. */
export function threadText(messages: readonly JsonRecord[], systemPrompt = 'You are careful.'): string {
  return `${JSON.stringify({ title: 'Spec', context: { systemPrompt, messages } }, null, 2)}\n`
}
