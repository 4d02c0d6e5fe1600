import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { AdultsOnly, ColumnsForm, PriceChoice } from './import-questions.tsx'
import { LineMending, replaceLines } from './line-mending.tsx'
import { OutcomePreview } from './outcome-preview.tsx'
import { PhaseBody, Problem, WaitNote } from './preview-phases.tsx'
import { hasEffect, usePreviewedChange } from './previewed-change.ts'
import { type ImportSource, type MenuSource, SourceForm, type SourceInput, sendMenu } from './source-form.tsx'

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
  /** The lines of dishes that the owner does not mark as 18+. */
  const [unmarked, setUnmarked] = useState<ReadonlySet<number>>(new Set())
  const change = usePreviewedChange<MenuSource>({ send: sendMenu, onDone: onClose })
  const { phase, outcome, source } = change
  const isList = source?.textList !== undefined
  const unknownHeadings = unknownHeadingsOf(change.previewError)
  const previewMore = (more: MenuSource) => change.preview({ ...source, ...more })
  const previewText = (textList: string) => {
    setChosen({ ...chosen, text: textList })
    previewMore({ textList })
  }
  const confirm = () => {
    const adultsOnly = outcome?.adultsOnly.map(({ line }) => line).filter((line) => !unmarked.has(line))
    change.confirm(adultsOnly?.length ? { ...source, adultsOnly } : source)
  }
  const startAgain = () => {
    setUnmarked(new Set())
    change.back()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      onClosed={() => {
        change.reset()
        setChosen({})
        setUnmarked(new Set())
      }}
      dismissible={phase !== 'changing'}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      footer={
        phase === 'previewed' && (
          <div className="flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
            <Button variant="outline" onClick={startAgain}>
              {t(isList ? 'menuImports.backToList' : 'menuImports.otherFile')}
            </Button>
            {outcome && hasEffect(outcome) && !outcome.asksPrices && (
              <Button onClick={confirm}>{t('menuImports.confirm')}</Button>
            )}
          </div>
        )
      }
    >
      <PhaseBody phase={phase}>
        {phase === 'choosing' && unknownHeadings && (
          <ColumnsForm
            headings={unknownHeadings}
            onPreview={(columns) => previewMore({ columns: { ...source?.columns, ...columns } })}
            onBack={startAgain}
          />
        )}
        {phase === 'choosing' && !unknownHeadings && (
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
            questions={
              outcome.priceExamples.length > 0 && (
                <PriceChoice
                  examples={outcome.priceExamples}
                  value={source?.prices}
                  onChoose={(prices) => previewMore({ prices })}
                />
              )
            }
            mending={
              source?.textList === undefined ? undefined : (
                <LineMending text={source.textList} bad={outcome.bad} onMend={previewText} />
              )
            }
            onTakeAsNew={source?.takesUnknownIds ? undefined : () => previewMore({ takesUnknownIds: true })}
            onSkip={
              source?.textList === undefined
                ? undefined
                : (line) => previewText(replaceLines(source.textList ?? '', new Map([[line, '']])))
            }
          >
            <AdultsOnly
              dishes={outcome.adultsOnly}
              unmarked={unmarked}
              onChange={setUnmarked}
              rowTitle={(line) => t('menuImports.line', { line })}
            />
          </OutcomePreview>
        )}
      </PhaseBody>
    </Dialog>
  )
}

/** The headings of a file that was refused because of them. */
function unknownHeadingsOf(error: Error | null): string[] | undefined {
  return error instanceof RequestError && error.code === 'unknown_columns' ? error.body.columns : undefined
}
