import { argumentFields } from './argument-fields.ts'
import { PlainText } from './parts.tsx'

/** What a tool is called with, argument by argument and with real line breaks; nothing is left out. */
export function CallArguments({ text }: { readonly text: string }) {
  const fields = argumentFields(text)
  if (fields === null) return <PlainText text={text} />
  return (
    <dl className="call-arguments">
      {fields.map(({ name, text: value, isBlock }) => (
        <div key={name} className={isBlock ? 'argument is-block' : 'argument'}>
          <dt>{name}</dt>
          <dd>
            <PlainText text={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
