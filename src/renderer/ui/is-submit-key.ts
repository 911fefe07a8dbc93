/** What is asked of a keyboard event, native or React's own. */
interface KeyLike {
  readonly key: string
  readonly keyCode?: number
  readonly isComposing?: boolean
  readonly nativeEvent?: { readonly isComposing?: boolean }
}

/** Key code that browsers send while an input method owns the key. */
const IME_KEY_CODE = 229

/** True while an input method is composing: its Enter and Escape belong to it alone. */
export function isComposing(event: KeyLike): boolean {
  return (
    event.isComposing === true || event.nativeEvent?.isComposing === true || event.keyCode === IME_KEY_CODE
  )
}

/** True when Enter means "do it". The Enter that ends a composition never does. */
export function isSubmitKey(event: KeyLike): boolean {
  return event.key === 'Enter' && !isComposing(event)
}
