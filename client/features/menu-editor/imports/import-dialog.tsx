import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { ChooseSource, type Chosen } from './choose-source.tsx'
import { hasEffect } from './has-effect.ts'
import { type ImportWay, type MenuSource, sendMenu } from './menu-source.ts'
import { OutcomePreview } from './outcome-preview.tsx'
import { PhaseBody } from './phase-body.tsx'
import { usePreviewedChange } from './previewed-change.ts'
import { Problem } from './problem.tsx'
import { WaitNote } from './wait-note.tsx'

interface ImportDialogProps {
  open: boolean
  /** How it is brought in, unless the other way is chosen in the dialog. */
  way: ImportWay
  onClose: () => void
}

/**
 * Brings in a menu, as a file or as a pasted price list: chosen, shown dish by dish, and only then written
 * (docs/product.md#menu-csv).
 */
export function ImportDialog({ open, way, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Partial<Chosen>>({})
  const change = usePreviewedChange<MenuSource>({ send: sendMenu, onDone: onClose })
  const { phase, outcome, source } = change
  const isOfText = source?.textList !== undefined
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={() => {
        change.forget()
        setChosen({})
      }}
      dismissible={phase !== 'changing'}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      footer={
        phase === 'previewed' && (
          <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
            <Button variant="outline" onClick={change.back}>
              {t(isOfText ? 'menuImports.backToList' : 'menuImports.otherFile')}
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
            <ChooseSource
              chosen={{ way, file: null, text: '', ...chosen }}
              onChange={(next) => setChosen({ ...chosen, ...next })}
              onPreview={change.preview}
            />
          </>
        )}
        {phase === 'previewing' && <WaitNote progress={change.progress} then={t('menuImports.checking')} />}
        {phase === 'changing' && <WaitNote progress={change.progress} then={t('menuImports.importing')} />}
        {phase === 'previewed' && outcome && (
          <OutcomePreview
            outcome={outcome}
            failure={change.failure && { title: t('menuImports.failed'), error: change.failure }}
            isAnew={change.isAnew}
            mayBeDone={change.mayBeDone}
            mend={t('menuImports.mend')}
            placeOf={(line) => t('menuImports.line', { line })}
            onTakeAsNew={
              source?.takesUnknownIds ? undefined : () => source && change.preview({ ...source, takesUnknownIds: true })
            }
          />
        )}
      </PhaseBody>
    </Dialog>
  )
}
