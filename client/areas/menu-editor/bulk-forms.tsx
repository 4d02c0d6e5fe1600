import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { type BulkChange, bulkChangeSchema, ROUND_TO } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/tags.ts'
import type { Currency } from '#shared/domain/money.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ChoiceChips } from '../../ui/inputs/choice-chips.tsx'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ToggleChips } from '../../ui/inputs/toggle-chips.tsx'
import { useStayOpen } from '../../ui/overlays/stay-open.ts'
import { Button } from '../../ui/parts/button.tsx'
import { useOwnersMenu } from './owners-menu.ts'
import { knownPrice, PriceInput, readPrice } from './price-input.tsx'

interface BulkFormProps {
  /** Why there is no preview. */
  error: string | undefined
  onSubmit: () => void
  children: ReactNode
}

/** A form of choices whose submit button requests the preview. */
function BulkForm({ error, onSubmit, children }: BulkFormProps) {
  const { t } = useTranslation()
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      {error && (
        <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-cancelled">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}

/** The allergens to add and to remove, and whether the dishes count as checked. */
export interface AllergensChoice {
  add: AllergenCode[]
  remove: AllergenCode[]
  checked: 'keep' | 'yes' | 'no'
}

interface AllergensFormProps {
  ids: readonly number[]
  value: AllergensChoice
  onChange: (value: AllergensChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for changing what several dishes declare of their allergens. */
export function AllergensForm({ ids, value, onChange, onPreview }: AllergensFormProps) {
  const { t } = useTranslation()
  const [isInvalid, setInvalid] = useState(false)
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const chosen = new Set(ids)
  const present = ALLERGEN_CODES.filter((code) =>
    dishes.some(({ id, allergenCodes }) => chosen.has(id) && allergenCodes.includes(code)),
  )
  const option = (code: AllergenCode) => ({ value: code, label: t(`menu.allergens.${code}`) })
  const { add, remove, checked } = value
  const set = (next: Partial<AllergensChoice>) => {
    setInvalid(false)
    onChange({ ...value, ...next })
  }
  return (
    <BulkForm
      error={isInvalid ? t('menuImports.bulk.nothingChosen') : undefined}
      onSubmit={() => {
        const change = bulkChangeSchema.safeParse({
          ...(add.length + remove.length > 0 && { allergenCodes: { add, remove } }),
          ...(checked !== 'keep' && { checked: checked === 'yes' }),
        }).data
        if (change) onPreview(change)
        else setInvalid(true)
      }}
    >
      <ToggleChips
        legend={t('menuImports.bulk.addThese')}
        options={ALLERGEN_CODES.map(option)}
        value={add}
        // An allergen cannot be added and removed at once.
        onChange={(next) => set({ add: next, remove: remove.filter((code) => !next.includes(code)) })}
        tone="warning"
      />
      {present.length > 0 && (
        <ToggleChips
          legend={t('menuImports.bulk.removeThese')}
          options={present.map(option)}
          value={remove}
          onChange={(next) => set({ remove: next, add: add.filter((code) => !next.includes(code)) })}
          tone="ink"
        />
      )}
      <ChoiceChips
        label={t('menuEditor.fields.allergensChecked')}
        value={checked}
        onChange={(next) => set({ checked: next })}
        options={(['keep', 'yes', 'no'] as const).map((each) => ({
          value: each,
          label: t(`menuImports.bulk.checked.${each}`),
        }))}
      />
      <p className="-mt-2 text-sm text-muted">{t('menuImports.bulk.checkedHint')}</p>
    </BulkForm>
  )
}

/** The tags to add to dishes and to remove from them. */
export interface TagsChoice {
  add: string[]
  remove: string[]
}

interface TagsFormProps {
  ids: readonly number[]
  value: TagsChoice
  onChange: (value: TagsChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for adding and removing tags. A tag can only be removed if one of the dishes has it. */
export function TagsForm({ ids, value: { add, remove }, onChange, onPreview }: TagsFormProps) {
  const { t } = useTranslation()
  const [isInvalid, setInvalid] = useState(false)
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const chosen = new Set(ids)
  const present = [...new Set(dishes.flatMap(({ id, tags }) => (chosen.has(id) ? tags : [])))]
  const option = (tag: string) => {
    const known = TAG_KEYS.find((key) => key === tag)
    return { value: tag, label: known ? t(`menu.tags.${known}`) : tag }
  }
  const set = (next: Partial<TagsChoice>) => {
    setInvalid(false)
    onChange({ add, remove, ...next })
  }
  return (
    <BulkForm
      error={isInvalid ? t('menuImports.bulk.nothingChosen') : undefined}
      onSubmit={() => {
        const change = bulkChangeSchema.safeParse({ tags: { add, remove } }).data
        if (change) onPreview(change)
        else setInvalid(true)
      }}
    >
      <ToggleChips
        legend={t('menuImports.bulk.addThese')}
        options={TAG_KEYS.map(option)}
        value={add}
        // A tag cannot be added and removed at once.
        onChange={(next) => set({ add: next, remove: remove.filter((tag) => !next.includes(tag)) })}
        tone="ink"
      />
      {present.length > 0 && (
        <ToggleChips
          legend={t('menuImports.bulk.removeThese')}
          options={present.map(option)}
          value={remove}
          onChange={(next) => set({ remove: next, add: add.filter((tag) => !next.includes(tag)) })}
          tone="warning"
        />
      )}
    </BulkForm>
  )
}

/** The category that dishes are moved to. */
export interface CategoryChoice {
  /** The name of an existing category; empty for a new one. */
  existing: string
  newName: string
}

interface CategoryFormProps {
  value: CategoryChoice | null
  onChange: (value: CategoryChoice) => void
  onPreview: (change: BulkChange) => void
}

/** The form for moving dishes to an existing or a new category. */
export function CategoryForm({ value, onChange, onPreview }: CategoryFormProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const categories = useOwnersMenu().menu?.categories ?? []
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { existing, newName } = value ?? { existing: categories[0]?.name ?? '', newName: '' }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const change = bulkChangeSchema.safeParse({ category: existing || newName }).data
        if (change) return onPreview(change)
        setInvalid(true)
        input.current?.focus()
      }}
    >
      <Field label={t('menuImports.bulk.existing')}>
        {({ id }) => (
          <Select
            id={id}
            value={existing}
            onValueChange={(next) => onChange({ existing: next, newName })}
            options={[
              ...categories.map((category) => ({ value: category.name, label: nameIn(language, category) })),
              { value: '', label: t('menuImports.bulk.newCategory') },
            ]}
          />
        )}
      </Field>
      {existing === '' && (
        <Field label={t('menuImports.bulk.newName')} error={isInvalid ? t('menuImports.bulk.nameWrong') : undefined}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              autoComplete="off"
              maxLength={CATEGORY_NAME_MAX}
              value={newName}
              onChange={({ target }) => {
                setInvalid(false)
                onChange({ existing, newName: target.value })
              }}
            />
          )}
        </Field>
      )}
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}

/** The input for a price change. */
export interface PriceChangeInput {
  direction: 'raise' | 'lower'
  unit: 'amount' | 'percent'
  /** A price, or a percentage with a decimal point or comma. */
  text: string
  roundTo: (typeof ROUND_TO)[number]
}

/** Parses the input to the body of the request; undefined if it is invalid. */
export function parsePriceChange(
  { direction, unit, text, roundTo }: PriceChangeInput,
  currency: Currency,
): BulkChange | undefined {
  const number = unit === 'amount' ? knownPrice(text, currency) : parseNumber(text)
  if (number === undefined || number <= 0) return undefined
  const signed = direction === 'raise' ? number : -number
  const price = unit === 'amount' ? { add: signed, roundTo } : { percent: signed, roundTo }
  return bulkChangeSchema.safeParse({ price }).data
}

/** Accepts at most two decimals, so that the ambiguous `1.000` is rejected. */
function parseNumber(text: string): number | undefined {
  const digits = text.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}

interface PriceFormProps {
  value: PriceChangeInput
  onChange: (value: PriceChangeInput) => void
  onPreview: (change: BulkChange) => void
}

/** The form for a price change: direction, amount or percentage, rounding. */
export function PriceForm({ value, onChange, onPreview }: PriceFormProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { currency } = useSettings()
  const input = useRef<HTMLInputElement>(null)
  const [isInvalid, setInvalid] = useState(false)
  const { direction, unit, text, roundTo } = value
  const isAmount = unit === 'amount'
  const change = parsePriceChange(value, currency)
  const isUnclear = isAmount && readPrice(text).kind === 'unclear'
  const wrong = isUnclear ? t('menuEditor.price.choose') : t(`menuImports.bulk.${isAmount ? 'amount' : direction}Wrong`)
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => set({ text: target.value })
  useStayOpen(text !== '')

  function set(next: Partial<PriceChangeInput>) {
    setInvalid(false)
    onChange({ ...value, ...next })
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (change) return onPreview(change)
        setInvalid(true)
        input.current?.focus()
      }}
    >
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <ChoiceChips
          label={t('menuImports.bulk.direction')}
          value={direction}
          onChange={(next) => set({ direction: next })}
          options={(['raise', 'lower'] as const).map((each) => ({ value: each, label: t(`menuImports.bulk.${each}`) }))}
        />
        <ChoiceChips
          label={t('menuImports.bulk.by')}
          value={unit}
          onChange={(next) => set({ unit: next })}
          options={(['percent', 'amount'] as const).map((each) => ({
            value: each,
            label: t(`menuImports.bulk.${each}`),
          }))}
        />
      </div>
      <Field
        label={t(isAmount ? 'menuImports.bulk.amountLabel' : 'menuImports.bulk.percentLabel')}
        error={isInvalid ? wrong : undefined}
        hint={isAmount && t(`menuEditor.price.hint.${currency}`)}
      >
        {(control) => {
          const props = { ...control, ref: input, value: text, onChange: handleChange }
          if (isAmount) return <PriceInput {...props} text={text} onChoose={(chosen) => set({ text: chosen })} />
          return (
            <div className="flex items-center gap-3">
              <TextInput
                {...props}
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                className="figures max-w-40"
              />
              <span className="font-semibold text-muted">%</span>
            </div>
          )
        }}
      </Field>
      <Field label={t('menuImports.bulk.roundTo')}>
        {({ id }) => (
          <Select
            id={id}
            value={roundTo}
            onValueChange={(next) => set({ roundTo: next })}
            options={ROUND_TO.map((unit) => ({ value: unit, label: format(unit) }))}
          />
        )}
      </Field>
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.bulk.preview')}
      </Button>
    </form>
  )
}
