import { describe, expect, it } from 'vitest'
import { isRule, rulesIn } from './rules.ts'

describe('a ban or a standing order', () => {
  it.each([
    ['English', 'Do not touch vendor.lock.'],
    ['English', 'Do not modify infra/prod.tf.'],
    ['English', 'Leave the tests alone.'],
    ['English', 'Use metric units only.'],
    ['English', 'Hands off config.yml.'],
    ['German', 'Ändere den Port nicht.'],
    ['German', 'Finger weg von config.yml.'],
    ['German', 'Bitte fass die Migrationen nicht an.'],
    ['English', 'Leave package.json as it is.'],
    ['German', 'Lösch keine Tests.'],
    ['German', 'Ändern Sie die API nicht.'],
    ['German', 'Bitte nutze nur pnpm.'],
    ['German', 'Lass die Tests in Ruhe.'],
    ['Russian', 'Не трогай firmware/main.cpp до релиза 0.4.'],
    ['Russian', 'Никогда не меняй порт.'],
    ['Russian', 'Всегда используй метрические единицы.'],
    ['Russian', 'Отвечай только на русском.'],
    ['Russian', 'Все даты должны быть в UTC.'],
    ['Korean', '포트를 절대 바꾸지 마세요.'],
    ['Korean', '항상 미터법 단위를 사용하세요.'],
    ['Korean', '모든 날짜는 UTC여야 합니다.'],
    ['Korean', 'vendor.lock은 수정 금지.'],
    ['Korean', 'pnpm만 사용해.'],
    ['Portuguese', 'Não mexa no vendor.lock.'],
    ['Portuguese', 'Nunca altere a porta.'],
    ['Portuguese', 'Use sempre unidades métricas.'],
    ['Portuguese', 'Use apenas pnpm.'],
    ['Portuguese', 'As datas devem ser em UTC.'],
    ['Italian', 'Non toccare vendor.lock.'],
    ['Italian', 'Non modificare mai la porta.'],
    ['Italian', 'Usa sempre unità metriche.'],
    ['Italian', 'Le date devono essere in UTC.'],
    ['Polish', 'Nie ruszaj pliku vendor.lock.'],
    ['Polish', 'Nigdy nie zmieniaj portu.'],
    ['Polish', 'Zawsze używaj jednostek metrycznych.'],
    ['Polish', 'Używaj tylko pnpm.'],
    ['Polish', 'Daty muszą być w UTC.'],
    ['Arabic', 'لا تلمس vendor.lock.'],
    ['Arabic', 'لا تغيّر المنفذ أبدًا.'],
    ['Arabic', 'استخدم دائمًا الوحدات المترية.'],
    ['Arabic', 'يجب أن تكون التواريخ بتوقيت UTC.'],
    ['Japanese', 'vendor.lockに触るな。'],
    ['Japanese', 'ポートを変えないでください。'],
    ['Japanese', 'いつもメートル法を使ってください。'],
    ['Chinese', '勿动 vendor.lock，里面是固定版本。'],
    ['Chinese', '只用公制单位。'],
    ['French', 'Ne touche pas à vendor.lock.'],
    ['French', 'Utilise uniquement pnpm.'],
    ['French', 'Les dates doivent être en UTC.'],
    ['French', "N'utilise que des unités métriques."],
    ['Spanish', 'No toques vendor.lock.'],
    ['Spanish', 'Usa siempre unidades métricas.'],
    ['Spanish', 'No modificar la configuración.'],
  ])('is a rule in %s: %s', (_, sentence) => {
    expect(isRule(sentence)).toBe(true)
  })

  it.each([
    'Do not worry about the tests.',
    "Don't worry, it works.",
    "Don't know yet.",
    'No need to touch vendor.lock.',
    'Do not touch vendor.lock?',
    'I left the tests alone and ran the build.',
    'The page uses metric units only since Monday, I see.',
    'Ich habe den Port nicht geändert.',
    'Ändert das den Port nicht?',
    'Mach dir keine Sorgen.',
    'Verschieb das noch nicht.',
    'Führe die Tests aus, sie laufen nicht.',
    'Adicione só um teste.',
    'Fais le test seulement une fois.',
    'Use it only this time.',
    'Не волнуйся.',
    'Я не знаю, почему.',
    'Не нужно менять порт.',
    'Всегда падает на CI.',
    'Почему ты не меняешь порт?',
    '걱정하지 마세요.',
    '포트를 바꿀 필요 없어요.',
    '항상 실패합니다.',
    '포트를 바꾸지 않았습니다.',
    'Não se preocupe.',
    'Nunca funcionou.',
    'Não sei por quê.',
    'Não precisa mexer nisso.',
    'Non preoccuparti.',
    'Non so perché.',
    'Non ho toccato la porta.',
    'Nie martw się.',
    'Nie wiem dlaczego.',
    'Nie trzeba zmieniać portu.',
    'لا تقلق.',
    'لا أعرف السبب.',
    'لا داعي لتغيير المنفذ.',
    'هل يجب أن أغير المنفذ؟',
    '心配しないでください。',
    'ポートを変える必要はありません。',
    '别担心。没事的',
    'Pas de souci.',
    'Ne t’inquiète pas.',
    'Jamais vu ça.',
    'Toujours la même erreur.',
    'No te preocupes.',
    'No sé por qué.',
    'Siempre falla en CI.',
    'No hace falta tocar eso.',
  ])('is none when it reassures, tells or asks: %s', (sentence) => {
    expect(isRule(sentence)).toBe(false)
  })
})

describe('a rule that only points back', () => {
  function rulesOf(text: string): readonly string[] {
    return rulesIn(text, 0, 1).map((rule) => rule.text)
  }

  it.each([
    ['The port is 4711. Never forget this.', 'The port is 4711. — Never forget this.'],
    [
      'The blue button is on the left. Please keep that.',
      'The blue button is on the left. — Please keep that.',
    ],
    ['Der Port ist 4711. Vergiss das nie.', 'Der Port ist 4711. — Vergiss das nie.'],
    ['ポートは4711です。これを忘れないでください。', 'ポートは4711です。 — これを忘れないでください。'],
    ['端口是 4711。记住这一点。', '端口是 4711。 — 记住这一点。'],
    ['Порт 4711. Не забывай об этом.', 'Порт 4711. — Не забывай об этом.'],
    ['포트는 4711입니다. 이것을 잊지 마세요.', '포트는 4711입니다. — 이것을 잊지 마세요.'],
    ['Le port est 4711. N’oublie jamais ça.', 'Le port est 4711. — N’oublie jamais ça.'],
    ['La porta è 4711. Non dimenticarlo mai.', 'La porta è 4711. — Non dimenticarlo mai.'],
    ['O porto é 4711. Nunca se esqueça disso.', 'O porto é 4711. — Nunca se esqueça disso.'],
    ['Port to 4711. Nigdy o tym nie zapominaj.', 'Port to 4711. — Nigdy o tym nie zapominaj.'],
    ['المنفذ هو 4711. لا تنس هذا أبدًا.', 'المنفذ هو 4711. — لا تنس هذا أبدًا.'],
    ['El puerto es 4711. No olvides esto.', 'El puerto es 4711. — No olvides esto.'],
  ])('keeps the sentence before it: %s', (text, rule) => {
    expect(rulesOf(text)).toEqual([rule])
  })

  it('makes one rule of a rule and what points to it', () => {
    expect(rulesOf('Never change the port. Never forget this. Use tabs only.')).toEqual([
      'Never change the port. — Never forget this.',
      'Use tabs only.',
    ])
  })

  it('stands alone where nothing or a question is before it, or a list', () => {
    expect(rulesOf('Never forget this.')).toEqual(['Never forget this.'])
    expect(rulesOf('Which port is it? Never forget this.')).toEqual(['Never forget this.'])
    expect(rulesOf('Rules:\n- port 4711\n- no mocks\n\nNever forget these.')).toEqual([
      'port 4711',
      'no mocks',
      'Never forget these.',
    ])
  })

  it('names what it is about otherwise', () => {
    expect(rulesOf('The port is 4711. Never forget the tests.')).toEqual(['Never forget the tests.'])
  })
})
