import { expect, test } from 'vitest'
import { isMachineText, promptKind, typedText } from './machine-text.ts'

test.each([
  ['<system-reminder>Be brief.</system-reminder>'],
  ['  <environment_context>\n<cwd>/w</cwd>\n</environment_context>'],
  ['<command-name>/clear</command-name>\n<command-message>clear</command-message>'],
  ['<user_instructions>a</user_instructions>\n<environment_context>b</environment_context>'],
  ['<permissions instructions>a</permissions instructions>'],
  ['<file_content path="a.ts">x</file_content>'],
  ['# AGENTS.md instructions for /w\n\nUse tabs.'],
  ['[Request interrupted by user for tool use]'],
  ['[Function Response: read_file]'],
  ['<bash-stdout>the rest of this is cut'],
])('a program wrote %j', (text) => {
  expect(isMachineText(text)).toBe(true)
  expect(promptKind(text)).toBe('context')
})

test.each([
  ['Mend the parser', 'Mend the parser'],
  ['<system-reminder>Be brief.</system-reminder>\nMend it', 'Mend it'],
  ['Mend it\n<system-reminder>Be brief.</system-reminder>', 'Mend it'],
  ['<ide_selection>x = 1</ide_selection> What is x?', 'What is x?'],
  ['<skills>are what I want to talk of', '<skills>are what I want to talk of'],
  ['Why does # AGENTS.md instructions show up?', 'Why does # AGENTS.md instructions show up?'],
])('a person typed in %j', (text, typed) => {
  expect(typedText(text)).toBe(typed)
  expect(promptKind([{ type: 'text', text }])).toBe('prompt')
})

test('words that one tool alone writes count in its transcripts alone', () => {
  expect(isMachineText('<skill>how to</skill>', 'codex')).toBe(true)
  expect(isMachineText('<skill>how to</skill>')).toBe(false)
  expect(isMachineText('[ERROR] You did not use a tool', 'cline')).toBe(true)
  expect(isMachineText('[ERROR] in my log, why?')).toBe(false)
})
