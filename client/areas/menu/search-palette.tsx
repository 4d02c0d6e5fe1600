import { Search, TriangleAlert, X } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { categoryIn, descriptionIn, type Language, nameIn } from '#shared/domain/language.ts'
import { type AllergenWarning, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { isLeftOut, isSoldOut, type Orderable } from '#shared/domain/menu/filter.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, IconButton, Money, TextInput, useTranslation } from '../../ui/index.ts'
import { AllergenDialogs, LeftOutNotice, useMyFilter, useWarningText } from '../allergens/index.ts'
import { DishStepper } from '../cart/index.ts'
import { DishPicture } from '../pictures/index.ts'
import { dishElementId, SOLD_OUT_CLASSES, SoldOutBadge } from './item-card.tsx'
import { menuSections } from './sections.ts'

/** The dishes whose name, or else description, contains the query (docs/product/menu.md#menu-search). */
export function searchMenu(items: readonly MenuItem[], query: string, language: Language) {
  const expression = searchExpression(query)
  const isMatch = (text: string) => query.trim() !== '' && expression.test(searchedText(text))
  const byName = items.filter((item) => isMatch(nameIn(language, item)))
  const byDescription = items.filter((item) => !byName.includes(item) && isMatch(descriptionIn(language, item)))
  return { byName, byDescription }
}

/** A text before a match may be this long, in characters; of a longer one, the last words are shown. */
const MAX_BEFORE = 40

/** The first place where a text contains the query as `searchMenu` finds it, with the texts before and after it. */
export function excerptOf(text: string, query: string): { before: string; match: string; after: string } {
  let searched = ''
  // Where in the text each character of the searched one comes from.
  const places: number[] = []
  let place = 0
  for (const character of text) {
    const part = searchedText(character)
    searched += part
    for (let i = 0; i < part.length; i++) places.push(place)
    place += character.length
  }
  const found = searchExpression(query).exec(searched)
  const [all = '', words = all] = found ?? []
  const last = found ? found.index + all.length : 0
  const start = places[last - words.length] ?? 0
  const end = found ? (places[last] ?? text.length) : 0
  const cut = start > MAX_BEFORE ? text.lastIndexOf(' ', start - MAX_BEFORE / 2) + 1 : 0
  return {
    before: (cut > 0 ? '…' : '') + text.slice(cut, start),
    match: text.slice(start, end),
    after: text.slice(end),
  }
}

interface SearchPaletteProps {
  /** The whole menu, also what the guest's filter leaves out. */
  items: readonly MenuItem[]
  open: boolean
  onOpenChange: (open: boolean) => void
  onChoose: (item: MenuItem) => void
  onCategory: (key: string) => void
  /** Opens the sheet of a dish that is added with options. */
  onOptions: (item: MenuItem) => void
  /** Undefined where nobody can be called. */
  onAskWaiter?: (() => void) | undefined
}

/**
 * The search dialog: lists the categories, and finds dishes while the guest types; choosing one closes and clears it. By
 * keyboard, the arrow keys move through the results, Enter chooses one, and the next Enter adds it to the cart.
 */
export default function SearchPalette(props: SearchPaletteProps) {
  const { items, open, onOpenChange, onChoose, onCategory, onOptions, onAskWaiter } = props
  const { t, language } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const results = useRef<HTMLDivElement>(null)
  const chosen = useRef<MenuItem>(undefined)
  const [query, setQuery] = useState('')
  const filter = useMyFilter()
  const isSearching = query.trim() !== ''
  const shown = items.filter((item) => !isLeftOut(item, filter))
  const { byName, byDescription } = searchMenu(shown, query, language)
  const count = byName.length + byDescription.length
  const all = isSearching ? Object.values(searchMenu(items, query, language)).flat() : items
  const leftOut = all.length - (isSearching ? count : shown.length)

  function choose(item: MenuItem) {
    chosen.current = item
    setQuery('')
    onChoose(item)
  }

  function moveFocus(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!step) return
    const focusable: (Element | null)[] = [input.current, ...(results.current?.querySelectorAll('[data-result]') ?? [])]
    const { activeElement } = document
    // Beside a dish, its "+" may have the focus.
    const current = activeElement?.closest('li')?.querySelector('[data-result]') ?? activeElement
    const next = focusable[focusable.indexOf(current) + step]
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
        className="sticky top-0 z-2 bg-paper pb-3"
        onKeyDown={moveFocus}
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
              <X className="size-4.5" />
            </IconButton>
          )}
        </div>
      </form>
      <div role="status" className={count > 0 || !isSearching ? 'sr-only' : 'pt-10 text-center'}>
        {isSearching && count > 0 && t('menu.search.results', { count })}
        {isSearching && count === 0 && (
          <>
            <p className="display text-lg">{t('menu.search.noResults')}</p>
            <p className="mt-1 text-body text-muted">{t('menu.search.noResultsDescription')}</p>
          </>
        )}
      </div>
      {leftOut > 0 && (
        <div className={cx('flex', count === 0 && isSearching && 'justify-center pt-4 text-center')}>
          <LeftOutNotice count={leftOut} onShow={() => input.current?.focus()} />
        </div>
      )}
      {isSearching && count === 0 && (
        <div className="mx-auto my-6 flex max-w-80 flex-col gap-2.5">
          <Button
            variant="outline"
            onClick={() => {
              setQuery('')
              onOpenChange(false)
            }}
          >
            {t('menu.search.showAll', { count: shown.length })}
          </Button>
          {onAskWaiter && (
            <Button variant="outline" onClick={onAskWaiter}>
              {t('menu.search.askWaiter')}
            </Button>
          )}
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys move the focus among the buttons inside */}
      <div ref={results} onKeyDown={moveFocus}>
        {!isSearching && (
          <ul aria-label={t('menu.categories')} className="divide-y divide-line">
            {menuSections(shown).map((section) => (
              <li key={section.key}>
                <button
                  type="button"
                  data-result
                  onClick={() => onCategory(section.key)}
                  className="flex min-h-12 w-full items-center justify-between gap-4 rounded-field py-2 text-left font-semibold hover:bg-sunk"
                >
                  {categoryIn(language, section)}
                  <span className="figures text-body text-muted">{section.items.length}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
        <ResultList items={byName} onChoose={choose} onOptions={onOptions} />
        {byDescription.length > 0 && (
          <>
            <h3 className="pt-4 pb-1 font-semibold text-muted text-sm">{t('menu.search.inDescription')}</h3>
            <ResultList items={byDescription} query={query} onChoose={choose} onOptions={onOptions} />
          </>
        )}
      </div>
      {/* Inside, so that the question opens above the search. */}
      {open && <AllergenDialogs items={items} />}
    </Dialog>
  )
}

interface ResultListProps {
  items: readonly (MenuItem & Orderable)[]
  /** What the descriptions contain; without it, none is shown. */
  query?: string
  onChoose: (item: MenuItem) => void
  onOptions: (item: MenuItem) => void
}

function ResultList({ items, query, onChoose, onOptions }: ResultListProps) {
  const { t, language } = useTranslation()
  const { inParts } = useMoney()
  const { allergens } = useMyFilter()
  if (items.length === 0) return null
  return (
    <ul className="divide-y divide-line">
      {items.map((item) => {
        const soldOut = isSoldOut(item)
        const excerpt = query === undefined ? undefined : excerptOf(descriptionIn(language, item), query)
        return (
          <li key={item.id} className="flex items-center gap-2 py-1">
            <button
              type="button"
              data-result
              onClick={() => onChoose(item)}
              className="flex min-h-14 min-w-0 flex-1 items-center gap-3.5 rounded-field py-1 text-left hover:bg-sunk"
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
                {excerpt && (
                  <span className="line-clamp-2 text-muted text-sm">
                    {excerpt.before}
                    <mark className="bg-transparent font-bold text-ink">{excerpt.match}</mark>
                    {excerpt.after}
                  </span>
                )}
                <span className="block text-sm">
                  {item.fromPrice !== null && `${t('menu.from')} `}
                  <Money parts={inParts(item.fromPrice ?? item.price)} />
                </span>
                <AllergenNote warning={allergenWarning(item, allergens)} />
              </span>
            </button>
            <DishStepper item={item} onOptions={onOptions} leadsToCart={false} />
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
