import { SearchX, Soup } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { NotLoaded, shapeRows } from '../../lib/loading/not-loaded.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, EmptyState, SearchBox, TextField, useTranslation } from '../../ui/index.ts'
import { useDishes } from '../menu/owner.ts'
import { DishChoices, dishRows, type EventDish, findRows, quantityField } from './dish-choices.tsx'
import {
  changeDraft,
  type Draft,
  linesOf,
  parseDiscount,
  parseQuantity,
  proposalLanguage,
  selectionFromLines,
} from './draft.ts'
import { ProposalBar } from './event-card.tsx'

const DISCOUNT_FIELD = 'event-discount'

/** The discount in percent, validated while it is typed. */
function DiscountField({ discountText, serverError }: { discountText: string; serverError: string | undefined }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { error } = parseDiscount(discountText)
  return (
    <TextField
      label={t('catering.discount')}
      error={serverError ?? fieldError(error === undefined ? undefined : { message: error })}
      fieldClass="w-36"
      data-field={DISCOUNT_FIELD}
      inputMode="decimal"
      maxLength={6}
      placeholder="0"
      value={discountText}
      onChange={({ target }) => changeDraft({ discount: target.value, issues: [] })}
      className="figures h-11!"
    />
  )
}

/** The second step of the wizard: choose the dishes, their quantities and the discount. */
export function MenuStep({ draft }: { draft: Draft }) {
  const query = useDishes()
  const { t } = useTranslation()
  if (query.data) return <DishSelection draft={draft} dishes={query.data} />
  const shapes = ['h-11', ...shapeRows(7, 'h-15')]
  return <NotLoaded queries={[query]} label={t('catering.loadingMenu')} shapes={shapes} className="space-y-3" />
}

function DishSelection({ draft, dishes }: { draft: Draft; dishes: MenuItem[] }) {
  const { t, language } = useTranslation()
  const settings = useSettings()
  const { chosen, discount, issues, lines: submittedLines, details } = draft
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  /** Ids of the chosen dishes that the list is filtered to; null shows all. */
  const [idFilter, setIdFilter] = useState<ReadonlySet<number> | null>(null)
  const byId = useMemo(() => new Map(dishes.map((dish) => [dish.id, dish])), [dishes])
  // Depend on `chosen` only while it contains a deleted dish: otherwise each keystroke would re-sort the rows.
  const chosenForDeletedDishes = Object.keys(chosen).some((id) => !byId.has(Number(id))) ? chosen : NO_CHOSEN_DISHES
  const rows = useMemo(
    () => dishRows(dishes, chosenForDeletedDishes, language),
    [dishes, chosenForDeletedDishes, language],
  )
  const matches = useMemo(() => findRows(rows, deferredQuery, idFilter), [rows, deferredQuery, idFilter])
  const serverErrors = useMemo(() => errorsByDish(issues, submittedLines), [issues, submittedLines])
  const lines = linesOf(chosen, byId, proposalLanguage(details, settings.language))
  const percent = parseDiscount(discount)
  const containerRef = useRef<HTMLDivElement>(null)
  /** The field to focus once it is rendered. */
  const pendingFocus = useRef<string>(undefined)
  /** The dish that must be rendered, however far down the list. */
  const [revealedId, setRevealedId] = useState<number>()

  const filterTo = useCallback((ids: readonly number[] | null) => {
    setQuery('')
    setIdFilter(ids && new Set(ids))
  }, [])
  /** Focuses the first invalid quantity. Without ids, the discount is the invalid field. */
  const focusInvalid = useCallback(
    (ids: readonly number[]) => {
      const [first] = ids
      pendingFocus.current = first === undefined ? DISCOUNT_FIELD : quantityField(first)
      if (focusField(containerRef.current, pendingFocus.current)) pendingFocus.current = undefined
      else {
        filterTo(null)
        setRevealedId(first)
      }
    },
    [filterTo],
  )
  // Show the lines that failed the server's validation first.
  useEffect(() => {
    if (issues.length > 0) focusInvalid([...serverErrors.keys()])
  }, [issues, serverErrors, focusInvalid])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a revealed dish is rendered too.
  useEffect(() => {
    if (matches.length > 0 && focusField(containerRef.current, pendingFocus.current)) pendingFocus.current = undefined
  }, [matches, revealedId])

  const onType = useCallback(
    (id: number, quantity: string) => {
      const { name, nameRo, price } = rows.find((row) => row.id === id) as EventDish
      changeDraft((draft) => ({ chosen: { ...draft.chosen, [id]: { name, nameRo, price, quantity } }, issues: [] }))
    },
    [rows],
  )
  const preview = () => {
    const invalid = Object.keys(chosen).filter((id) => parseQuantity(chosen[id]?.quantity ?? '').error !== undefined)
    if (invalid.length > 0 || percent.error !== undefined) focusInvalid(invalid.map(Number))
    else changeDraft({ step: 'preview', lines, chosen: selectionFromLines(lines), issues: [] })
  }
  return (
    <div ref={containerRef} className="space-y-4">
      {/* On a phone only the search stays in sight. */}
      <div className="flex-wrap items-start gap-3 bg-paper max-sm:contents sm:sticky sm:top-0 sm:z-10 sm:flex sm:pb-2">
        <div className="bg-paper max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:py-2 sm:contents">
          <SearchBox
            label={t('menuEditor.searchLabel')}
            placeholder={t('menuEditor.search', { count: dishes.length })}
            query={query}
            onChange={setQuery}
            className="min-w-0 flex-1 basis-60 @max-[40rem]/page:basis-full @min-[40rem]/page:mt-6"
          />
        </div>
        <div className="flex items-start gap-3 max-sm:mb-4 sm:contents">
          <button
            type="button"
            aria-pressed={idFilter !== null}
            onClick={() => filterTo(idFilter === null ? lines.map(({ menuItemId }) => menuItemId) : null)}
            className={cx(
              'mt-6 inline-flex min-h-11 shrink-0 items-center rounded-full px-4 text-sm font-semibold transition-colors',
              idFilter === null ? 'bg-sunk text-muted hover:bg-line' : 'bg-ink text-paper',
            )}
          >
            {t('catering.onlyChosen')}
          </button>
          <DiscountField
            discountText={discount}
            serverError={issues.find(({ path }) => path === 'discount')?.message}
          />
        </div>
      </div>
      {matches.length > 0 && (
        <DishChoices
          rows={matches}
          chosen={chosen}
          serverErrors={serverErrors}
          revealedId={revealedId}
          guests={parseQuantity(details.numberOfGuests).quantity || 1}
          onType={onType}
        />
      )}
      {matches.length === 0 &&
        (rows.length > 0 ? (
          <EmptyState
            role="status"
            icon={<SearchX />}
            title={t('menuEditor.noMatch')}
            description={idFilter?.size === 0 ? t('catering.noneChosen') : t('catering.noMatchDescription')}
            action={
              <Button variant="outline" onClick={() => filterTo(null)}>
                {t('menuEditor.showAll')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<Soup />} title={t('menuEditor.empty')} description={t('catering.noDishesDescription')} />
        ))}
      <ProposalBar lines={lines} discount={percent.discount} onPreview={preview} />
    </div>
  )
}

/** A constant, so that `useMemo` receives the same object in every render. */
const NO_CHOSEN_DISHES = {}

function errorsByDish(issues: Draft['issues'], lines: Draft['lines']): Map<number, string> {
  const errors = new Map<number, string>()
  for (const { path, message } of issues) {
    const [, index] = /^items\.(\d+)/.exec(path) ?? []
    const line = index === undefined ? undefined : lines[Number(index)]
    if (line) errors.set(line.menuItemId, message)
  }
  return errors
}

function focusField(container: HTMLElement | null, name: string | undefined): boolean {
  const field = name && container?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (field) field.focus()
  return !!field
}
