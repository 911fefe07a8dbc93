import { describe, expect, test } from 'vitest'
import { parseMessage } from './parse-message.ts'

const NO_BLOBS = new Map()
const read = (text: string) => parseMessage(Buffer.from(text, 'utf8'), NO_BLOBS)

describe('parseMessage', () => {
  test('reads content as a plain string, as blocks and as nothing', () => {
    expect(read('{"role":"user","content":"hi"}').message.content).toEqual([{ kind: 'text', text: 'hi' }])
    expect(read('{"role":"user","content":null}').message.content).toEqual([])
    expect(read('{"role":"user"}').message.content).toEqual([])
  })

  test('B-70 shows half a surrogate pair as U+FFFD, in texts and in arguments', () => {
    const { message } = read(
      '{"role":"assistant","content":[{"type":"text","text":"a\\ud83d b"}],"toolCalls":[{"id":"c","input":{"name":"n","arguments":{"k\\udc00":"\\uDe00"}}}]}',
    )
    expect(message.content).toEqual([{ kind: 'text', text: 'a\ufffd b' }])
    expect(message.toolCalls[0]?.arguments).toEqual({ 'k\ufffd': '\ufffd' })
  })

  test('keeps an unknown block word for word', () => {
    const block = '{ "type":"audio",  "n": 9007199254740993 }'
    const { content } = read(`{"role":"user","content":[{"type":"text","text":"x"}, ${block}]}`).message
    expect(content[1]).toEqual({ kind: 'other', type: 'audio', json: block })
  })

  test('knows both kinds of picture blocks and their size', () => {
    const data = Buffer.alloc(100).toString('base64')
    const { content } = read(
      `{"role":"user","content":[{"type":"image_data","mimeType":"image/png","data":"${data}"},{"type":"image","mimeType":"image/webp","data":"blob:sha256:ab"}]}`,
    ).message
    expect(content).toEqual([
      { kind: 'image', mimeType: 'image/png', bytes: 100, source: { kind: 'inline' } },
      { kind: 'image', mimeType: 'image/webp', bytes: 0, source: { kind: 'blob', hash: 'ab' } },
    ])
  })

  test('keeps call and result together and cut arguments as raw text', () => {
    const { toolCalls } = read(
      '{"role":"assistant","content":[],"toolCalls":[{"id":"","input":{"name":"a","arguments":{},"partialArguments":"{\\"p"}},{"id":"","input":{"name":"b","arguments":{"n":1}},"output":{"content":"plain","isError":true}}]}',
    ).message
    expect(toolCalls[0]).toMatchObject({ partialArguments: '{"p', output: null })
    expect(toolCalls[1]).toMatchObject({
      arguments: { n: 1 },
      output: { content: [{ kind: 'text', text: 'plain' }], isError: true },
    })
  })

  test('reads usage without adding the cache to the input, and drops numbers that are none', () => {
    const { usage } = read(
      '{"role":"assistant","content":[],"usage":{"input":10,"output":-4,"cacheRead":1e999,"cacheWrite":"7","reasoning":3,"cost":{"total":0.5}}}',
    ).message
    expect(usage).toEqual({ input: 10, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 3, cost: 0.5 })
  })

  test('sees private reasoning without keeping it', () => {
    const { message } = read(
      '{"role":"assistant","content":[],"responseOutputItems":[{"type":"reasoning","encrypted_content":"SECRET"}]}',
    )
    expect(message.hasPrivateReasoning).toBe(true)
    expect(JSON.stringify(message)).not.toContain('SECRET')
  })

  test('S-187 reads the flag of a meta user prompt where programs put it', () => {
    expect(read('{"role":"user","content":[],"isMeta":true}').message.metaFlag).toBe(true)
    expect(read('{"role":"user","content":[],"metadata":{"isMeta":false}}').message.metaFlag).toBe(false)
    expect(read('{"role":"user","content":[]}').message.metaFlag).toBeNull()
  })

  test('a record that is no message is kept whole and said to be broken', () => {
    expect(read('null').problem).toBe('not-an-object')
    const odd = read('{"id":"s","role":"system","content":"be brief"}')
    expect(odd.problem).toBe('unknown-role')
    expect(odd.message.content).toEqual([
      { kind: 'other', type: 'system', json: '{"id":"s","role":"system","content":"be brief"}' },
    ])
  })

  test('a key named __proto__ stays a plain key', () => {
    const { message } = read(
      '{"role":"assistant","content":[],"toolCalls":[{"input":{"name":"n","arguments":{"__proto__":{"bad":"\\ud800"}}}}]}',
    )
    expect(Object.getPrototypeOf(message.toolCalls[0]?.arguments)).toBe(Object.prototype)
    expect(({} as { bad?: string }).bad).toBeUndefined()
  })
})
