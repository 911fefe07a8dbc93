import './composer.css'

/** The room of an empty composer until main has answered: the rows above stay where they are when it comes. */
export function AwaitedComposer() {
  return (
    <div className="composer" aria-hidden="true">
      <div className="composer-box" />
    </div>
  )
}
