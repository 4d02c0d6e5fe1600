import { Search, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, descriptionIn, nameIn } from '#shared/domain/language.ts'
import { type AllergenWarning, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { isLeftOut, isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { cx, Dialog, language, TextInput, t } from '../../ui/index.ts'
import { LeftOutNotice, useMyFilter, useWarningText } from '../allergens/index.ts'
import { DishStepper } from '../cart/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { DishPrice } from '../prices/index.ts'
import { dishElementId, SOLD_OUT_CLASSES, SoldOutBadge } from './item-card.tsx'
import { searchMenu } from './search-menu.ts'
import { menuSections } from './sections.ts'

interface SearchPaletteProps {
  /** The whole menu, also what the guest's filter leaves out. */
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (item: MenuItem) => void
  onCategory: (key: string) => void
}

/** The search dialog: lists the categories, and finds dishes while the guest types; choosing one closes and clears it. */
export default function SearchPalette({ items, open, onOpenChange, onChoose, onCategory }: SearchPaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<MenuItem | 'category'>(undefined)
  const [query, setQuery] = useState('')
  const filter = useMyFilter()
  const isSearching = query.trim() !== ''
  const shown = items.filter((item) => !isLeftOut(item, filter))
  const { categories, ...found } = searchMenu(shown, query, [language])
  const { byName, byDescription } = found
  const dishesOf = ({ byName, byDescription }: typeof found) => byName.length + byDescription.length
  const count = dishesOf(found)
  const sections = isSearching ? categories : menuSections(shown)
  const isNothing = isSearching && count + categories.length === 0
  const leftOut = isSearching ? dishesOf(searchMenu(items, query, [language])) - count : items.length - shown.length

  function choose(item: MenuItem) {
    chosen.current = item
    setQuery('')
    onChoose(item)
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('menu.openSearch')}
      className="h-[92dvh] sm:h-[70dvh]"
      initialFocus={input}
      finalFocus={() => {
        const item = chosen.current
        chosen.current = undefined
        // Its heading gets the focus, maybe before the dialog is closed.
        return item === 'category' ? false : item && plusButtonOf(item)
      }}
    >
      <form
        className="sticky top-0 z-2 bg-paper pb-3"
        onSubmit={(event) => {
          event.preventDefault()
          const first = byName[0] ?? byDescription[0]
          if (first) choose(first)
        }}
      >
        <div className="relative">
          <Search className="absolute top-3.5 left-3.5 size-5 text-muted" />
          <TextInput
            ref={input}
            type="search"
            enterKeyHint="search"
            aria-label={t('menu.openSearch')}
            placeholder={t('menu.search.placeholder')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="pl-11 [&::-webkit-search-cancel-button]:grayscale"
          />
        </div>
      </form>
      <div role="status" className={isNothing ? 'pt-10 text-center' : 'sr-only'}>
        {isSearching && !isNothing && t('menu.search.results', { count })}
        {isNothing && (
          <>
            <p className="display text-lg">{t('menu.search.noResults')}</p>
            <p className="mt-1 text-body text-muted">{t('menu.search.noResultsDescription')}</p>
          </>
        )}
      </div>
      {leftOut > 0 && (
        <div className={cx('flex', isNothing && 'justify-center pt-4 text-center')}>
          <LeftOutNotice count={leftOut} onShow={() => input.current?.focus()} />
        </div>
      )}
      {sections.length > 0 && (
        <ul aria-label={t('menu.categories')} className="divide-y divide-line">
          {sections.map((section) => (
            <li key={section.key}>
              <button
                type="button"
                onClick={() => {
                  chosen.current = 'category'
                  onCategory(section.key)
                }}
                className="row-button min-h-12 w-full justify-between py-2 font-semibold"
              >
                {categoryIn(language, section)}
                <span className="figures text-body text-muted">{section.items.length}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <ResultList items={byName} onChoose={choose} />
      {byDescription.length > 0 && (
        <>
          <h3 className="pt-4 pb-1 font-semibold text-muted text-sm">{t('menu.search.inDescription')}</h3>
          <ResultList items={byDescription} isByDescription onChoose={choose} />
        </>
      )}
    </Dialog>
  )
}

interface ResultListProps {
  items: readonly (MenuItem & Orderable)[]
  /** Whether the descriptions are shown, where the words were found. */
  isByDescription?: boolean
  onChoose: (item: MenuItem) => void
}

function ResultList({ items, isByDescription, onChoose }: ResultListProps) {
  const { allergens } = useMyFilter()
  if (items.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const soldOut = isSoldOut(item)
        return (
          <li key={item.id} className="flex items-center gap-2 py-1">
            <button
              type="button"
              data-result
              onClick={() => onChoose(item)}
              className="row-button min-h-14 min-w-0 flex-1 gap-3.5 py-1"
            >
              <DishPicture
                dish={item}
                sizes="86px"
                className={cx('size-12 shrink-0 rounded-field', soldOut && SOLD_OUT_CLASSES.picture)}
              />
              <span className={cx('min-w-0 flex-1 leading-snug', soldOut && SOLD_OUT_CLASSES.text)}>
                <span className="block font-semibold">
                  {nameIn(language, item)} {soldOut && <SoldOutBadge notNow={item.notNow} />}
                </span>
                {isByDescription && (
                  <span className="line-clamp-2 text-muted text-sm">{descriptionIn(language, item)}</span>
                )}
                <span className="block text-sm">
                  <DishPrice dish={item} />
                </span>
                <AllergenNote warning={allergenWarning(item, allergens)} />
              </span>
            </button>
            <DishStepper item={item} />
          </li>
        )
      })}
    </ul>
  )
}

/** The "+" on a dish's card, which gets the focus: the most likely next step after a search. */
function plusButtonOf({ id }: MenuItem): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#${dishElementId(id)} [data-adds]`)
}

/** A warning about the guest's own allergens that a dish contains, or may contain. */
function AllergenNote({ warning }: { warning: AllergenWarning | undefined }) {
  const warningText = useWarningText()
  if (!warning) return null
  return (
    <span
      className={cx(
        'mt-0.5 flex items-center gap-1 font-semibold text-small',
        warning.kind === 'contains' ? 'text-cancelled' : 'text-pending',
      )}
    >
      <TriangleAlert className="size-3.5 shrink-0" />
      <span className="line-clamp-2 break-words">{warningText(warning)}</span>
    </span>
  )
}
