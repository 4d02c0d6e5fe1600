import { type ReactNode, useId, useState } from 'react'
import { CSV_COLUMNS, type CsvColumn, type MendedCells, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage, RequestError } from '../../../lib/api/request-error.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Button, SelectField, useTranslation } from '../../../ui/index.ts'
import { decimalText } from '../price-input.tsx'
import { CellMending, LineMending, replaceLines } from './line-mending.tsx'
import { EntryList, Problem, Row, useColumnName } from './outcome-preview.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { usePreviewedChange } from './previewed-change.ts'
import { type ImportSource, type MenuSource, SourceForm, type SourceInput, sendMenu } from './source-form.tsx'

interface AdultsOnlyProps {
  dishes: MenuOutcome['adultsOnly']
  /** The lines of the dishes that are not to be marked. */
  unmarked: ReadonlySet<number>
  onChange: (unmarked: ReadonlySet<number>) => void
  rowTitle: (line: number) => string
}

/** The new dishes that will be marked as 18+; the owner unticks those without alcohol (docs/product/menu.md#menu-adults). */
function AdultsOnly({ dishes, unmarked, onChange, rowTitle }: AdultsOnlyProps) {
  const { t, language } = useTranslation()
  const toggle = (line: number, isMarked: boolean) => {
    const next = new Set(unmarked)
    if (isMarked) next.delete(line)
    else next.add(line)
    onChange(next)
  }
  return (
    <EntryList title={t('menuImports.adultsOnly')} note={t('menuImports.adultsOnlyNote')} entries={dishes}>
      {({ line, ...dish }) => (
        <Row key={line}>
          <label className="-my-2.5 flex min-h-12 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={!unmarked.has(line)}
              onChange={({ target }) => toggle(line, target.checked)}
            />
            <span className="min-w-0 flex-1 break-words font-semibold">{nameIn(language, dish)}</span>
            <span className="shrink-0 text-sm text-muted">{rowTitle(line)}</span>
          </label>
        </Row>
      )}
    </EntryList>
  )
}

interface QuestionProps<Answer extends string> {
  /** Its number, if it is not the only one. */
  number: number | undefined
  title: string
  answers: readonly { value: Answer; label: ReactNode }[]
  chosen: Answer | undefined
  onChoose: (answer: Answer) => void
}

/** What must be said of a file before anything can be imported. */
function Question<Answer extends string>({ number, title, answers, chosen, onChoose }: QuestionProps<Answer>) {
  const name = useId()
  return (
    <fieldset className="not-first:mt-5" data-unsettled={chosen === undefined || undefined}>
      <legend className="mb-2 break-words font-semibold">
        {number && `${number}. `}
        {title}
      </legend>
      <div className="grid auto-cols-fr gap-2.5 sm:grid-flow-col">
        {answers.map(({ value, label }) => (
          <label
            key={value}
            className="min-h-14 cursor-pointer rounded-control border border-edge bg-card px-4 py-3 has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const NAMESAKE_ANSWERS = ['update', 'skip', 'add'] as const

type PriceUnit = NonNullable<MenuSource['prices']>

interface PriceChoiceProps {
  number: number | undefined
  /** Some whole prices, as the file has them. */
  examples: readonly number[]
  value: PriceUnit | undefined
  onChoose: (unit: PriceUnit) => void
}

const MINOR_UNITS: Record<PriceUnit, number> = { minor: 1, major: 100 }

/** Asks what the whole prices of a file are, by its own examples (docs/product/menu.md#menu-csv-prices). */
function PriceChoice({ number, examples, value, onChoose }: PriceChoiceProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <Question
      number={number}
      title={t('menuImports.asksPrices')}
      chosen={value}
      onChoose={onChoose}
      answers={(['minor', 'major'] as const).map((unit) => ({
        value: unit,
        label: examples.map((price) => (
          <span key={price} className="figures block font-semibold">
            {`${price} = ${format(price * MINOR_UNITS[unit])}`}
          </span>
        )),
      }))}
    />
  )
}

const LEFT_OUT = ''

interface ColumnsFormProps {
  headings: readonly string[]
  onPreview: (columns: Record<string, CsvColumn | null>) => void
  onBack: () => void
}

/** The form that says what unknown columns of a file contain (docs/product/menu.md#menu-csv-headings). */
function ColumnsForm({ headings, onPreview, onBack }: ColumnsFormProps) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const [chosen, setChosen] = useState<Record<string, CsvColumn>>({})
  const options = [
    { value: LEFT_OUT, label: t('menuImports.leaveOut') },
    ...CSV_COLUMNS.map((column) => ({ value: column as string, label: columnName(column) })),
  ]
  const choose = (heading: string, value: string) => {
    const { [heading]: _, ...others } = chosen
    setChosen(value === LEFT_OUT ? others : { ...others, [heading]: value as CsvColumn })
  }
  return (
    <>
      <p className="font-semibold">{t('menuImports.unknownColumns', { count: headings.length })}</p>
      <p className="mt-1 text-[15px] text-muted">{t('menuImports.unknownColumnsHint')}</p>
      <ul className="mt-4 grid gap-x-5 gap-y-4 sm:grid-cols-2">
        {headings.map((heading) => (
          <li key={heading} className="min-w-0 break-words">
            <SelectField
              label={t('menuImports.column', { heading })}
              value={chosen[heading] ?? LEFT_OUT}
              onValueChange={(value) => choose(heading, value)}
              options={options}
            />
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={onBack}>
          {t('menuImports.otherFile')}
        </Button>
        <Button
          onClick={() => onPreview(Object.fromEntries(headings.map((heading) => [heading, chosen[heading] ?? null])))}
        >
          {t('menuImports.preview')}
        </Button>
      </div>
    </>
  )
}

interface ImportDialogProps {
  open: boolean
  initialSource: ImportSource
  /** Whether a tap has opened it, so that the browser's list of files may open too. */
  byTap: boolean
  onClose: () => void
}

/** The dialog for importing a file or a price list: choice, preview, confirmation (docs/product/menu.md#menu-csv). */
export function ImportDialog({ open, initialSource, byTap, onClose }: ImportDialogProps) {
  const { t, language } = useTranslation()
  const [chosen, setChosen] = useState<Partial<SourceInput>>({})
  /** The lines of dishes that the owner does not mark as 18+. */
  const [unmarked, setUnmarked] = useState<ReadonlySet<number>>(new Set())
  const change = usePreviewedChange<MenuSource>({ send: sendMenu, onDone: onClose })
  const { outcome, source } = change
  const isList = source?.textList !== undefined
  const unknownHeadings = unknownHeadingsOf(change.previewError)
  const previewMore = (more: MenuSource) => change.preview({ ...source, ...more })
  const previewText = (textList: string, inSizes: readonly number[] = []) => {
    setChosen({ ...chosen, text: textList })
    previewMore({ textList, sizes: [...(source?.sizes ?? []), ...inSizes] })
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
  const namesakes = outcome?.namesakes ?? []
  const asksPrices = outcome?.asksPrices === true
  const asksNamesakes = namesakes.length > 0 && !source?.namesakes
  const areNumbered = (outcome?.priceExamples.length ?? 0) > 0 && namesakes.length > 0
  const badLines = isList || isMendable ? new Set(outcome?.bad.map(({ line }) => line)).size : 0
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
              opensPicker={byTap}
            />
          </>
        )
      }
      back={{ label: t(isList ? 'menuImports.backToList' : 'menuImports.otherFile'), onPress: startAgain }}
      unsettled={Number(asksPrices) + Number(asksNamesakes) + badLines}
      confirm={{
        label: t('menuImports.confirm', { count: outcome ? outcome.added + outcome.changed.length : 0 }),
        onPress: confirm,
      }}
      waits={(line) => asksPrices || (asksNamesakes && namesakes.some((one) => one.line === line))}
      badRowsText={t('menuImports.mend')}
      rowTitle={rowTitle}
      questions={
        <>
          {outcome && outcome.priceExamples.length > 0 && (
            <PriceChoice
              number={areNumbered ? 1 : undefined}
              examples={outcome.priceExamples}
              value={source?.prices}
              onChoose={(prices) => previewMore({ prices })}
            />
          )}
          {namesakes.length > 0 && (
            <Question
              number={areNumbered ? 2 : undefined}
              title={t('menuImports.namesakes', {
                count: namesakes.length,
                names: [...new Set(namesakes.map((dish) => nameIn(language, dish)))].join(', '),
              })}
              chosen={source?.namesakes}
              onChoose={(answer) => previewMore({ namesakes: answer })}
              answers={NAMESAKE_ANSWERS.map((value) => ({ value, label: t(`menuImports.namesake.${value}`) }))}
            />
          )}
        </>
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
