import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import type { Question } from './runtime/runtime-context.ts'

export interface QuestionDialogProps {
  readonly question: Question
  readonly onClose: () => void
}

/** Something to decide. The harmless answer is the filled one and what Escape gives. */
export function QuestionDialog({ question, onClose }: QuestionDialogProps) {
  const { t } = useTranslation('runtime')
  return (
    <Dialog
      isOpen
      size="small"
      title={question.title}
      closeLabel={t('undo.cancel')}
      onClose={onClose}
      footer={
        <>
          {question.actions.map((action) => (
            <Button
              key={action.label}
              size="large"
              onClick={() => {
                onClose()
                action.run()
              }}
            >
              {action.label}
            </Button>
          ))}
          <Button size="large" kind="primary" onClick={onClose}>
            {t('undo.cancel')}
          </Button>
        </>
      }
    >
      {question.text}
    </Dialog>
  )
}
