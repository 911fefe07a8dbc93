import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallEffect } from '../tools/tool.ts'
import { decideApproval, NO_GRANTS, withAnswer } from './decide.ts'

const acting: fc.Arbitrary<CallEffect> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: fc.constantFrom('a', 'b') }),
  fc.record({
    kind: fc.constant('run' as const),
    command: fc.constantFrom('npm test', 'rm -rf *'),
    cwd: fc.constantFrom('.', 'build'),
  }),
  fc.record({ kind: fc.constant('fetch' as const), host: fc.constantFrom('a.test', 'b.test') }),
  fc.record({ kind: fc.constant('foreign' as const), tool: fc.constantFrom('t', 'u') }),
)

test('reading never asks, everything else asks first', () => {
  expect(decideApproval({ kind: 'read' }, NO_GRANTS)).toBe('run')
  fc.assert(
    fc.property(acting, (effect) => {
      expect(decideApproval(effect, NO_GRANTS)).toBe('ask')
    }),
  )
})

test('once changes nothing, thread lets the same through, never refuses the same and wins', () => {
  fc.assert(
    fc.property(acting, (effect) => {
      expect(withAnswer(NO_GRANTS, effect, 'once')).toBe(NO_GRANTS)
      const allowed = withAnswer(NO_GRANTS, effect, 'thread')
      expect(decideApproval(effect, allowed)).toBe('run')
      expect(decideApproval(effect, withAnswer(allowed, effect, 'never'))).toBe('refuse')
    }),
  )
})

test('an answer about one command, host or tool says nothing about another; writing is one permission', () => {
  const run = withAnswer(NO_GRANTS, { kind: 'run', command: 'npm test', cwd: '.' }, 'thread')
  expect(decideApproval({ kind: 'write', path: 'a' }, run)).toBe('ask')
  const write = withAnswer(NO_GRANTS, { kind: 'write', path: 'a' }, 'thread')
  expect(decideApproval({ kind: 'write', path: 'b' }, write)).toBe('run')
  const never = withAnswer(write, { kind: 'write', path: 'a' }, 'never')
  expect(decideApproval({ kind: 'write', path: 'b' }, never)).toBe('run')
  expect(decideApproval({ kind: 'write', path: 'a' }, never)).toBe('refuse')
})

test.each([
  ['npm test', 'npm test -- a'],
  ['npm test', 'npm test; rm x'],
  // The shell's own star, not a pattern: what it covered was shown to nobody.
  ['rm -rf *', 'rm -rf /home'],
  ['chmod +x *', 'chmod +x ../other'],
])('%s, allowed for the thread, does not cover %s', (allowed, command) => {
  const grants = withAnswer(NO_GRANTS, { kind: 'run', command: allowed, cwd: '.' }, 'thread')
  expect(decideApproval({ kind: 'run', command: allowed, cwd: '.' }, grants)).toBe('run')
  expect(decideApproval({ kind: 'run', command, cwd: '.' }, grants)).toBe('ask')
})

test('a command that is allowed in one folder asks again in another', () => {
  const grants = withAnswer(NO_GRANTS, { kind: 'run', command: 'rm -rf *', cwd: 'build' }, 'thread')
  expect(decideApproval({ kind: 'run', command: 'rm -rf *', cwd: 'build' }, grants)).toBe('run')
  expect(decideApproval({ kind: 'run', command: 'rm -rf *', cwd: '.' }, grants)).toBe('ask')
})
