import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'

/** A server with tools that answer, show a picture, fail, wait, tell their environment, add one, or end the program. */
export function testMcpServer(): McpServer {
  const server = new McpServer({ name: 'test', version: '1.0.0' })
  server.registerTool(
    'add',
    { description: 'Adds two numbers.', inputSchema: { a: z.number(), b: z.number() } },
    async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  )
  server.registerTool('picture', { description: '' }, async () => ({
    content: [
      { type: 'text', text: 'here' },
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
    ],
  }))
  server.registerTool('fail', { description: '' }, async () => ({
    content: [{ type: 'text', text: 'it did not work' }],
    isError: true,
  }))
  server.registerTool('long', { description: '' }, async () => ({
    content: [{ type: 'text', text: 'x'.repeat(200_000) }],
  }))
  server.registerTool('wait', { description: '' }, () => new Promise<never>(() => undefined))
  server.registerTool('environment', { description: '' }, async () => ({
    content: [{ type: 'text', text: Object.keys(process.env).sort().join(' ') + (process.env.GIVEN ?? '') }],
  }))
  server.registerTool('learn', { description: '' }, async () => {
    server.registerTool('learnt', { description: '' }, async () => ({ content: [] }))
    return { content: [{ type: 'text', text: 'learnt' }] }
  })
  server.registerTool('die', { description: '' }, async () => process.exit(3))
  return server
}
