import { SearchX, Soup } from 'lucide-react'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { cx } from '../../../ui/cx.ts'
import { SearchBox } from '../../../ui/inputs/search-box.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { EmptyState } from '../../../ui/parts/empty-state.tsx'
import { LoadFailed } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { useDishes } from '../event-calls.ts'
import { ProposalBar } from '../events/proposal-bar.tsx'
import { DISCOUNT_FIELD, DiscountField } from './discount-field.tsx'
import { quantityField } from './dish-choice.tsx'
import { DishChoices } from './dish-choices.tsx'
import { dishRows, type EventDish, findRows } from './dish-rows.ts'
import { changeDraft, type Draft } from './draft.ts'
import { chosenAs, linesOf, proposalLanguage, typedDiscount, typedQuantity } from './proposal.ts'

/** The second step: which dishes, how many of each, and at what discount. */
export function MenuStep({ draft }: { draft: Draft }) {
  const { data: dishes, error, isFetching, refetch } = useDishes()
  if (dishes) return <Selection draft={draft} dishes={dishes} />
  if (error && !isFetching) return <LoadFailed description={errorMessage(error)} onRetry={() => void refetch()} />
  return <Loading />
}

function Selection({ draft, dishes }: { draft: Draft; dishes: MenuItem[] }) {
  const { t } = useTranslation()
  const language = useLanguage()
  const settings = useSettings()
  const { chosen, discount, issues, lines: previewed, details } = draft
  const [query, setQuery] = useState('')
  const typed = useDeferredValue(query)
  /** The dishes that were chosen, or are to be mended, when the list was narrowed to them; null for all. */
  const [only, setOnly] = useState<ReadonlySet<number> | null>(null)
  const byId = useMemo(() => new Map(dishes.map((dish) => [dish.id, dish])), [dishes])
  // A list of its own only while a dish is chosen that was deleted: it is sorted anew at each letter.
  const deleted = Object.keys(chosen).some((id) => !byId.has(Number(id))) ? chosen : NONE
  const rows = useMemo(() => dishRows(dishes, deleted, language), [dishes, deleted, language])
  const found = useMemo(() => findRows(rows, typed, only), [rows, typed, only])
  const refused = useMemo(() => refusedDishes(issues, previewed), [issues, previewed])
  const lines = linesOf(chosen, byId, proposalLanguage(details, settings.language))
  const percent = typedDiscount(discount)
  const around = useRef<HTMLDivElement>(null)
  /** The field that gets the focus once it is drawn. */
  const goal = useRef<string>(undefined)

  const show = useCallback((ids: readonly number[] | null) => {
    setQuery('')
    setOnly(ids && new Set(ids))
  }, [])
  const mend = useCallback(
    (ids: readonly number[]) => {
      const [first] = ids
      goal.current = first === undefined ? DISCOUNT_FIELD : quantityField(first)
      if (first !== undefined) show(ids)
      else focusField(around.current, goal.current)
    },
    [show],
  )
  // What the server refused is shown first.
  useEffect(() => {
    if (issues.length > 0) mend([...refused.keys()])
  }, [issues, refused, mend])
  useEffect(() => {
    if (found.length > 0 && focusField(around.current, goal.current)) goal.current = undefined
  }, [found])

  const onType = useCallback(
    (id: number, quantity: string) => {
      const { name, nameRo, price } = rows.find((row) => row.id === id) as EventDish
      changeDraft((now) => ({ chosen: { ...now.chosen, [id]: { name, nameRo, price, quantity } }, issues: [] }))
    },
    [rows],
  )
  const preview = () => {
    const wrong = Object.keys(chosen).filter((id) => typedQuantity(chosen[id]?.quantity ?? '').fault !== undefined)
    if (wrong.length > 0 || percent.fault !== undefined) mend(wrong.map(Number))
    else changeDraft({ step: 'preview', lines, chosen: chosenAs(lines), issues: [] })
  }
  return (
    <div ref={around} className="space-y-4">
      <div className="flex flex-wrap items-start gap-3">
        <SearchBox
          label={t('menuEditor.searchLabel')}
          placeholder={t('menuEditor.search', { count: dishes.length })}
          clearLabel={t('menuEditor.clearSearch')}
          query={query}
          onChange={setQuery}
          className="min-w-0 flex-1 basis-60 max-sm:basis-full sm:mt-6"
        />
        <button
          type="button"
          aria-pressed={only !== null}
          onClick={() => show(only === null ? lines.map(({ menuItemId }) => menuItemId) : null)}
          className={cx(
            'mt-6 inline-flex min-h-11 shrink-0 items-center rounded-full px-4 text-sm font-semibold transition-colors',
            only === null ? 'bg-sunk text-muted hover:bg-line' : 'bg-ink text-paper',
          )}
        >
          {t('catering.onlyChosen')}
        </button>
        <DiscountField typed={discount} refusal={issues.find(({ path }) => path === 'discount')?.message} />
      </div>
      {found.length > 0 && <DishChoices rows={found} chosen={chosen} refused={refused} onType={onType} />}
      {found.length === 0 &&
        (rows.length > 0 ? (
          <EmptyState
            role="status"
            icon={<SearchX />}
            title={t('menuEditor.noMatch')}
            description={only?.size === 0 ? t('catering.noneChosen') : t('catering.noMatchDescription')}
            action={
              <Button variant="outline" onClick={() => show(null)}>
                {t('menuEditor.showAll')}
              </Button>
            }
          />
        ) : (
          <EmptyState icon={<Soup />} title={t('catering.noDishes')} description={t('catering.noDishesDescription')} />
        ))}
      <ProposalBar lines={lines} discount={percent.discount} onPreview={preview} />
    </div>
  )
}

const NONE = {}

/** What the server said of quantities, by the ids of the dishes. */
function refusedDishes(issues: Draft['issues'], lines: Draft['lines']): Map<number, string> {
  const refused = new Map<number, string>()
  for (const { path, message } of issues) {
    const [, index] = /^items\.(\d+)/.exec(path) ?? []
    const line = index === undefined ? undefined : lines[Number(index)]
    if (line) refused.set(line.menuItemId, message)
  }
  return refused
}

function focusField(within: HTMLElement | null, name: string | undefined): boolean {
  const field = name && within?.querySelector<HTMLElement>(`[data-field="${name}"]`)
  if (field) field.focus()
  return !!field
}

function Loading() {
  const { t } = useTranslation()
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{t('catering.loadingMenu')}</span>
      <Skeleton className="h-11" />
      {[1, 2, 3, 4, 5, 6, 7].map((row) => (
        <Skeleton key={row} className="h-15" />
      ))}
    </div>
  )
}
