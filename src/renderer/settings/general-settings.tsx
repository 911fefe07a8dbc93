import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../shared/ipc/settings.ts'
import { useSettings } from '../app/settings-context.tsx'
import { WatchedFolders } from '../app/watched-folders.tsx'
import { errorText } from '../i18n/error-text.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Select } from '../ui/select.tsx'
import { SavedMark, type SaveState } from './saved-mark.tsx'

const SIZES = [14, 15, 16, 17, 18] as const

/** Language, theme and text size; each is saved and seen at once. */
export function GeneralSettings() {
  const { t } = useTranslation('settings')
  const { t: tError } = useTranslation('errors')
  const { settings, change } = useSettings()
  const [save, setSave] = useState<SaveState>({ kind: 'idle' })

  function set(patch: Partial<Settings>) {
    change(patch).then(
      () => setSave({ kind: 'saved', at: Date.now() }),
      (error) => setSave({ kind: 'failed', reason: errorText(tError, error) }),
    )
  }

  return (
    <div className="st-general">
      <Line label={t('general.language')}>
        <Select
          label={t('general.language')}
          value={settings.language}
          options={[
            { value: 'system', label: t('general.languageSystem') },
            { value: 'en', label: 'English' },
            { value: 'zh-CN', label: '简体中文' },
          ]}
          onChange={(language) => set({ language })}
        />
      </Line>
      <Line label={t('general.theme')}>
        <Select
          label={t('general.theme')}
          value={settings.theme}
          options={[
            { value: 'system', label: t('general.themeSystem') },
            { value: 'light', label: t('general.themeLight') },
            { value: 'dark', label: t('general.themeDark') },
            { value: 'high-contrast', label: t('general.themeContrast') },
          ]}
          onChange={(theme) => set({ theme })}
        />
      </Line>
      <Line label={t('general.textSize')}>
        <Segmented
          label={t('general.textSize')}
          value={String(settings.textSizePx)}
          options={SIZES.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(value) => {
            const textSizePx = SIZES.find((size) => String(size) === value)
            if (textSizePx !== undefined) set({ textSizePx })
          }}
        />
      </Line>
      <p className="st-sample">{t('general.sample')}</p>
      <Checkbox
        isChecked={!settings.skipIntroduction}
        onChange={(isShown) => set({ skipIntroduction: !isShown })}
        label={t('general.introduction')}
      />
      <WatchedFolders />
      <SavedMark state={save} />
    </div>
  )
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lie on one line with its legend.
    <div className="st-line" role="group" aria-labelledby={id}>
      <span id={id} className="st-label">
        {label}
      </span>
      {children}
    </div>
  )
}
