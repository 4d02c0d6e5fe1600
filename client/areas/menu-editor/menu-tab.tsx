import { Plus } from 'lucide-react'
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { useRun } from '../../kit/changes.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { useAddressChoice, useOpenByAddress } from '../../lib/browser/dashboard.ts'
import { confirmDelete } from '../../lib/dialogs/confirm.tsx'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import {
  Button,
  FilterChips,
  language,
  Part,
  SearchBox,
  SelectField,
  Skeleton,
  SubjectDialog,
  TabPanel,
  Tabs,
  t,
  toast,
} from '../../ui/index.ts'
import { NoDishes, useDishes } from '../menu/index.ts'
import { WhatIsLeft } from '../orders/index.ts'
import { CategoriesPanel } from './categories-panel.tsx'
import type { EditedDish } from './dish-dialog.tsx'
import { type DishActions, DishList } from './dish-list.tsx'
import { countDishes, DISH_FILTERS, type DishFilter, findDishes, groupDishes } from './filters.ts'
import { MenuImportExport } from './imports/menu-files.tsx'
import { dishList, type OwnersMenu, useOptionGroups, useOwnersMenu } from './owners-menu.ts'
import { SelectionBar, useSelection } from './selection-bar.tsx'
import { DishDialog, OptionsView, PriceRulesView, SHOWN_LATER } from './when-idle.ts'

/** Asks for the place of a dish in its category. */
const openMove = (dish: MenuItem) =>
  void showDialog({
    title: t('common.moveName', { name: nameIn(language, dish) }),
    content: (close) => <MoveForm dish={dish} onDone={() => close()} />,
  })

function MoveForm({ dish, onDone }: { dish: MenuItem; onDone: () => void }) {
  const { data: dishes = [] } = useDishes()
  const { run, isPending } = useRun(dishList.move)
  const [to, setTo] = useState(dish.position)
  const inCategory = dishes.filter(({ category }) => category === dish.category)
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (to === dish.position) onDone()
        else run(dish, { to }).then(onDone, () => {})
      }}
    >
      <SelectField
        label={t('common.movePlace')}
        hint={t('common.placeHint')}
        value={to}
        onValueChange={setTo}
        options={inCategory.map((each, i) => ({ value: i + 1, label: `${i + 1}. ${nameIn(language, each)}` }))}
      />
      <Button type="submit" pending={isPending} className="w-full">
        {t('common.move')}
      </Button>
    </form>
  )
}

/** Asks how many portions of a dish are left. */
const openCount = (dish: MenuItem) =>
  void showDialog({
    title: nameIn(language, dish),
    content: (close) => (
      <WhatIsLeft
        menuItemId={dish.id}
        onCounted={(counted) => {
          close()
          toast({ title: t('common.saved', { name: nameIn(language, counted) }) })
        }}
      />
    ),
  })

/** The menu tab, where an owner edits categories and dishes (docs/product/menu.md#menu-tab). */
export default function MenuTab() {
  const { menu, ...query } = useOwnersMenu()
  if (menu) return <Views menu={menu} />
  return <NotLoaded queries={[query]} label={t('menuEditor.loading')} shapes={SHAPES} className={LAYOUT} />
}

/** From 1024 px the categories have a column of their own, at the left of the toolbar and the dishes. */
const LAYOUT = 'split @max-phone/page:gap-2 @wide/page:grid-rows-[auto_1fr] @min-[68rem]/page:[--aside:22.5rem]'
const SHAPES = [
  'h-24 @wide/page:col-start-2',
  'split-aside rounded-card! @max-wide/page:hidden @wide/page:h-140',
  'h-140 rounded-card! @wide/page:col-start-2',
]

const VIEWS = ['dishes', 'options', 'prices'] as const

function Views({ menu }: { menu: OwnersMenu }) {
  const [view, setView] = useAddressChoice('list', VIEWS)
  const groups = useOptionGroups().data
  const counts = { dishes: menu.dishes.length, options: groups?.length, prices: undefined }
  useEffect(() => whenIdle(() => SHOWN_LATER.forEach((part) => void part.prefetch())), [])
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
      <TabPanel value="prices" className="pt-3 @phone/page:pt-4">
        <Part waiting={<Skeleton className="h-24" />}>
          <PriceRulesView />
        </Part>
      </TabPanel>
    </Tabs>
  )
}

const NONE: readonly MenuItem[] = []

function Editor({ menu: { dishes, categories } }: { menu: OwnersMenu }) {
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<DishFilter>('all')
  const [editing, setEditing] = useState<EditedDish | null>(null)
  const selection = useSelection(dishes)
  const addButtonRef = useRef<HTMLButtonElement>(null)
  useOpenByAddress({ hand: () => setEditing('new') })
  const deferredQuery = useDeferredValue(query)
  const deferredFilter = useDeferredValue(filter)
  // Deferred, so that the tapped row is rendered before the counts.
  const deferredDishes = useDeferredValue(dishes)
  // The counts take as long as the first rows: they come after them.
  const counted = useDeferredValue(dishes, NONE)
  const counts = useMemo(() => ({ ...countDishes(counted), all: deferredDishes.length }), [counted, deferredDishes])
  const listedDishes = useMemo(
    () => findDishes(dishes, deferredFilter, deferredQuery),
    [dishes, deferredFilter, deferredQuery],
  )
  const groups = useMemo(() => groupDishes(listedDishes, categories), [listedDishes, categories])
  const { select } = selection
  const actions: DishActions = useMemo(
    () => ({
      select,
      toggle: (dish) => void dishList.toggle(dish),
      sellOut: (dish) => void dishList.sellOut(dish),
      move: (dish, where) => void dishList.move(dish, where),
      edit: setEditing,
      remove: (dish) =>
        void confirmDelete({
          title: t('common.deleteName', { name: nameIn(language, dish) }),
          description: t('menuEditor.deleteDescription'),
          action: () => dishList.remove(dish),
          focusAfter: addButtonRef,
        }),
      moveTo: openMove,
      count: openCount,
    }),
    [select],
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
            focusAfter={addButtonRef}
          />
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
          className="shrink-0 @min-[80rem]/page:min-w-0 @min-[80rem]/page:shrink @min-[80rem]/page:flex-wrap"
        />
      </div>
    </div>
  )
}
