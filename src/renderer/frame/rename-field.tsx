import { useEffect, useRef, useState } from 'react'
import { isComposing, isSubmitKey } from '../ui/is-submit-key.ts'

export interface RenameFieldProps {
  readonly name: string
  readonly label: string
  /** Called once with the new name; the same or an empty name counts as a cancel. */
  readonly onRename: (name: string) => void
  readonly onCancel: () => void
}

/** A name that is typed in place. Enter or leaving accepts, Escape gives up; keys of an input method do neither. */
export function RenameField({ name, label, onRename, onCancel }: RenameFieldProps) {
  const [value, setValue] = useState(name)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)

  useEffect(() => {
    const dot = name.lastIndexOf('.')
    input.current?.focus()
    input.current?.setSelectionRange(0, dot > 0 ? dot : name.length)
  }, [name])

  function finish(accept: boolean) {
    if (isDone.current) return
    isDone.current = true
    const next = value.trim()
    if (accept && next !== '' && next !== name) onRename(next)
    else onCancel()
  }

  return (
    <input
      ref={input}
      className="rename-field"
      aria-label={label}
      value={value}
      spellCheck={false}
      autoComplete="off"
      onChange={(event) => setValue(event.currentTarget.value)}
      onClick={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
      onBlur={() => finish(true)}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (isSubmitKey(event)) finish(true)
        else if (event.key === 'Escape' && !isComposing(event)) finish(false)
      }}
    />
  )
}
