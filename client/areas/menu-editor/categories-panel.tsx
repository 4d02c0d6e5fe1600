import { Eye, EyeOff, Pencil, Plus, Trash2 } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { useIsPageWide, useOpenByAddress } from '../../lib/browser/dashboard.ts'
import { confirmDelete } from '../../lib/dialogs/confirm.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, IconButton, language, MoveButtons, Part, t } from '../../ui/index.ts'
import { categoryList, foldedCategories } from './owners-menu.ts'
import { CategoryNamesForm } from './when-idle.ts'

interface CategoriesPanelProps {
  categories: readonly MenuCategory[]
  dishes: readonly MenuItem[]
}

const NO_CATEGORIES: readonly MenuCategory[] = []
/** How many categories a phone shows before the rest is unfolded. */
const FIRST = 5

/** The categories in order, beside the dishes or above them (docs/product/menu.md#menu-edit-categories). */
export const CategoriesPanel = memo(function CategoriesPanel({ categories, dishes }: CategoriesPanelProps) {
  // Deferred, so that the dishes are rendered before the rows of the panel.
  const deferredCategories = useDeferredValue(categories, NO_CATEGORIES)
  const [isAdding, setAdding] = useState(false)
  const [newId, setNewId] = useState<number | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [isForRates, setForRates] = useState(false)
  const addButtonRef = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  useOpenByAddress({
    categories: () => {
      setUnfolded(true)
      setForRates(true)
      heading.current?.scrollIntoView()
      heading.current?.focus()
    },
  })
  const stopAdding = (added?: MenuCategory) => {
    setAdding(false)
    if (added) setNewId(added.id)
    // The row of the new category is scrolled to.
    addButtonRef.current?.focus({ preventScroll: added !== undefined })
  }
  return (
    <section
      aria-label={t('menuEditor.categories.title')}
      className="split-aside flex flex-col card-face @wide/page:sticky @wide/page:top-4 @wide/page:max-h-[calc(100dvh-2rem)]"
    >
      <div className="flex flex-wrap items-center gap-x-2 p-2.5 pl-5.5">
        <h2 ref={heading} tabIndex={-1} className="display min-w-0 flex-auto text-title">
          {t('menuEditor.categories.title')}
        </h2>
        <Button
          ref={addButtonRef}
          variant="outline"
          aria-label={t('menuEditor.categories.addLabel')}
          onClick={() => setAdding(true)}
        >
          <Plus className="size-4.5" />
          {t('common.add')}
        </Button>
      </div>
      <div className="min-h-0 overflow-y-auto px-2.5 pb-2.5">
        {isAdding && (
          <Part>
            <CategoryNamesForm category={null} onDone={stopAdding} onCancel={() => stopAdding()} />
          </Part>
        )}
        {categories.length === 0 && !isAdding && (
          <p className="px-3 py-4 text-body text-muted">{t('menuEditor.categories.empty')}</p>
        )}
        <CategoryList
          categories={deferredCategories}
          dishes={dishes}
          focusAfter={addButtonRef}
          {...{ newId, isUnfolded, setUnfolded, isForRates }}
        />
      </div>
    </section>
  )
})

interface CategoryListProps extends CategoriesPanelProps {
  newId: number | null
  /** Whether those are shown too that a phone folds away, and those without dishes. */
  isUnfolded: boolean
  setUnfolded: (isUnfolded: boolean) => void
  /** Whether who shows them looks for their VAT rates. */
  isForRates: boolean
  focusAfter: RefObject<HTMLElement | null>
}

function CategoryList({ categories, dishes, focusAfter, ...state }: CategoryListProps) {
  const { newId, isUnfolded, setUnfolded, isForRates } = state
  const counts = useMemo(() => {
    const byName = new Map<string, number>()
    for (const { category } of dishes) byName.set(category, (byName.get(category) ?? 0) + 1)
    return byName
  }, [dishes])
  const { payments, fiscal } = useSettings()
  // Not before rates matter: then one that is missing keeps fiscal receipts from being printed.
  const hasRates = Boolean(payments) && (fiscal || isForRates || categories.some(({ vatRate }) => vatRate != null))
  const empty = categories.filter(({ name }) => !counts.has(name))
  const askToDelete = (category: MenuCategory) =>
    void confirmDelete({
      focusAfter,
      title: t('common.deleteName', { name: nameIn(language, category) }),
      description: t('menuEditor.categories.deleteDescription'),
      action: () => categoryList.remove(category),
    })
  const askToRemoveEmpty = () =>
    void confirmDelete({
      focusAfter,
      title: t('menuEditor.categories.removeEmptyTitle', { count: empty.length }),
      description: t('menuEditor.categories.removeEmptyDescription', {
        names: empty.map((category) => nameIn(language, category)).join(', '),
      }),
      action: () => categoryList.removeEmpty(),
    })
  const isPhone = !useIsPageWide(40)
  const suggested = foldedCategories(categories, ({ name }) => counts.has(name))
  // On a phone, all of them would take two screens before the first dish.
  const isFoldable = (category: MenuCategory, i: number) => suggested.includes(category) || (isPhone && i >= FIRST)
  const folded = isUnfolded ? [] : categories.filter((each, i) => each.id !== newId && isFoldable(each, i))
  const isFolded = folded.length > 0
  const shown = categories.filter((category) => !folded.includes(category))
  const move = (category: MenuCategory, direction: 'up' | 'down') => {
    // The next one that is shown: passing one that is folded away would look as if nothing happened.
    const next = isFolded ? shown[shown.indexOf(category) + (direction === 'up' ? -1 : 1)] : undefined
    if (isFolded && !next) setUnfolded(true)
    void categoryList.move(category, next ? { to: next.position } : { direction })
  }
  return (
    <>
      <ul
        aria-label={t('menuEditor.categories.title')}
        className="gap-x-6 @phone/page:@max-wide/page:columns-2 *:has-[form]:[column-span:all]"
      >
        {shown.map((category, i) => (
          <PanelRow
            key={category.id}
            category={category}
            count={counts.get(category.name) ?? 0}
            isFirst={i === 0}
            isLast={category === categories.at(-1)}
            isNew={category.id === newId}
            hasRates={hasRates}
            onMove={move}
            onDelete={askToDelete}
          />
        ))}
      </ul>
      {isFolded && (
        <Button variant="quiet" size="small" className="mt-1.5 underline" onClick={() => setUnfolded(true)}>
          {t(folded.length > suggested.length ? 'menuImports.moreRows' : 'menuEditor.categories.suggestions', {
            count: folded.length,
          })}
        </Button>
      )}
      {empty.length > 0 && !isFolded && (
        <Button variant="quiet" size="small" className="mt-1.5 underline" onClick={askToRemoveEmpty}>
          {t('menuEditor.categories.removeEmpty', { count: empty.length })}
        </Button>
      )}
    </>
  )
}

interface PanelRowProps {
  category: MenuCategory
  count: number
  isFirst: boolean
  isLast: boolean
  /** Whether it was just added: it is scrolled to and highlighted. */
  isNew: boolean
  /** Whether the VAT rate is shown, and that there is none. */
  hasRates: boolean
  onMove: (category: MenuCategory, direction: 'up' | 'down') => void
  onDelete: (category: MenuCategory) => void
}

const PanelRow = memo(function PanelRow(props: PanelRowProps) {
  const { category } = props
  const name = nameIn(language, category)
  const [isRenaming, setRenaming] = useState(false)
  const renameRef = useRef<HTMLButtonElement>(null)
  const hasRenamed = useRef(false)
  useEffect(() => {
    if (!isRenaming && hasRenamed.current) renameRef.current?.focus()
    hasRenamed.current = isRenaming
  }, [isRenaming])
  if (isRenaming) {
    return (
      <li>
        <Part>
          <CategoryNamesForm
            category={category}
            onDone={() => setRenaming(false)}
            onCancel={() => setRenaming(false)}
          />
        </Part>
      </li>
    )
  }
  return <Row {...props} name={name} renameRef={renameRef} onRename={() => setRenaming(true)} />
})

function Rate({ category: { vatRate }, hasDishes }: { category: MenuCategory; hasDishes: boolean }) {
  if (vatRate == null && !hasDishes) return null
  return (
    <span className={cx('block font-normal text-small', vatRate == null ? 'text-pending' : 'text-muted')}>
      {vatRate == null
        ? t('menuEditor.categories.noRate')
        : t('menuEditor.categories.rate', { rate: formatNumber(vatRate) })}
    </span>
  )
}

interface RowProps extends PanelRowProps {
  name: string
  renameRef: RefObject<HTMLButtonElement | null>
  onRename: () => void
}

function Row({ category, name, count, isFirst, isLast, isNew, hasRates, renameRef, ...handlers }: RowProps) {
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isNew) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const button = 'h-11! w-8! text-muted'
  return (
    <li
      ref={row}
      aria-label={name}
      // Where the panel is narrowest, the buttons have a line below the name.
      className={cx(
        'flex min-h-12 scroll-my-4 break-inside-avoid flex-wrap items-center rounded-field pl-3 focus-within:bg-sunk hover:bg-sunk',
        isNew && 'bg-accent-soft',
      )}
    >
      <span
        className={cx('min-w-0 flex-[1_1_6.5rem] py-1.5 leading-tight font-medium', !category.isActive && 'text-muted')}
      >
        <span className="break-words">{name}</span>
        {category.isBroken && <span className="block text-small text-cancelled">{t('common.broken')}</span>}
        {!category.isActive && (
          <span className="block text-small font-normal">{t('menuEditor.categories.isHidden')}</span>
        )}
        {hasRates && <Rate category={category} hasDishes={count > 0} />}
      </span>
      <span className="figures w-7 text-right text-body text-muted">
        <span aria-hidden="true">{count}</span>
        <span className="sr-only">{t('common.dishes', { count })}</span>
      </span>
      <span className="ml-auto flex">
        <MoveButtons
          up={t('common.moveUp', { name })}
          down={t('common.moveDown', { name })}
          isFirst={isFirst}
          isLast={isLast}
          onMove={(direction) => handlers.onMove(category, direction)}
        />
        <IconButton
          role="switch"
          aria-checked={category.isActive}
          label={t('menuEditor.categories.shown', { name })}
          onClick={() => void categoryList.toggle(category)}
          className={button}
        >
          {category.isActive ? <Eye className="size-5" /> : <EyeOff className="size-5" />}
        </IconButton>
        <IconButton ref={renameRef} label={t('common.change', { name })} onClick={handlers.onRename} className={button}>
          <Pencil className="size-4.5" />
        </IconButton>
        <IconButton
          label={t('menuEditor.deleteLabel', { name })}
          onClick={() => handlers.onDelete(category)}
          className={button}
        >
          <Trash2 className="size-4.5" />
        </IconButton>
      </span>
    </li>
  )
}
