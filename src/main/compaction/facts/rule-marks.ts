/** "Important:" in the languages whose rules are found. */
const MARK =
  /^[\s"*_(]*(?:(?:and|also|und|auch|noch|very|most|ganz|sehr|très|muy|molto|muito|bardzo|очень)[ ,]+)*(?:important|wichtig|importante|ważne|важно|مهم(?: جدا)?|非常重要|很重要|重要(?:な点|事項|事项|提示)?|중요(?:한 점|사항)?)(?:[ ,]+(?:note|point|hinweis|noch|too|auch))?[*_]*\s*[:：]\s*(?=\S)/iu
/** What is marked and yet binds nobody: a question, or a report of what went wrong. */
const NO_STATEMENT =
  /[?？؟]["')\]]*$|(?<!\p{L})(?:fail(?:s|ed|ing)|crash\p{L}*|broken|kaputt|fehlgeschlagen|abgestürzt)(?!\p{L})|报错|失败了|失敗しま|エラーが/iu
const MIN_STATEMENT_CHARS = 4

/** True for a statement that the person marked: "Important: the end date is exclusive.", "重要：…". */
export function isMarkedImportant(sentence: string): boolean {
  const mark = MARK.exec(sentence)
  if (mark === null || NO_STATEMENT.test(sentence)) return false
  return sentence.length - mark[0].length >= MIN_STATEMENT_CHARS
}

/** A list of things to do, announced with a colon: done once and over, whatever verb asks to keep it. */
const TASK_LIST =
  /(?<!\p{L})(?:to-?dos?|todo[- ]list|tasks?|checklist|aufgaben(?:liste)?|tareas|tâches|attività|tarefas|zadania|задач\p{L}*)(?!\p{L})[^.!?:：]{0,30}[:：]\s*(?=\S)|(?:待办|任务清单|任务列表|やること|タスク|할 일)[^。:：]{0,12}[:：]/iu
const FOR_GOOD =
  /(?<!\p{L})(?:never|always|from now on|every|must|immer|nie|niemals|siempre|nunca|toujours|jamais)(?!\p{L})|总是|每次|必ず|항상/iu

/** True when a sentence hands over a list of things to do: "Keep this list of to-dos: 1) …". */
export function asksForTaskList(sentence: string): boolean {
  const list = TASK_LIST.exec(sentence)
  return list !== null && !FOR_GOOD.test(sentence.slice(0, list.index + list[0].length))
}
