import { parseArgs } from 'node:util'
import { startScriptedProvider } from './server.ts'

/** Runs the scripted provider by hand until it is interrupted. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    window: { type: 'string' },
    key: { type: 'string' },
    'delay-ms': { type: 'string', default: '20' },
  },
})

const provider = await startScriptedProvider({
  port: Number(values.port),
  delayMs: Number(values['delay-ms']),
  ...(values.window === undefined ? {} : { windowTokens: Number(values.window) }),
  ...(values.key === undefined ? {} : { key: values.key }),
})
console.log(`Scripted provider: ${provider.url}
  OpenAI Chat and Responses: base URL ${provider.url}/v1
  Anthropic: base URL ${provider.url}
  any model, ${values.key === undefined ? 'any key or none' : 'the given key'}; Ctrl+C ends it`)
process.on('SIGINT', () => {
  void provider.close().then(() => process.exit(0))
})
