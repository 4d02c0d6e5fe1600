import { useState } from 'react'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { Button, SelectField, useTranslation } from '../../../ui/index.ts'

const LEFT_OUT = 'left-out'

/** Returns a function that translates the name of a column; the name of an unknown column stays as it is. */
export function useColumnName(): (column: string) => string {
  const { t } = useTranslation()
  return (column) => {
    const known = CSV_COLUMNS.find((name) => name === column)
    return known ? t(`menuImports.columns.${known}`) : column
  }
}

interface ColumnsFormProps {
  /** The headings that nobody knows, or of which several mean the same. */
  headings: readonly string[]
  onPreview: (columns: Record<string, CsvColumn | null>) => void
  back: { label: string; onPress: () => void }
}

/** The form that says what the unknown columns of a file contain (docs/product/menu.md#menu-csv-headings). */
export function ColumnsForm({ headings, onPreview, back }: ColumnsFormProps) {
  const { t } = useTranslation()
  const columnName = useColumnName()
  const [chosen, setChosen] = useState<Record<string, CsvColumn | typeof LEFT_OUT>>({})
  const options = [
    { value: LEFT_OUT, label: t('menuImports.leaveOut') },
    ...CSV_COLUMNS.map((column) => ({ value: column, label: columnName(column) })),
  ] as const
  const columnOf = (heading: string) => CSV_COLUMNS.find((column) => column === chosen[heading]) ?? null
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onPreview(Object.fromEntries(headings.map((heading) => [heading, columnOf(heading)])))
      }}
    >
      <fieldset>
        <legend className="font-semibold">{t('menuImports.unknownColumns')}</legend>
        <p className="mt-1 text-body text-muted">{t('menuImports.columnsHint')}</p>
        <ul className="mt-3 grid gap-x-5 gap-y-4 sm:grid-cols-2">
          {headings.map((heading) => (
            <li key={heading} className="min-w-0 break-words">
              <SelectField
                label={t('menuImports.column', { heading })}
                value={chosen[heading] ?? LEFT_OUT}
                onValueChange={(choice) => setChosen({ ...chosen, [heading]: choice })}
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
