import { useTranslation } from 'react-i18next'
import { chordKeys, chordsOn, SHORTCUTS, type Shortcut } from '../../shared/shortcuts.ts'
import { isMacPlatform } from '../app/commands.ts'
import { Dialog } from '../ui/dialog.tsx'

/** The nine tabs are one line: `Ctrl 1 … 9`. */
function shownChords(shortcut: Shortcut, isMac: boolean): readonly string[] {
  const chords = chordsOn(shortcut, isMac)
  return shortcut.command === 'go-to-tab' ? chords.slice(0, 1) : chords
}

/** Every key of the one table, read from it, so that the sheet cannot fall behind. */
export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('frame')
  const isMac = isMacPlatform()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="medium"
      closesOnScrim
      title={t('shortcuts.title')}
      closeLabel={t('common.close')}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll only what can be focused. */}
      <section className="shortcuts" aria-label={t('shortcuts.title')} tabIndex={0}>
        {(['app', 'transcript'] as const).map((scope) => (
          <section key={scope}>
            <h3>{t(`shortcuts.${scope}`)}</h3>
            <dl>
              {SHORTCUTS.filter((shortcut) => shortcut.scope === scope).map((shortcut) => (
                <div key={shortcut.command}>
                  <dt>{t(`shortcuts.${shortcut.command}`)}</dt>
                  <dd>
                    {shownChords(shortcut, isMac).map((chord) => (
                      <span key={chord} className="shortcut-chord">
                        {chordKeys(chord, isMac).map((key) => (
                          <kbd key={key}>{key}</kbd>
                        ))}
                        {shortcut.command === 'go-to-tab' ? <kbd>… 9</kbd> : null}
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </section>
    </Dialog>
  )
}
