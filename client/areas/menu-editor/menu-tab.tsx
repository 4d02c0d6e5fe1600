import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { useAddressChoice, useOpenByAddress } from '../../lib/browser/dashboard.ts'
import { confirmDelete } from '../../lib/dialogs/confirm.tsx'
import {
  Button,
  Dialog,
  LoadFailure,
  Part,
  PositionDialog,
  Skeleton,
  SubjectDialog,
  TabPanel,
  Tabs,
  toast,
  useTranslation,
} from '../../ui/index.ts'
import { NoDishes } from '../menu/owner.ts'
import { WhatIsLeft } from '../orders/index.ts'
import { CategoriesButton, CategoriesPanel } from './categories-panel.tsx'
import { DishDialog, type EditedDish, isStored } from './dish-dialog.tsx'
import { type DishActions, DishList, headingId } from './dish-list.tsx'
import { countDishes, type DishFilter, findDishes, groupDishes } from './filters.ts'
import { MenuToolbar } from './menu-toolbar.tsx'
import { OptionsView } from './options/options-view.tsx'
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
  return (
    <Tabs
      variant="chips"
      label={t('menuOptions.view')}
      // On a phone the dishes need the room; a button beside their filters leads to the options.
      listClass={view === 'dishes' ? '@max-phone/page:hidden' : undefined}
      value={view}
      onValueChange={setView}
      options={VIEWS.map((each) => ({ value: each, label: t(`menuOptions.views.${each}`), count: counts[each] }))}
    >
      <TabPanel value="dishes" className="@phone/page:pt-4">
        <Editor menu={menu} onOptions={() => setView('options')} />
      </TabPanel>
      <TabPanel value="options" className="pt-3 @phone/page:pt-4">
        <OptionsView />
      </TabPanel>
    </Tabs>
  )
}

/** From 1024 px the categories have a column of their own, at the left of the toolbar and the dishes. */
const LAYOUT = 'split @max-phone/page:gap-2 @wide/page:grid-rows-[auto_1fr] @min-[80rem]/page:[--aside:22.5rem]'

function Editor({ menu: { dishes, categories }, onOptions }: { menu: OwnersMenu; onOptions: () => void }) {
  const { t, language } = useTranslation()
  const [query, setQuery] = useState('')
  const [filter, setFilter] = useState<DishFilter>('all')
  const [editing, setEditing] = useState<EditedDish | null>(null)
  const [moving, setMoving] = useState<MenuItem | null>(null)
  const [counting, setCounting] = useState<MenuItem | null>(null)
  const [isFolded, setFolded] = useState(false)
  const [targetId, setTargetId] = useState<number | null>(null)
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

  useOpenByAddress({ hand: () => setEditing('new'), set: () => setEditing('set') })
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
      copy: (dish) => setEditing({ copyOf: dish }),
      moveTo: setMoving,
      count: setCounting,
    }),
    [select, toggle, sellOut, move, askToDelete],
  )
  const showAll = useCallback(() => {
    setQuery('')
    setFilter('all')
  }, [])
  const goTo = useCallback(
    (id: number) => {
      if (!document.getElementById(headingId(id))) showAll()
      setTargetId(id)
    },
    [showAll],
  )
  // After the heading is rendered: a search may have hidden it.
  useEffect(() => {
    const heading = targetId !== null && groups.length > 0 && document.getElementById(headingId(targetId))
    if (!heading) return
    heading.scrollIntoView({ block: 'start' })
    heading.focus({ preventScroll: true })
    setTargetId(null)
  }, [targetId, groups])
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
      >
        <CategoriesButton count={categories.length} isFolded={isFolded} onToggle={() => setFolded(!isFolded)} />
        <Button
          variant="outline"
          className="shrink-0 rounded-full! px-4! text-sm! @phone/page:hidden"
          onClick={onOptions}
        >
          {t('menuOptions.views.options')}
        </Button>
      </MenuToolbar>
      <CategoriesPanel categories={categories} dishes={deferredDishes} onGoTo={goTo} isFolded={isFolded} />
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
        <SelectionBar selection={selection} listed={listedDishes} />
      </div>
      <SubjectDialog subject={editing && { dish: editing }}>
        {({ dish }, open) => (
          <DishDialog
            open={open}
            dish={dish}
            categories={categories}
            // After a deletion, the row whose button opened the dialog is gone.
            finalFocus={() =>
              isStored(dish) && !dishes.some(({ id }) => id === dish.id) ? addButtonRef.current : null
            }
            onClose={() => setEditing(null)}
            onDelete={askToDelete}
            onSetMenu={setEditing}
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

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className={LAYOUT}>
      <span className="sr-only">{t('menuEditor.loading')}</span>
      <Skeleton className="h-24 @wide/page:col-start-2" />
      <Skeleton className="rounded-card! @max-wide/page:hidden @wide/page:col-start-1 @wide/page:row-span-2 @wide/page:row-start-1 @wide/page:h-140" />
      <div className="space-y-3 @wide/page:col-start-2">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    </div>
  )
}
