import { Plus } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../lib/words/use-language.ts'
import { FilterChips } from '../../ui/inputs/filter-chips.tsx'
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
  /** Shown before the filters. */
  children: ReactNode
}

export function MenuToolbar(props: MenuToolbarProps) {
  const { query, onQuery, filter, onFilter, counts, onAdd, addRef, children } = props
  const { t } = useTranslation()
  const language = useLanguage()
  return (
    <div className="min-w-0 space-y-2 sm:space-y-3 lg:col-start-2">
      {/* Where the search would be short beside the buttons, it has the line to itself. */}
      <div className="flex items-center gap-2 sm:flex-wrap sm:gap-2.5">
        <SearchBox
          label={t('menuEditor.searchLabel')}
          placeholder={t('menuEditor.search', { count: counts.all })}
          clearLabel={t('menuEditor.clearSearch')}
          query={query}
          onChange={onQuery}
          className="min-w-0 flex-1 sm:min-w-60 [&_input]:text-ellipsis"
        />
        <div className="ml-auto flex shrink-0 items-center gap-2 sm:gap-2.5">
          <MenuImportExport />
          <Button ref={addRef} className="shrink-0 max-sm:px-3!" onClick={onAdd}>
            <Plus aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">{t('menuEditor.add')}</span>
          </Button>
        </div>
      </div>
      <div className="scroll-fade no-scrollbar -mx-4 flex gap-2 overflow-x-auto py-0.5 pl-4 sm:-mx-6 sm:pl-6 lg:mx-0 lg:pl-0">
        {children}
        <FilterChips
          label={t('menuEditor.filters')}
          options={DISH_FILTERS.map((option) => ({
            value: option,
            label: t(`menuEditor.marks.${option}`),
            count: counts[option],
          }))}
          value={filter}
          onChange={onFilter}
          language={language}
          className="shrink-0 xl:min-w-0 xl:shrink xl:flex-wrap"
        />
      </div>
    </div>
  )
}
