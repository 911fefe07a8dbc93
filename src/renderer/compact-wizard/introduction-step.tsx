import { FilePlus2, ScanText, SlidersHorizontal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '../ui/checkbox.tsx'

export interface IntroductionStepProps {
  readonly copyName: string | null
  /** Where the copy goes when not beside the thread. */
  readonly copyFolder: string | null
  readonly isSkipped: boolean
  readonly onSkip: (isSkipped: boolean) => void
}

/** S-162: what will happen, in three lines. */
export function IntroductionStep({ copyName, copyFolder, isSkipped, onSkip }: IntroductionStepProps) {
  const { t } = useTranslation('wizard')
  const lines = [
    { key: 'copy', icon: SlidersHorizontal, text: t('intro.copy') },
    { key: 'preview', icon: ScanText, text: t('intro.preview') },
    {
      key: 'apply',
      icon: FilePlus2,
      text:
        copyName === null
          ? t('intro.applyUnnamed')
          : copyFolder === null
            ? t('intro.apply', { name: copyName })
            : t('intro.applyInto', { name: copyName, folder: copyFolder }),
    },
  ]
  return (
    <div className="wz-introduction">
      <div className="wz-core mark" aria-hidden="true">
        <i className="swatch-summarized" />
        <i className="swatch-summarized" />
        <i className="swatch-summarized" />
        <i className="wz-core-fall" />
        <i className="swatch-checkpoint" />
        <i className="swatch-kept" />
        <i className="swatch-kept" />
      </div>
      <div className="wz-introduction-text">
        <p className="wz-sentence">{t('intro.lead')}</p>
        <ol>
          {lines.map(({ key, icon: Icon, text }) => (
            <li key={key}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
              <span>{text}</span>
            </li>
          ))}
        </ol>
        <Checkbox isChecked={isSkipped} onChange={onSkip} label={t('intro.skip')} />
      </div>
    </div>
  )
}
