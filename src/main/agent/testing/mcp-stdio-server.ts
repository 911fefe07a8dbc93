import { writeFileSync } from 'node:fs'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { testMcpServer } from './mcp-server.ts'

// A program of its own: `node mcp-stdio-server.ts PID_FILE`.
const [, , pidFile] = process.argv
if (pidFile !== undefined) writeFileSync(pidFile, String(process.pid))
await testMcpServer().connect(new StdioServerTransport())
