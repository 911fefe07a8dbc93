import { expect, it } from 'vitest'
import type { ToolCall } from '../../../shared/thread/message.ts'
import { saysFailure } from './said-failure.ts'

function result(text: string, name = 'bash', command = 'npm test'): ToolCall {
  const output = { content: [{ kind: 'text' as const, text }], isError: false }
  return { id: '', name, arguments: { command }, partialArguments: null, output }
}

it.each([
  'Exit code: 2\nsrc/a.ts broke',
  '3 failed\nexit code 1',
  'Process exited with code 127',
  'Error: ENOENT, no such file',
  '<error>denied</error>',
  '{"success": false, "message": "no"}',
  '{"is_error": true}',
  '{"exit_code": 1, "output": "x"}',
  '{"output": "x", "metadata": {"exit_code": 2}}',
  '{"error": "no such order"}',
  '错误：文件不存在',
])('is a failure for sure: %s', (text) => {
  expect(saysFailure(result(text))).toBe(true)
})

it.each([
  'Exit code: 0\nall good',
  'The docs say: exit code 1 means trouble.\nmore\nmore\nmore',
  '{"success": true, "error": null}',
  '{"rows": [], "error": "a column of this name"}',
  '{"exit_code": 0}',
  'const error = new Error("x")',
  'no match',
  '',
])('is none for sure: %s', (text) => {
  expect(saysFailure(result(text))).toBe(false)
})

it('an empty search, and a log that is only printed, have not failed', () => {
  expect(saysFailure(result('exit code 1', 'bash', 'grep -n foo src/a.ts'))).toBe(false)
  expect(saysFailure(result('Error: boom at line 4', 'bash', 'cat build.log'))).toBe(false)
})
