import { useId, useState } from 'react'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { useTranslation } from '../../../ui/index.ts'
import { ColumnsForm } from './columns-form.tsx'
import { Problem } from './outcome-preview.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { usePreviewedChange } from './previewed-change.ts'
import { type ImportSource, type MenuSource, SourceForm, type SourceInput, sendMenu } from './source-form.tsx'

type PriceUnit = NonNullable<MenuSource['prices']>

interface PriceChoiceProps {
  value: PriceUnit | undefined
  onChoose: (unit: PriceUnit) => void
}

const EXAMPLES: Record<PriceUnit, number> = { minor: 28, major: 2800 }

/** Asks what the whole prices of a file are (docs/product/menu.md#menu-csv-prices). */
function PriceChoice({ value, onChoose }: PriceChoiceProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const name = useId()
  return (
    <fieldset className="mb-5">
      <legend className="mb-2 break-words font-semibold">{t('menuImports.asksPrices')}</legend>
      <div className="grid auto-cols-fr gap-2.5 sm:grid-flow-col">
        {(['minor', 'major'] as const).map((unit) => (
          <label
            key={unit}
            className="min-h-14 cursor-pointer rounded-control border border-edge bg-card px-4 py-3 has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={value === unit}
              onChange={() => onChoose(unit)}
            />
            <span className="figures block font-semibold">{`28 = ${format(EXAMPLES[unit])}`}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

interface ImportDialogProps {
  open: boolean
  initialSource: ImportSource
  /** Whether a tap has opened it, so that the browser's list of files may open too. */
  byTap: boolean
  onClose: () => void
}

/** The dialog for importing a file or a price list: choice, columns, preview, confirmation (docs/product/menu.md#menu-csv). */
export function ImportDialog({ open, initialSource, byTap, onClose }: ImportDialogProps) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<Partial<SourceInput>>({})
  const change = usePreviewedChange<MenuSource>({ send: sendMenu, onDone: onClose })
  const { outcome, source, previewError } = change
  const isList = source?.textList !== undefined
  const lines = source?.textList?.split(/\r\n|\n|\r/)
  const unknownColumns =
    previewError instanceof RequestError && previewError.code === 'unknown_columns'
      ? previewError.body.columns
      : undefined
  const previewMore = (more: MenuSource) => change.preview({ ...source, ...more })
  return (
    <PreviewDialog
      open={open}
      title={t('menuImports.title')}
      className="sm:max-w-2xl!"
      change={change}
      changingText={t('menuImports.importing')}
      failureTitle={t('menuImports.failed')}
      onClose={onClose}
      onClosed={() => setChosen({})}
      form={
        unknownColumns ? (
          <ColumnsForm
            key={unknownColumns.join('\n')}
            headings={unknownColumns}
            onPreview={(more) => previewMore({ columns: { ...source?.columns, ...more } })}
            back={{ label: t('menuImports.otherFile'), onPress: change.back }}
          />
        ) : (
          <>
            {previewError && <Problem title={t('menuImports.previewFailed')}>{errorMessage(previewError)}</Problem>}
            <SourceForm
              chosen={{ way: initialSource, file: null, text: '', ...chosen }}
              onChange={(next) => setChosen({ ...chosen, ...next })}
              onPreview={change.preview}
              opensPicker={byTap}
            />
          </>
        )
      }
      back={{ label: t(isList ? 'menuImports.backToList' : 'menuImports.otherFile'), onPress: change.back }}
      confirm={{
        label: t('menuImports.confirm', { count: outcome ? outcome.added + outcome.changed.length : 0 }),
        onPress: change.confirm,
      }}
      badRowsText={t(isList ? 'menuImports.mendList' : 'menuImports.mend')}
      rowTitle={(line) => t('menuImports.line', { line })}
      rowText={(line) => lines?.[line - 1]?.trim()}
      questions={
        (outcome?.asksPrices || source?.prices) && (
          <PriceChoice value={source?.prices} onChoose={(prices) => previewMore({ prices })} />
        )
      }
      onTakeAsNew={source?.takesUnknownIds ? undefined : () => previewMore({ takesUnknownIds: true })}
    />
  )
}
