/**
 * Texts as people and models write them in threads, by kind; written for this project. They have no part in
 * fitting the estimator, which is measured on them.
 */
export const PROSE_SAMPLES: Readonly<Record<string, string>> = {
  english: `I looked at the failing upload again this morning and I think we were both wrong about the cause. The server does accept the second chunk, but it answers before the disk has caught up, so the client believes that the file is complete and asks for its checksum. On a slow machine the checksum is then taken over a file that still misses its last few kilobytes. That explains why it never happens on your laptop and why the retry always succeeds.

What I would like to do is small: wait for the flush before we answer, and let the client repeat the checksum request once when the sizes differ. I would rather not touch the protocol, because two other teams depend on it and we promised them that nothing changes before the summer. Could you check whether the mobile client has its own copy of this code? If it does, we should tell Monday's release manager, since they freeze their branch on Thursday evening.

One more thing. Please keep the old error message for now, even though it is ugly. Several customers have scripts that look for exactly those words, and I don't want to break their night jobs for the sake of a nicer sentence. We can introduce the new wording next to it and remove the old one after everybody has had time to adapt. As for the tests, I have written one that delays the disk by two seconds; it fails before the change and passes after it, every time I tried.`,
  chinese: `今天早上我又看了一遍上传失败的问题，我觉得我们之前的判断都不对。服务器确实收到了第二个分块，但是它在数据真正写到磁盘之前就已经返回了结果，所以客户端以为文件已经完整，马上就去请求校验值。在比较慢的机器上，这时候文件的最后几千字节还没有落盘，算出来的校验值自然就对不上。这也解释了为什么你的笔记本上从来不出错，而重试一次总能成功。

我想做的改动很小：回复之前先等待刷盘完成，并且在大小不一致的时候允许客户端再请求一次校验值。我不太想改动协议，因为还有另外两个团队依赖它，我们答应过他们夏天之前不会有变化。你能帮忙看一下手机客户端是不是也有一份同样的代码吗？如果有的话，需要提前告诉负责发布的同事，他们周四晚上就要冻结分支了。

还有一件事，旧的错误提示请先保留，虽然它不好看。有几个客户的脚本就是靠那几个字来判断的，我不希望因为一句更漂亮的话让他们夜里的任务全部失败。我们可以先把新的说法放在旁边，等大家都适应之后再把旧的去掉。至于测试，我写了一个让磁盘延迟两秒的用例，修改之前一定失败，修改之后每次都能通过。另外，文档里关于断点续传的那一节也过时了，里面的配置项早就改了名字，麻烦你有空的时候一起更新。`,
  japanese: `今朝もう一度アップロードの失敗を調べてみたのですが、原因についての私たちの考えはどちらも間違っていたようです。サーバーは二つ目のチャンクを確かに受け取っていますが、ディスクへの書き込みが終わる前に応答を返してしまいます。そのためクライアントはファイルが完成したと思い込み、すぐにチェックサムを要求します。遅いマシンではその時点で最後の数キロバイトがまだ書かれていないので、値が一致しません。あなたのノートパソコンでは一度も起きず、再試行すると必ず成功するのも、これで説明がつきます。

やりたい変更は小さなものです。応答する前に書き込みの完了を待つことと、サイズが違うときにクライアントがもう一度だけチェックサムを要求できるようにすることです。プロトコルには手を加えたくありません。ほかの二つのチームが使っていて、夏までは何も変わらないと約束したからです。モバイル版にも同じコードがあるかどうか確認してもらえますか。もしあれば、木曜日の夜にブランチが凍結されるので、早めにリリース担当者に伝える必要があります。

それから、古いエラーメッセージは見た目が悪くても今は残しておいてください。その言葉を探すスクリプトを使っているお客様が何人もいます。新しい文言は隣に追加して、みなさんが慣れた後で古いものを消しましょう。`,
  korean: `오늘 아침에 업로드 실패 문제를 다시 살펴봤는데, 원인에 대한 우리 둘의 생각이 모두 틀렸던 것 같습니다. 서버는 두 번째 조각을 제대로 받지만, 디스크에 기록이 끝나기 전에 응답을 보냅니다. 그래서 클라이언트는 파일이 완성되었다고 믿고 바로 체크섬을 요청합니다. 느린 컴퓨터에서는 그 시점에 마지막 몇 킬로바이트가 아직 기록되지 않았기 때문에 값이 맞지 않습니다. 당신의 노트북에서는 한 번도 생기지 않고, 다시 시도하면 항상 성공하는 이유도 이것으로 설명됩니다.

제가 하고 싶은 변경은 작습니다. 응답하기 전에 기록이 끝날 때까지 기다리고, 크기가 다를 때 클라이언트가 체크섬을 한 번 더 요청할 수 있게 하는 것입니다. 프로토콜은 건드리고 싶지 않습니다. 다른 두 팀이 그것을 사용하고 있고, 여름 전에는 아무것도 바뀌지 않는다고 약속했기 때문입니다. 모바일 앱에도 같은 코드가 있는지 확인해 주시겠어요? 만약 있다면 목요일 저녁에 브랜치가 동결되므로 배포 담당자에게 미리 알려야 합니다.

그리고 예전 오류 메시지는 보기 좋지 않더라도 지금은 그대로 두세요. 그 문구를 찾는 스크립트를 쓰는 고객이 여럿 있습니다.`,
  russian: `Сегодня утром я ещё раз посмотрел на ошибку загрузки и думаю, что мы оба ошибались насчёт причины. Сервер действительно получает второй фрагмент, но отвечает раньше, чем данные попадают на диск, поэтому клиент считает файл готовым и сразу запрашивает контрольную сумму. На медленной машине в этот момент последние килобайты ещё не записаны, и сумма не совпадает. Это объясняет, почему на твоём ноутбуке такого никогда не бывает и почему повторная попытка всегда проходит успешно.

Я хочу сделать небольшое изменение: дождаться записи перед ответом и разрешить клиенту один раз повторить запрос суммы, если размеры различаются. Протокол мне трогать не хочется, потому что от него зависят ещё две команды и мы обещали им, что до лета ничего не изменится. Можешь проверить, есть ли такой же код в мобильном приложении? Если есть, надо заранее предупредить тех, кто готовит выпуск, ведь в четверг вечером они замораживают ветку.

И ещё одно: старое сообщение об ошибке пока оставь, хотя оно и некрасивое. У нескольких заказчиков есть скрипты, которые ищут именно эти слова, и я не хочу ломать их ночные задания ради более удачной фразы.`,
  arabic: `راجعت صباح اليوم مشكلة فشل الرفع مرة أخرى، وأظن أننا كنا مخطئين في تحديد السبب. الخادم يستقبل الجزء الثاني فعلا، لكنه يجيب قبل أن تنتهي الكتابة على القرص، ولذلك يعتقد العميل أن الملف قد اكتمل فيطلب المجموع الاختباري مباشرة. وعلى جهاز بطيء تكون الكيلوبايتات الأخيرة لم تكتب بعد، فلا تتطابق القيمة. وهذا يفسر لماذا لا تظهر المشكلة على حاسوبك أبدا ولماذا تنجح المحاولة الثانية دائما.

التغيير الذي أريده صغير: أن ننتظر انتهاء الكتابة قبل الإجابة، وأن نسمح للعميل بإعادة الطلب مرة واحدة عندما يختلف الحجم. لا أريد تعديل البروتوكول لأن فريقين آخرين يعتمدان عليه وقد وعدناهما بألا يتغير شيء قبل الصيف. هل يمكنك التحقق مما إذا كان تطبيق الهاتف يحتوي على نسخة من الشيفرة نفسها؟ إن كان كذلك فعلينا إبلاغ مسؤول الإصدار قبل مساء الخميس.

وأمر آخر: أرجو إبقاء رسالة الخطأ القديمة في الوقت الحالي رغم أنها غير جميلة، فلدى بعض العملاء برامج تبحث عن هذه الكلمات بالضبط.`,
  german: `Ich habe mir heute Morgen den fehlgeschlagenen Upload noch einmal angesehen und glaube, dass wir uns beide geirrt haben. Der Server nimmt das zweite Stück zwar an, antwortet aber, bevor die Daten auf der Platte sind. Der Client hält die Datei deshalb für vollständig und fragt sofort nach der Prüfsumme. Auf einem langsamen Rechner fehlen in diesem Moment noch die letzten Kilobyte, und die Summe stimmt nicht. Das erklärt, warum es auf deinem Laptop nie passiert und warum der zweite Versuch immer gelingt.

Die Änderung, die ich vorschlage, ist klein: vor der Antwort auf das Schreiben warten und dem Client erlauben, die Prüfsumme einmal neu anzufordern, wenn die Größen voneinander abweichen. Das Protokoll möchte ich nicht anfassen, weil zwei andere Gruppen davon abhängen und wir ihnen versprochen haben, dass sich vor dem Sommer nichts ändert. Kannst du nachsehen, ob die mobile Anwendung eine eigene Kopie dieses Codes hat?`,
  french: `J'ai regardé de nouveau l'envoi qui échoue ce matin et je crois que nous nous étions trompés tous les deux sur la cause. Le serveur accepte bien le deuxième morceau, mais il répond avant que les données soient sur le disque ; le client croit donc que le fichier est complet et demande aussitôt sa somme de contrôle. Sur une machine lente, il manque encore les derniers kilo-octets à ce moment-là, et la somme ne correspond pas. Cela explique pourquoi le problème n'arrive jamais sur ton portable et pourquoi le second essai réussit toujours.

Le changement que je propose est petit : attendre la fin de l'écriture avant de répondre, et permettre au client de redemander la somme une fois quand les tailles diffèrent. Je préfère ne pas toucher au protocole, parce que deux autres équipes en dépendent et que nous leur avons promis que rien ne bougerait avant l'été.`,
  typescript: `import { createHash } from 'node:crypto'
import { open, rename, stat } from 'node:fs/promises'

export interface UploadResult {
  readonly path: string
  readonly bytes: number
  readonly checksum: string
}

/** Writes the chunks, waits for the disk, then answers with the checksum. */
export async function storeUpload(path: string, chunks: AsyncIterable<Uint8Array>): Promise<UploadResult> {
  const temporary = \`\${path}.\${process.pid}.part\`
  const hash = createHash('sha256')
  const file = await open(temporary, 'wx', 0o600)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      hash.update(chunk)
      await file.write(chunk)
      bytes += chunk.byteLength
    }
    await file.sync()
  } finally {
    await file.close()
  }
  const { size } = await stat(temporary)
  if (size !== bytes) throw new UploadError('size-mismatch', { expected: bytes, actual: size })
  await rename(temporary, path)
  return { path, bytes, checksum: hash.digest('hex') }
}

export class UploadError extends Error {
  readonly code: 'size-mismatch' | 'too-large'
  constructor(code: UploadError['code'], details: Record<string, number>) {
    super(\`upload failed: \${code} (\${JSON.stringify(details)})\`)
    this.code = code
  }
}

const limits = new Map<string, number>([
  ['image/png', 8 * 1024 * 1024],
  ['application/pdf', 32 * 1024 * 1024],
])

export function limitFor(contentType: string | null): number {
  const type = contentType?.split(';')[0]?.trim().toLowerCase() ?? ''
  return limits.get(type) ?? 1024 * 1024
}
`,
  python: `import argparse
import hashlib
import logging
from dataclasses import dataclass, field
from pathlib import Path

log = logging.getLogger(__name__)


@dataclass
class Upload:
    path: Path
    expected_size: int
    chunks: list[bytes] = field(default_factory=list)

    def checksum(self) -> str:
        digest = hashlib.sha256()
        for chunk in self.chunks:
            digest.update(chunk)
        return digest.hexdigest()

    @property
    def is_complete(self) -> bool:
        return sum(len(chunk) for chunk in self.chunks) >= self.expected_size


def verify(uploads, *, retries=1, strict=False):
    """Yield every upload whose stored file differs from what was sent."""
    for upload in uploads:
        for attempt in range(retries + 1):
            stored = upload.path.stat().st_size if upload.path.exists() else -1
            if stored == upload.expected_size:
                break
            log.warning("size of %s is %d instead of %d (attempt %d)", upload.path, stored, upload.expected_size, attempt)
        else:
            if strict:
                raise ValueError(f"{upload.path} is incomplete")
            yield upload


def main(argv=None):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--retries", type=int, default=1)
    args = parser.parse_args(argv)
    paths = sorted(args.folder.glob("**/*.part"))
    print(f"{len(paths)} unfinished uploads in {args.folder}")
    return 1 if paths else 0


if __name__ == "__main__":
    raise SystemExit(main())
`,
}
