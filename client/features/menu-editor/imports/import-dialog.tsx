import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { hasEffect } from './has-effect.ts'
import { type ImportSource, type MenuSource, sendMenu } from './menu-source.ts'
import { PhaseBody } from './phase-body.tsx'
import { OutcomePreview } from './preview/outcome-preview.tsx'
import { usePreviewedChange } from './previewed-change.ts'
import { Problem } from './problem.tsx'
import { SourceForm, type SourceInput } from './source-form.tsx'
import { WaitNote } from './wait-note.tsx'

interface ImportDialogProps {
  open: boolean
  /** The source that is chosen when the dialog opens. */
  initialSource: ImportSource
  onClose: () => void
}

/**
 * The dialog for importing a file or a pasted price list: choice, preview of each dish, confirmation
 * (docs/product/menu.md#menu-csv).
 */
export function ImportDialog({ open, initialSource, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Partial<SourceInput>>({})
  const change = usePreviewedChange<MenuSource>({ send: sendMenu, onDone: onClose })
  const { phase, outcome, source } = change
  const isList = source?.textList !== undefined
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={() => {
        change.reset()
        setChosen({})
      }}
      dismissible={phase !== 'changing'}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      footer={
        phase === 'previewed' && (
          <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
            <Button variant="outline" onClick={change.back}>
              {t(isList ? 'menuImports.backToList' : 'menuImports.otherFile')}
            </Button>
            {outcome && hasEffect(outcome) && <Button onClick={change.confirm}>{t('menuImports.confirm')}</Button>}
          </div>
        )
      }
    >
      <PhaseBody phase={phase}>
        {phase === 'choosing' && (
          <>
            {change.previewError && (
              <Problem title={t('menuImports.previewFailed')}>{errorMessage(change.previewError)}</Problem>
            )}
            <SourceForm
              chosen={{ way: initialSource, file: null, text: '', ...chosen }}
              onChange={(next) => setChosen({ ...chosen, ...next })}
              onPreview={change.preview}
            />
          </>
        )}
        {phase === 'previewing' && <WaitNote progress={change.progress} workingText={t('menuImports.checking')} />}
        {phase === 'changing' && <WaitNote progress={change.progress} workingText={t('menuImports.importing')} />}
        {phase === 'previewed' && outcome && (
          <OutcomePreview
            outcome={outcome}
            failure={change.failure && { title: t('menuImports.failed'), error: change.failure }}
            isNewPreview={change.isNewPreview}
            mayBeDone={change.mayBeDone}
            badRowsText={t('menuImports.mend')}
            rowTitle={(line) => t('menuImports.line', { line })}
            onTakeAsNew={
              source?.takesUnknownIds ? undefined : () => source && change.preview({ ...source, takesUnknownIds: true })
            }
          />
        )}
      </PhaseBody>
    </Dialog>
  )
}
