import { useTranslation } from 'react-i18next'
import { EyeOff, Pin, Star } from '../../ui/icons.ts'
import { useRowMarks } from './use-row-layers.ts'

/** Pinned, not sent, starred: as words beside the row's head. */
export function MarkChips({ index }: { readonly index: number }) {
  const { t } = useTranslation('runtime')
  const { isPinned, isExcluded, isStarred } = useRowMarks(index)
  if (!isPinned && !isExcluded && !isStarred) return null
  return (
    <span className="mark-chips">
      {isPinned ? (
        <span className="tag tag-pin">
          <Pin size={12} strokeWidth={2} aria-hidden="true" />
          {t('mark.pinned')}
        </span>
      ) : null}
      {isExcluded ? (
        <span className="tag">
          <EyeOff size={12} strokeWidth={2} aria-hidden="true" />
          {t('mark.excluded')}
        </span>
      ) : null}
      {isStarred ? (
        <span className="tag">
          <Star size={12} strokeWidth={2} aria-hidden="true" />
          {t('mark.starred')}
        </span>
      ) : null}
    </span>
  )
}
