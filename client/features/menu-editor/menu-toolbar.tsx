import { Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { SearchBox } from '../../ui/inputs/search-box.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { DISH_FILTERS, type DishFilter } from './filters.ts'
import { MenuImportExport } from './imports/menu-transfer.tsx'

interface MenuToolbarProps {
  query: string
  onQuery: (query: string) => void
  filter: DishFilter
  onFilter: (filter: DishFilter) => void
  counts: Record<DishFilter, number>
  onAdd: () => void
  addRef: RefObject<HTMLButtonElement | null>
}

export function MenuToolbar(props: MenuToolbarProps) {
  const { query, onQuery, filter, onFilter, counts, onAdd, addRef } = props
  const { t } = useTranslation()
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-2.5">
        <SearchBox
          label={t('menuEditor.searchLabel')}
          placeholder={t('menuEditor.search', { count: counts.all })}
          clearLabel={t('menuEditor.clearSearch')}
          query={query}
          onChange={onQuery}
          className="min-w-0 flex-1 basis-full sm:basis-40"
        />
        <MenuImportExport />
        <Button ref={addRef} className="ml-auto max-sm:flex-1" onClick={onAdd}>
          <Plus aria-hidden="true" className="size-4.5" />
          {t('menuEditor.add')}
        </Button>
      </div>
      <fieldset
        aria-label={t('menuEditor.filters')}
        className="no-scrollbar -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-0.5 sm:-mx-6 sm:px-6 lg:mx-0 lg:px-0 xl:flex-wrap"
      >
        {DISH_FILTERS.map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={filter === option}
            onClick={() => onFilter(option)}
            className={cx(
              'inline-flex min-h-11 shrink-0 items-center gap-2 rounded-full px-4 text-sm font-semibold whitespace-nowrap transition-colors',
              filter === option ? 'bg-ink text-paper' : 'bg-sunk text-muted hover:bg-line',
            )}
          >
            {t(`menuEditor.marks.${option}`)}
            <span className="figures min-w-5 rounded-full bg-card px-1.5 py-0.5 text-center text-xs leading-none font-bold text-ink">
              {counts[option]}
            </span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}
