import { describe, expect, it } from 'vitest'
import { CHECKPOINT_SENTENCE } from '../checkpoint/wrapper.ts'
import { isRule, rulesIn } from './rules.ts'

function rulesOf(text: string): readonly string[] {
  return rulesIn(text, 0, 1).map((rule) => rule.text)
}

describe('a list under a heading that names rules', () => {
  it.each([
    'Rules that always apply:',
    '## Conventions',
    '**Project guidelines**',
    'Regeln, die immer gelten:',
    'Hi, we build an importer. Please follow these guidelines:',
    '规则：',
    'ルール',
    'Constraints',
    'Projektregeln:',
  ])('is taken word for word, whatever its items say: %s', (heading) => {
    const text = `Please set up the importer.\n\n${heading}\n\n- Money in integer cents\n- credit notes = amount < 0\n- Commit messages in German.\n\nStart with the parser.`
    expect(rulesOf(text)).toEqual([
      'Money in integer cents',
      'credit notes = amount < 0',
      'Commit messages in German.',
    ])
  })

  it('keeps numbered, wrapped, nested and many-sentence items whole', () => {
    const text =
      'Regeln, die immer gelten:\n1. Fasse niemals `legacy/` an. Auch nicht zum Test.\n2. Beträge als Integer-Cent,\n   nie als Gleitkommazahl\n3. Log:\n   - kein print\n   - nur logging\n\n4) 日付は ISO 形式\nFang an.'
    expect(rulesOf(text)).toEqual([
      'Fasse niemals `legacy/` an. Auch nicht zum Test.',
      'Beträge als Integer-Cent, nie als Gleitkommazahl',
      'Log: - kein print - nur logging',
      '日付は ISO 形式',
    ])
  })

  it('is found again under every heading of a long brief', () => {
    const items = Array.from(
      { length: 60 },
      (_, index) => `Rule number ${index + 1}: table ${index} stays as it is`,
    )
    const text = `${'We build a thing. '.repeat(100)}\nRules:\n${items.map((item) => `- ${item}`).join('\n')}`
    expect(rulesOf(text)).toEqual(items)
  })

  it.each([
    'Please do these steps:\n- read the file\n- print the sum',
    'Add these rules to the config:\n- quotes: double\n- semi: off',
    'Which rules fail:\n- quotes\n- semi',
    '```\nRules:\n- never do this\n```',
    '> Rules:\n> - never do this',
    'This is our README:\n# Tool\n\n## Conventions\n- tabs everywhere\n- see the wiki',
    `<doc>\nRules:\n- tabs everywhere\n${'x '.repeat(120)}</doc>`,
    'The linter reports broken rules:\n- quotes\n- semi',
  ])('is no list of rules when it is a task, a report or a document: %s', (text) => {
    expect(rulesOf(text)).toEqual([])
  })
})

describe('single sentences that bind', () => {
  it.each([
    'Fasse niemals `legacy/export.py` an.',
    'Ändere nie die Schnittstelle.',
    'Keine neuen Abhängigkeiten ohne meine Zustimmung.',
    'Lösche keine Dateien ohne Rückfrage.',
    'Beträge nur in Cent.',
    'No new dependencies without my approval.',
    'Nothing gets merged without my OK.',
    'No floats for money.',
    'But only in tests may you use mocks.',
    'Commit messages in German.',
    'Kommentare auf Englisch.',
    'ISO dates only.',
    '触らないでください。',
    '本番のデータベースには接続しないこと。',
    '外部ライブラリの追加は禁止です。',
    '金额一律用分。',
    '严禁直接改生产库。',
    'Ne modifie jamais le schéma.',
    'Nunca toques la carpeta legacy.',
  ])('takes %s', (sentence) => {
    expect(isRule(sentence)).toBe(true)
  })

  it.each([
    'change the button to blue',
    'But only for the same user, obviously.',
    'Yes, only when the flag is set.',
    'The run took 4 minutes rather than 2, why?',
    'Das hat noch nie funktioniert.',
    'Keine Ahnung, warum.',
    "I'd prefer a direct flight.",
    'No problem, go on.',
    'No errors were found in the log.',
    '毎回必ず失敗しています。',
    'rename parse to read, it should be shorter',
    'Lieber 4 Worker statt 5.',
  ])('leaves out %s', (sentence) => {
    expect(isRule(sentence)).toBe(false)
  })
})

describe('rules on lines without bullets', () => {
  function texts(message: string): readonly string[] {
    return rulesIn(message, 0, 1).map((rule) => rule.text)
  }

  it('takes every line below a heading, and the request behind them is none', () => {
    expect(
      texts(
        'Rules for this repo:\n\nuse tabs\nnever push to main\nfunctions below forty lines\n\nNow fix it.',
      ),
    ).toEqual(['use tabs', 'never push to main', 'functions below forty lines'])
    expect(texts('Rules:\nDates in `UTC`.\nMoney in cents.\nNow fix the login page.')).toEqual([
      'Dates in `UTC`.',
      'Money in cents.',
    ])
    expect(texts('规则：\n金额用分\n日期用 ISO')).toEqual(['金额用分', '日期用 ISO'])
  })

  it.each([
    ['code', 'Please follow these conventions:\nconst x = 1\nfoo()'],
    ['a report', 'The rules are:\nI ran the tests and they fail.\nWhat is wrong?'],
    [
      'one text over two lines',
      'About the rules:\nThe linter knows most of them since the\nlast release of the tool.',
    ],
    ['a heading without a mark', 'House rules\nThe page loads.\nThe menu opens.'],
  ])('leaves out %s', (_, message) => {
    expect(texts(message)).toEqual([])
  })
})

describe('a rule is whole', () => {
  it.each([
    'Never use the U.S. servers.',
    'Never deploy on Fri. or Sat. evenings.',
    'Always commit as "A. B. Smith <a@b.example>".',
    'Always use ISO dates like 2026-01-02T03:04:05Z.',
    'Do not use ports 8080/8443 - only 9,443.',
    'Never call +49 170 1234567 or 0x1F4A9.',
    'Never run `rm  -rf  build` here.',
  ])('%s', (rule) => {
    expect(rulesIn(`Thanks. ${rule} Now go on.`, 0, 1).map(({ text }) => text)).toEqual([rule])
  })

  it('and no word of a pasted checkpoint about itself is one', () => {
    const text = `Look at this:\n${CHECKPOINT_SENTENCE}\nNever touch the lock file.`
    expect(rulesIn(text, 0, 1).map((rule) => rule.text)).toEqual(['Never touch the lock file.'])
  })

  it('with the list that it announces', () => {
    const text = 'Always keep:\n1. the cache at 512 MB\n2. the pool at 20\n\nThen look at the log.'
    expect(rulesIn(text, 0, 1).map((rule) => rule.text)).toEqual([
      'Always keep: the cache at 512 MB; the pool at 20',
    ])
  })
})
