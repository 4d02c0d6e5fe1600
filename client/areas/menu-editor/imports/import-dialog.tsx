import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MendedCells } from '#shared/contracts/menu/menu-imports.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { decimalText } from '../price-input.tsx'
import { AdultsOnly, ColumnsForm, PriceChoice } from './import-questions.tsx'
import { CellMending, LineMending, replaceLines } from './line-mending.tsx'
import { Problem } from './outcome-preview.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { usePreviewedChange } from './previewed-change.ts'
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
  const { outcome, source } = change
  const isList = source?.textList !== undefined
  const unknownHeadings = unknownHeadingsOf(change.previewError)
  const previewMore = (more: MenuSource) => change.preview({ ...source, ...more })
  const previewText = (textList: string) => {
    setChosen({ ...chosen, text: textList })
    previewMore({ textList })
  }
  const mendCells = (more: MendedCells) => {
    const cells = { ...source?.cells }
    for (const [line, mended] of Object.entries(more)) cells[line] = mended && { ...cells[line], ...mended }
    previewMore({ cells })
  }
  // What is wrong with the heading or the end of a file cannot be mended in a cell.
  const isMendable = outcome?.bad.every(({ line, name, value }) => line > 1 && (name ?? value) !== undefined)
  const confirm = () => {
    const adultsOnly = outcome?.adultsOnly.map(({ line }) => line).filter((line) => !unmarked.has(line))
    change.confirm(adultsOnly?.length ? { ...source, adultsOnly } : source)
  }
  const startAgain = () => {
    setUnmarked(new Set())
    change.back()
  }
  const skip = (line: number) => previewText(replaceLines(source?.textList ?? '', new Map([[line, '']])))
  const rowTitle = (line: number) => t('menuImports.line', { line })
  return (
    <PreviewDialog
      open={open}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      change={change}
      isUpload
      changingText={t('menuImports.importing')}
      failureTitle={t('menuImports.failed')}
      onClose={onClose}
      onClosed={() => {
        setChosen({})
        setUnmarked(new Set())
      }}
      form={
        unknownHeadings ? (
          <ColumnsForm
            headings={unknownHeadings}
            onPreview={(columns) => previewMore({ columns: { ...source?.columns, ...columns } })}
            onBack={startAgain}
          />
        ) : (
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
        )
      }
      back={{ label: t(isList ? 'menuImports.backToList' : 'menuImports.otherFile'), onPress: startAgain }}
      confirm={outcome?.asksPrices ? undefined : { label: t('menuImports.confirm'), onPress: confirm }}
      badRowsText={t('menuImports.mend')}
      rowTitle={rowTitle}
      questions={
        outcome &&
        outcome.priceExamples.length > 0 && (
          <PriceChoice
            examples={outcome.priceExamples}
            value={source?.prices}
            onChoose={(prices) => previewMore({ prices })}
          />
        )
      }
      mending={
        isList && outcome ? (
          <LineMending text={source?.textList ?? ''} bad={outcome.bad} rowTitle={rowTitle} onMend={previewText} />
        ) : isMendable && outcome ? (
          <CellMending bad={outcome.bad} rowTitle={rowTitle} onMend={mendCells} />
        ) : undefined
      }
      onTakeAsNew={source?.takesUnknownIds ? undefined : () => previewMore({ takesUnknownIds: true })}
      onSkip={isList ? skip : undefined}
      onPrices={
        isList
          ? undefined
          : (prices) =>
              mendCells(Object.fromEntries(prices.map(({ line, price }) => [line, { price: decimalText(price) }])))
      }
    >
      {outcome && (
        <AdultsOnly dishes={outcome.adultsOnly} unmarked={unmarked} onChange={setUnmarked} rowTitle={rowTitle} />
      )}
    </PreviewDialog>
  )
}

/** The headings of a file that was refused because of them. */
function unknownHeadingsOf(error: Error | null): string[] | undefined {
  return error instanceof RequestError && error.code === 'unknown_columns' ? error.body.columns : undefined
}
