import { describe, expect, test } from 'vitest'
import { detectLanguage } from './language.ts'

describe('language of a conversation', () => {
  test.each([
    ['en', 'Please keep the file names as they are and run the tests for this.'],
    ['de', 'Bitte prüfe die Datei und schreib auch den Test dazu, das ist wichtig.'],
    ['fr', 'Garde les noms des fichiers et lance les tests pour cette branche.'],
    ['es', 'Por favor revisa el archivo y no cambies los nombres de las pruebas.'],
    ['pt', 'Não mude os nomes dos arquivos e rode mais uma vez os testes com isso.'],
    ['ru', 'Пожалуйста, проверь файл и запусти тесты ещё раз.'],
    ['uk', 'Будь ласка, перевір файл і запусти тести ще раз, її немає.'],
    ['zh-Hans', '请检查这个文件，然后再运行一次测试，不要改名字。'],
    ['zh-Hant', '請檢查這個檔案，然後再執行一次測試，不要改名字。'],
    ['ja', 'このファイルを確認して、もう一度テストを実行してください。'],
    ['ko', '이 파일을 확인하고 테스트를 다시 실행해 주세요.'],
    ['ar', 'من فضلك افحص الملف ثم شغل الاختبارات مرة أخرى.'],
    ['he', 'בבקשה בדוק את הקובץ והרץ שוב את הבדיקות.'],
    ['und', ''],
    ['und', '12345 ++ --'],
    ['und', 'src/main/index.ts:14 foo.bar_baz(qux)'],
  ])('%s', (language, text) => {
    expect(detectLanguage(text)).toBe(language)
  })

  test('code and paths do not make a conversation English', () => {
    const code = '```ts\nfor (const it of the) { if (it is not for you) return this }\n```'
    expect(detectLanguage(`请检查这个文件 src/main/the-and-of.ts：\n${code}\n然后告诉我结果。`)).toBe(
      'zh-Hans',
    )
  })
})
