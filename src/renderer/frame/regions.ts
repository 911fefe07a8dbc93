const INSIDE = 'a[href], button:not([tabindex="-1"]), input, select, textarea, [tabindex="0"]'

/** Moves the focus to the next part of the window: sidebar, tabs, thread, status. */
export function focusNextRegion(): void {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(
    (region) => region.closest('[inert]') === null && targetIn(region) !== null,
  )
  const at = regions.findIndex((region) => region.contains(document.activeElement))
  const next = regions[(at + 1) % regions.length]
  if (next !== undefined) targetIn(next)?.focus()
}

function targetIn(region: HTMLElement): HTMLElement | null {
  // The tree, the log or the active tab is what a person wants, not the first button.
  return (
    region.querySelector<HTMLElement>(
      '[role="tree"], [role="log"], [role="feed"], [role="tab"][tabindex="0"]',
    ) ?? region.querySelector<HTMLElement>(INSIDE)
  )
}
