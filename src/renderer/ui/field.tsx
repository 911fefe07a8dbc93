import { CircleAlert } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

interface FieldFrameProps {
  readonly label: ReactNode
  readonly hint?: ReactNode
  /** Why the value is not accepted; it stays in the field. */
  readonly problem?: string | null
  /** Right end of the label's line. */
  readonly aside?: ReactNode
  readonly className?: string
}

function Frame({
  label,
  hint,
  problem,
  aside,
  className = '',
  id,
  children,
}: FieldFrameProps & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className={`field ${className}`}>
      <div className="field-head">
        <label htmlFor={id}>{label}</label>
        {aside === undefined ? null : <span className="field-aside">{aside}</span>}
      </div>
      {children}
      {problem ? (
        <p className="field-problem" id={`${id}-problem`} role="alert">
          <CircleAlert size={14} strokeWidth={2} aria-hidden="true" />
          {problem}
        </p>
      ) : null}
      {hint === undefined ? null : (
        <p className="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function describedBy(id: string, props: FieldFrameProps): string | undefined {
  const ids = [props.problem ? `${id}-problem` : null, props.hint === undefined ? null : `${id}-hint`]
  const list = ids.filter((entry) => entry !== null).join(' ')
  return list === '' ? undefined : list
}

export type TextFieldProps = FieldFrameProps &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> & { readonly ref?: Ref<HTMLInputElement> }

/** One line of text with its label. */
export function TextField({ label, hint, problem, aside, className, ...rest }: TextFieldProps) {
  const own = useId()
  const id = rest.id ?? own
  const frame = {
    label,
    ...(hint === undefined ? {} : { hint }),
    ...(problem === undefined ? {} : { problem }),
    ...(aside === undefined ? {} : { aside }),
    ...(className === undefined ? {} : { className }),
  }
  return (
    <Frame {...frame} id={id}>
      <input
        autoComplete="off"
        spellCheck={false}
        {...rest}
        id={id}
        className="input"
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, frame)}
      />
    </Frame>
  )
}

export type TextAreaFieldProps = FieldFrameProps &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> & { readonly ref?: Ref<HTMLTextAreaElement> }

/** Several lines of text with their label. Enter is a new line, never a submit. */
export function TextAreaField({ label, hint, problem, aside, className, ...rest }: TextAreaFieldProps) {
  const own = useId()
  const id = rest.id ?? own
  const frame = {
    label,
    ...(hint === undefined ? {} : { hint }),
    ...(problem === undefined ? {} : { problem }),
    ...(aside === undefined ? {} : { aside }),
    ...(className === undefined ? {} : { className }),
  }
  return (
    <Frame {...frame} id={id}>
      <textarea
        {...rest}
        id={id}
        className="input input-area"
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(id, frame)}
      />
    </Frame>
  )
}
