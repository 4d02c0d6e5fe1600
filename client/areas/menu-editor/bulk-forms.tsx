import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { type BulkChange, bulkChangeSchema, ROUND_TO } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import type { Currency } from '#shared/domain/money.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import {
  Button,
  ChoiceChips,
  Field,
  SelectField,
  TextField,
  TextInput,
  ToggleChips,
  useStayOpen,
  useTranslation,
} from '../../ui/index.ts'
import { CategorySelect, NEW_CATEGORY } from './dish-fields.tsx'
import { useOptionGroups, useOwnersMenu } from './owners-menu.ts'
import { knownPrice, PriceInput, readPrice } from './price-input.tsx'

/*
 * The forms of the bulk changes that need input (docs/product/menu.md#menu-bulk).
 */

interface BulkFormProps<Value> {
  value: Value
  onChange: (value: Value) => void
  onPreview: (change: BulkChange) => void
}

interface PreviewFormProps extends Pick<BulkFormProps<unknown>, 'value' | 'onPreview'> {
  change: BulkChange | undefined
  /** Called when there is no preview, because the input is invalid. */
  onRefused?: () => void
  children: (isRefused: boolean) => ReactNode
}

/** A form whose submit button requests the preview; an invalid input is marked until it changes. */
function PreviewForm({ value, change, onPreview, onRefused, children }: PreviewFormProps) {
  const { t } = useTranslation()
  const [refused, setRefused] = useState<unknown>()
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (change) return onPreview(change)
        setRefused(value)
        onRefused?.()
      }}
    >
      {children(refused === value)}
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.preview')}
      </Button>
    </form>
  )
}

/** The entries to add to a list of each dish, and those to remove from it. */
interface ListChoice<Entry> {
  add: Entry[]
  remove: Entry[]
}

interface ListFormProps<Value> extends BulkFormProps<Value> {
  ids: readonly number[]
}

interface EntriesFormProps<Entry extends string, Value extends ListChoice<Entry>> extends ListFormProps<Value> {
  change: BulkChange | undefined
  known: readonly Entry[]
  entriesOf: (dish: MenuItem) => readonly Entry[]
  labelOf: (entry: Entry) => string
  tones: Record<keyof ListChoice<Entry>, 'ink' | 'warning'>
  children?: ReactNode
}

/** The form for adding and removing entries. Those that a selected dish has can be removed. */
function EntriesForm<Entry extends string, Value extends ListChoice<Entry>>(props: EntriesFormProps<Entry, Value>) {
  const { ids, value, onChange, onPreview, change, known, entriesOf, labelOf, tones, children } = props
  const { t } = useTranslation()
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const chosen = new Set(ids)
  const present = new Set(dishes.flatMap((dish) => (chosen.has(dish.id) ? entriesOf(dish) : [])))
  const removable = [...known.filter((entry) => present.delete(entry)), ...present]
  const option = (entry: Entry) => ({ value: entry, label: labelOf(entry) })
  return (
    <PreviewForm value={value} change={change} onPreview={onPreview}>
      {(isRefused) => (
        <>
          <ToggleChips
            legend={t('common.add')}
            options={known.map(option)}
            value={value.add}
            // An entry cannot be added and removed at once.
            onChange={(add) =>
              onChange({ ...value, add, remove: value.remove.filter((entry) => !add.includes(entry)) })
            }
            tone={tones.add}
          />
          {removable.length > 0 && (
            <ToggleChips
              legend={t('menuImports.bulk.removeThese')}
              options={removable.map(option)}
              value={value.remove}
              onChange={(remove) =>
                onChange({ ...value, remove, add: value.add.filter((entry) => !remove.includes(entry)) })
              }
              tone={tones.remove}
            />
          )}
          {children}
          {isRefused && (
            <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-cancelled">
              <CircleAlert className="mt-0.5 size-4 shrink-0" />
              {t('menuImports.bulk.nothingChosen')}
            </p>
          )}
        </>
      )}
    </PreviewForm>
  )
}

export type OptionsChoice = ListChoice<string>

export function OptionsForm(props: ListFormProps<OptionsChoice>) {
  const { t, language } = useTranslation()
  const { data: all = [] } = useOptionGroups()
  const groups = new Map(all.flatMap((group) => (group.dishId === null ? [[String(group.id), group]] : [])))
  if (groups.size === 0) return <p className="text-muted">{t('menuImports.bulk.noGroups')}</p>
  const [add, remove] = [props.value.add.map(Number), props.value.remove.map(Number)]
  return (
    <EntriesForm
      {...props}
      change={bulkChangeSchema.safeParse({ options: { add, remove } }).data}
      known={[...groups.keys()]}
      entriesOf={({ optionGroupIds }) => optionGroupIds.map(String).filter((id) => groups.has(id))}
      labelOf={(id) => nameIn(language, groups.get(id) ?? { name: id })}
      tones={{ add: 'ink', remove: 'warning' }}
    />
  )
}

export type TagsChoice = ListChoice<string>

export function TagsForm(props: ListFormProps<TagsChoice>) {
  const { t } = useTranslation()
  const { add, remove } = props.value
  return (
    <EntriesForm
      {...props}
      change={bulkChangeSchema.safeParse({ tags: { add, remove } }).data}
      known={TAG_KEYS.filter((tag) => !ALLERGEN_TAGS.includes(tag)) as readonly string[]}
      entriesOf={({ tags }) => tags}
      labelOf={(tag) => {
        const known = TAG_KEYS.find((key) => key === tag)
        return known ? t(`menu.tags.${known}`) : tag
      }}
      tones={{ add: 'ink', remove: 'warning' }}
    />
  )
}

/** The allergens to add and to remove, and whether the dishes count as checked. */
export interface AllergensChoice extends ListChoice<AllergenCode> {
  checked: 'keep' | 'yes' | 'no'
}

export function AllergensForm(props: ListFormProps<AllergensChoice>) {
  const { t } = useTranslation()
  const { value, onChange } = props
  const { add, remove, checked } = value
  const change = bulkChangeSchema.safeParse({
    ...(add.length + remove.length > 0 && { allergenCodes: { add, remove } }),
    ...(checked !== 'keep' && { checked: checked === 'yes' }),
  }).data
  return (
    <EntriesForm
      {...props}
      change={change}
      known={ALLERGEN_CODES}
      entriesOf={({ allergenCodes }) => allergenCodes}
      labelOf={(code) => t(`menu.allergens.${code}`)}
      tones={{ add: 'warning', remove: 'ink' }}
    >
      <ChoiceChips
        label={t('menuEditor.fields.allergensChecked')}
        value={checked}
        onChange={(next) => onChange({ ...value, checked: next })}
        options={(['keep', 'yes', 'no'] as const).map((each) => ({
          value: each,
          label: t(`menuImports.bulk.checked.${each}`),
        }))}
      />
      <p className="-mt-2 text-sm text-muted">{t('menuImports.bulk.checkedHint')}</p>
    </EntriesForm>
  )
}

export interface CategoryChoice {
  /** The name of an existing category; empty for a new one. */
  existing: string
  newName: string
}

export function CategoryForm({ value, onChange, onPreview }: BulkFormProps<CategoryChoice | null>) {
  const { t } = useTranslation()
  const categories = useOwnersMenu().menu?.categories ?? []
  const first = categories.find(({ hasItems }) => hasItems) ?? categories[0]
  const input = useRef<HTMLInputElement>(null)
  const { existing, newName } = value ?? { existing: first?.name ?? NEW_CATEGORY, newName: '' }
  return (
    <PreviewForm
      value={value}
      change={bulkChangeSchema.safeParse({ category: existing || newName }).data}
      onPreview={onPreview}
      onRefused={() => input.current?.focus()}
    >
      {(isRefused) => (
        <>
          <TextField
            as={CategorySelect}
            label={t('menuImports.columns.category')}
            value={existing}
            onValueChange={(next) => onChange({ existing: next, newName })}
            categories={categories}
            newLabel={t('menuImports.bulk.newCategory')}
          />
          {existing === NEW_CATEGORY && (
            <TextField
              label={t('menuImports.bulk.newName')}
              error={isRefused ? t('menuImports.bulk.nameWrong') : undefined}
              ref={input}
              maxLength={CATEGORY_NAME_MAX}
              value={newName}
              onChange={({ target }) => onChange({ existing, newName: target.value })}
            />
          )}
        </>
      )}
    </PreviewForm>
  )
}

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
  const number = unit === 'amount' ? knownPrice(text, currency) : parsePercent(text)
  if (number === undefined || number <= 0) return undefined
  const signed = direction === 'raise' ? number : -number
  const price = unit === 'amount' ? { add: signed, roundTo } : { percent: signed, roundTo }
  return bulkChangeSchema.safeParse({ price }).data
}

/** Accepts at most two decimals, so that the ambiguous `1.000` is rejected. */
function parsePercent(text: string): number | undefined {
  const digits = text.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}

export function PriceForm({ value, onChange, onPreview }: BulkFormProps<PriceChangeInput>) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { currency } = useSettings()
  const input = useRef<HTMLInputElement>(null)
  const { direction, unit, text, roundTo } = value
  const isAmount = unit === 'amount'
  const isUnclear = isAmount && readPrice(text).kind === 'unclear'
  const wrong = isUnclear ? t('menuEditor.price.choose') : t(`menuImports.bulk.${isAmount ? 'amount' : direction}Wrong`)
  const set = (next: Partial<PriceChangeInput>) => onChange({ ...value, ...next })
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => set({ text: target.value })
  const choices = <Choice extends 'raise' | 'lower' | 'percent' | 'amount'>(all: readonly Choice[]) =>
    all.map((each) => ({ value: each, label: t(`menuImports.bulk.${each}`) }))
  useStayOpen(text !== '')
  return (
    <PreviewForm
      value={value}
      change={parsePriceChange(value, currency)}
      onPreview={onPreview}
      onRefused={() => input.current?.focus()}
    >
      {(isRefused) => (
        <>
          <div className="flex flex-wrap gap-x-8 gap-y-4">
            <ChoiceChips
              label={t('menuImports.bulk.direction')}
              value={direction}
              onChange={(next) => set({ direction: next })}
              options={choices(['raise', 'lower'])}
            />
            <ChoiceChips
              label={t('menuImports.bulk.by')}
              value={unit}
              onChange={(next) => set({ unit: next })}
              options={choices(['percent', 'amount'])}
            />
          </div>
          <Field
            label={t(isAmount ? 'menuImports.bulk.amountLabel' : 'menuImports.bulk.percentLabel')}
            error={isRefused ? wrong : undefined}
            hint={isAmount && t(`menuEditor.price.hint.${currency}`)}
          >
            {(control) => {
              const props = { ...control, ref: input, value: text, onChange: handleChange }
              if (isAmount) return <PriceInput {...props} text={text} onChoose={(chosen) => set({ text: chosen })} />
              return (
                <div className="flex items-center gap-3">
                  <TextInput {...props} inputMode="decimal" maxLength={12} className="figures max-w-40" />
                  <span className="font-semibold text-muted">%</span>
                </div>
              )
            }}
          </Field>
          <SelectField
            label={t('menuImports.bulk.roundTo')}
            value={roundTo}
            onValueChange={(next) => set({ roundTo: next })}
            options={ROUND_TO.map((each) => ({ value: each, label: format(each) }))}
          />
        </>
      )}
    </PreviewForm>
  )
}
