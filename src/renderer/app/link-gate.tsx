import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useClient } from './client-context.ts'
import { useToasts } from './toasts-context.ts'

const LinkContext = createContext<(url: string) => void>(() => undefined)

/** Asks the person before an address leaves the program. */
export function useOpenLink(): (url: string) => void {
  return useContext(LinkContext)
}

/** Host of a web address or receiver of a mail address; null for anything that is not opened. */
export function linkTarget(url: string): string | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (parsed.protocol === 'https:') return parsed.host
  return parsed.protocol === 'mailto:' ? parsed.pathname : null
}

/** Shows where a link leads and opens it through main, which checks the address again. */
export function LinkGate({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation(['thread', 'frame'])
  const errorText = useErrorText()
  const client = useClient()
  const toasts = useToasts()
  const [url, setUrl] = useState<string | null>(null)
  const ask = useCallback((next: string) => setUrl(next), [])

  async function open(target: string) {
    setUrl(null)
    try {
      await client.request('link.open', { url: target })
    } catch (error) {
      toasts.show({ kind: 'failed', text: errorText(error) })
    }
  }

  return (
    <LinkContext value={ask}>
      {children}
      <Dialog
        isOpen={url !== null}
        onClose={() => setUrl(null)}
        title={t('thread:link.title')}
        closeLabel={t('frame:common.close')}
        size="medium"
        closesOnScrim
        footer={
          <>
            <Button size="large" onClick={() => setUrl(null)}>
              {t('frame:common.cancel')}
            </Button>
            <Button size="large" kind="primary" onClick={() => url !== null && void open(url)}>
              {t('thread:link.open', { host: url === null ? '' : (linkTarget(url) ?? '') })}
            </Button>
          </>
        }
      >
        <p>{t('thread:link.body')}</p>
        <p className="link-address mono">{url}</p>
      </Dialog>
    </LinkContext>
  )
}
