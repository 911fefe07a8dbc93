import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '../i18n/error-text.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextAreaField } from '../ui/field.tsx'
import { useRuntimeAccess } from './runtime/runtime-context.ts'

export interface EditBranchDialogProps {
  readonly index: number
  readonly text: string
  readonly onClose: () => void
}

/** Changes an earlier message in a new thread. This thread and its message stay as they are. */
export function EditBranchDialog({ index, text, onClose }: EditBranchDialogProps) {
  const { t } = useTranslation('runtime')
  const { runtime, places } = useRuntimeAccess()
  const errorText = useErrorText()
  const [written, setWritten] = useState(text)
  const [problem, setProblem] = useState<string | null>(null)
  async function make() {
    try {
      const { thread } = await runtime.fork(index, written)
      onClose()
      places.openThread(thread)
    } catch (error) {
      // The words stay in the field.
      setProblem(errorText(error))
    }
  }
  return (
    <Dialog
      isOpen
      className="edit-branch"
      title={t('edit.title')}
      closeLabel={t('edit.cancel')}
      onClose={onClose}
      footer={
        <>
          <Button size="large" onClick={onClose}>
            {t('edit.cancel')}
          </Button>
          <Button size="large" kind="primary" disabled={written.trim() === ''} onClick={() => void make()}>
            {t('edit.make')}
          </Button>
        </>
      }
    >
      <TextAreaField
        label={t('edit.field')}
        hint={t('edit.hint')}
        problem={problem}
        rows={8}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
    </Dialog>
  )
}
