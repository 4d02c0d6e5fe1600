import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CSV_COLUMNS, type CsvColumn, type MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { EntryList, Row, useColumnName } from './outcome-preview.tsx'
import type { MenuSource } from './source-form.tsx'

interface AdultsOnlyProps {
  dishes: MenuOutcome['adultsOnly']
  /** The lines of the dishes that are not to be marked. */
  unmarked: ReadonlySet<number>
  onChange: (unmarked: ReadonlySet<number>) => void
  rowTitle: (line: number) => string
}

/** The new dishes that will be marked as 18+; the owner unticks those without alcohol (docs/product/menu.md#menu-adults). */
export function AdultsOnly({ dishes, unmarked, onChange, rowTitle }: AdultsOnlyProps) {
  const { t } = useTranslation()
  const toggle = (line: number, isMarked: boolean) => {
    const next = new Set(unmarked)
    if (isMarked) next.delete(line)
    else next.add(line)
    onChange(next)
  }
  return (
    <EntryList title={t('menuImports.adultsOnly')} note={t('menuImports.adultsOnlyNote')} entries={dishes}>
      {({ line, name }) => (
        <Row key={line}>
          <label className="-my-2.5 flex min-h-12 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              className="size-5 shrink-0 accent-accent"
              checked={!unmarked.has(line)}
              onChange={({ target }) => toggle(line, target.checked)}
            />
            <span className="min-w-0 flex-1 break-words font-semibold">{name}</span>
            <span className="shrink-0 text-sm text-muted">{rowTitle(line)}</span>
          </label>
        </Row>
      )}
    </EntryList>
  )
}

type PriceUnit = NonNullable<MenuSource['prices']>

interface PriceChoiceProps {
  /** Some whole prices, as the file has them. */
  examples: readonly number[]
  value: PriceUnit | undefined
  onChoose: (unit: PriceUnit) => void
}

const MINOR_UNITS: Record<PriceUnit, number> = { minor: 1, major: 100 }

/** Asks what the whole prices of a file are, by its own examples (docs/product/menu.md#menu-csv-prices). */
export function PriceChoice({ examples, value, onChoose }: PriceChoiceProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const name = useId()
  return (
    <fieldset className="mt-5">
      <legend className="mb-2 font-semibold">{t('menuImports.asksPrices')}</legend>
      <div className="grid gap-2.5 sm:grid-cols-2">
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
            {examples.map((price) => (
              <span key={price} className="figures block font-semibold">
                {`${price} = ${format(price * MINOR_UNITS[unit])}`}
              </span>
            ))}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

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
