import { expect, test } from 'vitest'
import { openAiChat } from './openai-chat/openai-chat.ts'
import { openHands } from './openhands/openhands.ts'
import { readTranscript } from './testing/read-transcript.ts'

const PARAMETERS = '{"type":"object","properties":{"n":{"type":"integer","maximum":9223372036854775807}}}'
const TOOL = `{"type":"function","function":{"name":"f","parameters":${PARAMETERS}}}`

test.each([
  [openAiChat, `{"messages":[{"role":"user","content":"q"}],"tools":[${TOOL}]}`],
  [
    openHands,
    `[{"id":"1","kind":"SystemPromptEvent","source":"agent","tools":[${TOOL}]},
      {"id":"2","kind":"MessageEvent","source":"user","llm_message":{"content":[]}}]`,
  ],
])('the limits of a tool stay numbers, whatever their size: $id', (format, text) => {
  const [thread] = readTranscript(format, [{ name: 'a.json', text }])
  expect(thread?.transcript.head.tools[0]?.parameters).toEqual(JSON.parse(PARAMETERS))
})
