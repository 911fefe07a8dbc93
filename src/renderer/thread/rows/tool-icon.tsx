import {
  FilePen,
  FileText,
  Folder,
  Globe,
  type Icon,
  ListTodo,
  SquareTerminal,
  TextSearch,
  Wrench,
} from '../../ui/icons.ts'

/** First match wins; names differ between programs, so words inside them are looked for. */
const ICONS: readonly (readonly [RegExp, Icon])[] = [
  [/todo|plan/i, ListTodo],
  [/grep|search_?(files|code)|glob|find/i, TextSearch],
  [/web|fetch|http|browser|url/i, Globe],
  [/bash|shell|exec|terminal|command|run/i, SquareTerminal],
  [/edit|write|patch|create_?file|replace/i, FilePen],
  [/^ls$|list|dir/i, Folder],
  [/read|view|cat|open|file/i, FileText],
]

/** An icon for a tool, by words in its name. */
export function ToolIcon({ name }: { readonly name: string }) {
  const Icon = ICONS.find(([pattern]) => pattern.test(name))?.[1] ?? Wrench
  return <Icon className="tool-icon" size={14} strokeWidth={2} aria-hidden="true" />
}
