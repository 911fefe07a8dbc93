import { splitName } from './split-name.ts'

/** A file's name without `.json`, cut in the middle so that `compact-2` at its end stays readable. */
export function FileName({ name, title = name }: { readonly name: string; readonly title?: string }) {
  const { head, tail } = splitName(name)
  return (
    <span className="file-name" title={title}>
      <span className="truncate">{head}</span>
      {tail === '' ? null : <span className="file-name-tail">{tail}</span>}
    </span>
  )
}
