import { useTranslation } from 'react-i18next'
import { Button, type ButtonProps } from '../ui/button.tsx'
import { FileSymlink } from '../ui/icons.ts'
import { useThread } from './thread-context.ts'

/** Where a copy came from. Of a copy of a copy both: the one it was made from, and the thread that all began with. */
export function SourceButtons({ name, size }: { readonly name: string } & Pick<ButtonProps, 'size'>) {
  const { t } = useTranslation('thread')
  const { openSource } = useThread()
  const icon = <FileSymlink size={14} strokeWidth={2} aria-hidden="true" />
  const stem = name.replace(/\.json$/i, '')
  const isCopy = /-compact-\d+$/.test(stem)
  const look = { kind: 'quiet', icon, ...(size === undefined ? {} : { size }) } as const
  return (
    <>
      {isCopy ? (
        <Button {...look} onClick={() => openSource(name, false)}>
          {t('checkpoint.openCopy', { name: `compact-${/\d+$/.exec(stem)?.[0] ?? ''}` })}
        </Button>
      ) : null}
      <Button {...look} onClick={() => openSource(name, isCopy)}>
        {t('checkpoint.openSource')}
      </Button>
    </>
  )
}
