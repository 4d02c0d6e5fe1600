import { Plus } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { useOpenByAddress } from '../../lib/browser/dashboard.ts'
import { Button, FilterChips, MoreMenu, SearchBox, SubjectDialog, useTranslation } from '../../ui/index.ts'
import { DISH_FILTERS, type DishFilter } from './filters.ts'
import { ImportDialog, type ImportSource } from './imports/import-dialog.tsx'
import { useDownload, useUndoImport } from './imports/undo-import.tsx'
import { openNewSetMenu } from './options/options-view.tsx'

/** The buttons of the menu's CSV file, and what else fills or restores the menu. */
export function MenuImportExport() {
  const { t } = useTranslation()
  const [way, setWay] = useState<ImportSource | null>(null)
  const undo = useUndoImport()
  const exportDownload = useDownload('export')
  const templateDownload = useDownload('template')
  useOpenByAddress({ list: () => setWay('list'), file: () => setWay('file') })
  return (
    <div className="flex flex-wrap items-center gap-2 @max-[72rem]/page:w-full">
      <Button
        variant="outline"
        size="small"
        pending={templateDownload.isPending}
        onClick={() => templateDownload.mutate()}
      >
        {t('menuImports.template')}
      </Button>
      <Button variant="outline" size="small" pending={exportDownload.isPending} onClick={() => exportDownload.mutate()}>
        {t('menuImports.export')}
      </Button>
      <Button variant="outline" size="small" onClick={() => setWay('file')}>
        {t('menuImports.import')}
      </Button>
      <MoreMenu
        label={t('menuImports.more')}
        variant="outline"
        className="size-9! rounded-field!"
        actions={[
          { label: t('menuOptions.newSet'), onChoose: openNewSetMenu },
          { label: t('menuImports.pasteList'), onChoose: () => setWay('list') },
          { label: t('menuImports.undo'), onChoose: undo },
        ]}
      />
      <SubjectDialog subject={way}>
        {(shown, open) => <ImportDialog open={open} way={shown} onClose={() => setWay(null)} />}
      </SubjectDialog>
    </div>
  )
}

interface MenuToolbarProps {
  query: string
  onQuery: (query: string) => void
  filter: DishFilter
  onFilter: (filter: DishFilter) => void
  counts: Record<DishFilter, number>
  onAdd: () => void
  addRef: RefObject<HTMLButtonElement | null>
  children: ReactNode
}

export function MenuToolbar(props: MenuToolbarProps) {
  const { query, onQuery, filter, onFilter, counts, onAdd, addRef, children } = props
  const { t, language } = useTranslation()
  return (
    <div className="min-w-0 space-y-2 @phone/page:space-y-3 @wide/page:col-start-2">
      <div className="flex flex-wrap items-center gap-2 @phone/page:gap-2.5">
        <SearchBox
          label={t('menuEditor.searchLabel')}
          placeholder={t('menuEditor.search', { count: counts.all })}
          query={query}
          onChange={onQuery}
          className="min-w-0 flex-1 @phone/page:min-w-60"
        />
        <Button
          ref={addRef}
          variant={counts.all === 0 ? 'outline' : 'primary'}
          className="shrink-0 @max-phone/page:px-3!"
          onClick={onAdd}
        >
          <Plus className="size-4.5" />
          <span className="@max-phone/page:sr-only">{t('menuEditor.add')}</span>
        </Button>
        <MenuImportExport />
      </div>
      <div className="edge-row scroll-fade no-scrollbar @max-wide/page:-mr-4 @wide/page:ml-0 @wide/page:pl-0">
        {children}
        <FilterChips
          label={t('common.filters')}
          options={DISH_FILTERS.map((option) => ({
            value: option,
            label: t(`menuEditor.marks.${option}`),
            count: counts[option],
          }))}
          value={filter}
          onChange={onFilter}
          language={language}
          className="shrink-0 @min-[80rem]/page:min-w-0 @min-[80rem]/page:shrink @min-[80rem]/page:flex-wrap"
        />
      </div>
    </div>
  )
}
