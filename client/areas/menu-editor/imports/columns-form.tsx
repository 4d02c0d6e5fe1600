import { useRef, useState } from 'react'
import { CSV_COLUMNS, type CsvColumn, type CsvHeading } from '#shared/contracts/menu/menu-imports.ts'
import { Button, SelectField, useTranslation } from '../../../ui/index.ts'

const LEFT_OUT = 'left-out'
type Choice = CsvColumn | typeof LEFT_OUT

/** Returns a function that translates the name of a column; the name of an unknown column stays as it is. */
export function useColumnName(): (column: string) => string {
  const { t } = useTranslation()
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}

interface ColumnsFormProps {
  headings: readonly CsvHeading[]
  /** The headings that must be settled first. */
  asked: readonly string[]
  /** Called with what the owner chose, and with all that were asked about. */
  onPreview: (columns: Record<string, CsvColumn | null>) => void
  back: { label: string; onPress: () => void }
}

/** The form that says what the columns of a file contain (docs/product/menu.md#menu-csv-headings). */
export function ColumnsForm({ headings, asked, onPreview, back }: ColumnsFormProps) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const [chosen, setChosen] = useState<Record<string, Choice>>({})
  const [areErrorsShown, setErrorsShown] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  /** Null as long as it must be chosen. */
  const choiceOf = ({ heading, column, meant }: CsvHeading): Choice | null =>
    chosen[heading] ?? (meant ? null : (column ?? LEFT_OUT))
  const hintOf = ({ heading, meant }: CsvHeading) => {
    if (!meant) return asked.includes(heading) ? t('menuImports.unknownColumn') : undefined
    return meant === 'id' ? t('menuImports.asksId') : t('menuImports.couldBe', { column: columnName(meant) })
  }
  const errorOf = (heading: CsvHeading) => {
    const choice = choiceOf(heading)
    if (choice === null) return hintOf(heading)
    const isRepeated = choice !== LEFT_OUT && headings.filter((one) => choiceOf(one) === choice).length > 1
    return isRepeated ? t('menuImports.columnTwice') : undefined
  }
  const options = [
    { value: LEFT_OUT as Choice, label: t('menuImports.leaveOut') },
    ...CSV_COLUMNS.map((column) => ({
      value: column as Choice,
      label: column === 'id' ? t('menuImports.ownId') : columnName(column),
    })),
  ]
  function preview() {
    const wrong = headings.find(errorOf)
    setErrorsShown(true)
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[data-place="${headings.indexOf(wrong)}"] button`)?.focus()
      return
    }
    const settled = headings.filter(({ heading }) => heading in chosen || asked.includes(heading))
    const columnOf = (heading: CsvHeading) => CSV_COLUMNS.find((column) => column === choiceOf(heading)) ?? null
    onPreview(Object.fromEntries(settled.map((heading) => [heading.heading, columnOf(heading)])))
  }

  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        preview()
      }}
    >
      <fieldset>
        <legend className="font-semibold">{t('menuImports.columnsOfFile')}</legend>
        <p className="mt-1 text-[15px] text-muted">{t('menuImports.columnsHint')}</p>
        <ul className="mt-3 grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {headings.map((heading, i) => (
            <li key={heading.heading} data-place={i} className="min-w-0 break-words">
              <SelectField
                label={t('menuImports.column', { heading: heading.heading })}
                hint={hintOf(heading)}
                error={areErrorsShown ? errorOf(heading) : undefined}
                placeholder={t('menuImports.chooseColumn')}
                value={choiceOf(heading)}
                onValueChange={(choice) => setChosen({ ...chosen, [heading.heading]: choice })}
                options={options}
              />
            </li>
          ))}
        </ul>
      </fieldset>
      <div className="mt-6 flex flex-col-reverse gap-2.5 sm:flex-row sm:justify-end">
        <Button variant="outline" onClick={back.onPress}>
          {back.label}
        </Button>
        <Button type="submit">{t('menuImports.preview')}</Button>
      </div>
    </form>
  )
}

interface ColumnsNoteProps {
  headings: readonly CsvHeading[]
  onChange: () => void
}

/** What the columns of a file were taken for, with the way to change it. */
export function ColumnsNote({ headings, onChange }: ColumnsNoteProps) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const leftOut = headings.filter(({ column }) => column === null)
  const taken = headings.filter(({ column }) => column !== null)
  // The names of Masa's own columns say nothing new.
  const isListed = headings.some(({ heading, column }) => heading !== column)
  return (
    <section aria-label={t('menuImports.columnsOfFile')} className="mb-5 rounded-control bg-sunk px-4 py-3 text-[15px]">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{t('menuImports.columnsOfFile')}</h3>
        <Button variant="quiet" size="small" className="-mr-3 underline" onClick={onChange}>
          {t('menuImports.changeColumns')}
        </Button>
      </div>
      {isListed && (
        <ul className="flex flex-wrap gap-x-4 gap-y-0.5 break-words">
          {taken.map(({ heading, column }) => (
            <li key={heading}>
              {heading} <span className="text-muted">= {columnName(column ?? '')}</span>
            </li>
          ))}
        </ul>
      )}
      {leftOut.length > 0 && (
        <p className="mt-1 break-words text-muted">
          {t('menuImports.leftOut', { headings: leftOut.map(({ heading }) => heading).join(', ') })}
        </p>
      )}
    </section>
  )
}
