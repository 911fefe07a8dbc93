import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPError } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { JsonValue } from '../../../shared/thread/message.ts'
import { redact } from '../../providers/errors/redact.ts'
import { boundText, oneLine } from '../tools/bound-text.ts'
import { sizeText } from '../tools/text-or-binary.ts'
import { failedResult, type Tool, type ToolResult } from '../tools/tool.ts'
import type { McpServer } from './connect-server.ts'

const CALL_TIMEOUT_MS = 120_000
const MAX_IMAGE_CHARS = 8_000_000

/** A tool as its server describes it. */
export interface ForeignToolDescription {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonValue
}

/** The way to a server: connected when it is needed, anew after it was let go. */
export interface ServerLine {
  connect(): Promise<Client>
  /** This connection is of no use any more. */
  letGo(client: Client): void
}

/** A name every provider accepts: letters, digits, `_` and `-`, at most 64. */
export function foreignToolName(server: string, tool: string): string {
  const name = `mcp__${server}__${tool}`.replace(/[^A-Za-z0-9_-]/g, '_')
  return name.length <= 64 ? name : `${name.slice(0, 55)}_${shortHash(name)}`
}

/**
 * A foreign tool in the loop. It asks first unless the person listed it: what a server says about its own
 * tools being harmless is the server's word. `secrets` are taken out of what it answers to errors.
 */
export function foreignTool(server: McpServer, description: ForeignToolDescription, line: ServerLine): Tool {
  const name = foreignToolName(server.id, description.name)
  const isAllowed = server.allowedTools.includes(description.name)
  const secrets = Object.values(server.kind === 'http' ? server.headers : server.environment)
  return {
    schema: {
      name,
      description: description.description.slice(0, 4_000),
      parameters: description.inputSchema,
    },
    prepare(input) {
      if (typeof input !== 'object' || input === null || Array.isArray(input))
        return 'The arguments must be a JSON object.'
      return {
        effect: isAllowed ? { kind: 'read' } : { kind: 'foreign', tool: name },
        subject: oneLine(`${description.name} ${JSON.stringify(input)}`, 200),
        async run({ signal }) {
          try {
            return toResult(await call(line, { name: description.name, arguments: { ...input } }, signal))
          } catch (error) {
            signal.throwIfAborted()
            const reason = error instanceof Error ? error.message : 'unknown'
            return failedResult(`${server.id}: ${redact(boundText(reason, 2_000), secrets)}`)
          }
        },
      }
    },
  }
}

/** A session that a server has forgotten took nothing in: a new one is asked, once. */
async function call(line: ServerLine, params: Parameters<Client['callTool']>[0], signal: AbortSignal) {
  const client = await line.connect()
  const ask = (asked: Client) => asked.callTool(params, undefined, { signal, timeout: CALL_TIMEOUT_MS })
  try {
    return await ask(client)
  } catch (error) {
    if (signal.aborted || !isForgotten(error)) throw error
    line.letGo(client)
    return await ask(await line.connect())
  }
}

/** 404 by the protocol (modelcontextprotocol.io, Session Management); many servers say 400 and name the session. */
function isForgotten(error: unknown): boolean {
  if (!(error instanceof StreamableHTTPError)) return false
  return error.code === 404 || (error.code === 400 && /session/i.test(error.message))
}

/** Text and pictures are kept; sound and other bytes are named with their size. */
function toResult(answer: Awaited<ReturnType<Client['callTool']>>): ToolResult {
  const blocks = Array.isArray(answer.content) ? answer.content : []
  const content = blocks.flatMap((block): ToolResult['content'][number][] => {
    switch (block.type) {
      case 'text':
        return [{ kind: 'text', text: block.text.toWellFormed() }]
      case 'image':
        if (block.data.length > MAX_IMAGE_CHARS)
          return [
            { kind: 'text', text: `[A picture of ${sizeText(block.data.length * 0.75)} is too large.]` },
          ]
        return [{ kind: 'image', mimeType: block.mimeType, base64: block.data }]
      case 'resource':
        return 'text' in block.resource
          ? [{ kind: 'text', text: `${block.resource.uri}\n${block.resource.text}`.toWellFormed() }]
          : [{ kind: 'text', text: `[${block.resource.uri}: binary, not shown]` }]
      case 'resource_link':
        return [{ kind: 'text', text: `${block.name}: ${block.uri}` }]
      default:
        return [{ kind: 'text', text: `[${block.type}, not shown]` }]
    }
  })
  if (content.length === 0 && answer.structuredContent !== undefined)
    content.push({ kind: 'text', text: JSON.stringify(answer.structuredContent) })
  return { content: joinTexts(content), isError: answer.isError === true }
}

/** Many blocks of text are one. */
function joinTexts(content: readonly ToolResult['content'][number][]): ToolResult['content'] {
  const texts = content.flatMap((part) => (part.kind === 'text' ? [part.text] : []))
  const images = content.filter((part) => part.kind === 'image').slice(0, 10)
  if (texts.length <= 1) return content
  return [{ kind: 'text', text: texts.join('\n') }, ...images]
}

function shortHash(text: string): string {
  let hash = 0
  for (const char of text) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return hash.toString(36).padStart(8, '0').slice(-8)
}
