import { CircleAlert } from 'lucide-react'
import { type ChangeEvent, type FC, type ReactNode, useEffect, useRef, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { type BulkChange, bulkChangeSchema } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { ROUND_TO } from '#shared/domain/menu/offers.ts'
import type { Currency } from '#shared/domain/money.ts'
import { currency, money } from '../../lib/settings/settings.ts'
import {
  Button,
  ChoiceChips,
  Field,
  language,
  SelectField,
  TextField,
  TextInput,
  ToggleChips,
  t,
  useStayOpen,
} from '../../ui/index.ts'
import { CategorySelect, NEW_CATEGORY } from './dish-fields.tsx'
import { useOptionGroups, useOwnersMenu } from './owners-menu.ts'
import { knownPrice, PriceInput, readPrice } from './price-input.tsx'

/** The entries to add to a list of each dish, and those to remove from it. */
interface ListChoice<Entry = string> {
  add: Entry[]
  remove: Entry[]
}

/** What is filled in for each kind of bulk change that needs input (docs/product/menu.md#menu-bulk). */
interface BulkInput {
  price: PriceChangeInput
  /** The name of an existing category, or of a new one if that is empty; at first the menu's first one. */
  category: { existing?: string; newName: string }
  tags: ListChoice
  allergens: ListChoice<AllergenCode> & { checked: 'keep' | 'yes' | 'no' }
  options: ListChoice
}
export type FilledKind = keyof BulkInput

const NO_ENTRIES = { add: [], remove: [] }
export const NO_INPUT: BulkInput = {
  price: { direction: 'raise', unit: 'percent', text: '', roundTo: 1 },
  category: { newName: '' },
  tags: NO_ENTRIES,
  allergens: { ...NO_ENTRIES, checked: 'keep' },
  options: NO_ENTRIES,
}

/** The body of the request; undefined if the input is invalid. */
const changeOf: { [Kind in FilledKind]: (input: BulkInput[Kind], currency: Currency) => BulkChange | undefined } = {
  price: parsePriceChange,
  category: ({ existing, newName }) => valid({ category: existing || newName }),
  tags: (tags) => valid({ tags }),
  allergens: ({ checked, ...codes }) =>
    valid({
      ...(codes.add.length + codes.remove.length > 0 && { allergenCodes: codes }),
      ...(checked !== 'keep' && { checked: checked === 'yes' }),
    }),
  options: ({ add, remove }) => valid({ options: { add: add.map(Number), remove: remove.map(Number) } }),
}
const valid = (change: unknown): BulkChange | undefined => bulkChangeSchema.safeParse(change).data

interface FieldsProps<Value> {
  ids: readonly number[]
  value: Value
  onChange: (value: Value) => void
  /** Whether this value was refused. */
  isRefused: boolean
}

interface BulkFormProps {
  kind: FilledKind
  ids: readonly number[]
  input: BulkInput
  onChange: (input: BulkInput) => void
  onPreview: (change: BulkChange) => void
}

/** A form whose submit button requests the preview; an invalid input is marked until it changes. */
export function BulkForm({ kind, ids, input, onChange, onPreview }: BulkFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<unknown>()
  const categories = useOwnersMenu().menu?.categories ?? []
  const first = categories.find(({ hasItems }) => hasItems) ?? categories[0]
  const value = kind === 'category' ? { existing: first?.name ?? NEW_CATEGORY, ...input.category } : input[kind]
  useStayOpen(input !== NO_INPUT)
  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const Fields = FIELDS[kind] as FC<FieldsProps<typeof value>>
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const change = changeOf[kind](value as never, currency)
        if (change) onPreview(change)
        else setRefused(input)
      }}
    >
      <Fields
        ids={ids}
        value={value}
        onChange={(next) => onChange({ ...input, [kind]: next })}
        isRefused={refused === input}
      />
      <Button type="submit" size="large" className="mt-1 w-full">
        {t('menuImports.preview')}
      </Button>
    </form>
  )
}

interface EntriesProps<Entry extends string, Value extends ListChoice<Entry>> extends FieldsProps<Value> {
  known: readonly Entry[]
  entriesOf: (dish: MenuItem) => readonly Entry[]
  labelOf: (entry: Entry) => string
  isWarning?: boolean
  children?: ReactNode
}

/** The entries to add and to remove. Those that a selected dish has can be removed. */
function Entries<Entry extends string, Value extends ListChoice<Entry>>(props: EntriesProps<Entry, Value>) {
  const { ids, value, onChange, isRefused, known, entriesOf, labelOf, isWarning = false, children } = props
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const present = new Set(dishes.flatMap((dish) => (ids.includes(dish.id) ? entriesOf(dish) : [])))
  const removable = [...known.filter((entry) => present.delete(entry)), ...present]
  const chips = (what: 'add' | 'remove', entries: readonly Entry[]) => (
    <ToggleChips
      legend={t(what === 'add' ? 'common.add' : 'menuImports.bulk.removeThese')}
      options={entries.map((entry) => ({ value: entry, label: labelOf(entry) }))}
      value={value[what]}
      // An entry cannot be added and removed at once.
      onChange={(chosen) => {
        const other = what === 'add' ? 'remove' : 'add'
        onChange({ ...value, [what]: chosen, [other]: value[other].filter((entry) => !chosen.includes(entry)) })
      }}
      tone={isWarning === (what === 'add') ? 'warning' : 'ink'}
    />
  )
  return (
    <>
      {known.length > 0 && chips('add', known)}
      {removable.length > 0 && chips('remove', removable)}
      {children}
      {isRefused && (
        <p role="alert" className="flex items-start gap-1.5 text-sm font-medium text-cancelled">
          <CircleAlert className="mt-0.5 size-4 shrink-0" />
          {t('menuImports.bulk.nothingChosen')}
        </p>
      )}
    </>
  )
}

function OptionsFields(props: FieldsProps<BulkInput['options']>) {
  const { data: all = [] } = useOptionGroups()
  const groups = new Map(all.map((group) => [String(group.id), group]))
  const isShared = (id: string) => groups.get(id)?.dishId === null
  return (
    <Entries
      {...props}
      known={[...groups.keys()].filter(isShared)}
      entriesOf={({ optionGroupIds }) => optionGroupIds.map(String).filter(isShared)}
      labelOf={(id) => nameIn(language, groups.get(id) ?? { name: id })}
    >
      {!all.some(({ dishId }) => dishId === null) && <p className="text-muted">{t('menuImports.bulk.noGroups')}</p>}
    </Entries>
  )
}

function TagsFields(props: FieldsProps<BulkInput['tags']>) {
  const known: readonly string[] = TAG_KEYS.filter((tag) => !ALLERGEN_TAGS.includes(tag))
  const labelOf = (tag: string) => {
    const key = TAG_KEYS.find((each) => each === tag)
    return key ? t(`menu.tags.${key}`) : tag
  }
  return <Entries {...props} known={known} entriesOf={({ tags }) => tags} labelOf={labelOf} />
}

function AllergensFields(props: FieldsProps<BulkInput['allergens']>) {
  return (
    <Entries
      {...props}
      known={ALLERGEN_CODES}
      entriesOf={({ allergenCodes }) => allergenCodes}
      labelOf={(code) => t(`menu.allergens.${code}`)}
      isWarning
    >
      <ChoiceChips
        label={t('menuEditor.fields.allergensChecked')}
        value={props.value.checked}
        onChange={(checked) => props.onChange({ ...props.value, checked })}
        options={(['keep', 'yes', 'no'] as const).map((each) => ({
          value: each,
          label: t(`menuImports.bulk.checked.${each}`),
        }))}
      />
      <p className="-mt-2 text-sm text-muted">{t('menuImports.bulk.checkedHint')}</p>
    </Entries>
  )
}

function CategoryFields({ value, onChange, isRefused }: FieldsProps<BulkInput['category']>) {
  return (
    <>
      <TextField
        as={CategorySelect}
        label={t('menuImports.columns.category')}
        value={value.existing ?? null}
        onValueChange={(existing) => onChange({ ...value, existing })}
        categories={useOwnersMenu().menu?.categories ?? []}
        newLabel={t('menuImports.bulk.newCategory')}
      />
      {value.existing === NEW_CATEGORY && (
        <TextField
          label={t('menuImports.bulk.newName')}
          error={isRefused ? t('menuImports.bulk.nameWrong') : undefined}
          maxLength={CATEGORY_NAME_MAX}
          value={value.newName}
          onChange={({ target }) => onChange({ ...value, newName: target.value })}
        />
      )}
    </>
  )
}

function PriceFields({ value, onChange, isRefused }: FieldsProps<BulkInput['price']>) {
  const { direction, unit, text, roundTo } = value
  const isAmount = unit === 'amount'
  const isUnclear = isAmount && readPrice(text).kind === 'unclear'
  const wrong = isUnclear ? t('menuEditor.price.choose') : t(`menuImports.bulk.${isAmount ? 'amount' : direction}Wrong`)
  const set = (next: Partial<PriceChangeInput>) => onChange({ ...value, ...next })
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => set({ text: target.value })
  const choices = <Choice extends 'raise' | 'lower' | 'percent' | 'amount'>(all: readonly Choice[]) =>
    all.map((each) => ({ value: each, label: t(`menuImports.bulk.${each}`) }))
  return (
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
          const input = { ...control, value: text, onChange: handleChange }
          if (isAmount) return <PriceInput {...input} text={text} onChoose={(chosen) => set({ text: chosen })} />
          return (
            <div className="flex items-center gap-3">
              <TextInput {...input} inputMode="decimal" maxLength={12} className="figures max-w-40" />
              <span className="font-semibold text-muted">%</span>
            </div>
          )
        }}
      </Field>
      <SelectField
        label={t('menuImports.bulk.roundTo')}
        value={roundTo}
        onValueChange={(next) => set({ roundTo: next })}
        options={ROUND_TO.map((each) => ({ value: each, label: money(each) }))}
      />
    </>
  )
}

const FIELDS: { [Kind in FilledKind]: FC<FieldsProps<BulkInput[Kind]>> } = {
  price: PriceFields,
  category: CategoryFields,
  tags: TagsFields,
  allergens: AllergensFields,
  options: OptionsFields,
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
  return valid({ price })
}

/** Accepts at most two decimals, so that the ambiguous `1.000` is rejected. */
function parsePercent(text: string): number | undefined {
  const digits = text.trim().replace(',', '.')
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : undefined
}
