import { Search, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type AllergenWarning, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { foldText } from '#shared/domain/text.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { TextInput } from '../../ui/inputs/field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { IconButton } from '../../ui/parts/button.tsx'
import { Money } from '../../ui/parts/money.tsx'
import { useMyAllergens, useWarningText } from '../allergens/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { dishElementId, SOLD_OUT_CLASSES, SoldOutBadge } from './item-card.tsx'

/**
 * The dishes whose name or description in this language contains the query, ignoring case and diacritics, matches in
 * the name first (docs/product/menu.md#menu-search). An empty query matches nothing.
 */
export function searchMenu(items: readonly MenuItem[], query: string, language: Language): MenuItem[] {
  const foldedQuery = foldText(query.trim())
  if (!foldedQuery) return []
  const isMatch = (text: string) => foldText(text).includes(foldedQuery)
  const byName = items.filter((item) => isMatch(nameIn(language, item)))
  const byDescription = items.filter((item) => !byName.includes(item) && isMatch(descriptionIn(language, item)))
  return [...byName, ...byDescription]
}

interface SearchPaletteProps {
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (item: MenuItem) => void
}

/**
 * The search dialog: finds dishes while the guest types; choosing one closes and clears it. By keyboard, the arrow keys
 * move through the results, Enter chooses one, and the next Enter adds it to the cart.
 */
export default function SearchPalette({ items, open, onOpenChange, onChoose }: SearchPaletteProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const { inParts } = useMoney()
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLUListElement>(null)
  const chosen = useRef<MenuItem>(undefined)
  const [query, setQuery] = useState('')
  const marked = useMyAllergens()
  const matches = searchMenu(items, query, language)
  const isSearching = query.trim() !== ''

  function choose(item: MenuItem) {
    chosen.current = item
    setQuery('')
    onChoose(item)
  }

  function moveFocus(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const focusable: (Element | null)[] = [input.current, ...(results.current?.querySelectorAll('button') ?? [])]
    const next = focusable[focusable.indexOf(document.activeElement) + step]
    event.preventDefault()
    if (next instanceof HTMLElement) next.focus()
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
        return item && plusButtonOf(item)
      }}
    >
      <form
        className="sticky top-0 z-1 bg-paper pb-3"
        onKeyDown={moveFocus}
        onSubmit={(event) => {
          event.preventDefault()
          if (matches[0]) choose(matches[0])
        }}
      >
        <div className="relative">
          <Search aria-hidden="true" className="absolute top-3.5 left-3.5 size-5 text-muted" />
          <TextInput
            ref={input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            aria-label={t('menu.openSearch')}
            placeholder={t('menu.search.placeholder')}
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            className="px-11 [&::-webkit-search-cancel-button]:hidden"
          />
          {query !== '' && (
            <IconButton
              label={t('menu.search.clear')}
              className="absolute top-px right-px rounded-full text-muted"
              onClick={() => {
                setQuery('')
                input.current?.focus()
              }}
            >
              <X aria-hidden="true" className="size-4.5" />
            </IconButton>
          )}
        </div>
      </form>
      <div role="status" className={matches.length > 0 || !isSearching ? 'sr-only' : 'py-10 text-center'}>
        {isSearching && matches.length > 0 && t('menu.search.results', { count: matches.length })}
        {isSearching && matches.length === 0 && (
          <>
            <p className="display text-lg">{t('menu.search.noResults')}</p>
            <p className="mt-1 text-[15px] text-muted">{t('menu.search.noResultsDescription')}</p>
          </>
        )}
      </div>
      <ul ref={results} onKeyDown={moveFocus} className="divide-y divide-line">
        {matches.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => choose(item)}
              className="flex min-h-14 w-full items-center gap-3.5 rounded-[12px] py-2 text-left hover:bg-sunk"
            >
              <DishPicture
                dish={item}
                sizes="86px"
                className={cx(
                  'size-12 shrink-0 rounded-[12px]',
                  item.soldOutUntil !== null && SOLD_OUT_CLASSES.picture,
                )}
              />
              <span
                className={cx(
                  'min-w-0 flex-1 font-semibold leading-snug',
                  item.soldOutUntil !== null && SOLD_OUT_CLASSES.text,
                )}
              >
                {nameIn(language, item)} {item.soldOutUntil !== null && <SoldOutBadge />}
                <AllergenNote warning={allergenWarning(item, marked)} />
              </span>
              <Money parts={inParts(item.price)} className="font-bold" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
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
        'mt-0.5 flex items-center gap-1 text-[13px]',
        warning.kind === 'contains' ? 'text-cancelled' : 'text-pending',
      )}
    >
      <TriangleAlert aria-hidden="true" className="size-3.5 shrink-0" />
      <span className="line-clamp-2 break-words">{warningText(warning)}</span>
    </span>
  )
}
