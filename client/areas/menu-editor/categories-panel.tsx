import { Plus } from 'lucide-react'
import { memo, type RefObject, useDeferredValue, useMemo, useRef, useState } from 'react'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { ItemInput, Where } from '../../lib/changes/resource.ts'
import { confirmDelete } from '../../lib/dialogs/confirm.tsx'
import { Button, Part, useTranslation } from '../../ui/index.ts'
import { PanelRow } from './category-row.tsx'
import { CategoryNamesForm } from './later-parts.ts'
import {
  foldedCategories,
  useDeleteCategory,
  useMoveCategory,
  useRemoveEmptyCategories,
  useToggleCategory,
} from './owners-menu.ts'

interface CategoriesPanelProps {
  categories: readonly MenuCategory[]
  dishes: readonly MenuItem[]
}

const NO_CATEGORIES: readonly MenuCategory[] = []

/** The categories in order, beside the dishes or above them (docs/product/menu.md#menu-edit-categories). */
export const CategoriesPanel = memo(function CategoriesPanel({ categories, dishes }: CategoriesPanelProps) {
  const { t } = useTranslation()
  // Deferred, so that the dishes are rendered before the rows of the panel.
  const deferredCategories = useDeferredValue(categories, NO_CATEGORIES)
  const [isAdding, setAdding] = useState(false)
  const [newId, setNewId] = useState<number | null>(null)
  const addButtonRef = useRef<HTMLButtonElement>(null)
  const stopAdding = (added?: MenuCategory) => {
    setAdding(false)
    if (added) setNewId(added.id)
    // The row of the new category is scrolled to.
    addButtonRef.current?.focus({ preventScroll: added !== undefined })
  }
  return (
    <section
      aria-label={t('menuEditor.categories.title')}
      className="split-aside flex flex-col card-face @max-wide/page:not-has-[form]:max-h-60 @max-phone/page:not-has-[form]:max-h-46 @wide/page:sticky @wide/page:top-4 @wide/page:max-h-[calc(100dvh-2rem)]"
    >
      <div className="flex flex-wrap items-center gap-x-2 p-2.5 pl-5.5">
        <h2 className="display min-w-0 flex-auto text-title">{t('menuEditor.categories.title')}</h2>
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
        <CategoryList categories={deferredCategories} dishes={dishes} newId={newId} focusAfter={addButtonRef} />
      </div>
    </section>
  )
})

interface CategoryListProps extends CategoriesPanelProps {
  newId: number | null
  focusAfter: RefObject<HTMLElement | null>
}

function CategoryList({ categories, dishes, newId, focusAfter }: CategoryListProps) {
  const { t, language } = useTranslation()
  const { mutateAsync: remove } = useDeleteCategory()
  const { mutateAsync: removeEmpty } = useRemoveEmptyCategories()
  const { mutate: toggle } = useToggleCategory()
  const { mutate: moveByOne } = useMoveCategory()
  const counts = useMemo(() => {
    const byName = new Map<string, number>()
    for (const { category } of dishes) byName.set(category, (byName.get(category) ?? 0) + 1)
    return byName
  }, [dishes])
  const empty = categories.filter(({ name }) => !counts.has(name))
  const askToDelete = (category: MenuCategory) =>
    void confirmDelete({
      focusAfter,
      title: t('common.deleteName', { name: nameIn(language, category) }),
      description: t('menuEditor.categories.deleteDescription'),
      action: () => remove(category),
    })
  const askToRemoveEmpty = () =>
    void confirmDelete({
      focusAfter,
      title: t('menuEditor.categories.removeEmptyTitle', { count: empty.length }),
      description: t('menuEditor.categories.removeEmptyDescription', {
        names: empty.map((category) => nameIn(language, category)).join(', '),
      }),
      action: () => removeEmpty(empty),
    })
  const [isUnfolded, setUnfolded] = useState(false)
  const folded = isUnfolded
    ? []
    : foldedCategories(categories, ({ name }) => counts.has(name)).filter(({ id }) => id !== newId)
  const isFolded = folded.length > 0
  const shown = categories.filter((category) => !folded.includes(category))
  const move = (moved: ItemInput<MenuCategory, Where>) => {
    const { item, input } = moved
    // The next one that is shown: passing one that is folded away would look as if nothing happened.
    const next =
      isFolded && 'direction' in input ? shown[shown.indexOf(item) + (input.direction === 'up' ? -1 : 1)] : undefined
    moveByOne(next ? { item, input: { to: next.position } } : moved)
  }
  return (
    <>
      <ul aria-label={t('menuEditor.categories.title')}>
        {shown.map((category, i) => (
          <PanelRow
            key={category.id}
            category={category}
            count={counts.get(category.name) ?? 0}
            isFirst={i === 0}
            isLast={i === shown.length - 1}
            isNew={category.id === newId}
            onToggle={toggle}
            onMove={move}
            onDelete={askToDelete}
          />
        ))}
      </ul>
      {isFolded && (
        <Button variant="quiet" size="small" className="mt-1.5 underline" onClick={() => setUnfolded(true)}>
          {t('menuEditor.categories.suggestions', { count: folded.length })}
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
