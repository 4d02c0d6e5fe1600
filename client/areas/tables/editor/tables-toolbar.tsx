import { Plus, Printer } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Table } from '#shared/contracts/tables.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { FilterChips } from '../../../ui/inputs/filter-chips.tsx'
import { Button } from '../../../ui/parts/button.tsx'

/** The states by which the list can be filtered; those that need attention come first. */
const TABLE_FILTERS = ['all', 'occupied', 'reserved', 'available'] as const
export type TableFilter = (typeof TABLE_FILTERS)[number]

interface TablesToolbarProps {
  tables: readonly Table[]
  filter: TableFilter
  onFilter: (filter: TableFilter) => void
  onPrint: () => void
  /** Missing while the form that adds tables is open. */
  onAdd: (() => void) | undefined
  addRef: RefObject<HTMLButtonElement | null>
}

/** The number of tables in each state, which are filters, and the actions for all tables. */
export function TablesToolbar({ tables, filter, onFilter, onPrint, onAdd, addRef }: TablesToolbarProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const countOf = (option: TableFilter) => tables.filter(({ status }) => option === 'all' || status === option).length
  return (
    <div className="@container">
      <div className="flex items-center gap-2.5">
        <FilterChips
          label={t('tables.filters')}
          options={TABLE_FILTERS.map((option) => ({
            value: option,
            label: t(`tables.filter.${option}`),
            count: countOf(option),
          }))}
          value={filter}
          onChange={onFilter}
          language={language}
          className="scroll-fade no-scrollbar -ml-4 min-w-0 flex-1 overflow-x-auto py-0.5 pl-4 sm:-ml-6 sm:pl-6"
        />
        <Button
          variant="outline"
          title={t('tables.printAll')}
          onClick={onPrint}
          className="shrink-0 @max-[46rem]:px-3!"
        >
          <Printer aria-hidden="true" className="size-4.5" />
          <span className="@max-[46rem]:sr-only">{t('tables.printAll')}</span>
        </Button>
        {onAdd && (
          <Button ref={addRef} onClick={onAdd} className="shrink-0 @max-[46rem]:px-3!">
            <Plus aria-hidden="true" className="size-4.5" />
            <span className="@max-[46rem]:sr-only">{t('tables.add')}</span>
          </Button>
        )}
      </div>
    </div>
  )
}
