import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CallEffect } from '../tools/tool.ts'
import { commandMatches, decideApproval, NO_GRANTS, withAnswer } from './decide.ts'

const acting: fc.Arbitrary<CallEffect> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path: fc.constantFrom('a', 'b') }),
  fc.record({ kind: fc.constant('run' as const), command: fc.constantFrom('npm test', 'rm -rf .') }),
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
  const run = withAnswer(NO_GRANTS, { kind: 'run', command: 'npm test' }, 'thread')
  expect(decideApproval({ kind: 'run', command: 'npm test; rm x' }, run)).toBe('ask')
  expect(decideApproval({ kind: 'write', path: 'a' }, run)).toBe('ask')
  const write = withAnswer(NO_GRANTS, { kind: 'write', path: 'a' }, 'thread')
  expect(decideApproval({ kind: 'write', path: 'b' }, write)).toBe('run')
  const never = withAnswer(write, { kind: 'write', path: 'a' }, 'never')
  expect(decideApproval({ kind: 'write', path: 'b' }, never)).toBe('run')
  expect(decideApproval({ kind: 'write', path: 'a' }, never)).toBe('refuse')
})

test.each([
  ['npm test *', 'npm test', true],
  ['npm test *', 'npm test -- a', true],
  ['npm test *', 'npm testing', false],
  ['npm test *', 'npm test && rm -rf x', false],
  ['npm test *', 'npm test > ../x', false],
  ['npm test *', 'npm test $(rm x)', false],
  ['npm test *', 'npm test\nrm x', false],
  ['npm test', 'npm test -- a', false],
  ['a && b', 'a && b', true],
  [' *', 'rm x', false],
])('%s covers %s: %s', (allowed, command, covered) => {
  expect(commandMatches(allowed, command)).toBe(covered)
})
