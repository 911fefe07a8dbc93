/** The few words of its own that the extractive summarizer writes around what it quotes. */
export interface Labels {
  readonly began: string
  readonly latest: string
  readonly answered: string
  readonly worked: string
  readonly unanswered: string
  readonly edited: string
  readonly deleted: string
  readonly ran: string
  readonly failed: string
  readonly fixed: string
  readonly used: string
  readonly names: string
  readonly user: string
  readonly assistant: string
  readonly lastStep: string
  readonly open: string
  readonly openThen: string
  readonly agreed: string
  readonly asked: string
  readonly said: string
}

const ENGLISH: Labels = {
  began: 'First request',
  latest: 'Latest request',
  answered: 'answered',
  worked: 'in work',
  unanswered: 'not answered yet',
  edited: 'changed',
  deleted: 'deleted',
  ran: 'ran',
  failed: 'failed',
  fixed: 'failed, then succeeded',
  used: 'used',
  names: 'names',
  user: 'User',
  assistant: 'Assistant',
  lastStep: 'last step',
  open: 'Open in the plan',
  openThen: 'Open in an older plan',
  agreed: 'User agreed to',
  asked: 'Asked the user',
  said: 'Last said',
}

const CHINESE: Labels = {
  began: '最初的请求',
  latest: '最近的请求',
  answered: '已回答',
  worked: '处理中',
  unanswered: '尚未回答',
  edited: '修改了',
  deleted: '删除了',
  ran: '运行了',
  failed: '失败',
  fixed: '先失败，后成功',
  used: '使用了',
  names: '名称',
  user: '用户',
  assistant: '助手',
  lastStep: '最后一步',
  open: '计划中未完成',
  openThen: '较早的计划中未完成',
  agreed: '用户同意',
  asked: '已询问用户',
  said: '最后说明',
}

const GERMAN: Labels = {
  began: 'Erste Anfrage',
  latest: 'Letzte Anfrage',
  answered: 'beantwortet',
  worked: 'in Arbeit',
  unanswered: 'noch nicht beantwortet',
  edited: 'geändert',
  deleted: 'gelöscht',
  ran: 'ausgeführt',
  failed: 'fehlgeschlagen',
  fixed: 'erst fehlgeschlagen, dann gelungen',
  used: 'benutzt',
  names: 'Namen',
  user: 'Nutzer',
  assistant: 'Assistent',
  lastStep: 'letzter Schritt',
  open: 'Offen im Plan',
  openThen: 'Offen in einem älteren Plan',
  agreed: 'Nutzer stimmte zu',
  asked: 'Den Nutzer gefragt',
  said: 'Zuletzt gesagt',
}

const JAPANESE: Labels = {
  began: '最初の依頼',
  latest: '最新の依頼',
  answered: '回答済み',
  worked: '作業中',
  unanswered: '未回答',
  edited: '変更',
  deleted: '削除',
  ran: '実行',
  failed: '失敗',
  fixed: '失敗の後に成功',
  used: '使用',
  names: '名前',
  user: 'ユーザー',
  assistant: 'アシスタント',
  lastStep: '最後の手順',
  open: '計画の未完了',
  openThen: '以前の計画の未完了',
  agreed: 'ユーザーが同意',
  asked: 'ユーザーへの質問',
  said: '最後の発言',
}

const FRENCH: Labels = {
  began: 'Première demande',
  latest: 'Dernière demande',
  answered: 'traitée',
  worked: 'en cours',
  unanswered: 'pas encore traitée',
  edited: 'modifié',
  deleted: 'supprimé',
  ran: 'exécuté',
  failed: 'échec',
  fixed: 'échec, puis succès',
  used: 'utilisé',
  names: 'noms',
  user: 'Utilisateur',
  assistant: 'Assistant',
  lastStep: 'dernière étape',
  open: 'Reste au plan',
  openThen: 'Restait dans un plan plus ancien',
  agreed: "L'utilisateur a accepté",
  asked: "Demandé à l'utilisateur",
  said: 'Dit en dernier',
}

const SPANISH: Labels = {
  began: 'Primera petición',
  latest: 'Última petición',
  answered: 'respondida',
  worked: 'en curso',
  unanswered: 'aún sin respuesta',
  edited: 'cambiado',
  deleted: 'borrado',
  ran: 'ejecutado',
  failed: 'falló',
  fixed: 'falló, luego funcionó',
  used: 'usado',
  names: 'nombres',
  user: 'Usuario',
  assistant: 'Asistente',
  lastStep: 'último paso',
  open: 'Pendiente en el plan',
  openThen: 'Pendiente en un plan anterior',
  agreed: 'El usuario aceptó',
  asked: 'Preguntado al usuario',
  said: 'Dicho al final',
}

const LABELS: Readonly<Record<string, Labels>> = {
  zh: CHINESE,
  de: GERMAN,
  ja: JAPANESE,
  fr: FRENCH,
  es: SPANISH,
}

/** Labels of a language; English when there are none in it. */
export function labelsFor(language: string): Labels {
  return LABELS[language.split('-')[0] ?? ''] ?? ENGLISH
}

/** The language whose labels a text of this summarizer holds most of; null = it holds none. */
export function languageOfLabels(text: string): string | null {
  let best: { readonly language: string; readonly count: number } | null = null
  for (const [language, { began, latest, user, assistant, open, said }] of Object.entries({
    en: ENGLISH,
    ...LABELS,
  })) {
    const signs = [
      `${began}: "`,
      `${latest} (`,
      `- ${user}: "`,
      `- ${assistant}: "`,
      `- ${open}: `,
      `- ${said}: "`,
    ]
    const count = signs.reduce((sum, sign) => sum + text.split(sign).length - 1, 0)
    if (count > (best?.count ?? 0)) best = { language, count }
  }
  return best?.language ?? null
}
