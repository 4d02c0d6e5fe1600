import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { useColumnName } from './preview/changed-cell.tsx'

/** The option for a column that is not imported. */
const LEFT_OUT = ''

interface ColumnsFormProps {
  /** The headings that the server does not know. */
  headings: readonly string[]
  onPreview: (columns: Record<string, CsvColumn | null>) => void
  onBack: () => void
}

/** The form that says what unknown columns of a file contain (docs/product/menu.md#menu-csv-headings). */
export function ColumnsForm({ headings, onPreview, onBack }: ColumnsFormProps) {
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
            <Field label={t('menuImports.column', { heading })}>
              {(control) => (
                <Select
                  {...control}
                  value={chosen[heading] ?? LEFT_OUT}
                  onValueChange={(value) => choose(heading, value)}
                  options={options}
                />
              )}
            </Field>
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
