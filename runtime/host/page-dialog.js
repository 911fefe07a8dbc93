// A question drawn inside the page by the preload's world, where no desktop tool can ask it: a message
// box, or a path to type. It lives in a closed shadow root. Styles are set through the object model,
// because the page's policy forbids style attributes in markup.

/**
 * @param {{
 *   title: string, message: string, detail: string, buttons: readonly string[],
 *   defaultId: number, cancelId: number,
 *   field: null | { label: string, value: string },
 * }} question
 * @returns {Promise<{ response: number, text: string }>} the pressed button and the typed text
 */
export function askInPage(question) {
  const make = (tag, text, style) => {
    const element = document.createElement(tag)
    if (text) element.textContent = text
    Object.assign(element.style, style)
    return element
  }
  return new Promise((resolve) => {
    const host = make('div', '', {})
    const root = host.attachShadow({ mode: 'closed' })
    const dialog = make('dialog', '', {
      font: '14px/1.45 system-ui, sans-serif',
      colorScheme: 'light dark',
      background: 'Canvas',
      color: 'CanvasText',
      border: '1px solid GrayText',
      borderRadius: '8px',
      padding: '20px',
      width: 'min(460px, 90vw)',
    })
    const heading = make('p', question.message || question.title, { margin: '0 0 8px', fontWeight: '600' })
    heading.id = 'question'
    dialog.setAttribute('aria-labelledby', 'question')
    dialog.append(heading)
    if (question.detail) {
      dialog.append(make('p', question.detail, { margin: '0 0 8px', whiteSpace: 'pre-wrap' }))
    }
    const field = make('input', '', {
      width: '100%',
      boxSizing: 'border-box',
      padding: '6px',
      font: 'inherit',
    })
    if (question.field) {
      field.value = question.field.value
      field.setAttribute('aria-label', question.field.label)
      dialog.append(field)
    }
    const finish = (response) => {
      dialog.close()
      host.remove()
      resolve({ response, text: field.value })
    }
    const row = make('div', '', {
      display: 'flex',
      justifyContent: 'flex-end',
      gap: '8px',
      marginTop: '16px',
    })
    const buttons = question.buttons.map((label, index) => {
      const button = make('button', label, { font: 'inherit', padding: '4px 14px' })
      button.addEventListener('click', () => finish(index))
      return button
    })
    row.append(...buttons)
    dialog.append(row)
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      finish(question.cancelId)
    })
    dialog.addEventListener('keydown', (event) => {
      // The page's own shortcuts must not act behind the question.
      event.stopPropagation()
      if (event.key === 'Enter' && event.target === field && !event.isComposing) finish(question.defaultId)
    })
    root.append(dialog)
    document.documentElement.append(host)
    dialog.showModal()
    if (question.field) field.select()
    else buttons[question.defaultId]?.focus()
  })
}
