import { SearchX, Soup } from 'lucide-react'
import { type ReactNode, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { eventSums } from '#shared/domain/catering.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Button, cx, EmptyState, SearchBox, TextField, useTranslation } from '../../ui/index.ts'
import { DishChoices, dishRows, findRows } from './dish-choices.tsx'
import { discountOf, type ProposalEditor, type ProposalLine, quantityOf } from './proposal.ts'

interface MenuStepProps {
  editor: ProposalEditor
  dishes: MenuItem[]
  onBack: () => void
  onPreview: () => void
}

/** The second step of the wizard: choose the dishes, their quantities and the discount. */
export function MenuStep({ editor, dishes, onBack, onPreview }: MenuStepProps) {
  const { form, errors, register, lines } = editor
  const { dishes: chosen, numberOfGuests, discount } = editor.values
  const { t, language } = useTranslation()
  const fieldError = useFieldError()
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  /** Ids of the chosen dishes that the list is filtered to; null shows all. */
  const [idFilter, setIdFilter] = useState<ReadonlySet<number> | null>(null)
  const rows = useMemo(() => dishRows(dishes, language), [dishes, language])
  const quantities = new Map(chosen.map(({ id, quantity }) => [id, quantity]))
  const messages = new Map(chosen.map(({ id }, i) => [id, fieldError(errors.dishes?.[i]?.quantity)]))
  // A wrong quantity is listed whatever the filter.
  const matches = findRows(rows, deferredQuery, idFilter, messages)
  const filterTo = (ids: ReadonlySet<number> | null) => {
    setQuery('')
    setIdFilter(ids)
  }
  const onType = useCallback(
    (id: number, quantity: string) => {
      const before = form.getValues('dishes')
      const found = before.findIndex((dish) => dish.id === id)
      const position = found < 0 ? before.length : found
      form.setValue('dishes', before.toSpliced(position, 1, { id, quantity }), { shouldDirty: true })
      void form.trigger(`dishes.${position}.quantity`)
    },
    [form],
  )
  return (
    <div className="space-y-4">
      {/* On a phone only the search stays in sight. */}
      <div className="flex-wrap items-start gap-3 bg-paper max-sm:contents sm:sticky sm:top-0 sm:z-10 sm:flex sm:pb-2">
        <div className="bg-paper max-sm:sticky max-sm:top-0 max-sm:z-10 max-sm:py-2 sm:contents">
          <SearchBox
            label={t('menuEditor.searchLabel')}
            placeholder={t('menuEditor.search', { count: dishes.length })}
            query={query}
            onChange={setQuery}
            className="min-w-0 flex-1 basis-60 @max-phone/page:basis-full @phone/page:mt-6"
          />
        </div>
        <div className="flex items-start gap-3 max-sm:mb-4 sm:contents">
          <button
            type="button"
            aria-pressed={idFilter !== null}
            disabled={idFilter === null && lines.length === 0}
            onClick={() => filterTo(idFilter === null ? new Set(lines.map(({ id }) => id)) : null)}
            className={cx(
              'mt-6 inline-flex min-h-11 shrink-0 items-center rounded-full px-4 text-sm font-semibold transition-colors',
              idFilter === null ? 'bg-sunk text-muted hover:bg-line' : 'bg-ink text-paper',
            )}
          >
            {t('catering.onlyChosen')}
          </button>
          <TextField
            label={t('catering.discount')}
            fieldClass="w-36"
            {...register('discount', { onChange: () => void form.trigger('discount') })}
            inputMode="decimal"
            maxLength={6}
            placeholder="0"
            className="figures h-11!"
          />
        </div>
      </div>
      {matches.length > 0 ? (
        <DishChoices
          rows={matches}
          quantities={quantities}
          messages={messages}
          guests={quantityOf(numberOfGuests) || 1}
          onType={onType}
        />
      ) : rows.length > 0 ? (
        <EmptyState
          role="status"
          icon={<SearchX />}
          title={t('menuEditor.noMatch')}
          description={t('catering.noMatchDescription')}
          action={
            <Button variant="outline" onClick={() => filterTo(null)}>
              {t('menuEditor.showAll')}
            </Button>
          }
        />
      ) : (
        <EmptyState icon={<Soup />} title={t('menuEditor.empty')} description={t('catering.noDishesDescription')} />
      )}
      <SelectionBar lines={lines} discount={discountOf(discount)}>
        <Button variant="outline" onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button disabled={lines.length === 0} onClick={onPreview}>
          {t('catering.preview')}
        </Button>
      </SelectionBar>
    </div>
  )
}

interface SelectionBarProps {
  lines: readonly ProposalLine[]
  /** Discount in percent. */
  discount: number
  children: ReactNode
}

/** The sums of what is chosen, always in sight. */
function SelectionBar({ lines, discount, children }: SelectionBarProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { total, totalAfterDiscount } = eventSums({ items: lines, discount, numberOfGuests: 1 })
  const portions = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section
      data-bottom-bar=""
      aria-label={t('catering.selection')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-card p-3 shadow-lift @phone/page:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-48 leading-tight">
        <span className="display figures block text-xl">{format(totalAfterDiscount)}</span>
        <span className="text-sm text-muted">
          {t('common.dishes', { count: lines.length })} · {t('catering.portions', { count: portions })}
          {totalAfterDiscount !== total && ` · ${t('catering.total')} ${format(total)}`}
        </span>
      </p>
      <div className="flex gap-2 @max-phone/page:w-full @max-phone/page:*:flex-1">{children}</div>
    </section>
  )
}
