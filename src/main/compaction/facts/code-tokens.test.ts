import { describe, expect, it } from 'vitest'
import { codeTokens } from './code-tokens.ts'
import { clipAtSpace } from './outcomes.ts'

describe('names with letters of any alphabet', () => {
  it.each([
    ['call prüfe_ustid now', ['prüfe_ustid']],
    ['run /usr/local/bin/sicherung daily', ['/usr/local/bin/sicherung']],
    ['see C:\\Users\\Jürgen\\Größe\\a.txt', ['C:\\Users\\Jürgen\\Größe\\a.txt']],
    ['as text "C:\\\\Users\\\\Jürgen\\\\Größe"', ['C:\\\\Users\\\\Jürgen\\\\Größe']],
    ['src/größe/über.ts:20:1 fails', ['src/größe/über.ts']],
    ['отчёт/данные.csv', ['отчёт/данные.csv']],
    ['修改src/export/csv.ts文件', ['src/export/csv.ts']],
    ['https://example.org/a/b.html', ['example.org/a/b.html']],
    ['./scripts/run.sh and ../lib/x.ts', ['scripts/run.sh', 'lib/x.ts']],
    ['in {root}/exports/day.csv', ['exports/day.csv']],
  ])('are never cut: %s', (text, tokens) => {
    expect(codeTokens(text)).toEqual(tokens)
  })

  it('are left out when they would be a part of a path', () => {
    expect(codeTokens('文档/說明/report.md und src/文档')).toEqual([])
  })

  it('are never cut by clipping a line', () => {
    expect(clipAtSpace('Größe über alles', 4)).toBe('…')
    expect(clipAtSpace('prüfe Größe jetzt', 9)).toBe('prüfe…')
    expect(clipAtSpace('导出改成后台任务', 4)).toBe('导出改成…')
  })
})
