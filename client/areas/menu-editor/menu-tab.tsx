import { Plus } from 'lucide-react'
import { type RefObject, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useAddressChoice, useOpenByAddress } from '../../lib/browser/dashboard.ts'
import { confirmDelete } from '../../lib/dialogs/confirm.tsx'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import {
  Button,
  Dialog,
  FilterChips,
  LoadFailure,
  Part,
  PositionDialog,
  SearchBox,
  Skeleton,
  SubjectDialog,
  TabPanel,
  Tabs,
  toast,
  useTranslation,
} from '../../ui/index.ts'
import { NoDishes } from '../menu/index.ts'
import { WhatIsLeft } from '../orders/index.ts'
import { CategoriesPanel } from './categories-panel.tsx'
import type { EditedDish } from './dish-dialog.tsx'
import { type DishActions, DishList } from './dish-list.tsx'
import { countDishes, DISH_FILTERS, type DishFilter, findDishes, groupDishes } from './filters.ts'
import { MenuImportExport } from './imports/menu-files.tsx'
import { DishDialog, LATER_PARTS, OptionsView } from './later-parts.ts'
import {
  type OwnersMenu,
  useDeleteDish,
  useMoveDish,
  useOptionGroups,
  useOwnersMenu,
  useSellOut,
  useToggleDish,
} from './owners-menu.ts'
import { SelectionBar, useSelection } from './selection-bar.tsx'

interface MoveDishDialogProps {
  dish: MenuItem | null
  dishes: readonly MenuItem[]
  onClose: () => void
}

function MoveDishDialog({ dish, dishes, onClose }: MoveDishDialogProps) {
  const { language } = useTranslation()
  const { mutate, isPending } = useMoveDish()
  return (
    <PositionDialog
      subject={dish}
      entries={dishes.filter(({ category }) => category === dish?.category)}
      nameOf={(each) => nameIn(language, each)}
      positionOf={({ position }) => position}
      pending={isPending}
      onMove={(moved, to) => mutate({ item: moved, input: { to } }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** The menu tab, where an owner edits categories and dishes (docs/product/menu.md#menu-tab). */
export default function MenuTab() {
  const { menu, error, isFetching, refetch } = useOwnersMenu()
  if (menu) return <Views menu={menu} />
  if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={refetch} />
  return <Loading />
}

const VIEWS = ['dishes', 'options'] as const

function Views({ menu }: { menu: OwnersMenu }) {
  const { t } = useTranslation()
  const [view, setView] = useAddressChoice('list', VIEWS)
  const groups = useOptionGroups().data
  const counts = { dishes: menu.dishes.length, options: groups?.length }
  useEffect(() => whenIdle(() => LATER_PARTS.forEach((part) => void part.prefetch())), [])
  return (
    <Tabs
      variant="chips"
      label={t('menuOptions.view')}
      value={view}
      onValueChange={setView}
      options={VIEWS.map((each) => ({ value: each, label: t(`menuOptions.views.${each}`), count: counts[each] }))}
    >
      <TabPanel value="dishes" className="pt-3 @phone/page:pt-4">
        <Editor menu={menu} />
      </TabPanel>
      <TabPanel value="options" className="pt-3 @phone/page:pt-4">
        <Part waiting={<Skeleton className="h-24" />}>
          <OptionsView />
        </Part>
      </TabPanel>
    </Tabs>
  )
}

/** From 1024 px the categories have a column of their own, at the left of the toolbar and the dishes. */
const LAYOUT = 'split @max-phone/page:gap-2 @wide/page:grid-rows-[auto_1fr] @min-[80rem]/page:[--aside:22.5rem]'

function Editor({ menu: { dishes, categories } }: { menu: OwnersMenu }) {
  const { t, language } = useTranslation()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<DishFilter>('all')
  const [editing, setEditing] = useState<EditedDish | null>(null)
  const [moving, setMoving] = useState<MenuItem | null>(null)
  const [counting, setCounting] = useState<MenuItem | null>(null)
  const selection = useSelection(dishes)
  const { mutate: toggle } = useToggleDish()
  const { mutate: sellOut } = useSellOut()
  const { mutate: move } = useMoveDish()
  const addButtonRef = useRef<HTMLButtonElement>(null)
  const { mutateAsync: remove } = useDeleteDish()
  const askToDelete = useCallback(
    async (dish: MenuItem) => {
      const isDeleted = await confirmDelete({
        title: t('common.deleteName', { name: nameIn(language, dish) }),
        description: t('menuEditor.deleteDescription'),
        action: () => remove(dish),
        focusAfter: addButtonRef,
      })
      if (isDeleted) setEditing(null)
    },
    [t, language, remove],
  )

  useOpenByAddress({ hand: () => setEditing('new') })
  const deferredQuery = useDeferredValue(query)
  const deferredFilter = useDeferredValue(filter)
  // Deferred, so that the tapped row is rendered before the counts.
  const deferredDishes = useDeferredValue(dishes)
  const counts = useMemo(() => countDishes(deferredDishes), [deferredDishes])
  const listedDishes = useMemo(
    () => findDishes(dishes, deferredFilter, deferredQuery),
    [dishes, deferredFilter, deferredQuery],
  )
  const groups = useMemo(() => groupDishes(listedDishes, categories), [listedDishes, categories])
  const { select } = selection
  const actions: DishActions = useMemo(
    () => ({
      ...{ select, toggle, sellOut, move },
      edit: setEditing,
      remove: askToDelete,
      moveTo: setMoving,
      count: setCounting,
    }),
    [select, toggle, sellOut, move, askToDelete],
  )
  const showAll = () => {
    setQuery('')
    setFilter('all')
  }
  return (
    <div className={LAYOUT}>
      <MenuToolbar
        query={query}
        onQuery={setQuery}
        filter={filter}
        onFilter={setFilter}
        counts={counts}
        onAdd={() => setEditing('new')}
        addRef={addButtonRef}
      />
      <CategoriesPanel categories={categories} dishes={deferredDishes} />
      <div className="min-w-0 space-y-4 @wide/page:col-start-2">
        <p role="status" className="sr-only">
          {listedDishes.length > 0 &&
            listedDishes.length < dishes.length &&
            t('common.dishes', { count: listedDishes.length })}
        </p>
        {groups.length > 0 && <DishList groups={groups} chosen={selection.chosen} actions={actions} />}
        {groups.length === 0 && (
          <NoDishes
            isMenuEmpty={dishes.length === 0}
            description={t('menuEditor.emptyDescription')}
            action={<Button onClick={() => setEditing('new')}>{t('menuEditor.addFirst')}</Button>}
            onShowAll={showAll}
          />
        )}
        <SelectionBar selection={selection} />
      </div>
      <SubjectDialog subject={editing}>
        {(dish, open) => (
          <DishDialog
            open={open}
            dish={dish}
            categories={categories}
            // After a deletion, the row whose button opened the dialog is gone.
            finalFocus={() =>
              dish !== 'new' && !dishes.some(({ id }) => id === dish.id) ? addButtonRef.current : null
            }
            onClose={() => setEditing(null)}
            onDelete={askToDelete}
          />
        )}
      </SubjectDialog>
      <MoveDishDialog dish={moving} dishes={dishes} onClose={() => setMoving(null)} />
      <SubjectDialog subject={counting}>
        {(dish, open) => (
          <Dialog open={open} onOpenChange={() => setCounting(null)} title={nameIn(language, dish)}>
            <Part>
              <WhatIsLeft
                menuItemId={dish.id}
                onCounted={(counted) => {
                  setCounting(null)
                  toast({ title: t('common.saved', { name: nameIn(language, counted) }) })
                }}
              />
            </Part>
          </Dialog>
        )}
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
}

function MenuToolbar(props: MenuToolbarProps) {
  const { query, onQuery, filter, onFilter, counts, onAdd, addRef } = props
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

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className={LAYOUT}>
      <span className="sr-only">{t('menuEditor.loading')}</span>
      <Skeleton className="h-24 @wide/page:col-start-2" />
      <Skeleton className="split-aside rounded-card! @max-wide/page:hidden @wide/page:h-140" />
      <div className="space-y-3 @wide/page:col-start-2">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    </div>
  )
}
