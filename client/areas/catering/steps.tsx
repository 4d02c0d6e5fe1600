import { Minus, Plus } from 'lucide-react'
import { memo, type ReactNode, useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { EVENT_NOTES_MAX, EVENT_QUANTITY_MAX } from '#shared/contracts/catering.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { eventSums } from '#shared/domain/catering.ts'
import { LANGUAGES, type Language, nameIn } from '#shared/domain/language.ts'
import { moneyParts } from '#shared/domain/money.ts'
import { searchExpression, searchedText } from '#shared/domain/search.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useField } from '../../kit/fields.tsx'
import { FormContext } from '../../kit/form.ts'
import { Phone } from '../../kit/phone.tsx'
import { fieldError } from '../../lib/changes/field-error.ts'
import { ScrolledList } from '../../lib/loading/list.tsx'
import { currency, money } from '../../lib/settings/settings.ts'
import {
  Badge,
  Button,
  Card,
  ChoiceChips,
  cx,
  DateInput,
  language,
  Money,
  SearchBox,
  TextField,
  TextInput,
  t,
  useRootMark,
} from '../../ui/index.ts'
import { NoDishes } from '../menu/index.ts'
import { EventContent } from './event-card.tsx'
import {
  discountOf,
  type ProposalEditor,
  type ProposalInput,
  type ProposalLine,
  proposalFields,
  quantityOf,
  sortedByName,
} from './proposal.ts'

const { Text } = proposalFields

/** The first step of the wizard. */
export function DetailsStep({ editor: { form, language }, onNext }: { editor: ProposalEditor; onNext: () => void }) {
  return (
    <FormContext value={{ form, maxLengthOf: () => undefined, said: new Map() }}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onNext()
        }}
      >
        <Card className="grid gap-x-5 gap-y-4 p-4 @phone/page:grid-cols-2 @phone/page:p-6">
          <Text
            name="customerName"
            label="customers.name"
            fieldClass="@phone/page:col-span-2"
            maxLength={100}
            required
          />
          <Text name="customerEmail" label="customers.email" type="email" maxLength={254} required />
          <Phone name="customerPhone" label="customers.phone" required />
          <EventDay />
          <Text name="numberOfGuests" label="catering.numberOfGuests" inputMode="numeric" maxLength={6} required />
          <div className="@phone/page:col-span-2">
            <ChoiceChips
              label={t('catering.language')}
              value={language}
              onChange={(chosen) => form.setValue('language', chosen)}
              options={LANGUAGES.map((value) => ({ value, label: t(`catering.languages.${value}`) }))}
            />
          </div>
          <Text
            name="notes"
            label="customers.notes"
            hint="catering.notesHint"
            fieldClass="@phone/page:col-span-2"
            rows={3}
            maxLength={EVENT_NOTES_MAX}
          />
          <div className="flex justify-end @phone/page:col-span-2">
            <Button type="submit" className="@max-phone/page:w-full">
              {t('catering.toMenu')}
            </Button>
          </div>
        </Card>
      </form>
    </FormContext>
  )
}

/** The day of the event, with its weekday below. */
function EventDay() {
  const { field, error } = useField('eventDate', 'catering.eventDate')
  const hint = field.value && formatLongDay(field.value, language)
  return <TextField as={DateInput} label={t('catering.eventDate')} {...{ error, hint }} {...field} required />
}

interface DishChoiceProps {
  row: MenuItem
  quantityText: string
  error: string | undefined
  /** The first quantity: a portion for each guest. */
  guests: number
  onType: (id: number, quantityText: string) => void
}

const STEP_BUTTON = 'disc size-11 enabled:hover:bg-line disabled:opacity-50'

/** A dish with its quantity; memoized, because the list is long. */
const DishChoice = memo(function DishChoice({ row, quantityText, error, guests, onType }: DishChoiceProps) {
  const { id, price, isActive } = row
  const name = nameIn(language, row)
  const quantity = quantityOf(quantityText)
  const errorId = useId()
  const set = (next: number) => onType(id, next > 0 ? String(next) : '')
  return (
    <li
      aria-label={name}
      className={cx(
        'off-screen flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.5 py-2 not-first:border-t',
        '[--height:60px] @phone/page:px-5',
        quantity > 0 && 'bg-accent-soft',
      )}
    >
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {!isActive && <Badge>{t('menuEditor.isHidden')}</Badge>}
        </p>
        <Money parts={moneyParts(price, currency)} className="text-sm text-muted" />
      </div>
      <div className="flex h-11 shrink-0 items-center rounded-full bg-sunk">
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.less', { name })}
          disabled={quantity === 0}
          onClick={() => set(quantity - 1)}
        >
          <Minus className="size-[17px]" />
        </button>
        <TextInput
          inputMode="numeric"
          maxLength={6}
          aria-label={t('catering.quantity', { name })}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          value={quantityText}
          placeholder="0"
          onChange={({ target }) => onType(id, target.value)}
          onFocus={({ target }) => target.select()}
          // Away from the search above, and the sums below.
          className="figures h-11! w-14! scroll-my-28 px-1! text-center font-bold"
        />
        <button
          type="button"
          className={STEP_BUTTON}
          aria-label={t('menu.more', { name })}
          disabled={quantity >= EVENT_QUANTITY_MAX}
          onClick={() => set(quantity === 0 ? guests : quantity + 1)}
        >
          <Plus className="size-[17px]" />
        </button>
      </div>
      {error && (
        <p id={errorId} className="w-full text-right text-sm font-medium text-cancelled">
          {error}
        </p>
      )}
    </li>
  )
})

/** The number of rows rendered at first, and added each time the user scrolls near the end. */
const ROWS_PER_STEP = 40

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
  const [query, setQuery] = useState('')
  const deferredQuery = useDeferredValue(query)
  const rows = useMemo(
    () => sortedByName(dishes, language).map((dish) => ({ dish, searchText: searchedText(dish.name, dish.nameRo) })),
    [dishes],
  )
  const quantities = new Map(chosen.map(({ id, quantity }) => [id, quantity]))
  const messages = new Map(chosen.map(({ id }, i) => [id, fieldError(errors.dishes?.[i]?.quantity)]))
  const expression = searchExpression(deferredQuery)
  // A wrong quantity is listed whatever the search.
  const matches = rows.flatMap(({ dish, searchText }) =>
    messages.get(dish.id) || expression.test(searchText) ? dish : [],
  )
  const onType = useCallback(
    (id: number, quantity: string) => {
      const before = form.getValues('dishes')
      const found = before.findIndex((dish) => dish.id === id)
      const position = found < 0 ? before.length : found
      form.setValue('dishes', before.toSpliced(position, 1, { id, quantity }))
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
          <TextField
            label={t('priceRules.percent')}
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
        <ScrolledList
          items={matches}
          step={ROWS_PER_STEP}
          least={matches.findLastIndex(({ id }) => messages.get(id)) + 1}
          label={t('menuOptions.views.dishes')}
          className="overflow-hidden card-face shadow-soft"
        >
          {(dish) => (
            <DishChoice
              key={dish.id}
              row={dish}
              quantityText={quantities.get(dish.id) ?? ''}
              error={messages.get(dish.id)}
              guests={quantityOf(numberOfGuests) || 1}
              onType={onType}
            />
          )}
        </ScrolledList>
      ) : (
        <NoDishes
          isMenuEmpty={rows.length === 0}
          description={t('catering.noDishesDescription')}
          onShowAll={() => setQuery('')}
        />
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
  const { total, totalAfterDiscount } = eventSums({ items: lines, discount, numberOfGuests: 1 })
  const portions = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  useRootMark('bottom-bar')
  return (
    <section
      data-bottom-bar=""
      aria-label={t('catering.selection')}
      className="floating-bar border border-line bg-card p-3 @phone/page:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-48 leading-tight">
        <span className="display figures block text-xl">{money(totalAfterDiscount)}</span>
        <span className="text-sm text-muted">
          {t('common.dishes', { count: lines.length })} · {t('catering.portions', { count: portions })}
          {totalAfterDiscount !== total && ` · ${t('orders.total')} ${money(total)}`}
        </span>
      </p>
      <div className="flex gap-2 @max-phone/page:w-full @max-phone/page:*:flex-1">{children}</div>
    </section>
  )
}

interface PreviewStepProps {
  input: ProposalInput
  language: Language
  lines: readonly ProposalLine[]
  isPending: boolean
  onBack: () => void
  onGenerate: () => void
}

/** The third step: the content of the proposal. It is sent with the names and prices shown here. */
export function PreviewStep({ input, language, lines, isPending, onBack, onGenerate }: PreviewStepProps) {
  return (
    <Card className="p-4 @phone/page:p-6">
      <EventContent
        event={{ ...input, currency, items: lines }}
        language={language}
        detail={`${t('catering.language')}: ${t(`catering.languages.${language}`)}`}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-2 @max-phone/page:flex-col-reverse">
        <Button variant="outline" disabled={isPending} onClick={onBack}>
          {t('common.back')}
        </Button>
        <Button pending={isPending} disabled={lines.length === 0} onClick={onGenerate}>
          {t('catering.generate')}
        </Button>
      </div>
    </Card>
  )
}
