import type { FC, ReactNode } from 'react'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { type BulkChange, bulkChangeSchema } from '#shared/contracts/menu/menu-imports.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_TAGS } from '#shared/domain/menu/allergen-tags.ts'
import { ALLERGEN_CODES, type AllergenCode } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { ROUND_TO } from '#shared/domain/menu/offers.ts'
import type { Currency } from '#shared/domain/money.ts'
import { fieldsOf, useField } from '../../kit/fields.tsx'
import { FormContext } from '../../kit/form.ts'
import { currency, money } from '../../lib/settings/settings.ts'
import {
  Button,
  Field,
  FieldError,
  language,
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
/** The field that shows what is wrong, and the key of its words. */
function wrongOf(kind: FilledKind, { price: { unit, direction, text } }: BulkInput): [field: string, message: string] {
  if (kind === 'category') return ['newName', 'menuImports.bulk.nameWrong']
  if (kind !== 'price') return ['add', 'menuImports.bulk.nothingChosen']
  if (unit === 'percent') return ['text', `menuImports.bulk.${direction}Wrong`]
  return ['text', readPrice(text).kind === 'unclear' ? 'menuEditor.price.choose' : 'menuImports.bulk.amountWrong']
}

/** Turns what is filled in into the body of the request. @param first the menu's first category */
export const bulkResolver =
  (kind: FilledKind, first: string): Resolver<BulkInput, unknown, BulkChange> =>
  (input) => {
    const filled = { ...input, category: { ...input.category, existing: input.category.existing ?? first } }
    const change = changeOf[kind](filled[kind] as never, currency)
    if (change) return { values: change, errors: {} }
    const [field, message] = wrongOf(kind, input)
    return { values: {}, errors: { [kind]: { [field]: { type: 'custom', message } } } }
  }

const { Choice, Select, Text } = fieldsOf({ valuesOf: () => NO_INPUT })
const valid = (change: unknown): BulkChange | undefined => bulkChangeSchema.safeParse(change).data

interface FieldsProps {
  ids: readonly number[]
  /** The menu's first category. */
  first: string
}

interface BulkFormProps extends FieldsProps {
  kind: FilledKind
  form: UseFormReturn<BulkInput, unknown, BulkChange>
  onPreview: (change: BulkChange) => void
}

/** A form whose submit button requests the preview. */
export function BulkForm({ kind, form, onPreview, ...fields }: BulkFormProps) {
  useStayOpen(form.formState.isDirty)
  const Fields = FIELDS[kind]
  return (
    <FormContext value={{ form, maxLengthOf: () => undefined, said: new Map() }}>
      <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void form.handleSubmit(onPreview)(event)}>
        <Fields {...fields} />
        <Button type="submit" size="large" className="mt-1 w-full">
          {t('menuImports.preview')}
        </Button>
      </form>
    </FormContext>
  )
}

interface EntriesProps<Entry extends string> extends FieldsProps {
  name: 'tags' | 'allergens' | 'options'
  known: readonly Entry[]
  entriesOf: (dish: MenuItem) => readonly Entry[]
  labelOf: (entry: Entry) => string
  isWarning?: boolean
  children?: ReactNode
}

/** The entries to add and to remove. Those that a selected dish has can be removed. */
function Entries<Entry extends string>(props: EntriesProps<Entry>) {
  const { name, ids, known, entriesOf, labelOf, isWarning = false, children } = props
  const { field: add, error } = useField(`${name}.add`, 'common.add')
  const { field: remove } = useField(`${name}.remove`, 'menuImports.bulk.removeThese')
  const dishes = useOwnersMenu().menu?.dishes ?? []
  const present = new Set(dishes.flatMap((dish) => (ids.includes(dish.id) ? entriesOf(dish) : [])))
  const removable = [...known.filter((entry) => present.delete(entry)), ...present]
  const chips = (legend: string, [own, other]: [typeof add, typeof add], entries: readonly Entry[]) => (
    <ToggleChips
      legend={legend}
      options={entries.map((entry) => ({ value: entry, label: labelOf(entry) }))}
      value={own.value}
      // An entry cannot be added and removed at once.
      onChange={(chosen) => {
        other.onChange(other.value.filter((entry: Entry) => !chosen.includes(entry)))
        own.onChange(chosen)
      }}
      tone={isWarning === (own === add) ? 'warning' : 'ink'}
    />
  )
  return (
    <>
      {known.length > 0 && chips(t('common.add'), [add, remove], known)}
      {removable.length > 0 && chips(t('menuImports.bulk.removeThese'), [remove, add], removable)}
      {children}
      {error && (
        <div role="alert">
          <FieldError id={undefined}>{error}</FieldError>
        </div>
      )}
    </>
  )
}

function OptionsFields(props: FieldsProps) {
  const { data: all = [] } = useOptionGroups()
  const groups = new Map(all.map((group) => [String(group.id), group]))
  const isShared = (id: string) => groups.get(id)?.dishId === null
  return (
    <Entries
      {...props}
      name="options"
      known={[...groups.keys()].filter(isShared)}
      entriesOf={({ optionGroupIds }) => optionGroupIds.map(String).filter(isShared)}
      labelOf={(id) => nameIn(language, groups.get(id) ?? { name: id })}
    >
      {!all.some(({ dishId }) => dishId === null) && <p className="text-muted">{t('menuImports.bulk.noGroups')}</p>}
    </Entries>
  )
}

function TagsFields(props: FieldsProps) {
  const known: readonly string[] = TAG_KEYS.filter((tag) => !ALLERGEN_TAGS.includes(tag))
  const labelOf = (tag: string) => {
    const key = TAG_KEYS.find((each) => each === tag)
    return key ? t(`menu.tags.${key}`) : tag
  }
  return <Entries {...props} name="tags" known={known} entriesOf={({ tags }) => tags} labelOf={labelOf} />
}

function AllergensFields(props: FieldsProps) {
  return (
    <Entries
      {...props}
      name="allergens"
      known={ALLERGEN_CODES}
      entriesOf={({ allergenCodes }) => allergenCodes}
      labelOf={(code) => t(`menu.allergens.${code}`)}
      isWarning
    >
      <Choice
        name="allergens.checked"
        label="menuEditor.fields.allergensChecked"
        hint="menuImports.bulk.checkedHint"
        options={(['keep', 'yes', 'no'] as const).map((value) => ({
          value,
          label: t(`menuImports.bulk.checked.${value}`),
        }))}
      />
    </Entries>
  )
}

function CategoryFields({ first }: FieldsProps) {
  const { field } = useField('category.existing', 'menuImports.columns.category')
  const existing = field.value ?? first
  return (
    <>
      <TextField
        as={CategorySelect}
        label={t('menuImports.columns.category')}
        value={existing}
        onValueChange={field.onChange}
        categories={useOwnersMenu().menu?.categories ?? []}
        newLabel={t('menuImports.bulk.newCategory')}
      />
      {existing === NEW_CATEGORY && (
        <Text name="category.newName" label="menuImports.bulk.newName" maxLength={CATEGORY_NAME_MAX} />
      )}
    </>
  )
}

function PriceFields() {
  const unit = useField('price.unit', 'menuImports.bulk.by').field.value
  const isAmount = unit === 'amount'
  const label = isAmount ? 'menuImports.bulk.amountLabel' : 'menuImports.bulk.percentLabel'
  const { field, error } = useField('price.text', label)
  const choices = <Choice extends 'raise' | 'lower' | 'percent' | 'amount'>(all: readonly Choice[]) =>
    all.map((each) => ({ value: each, label: t(`menuImports.bulk.${each}`) }))
  return (
    <>
      <div className="flex flex-wrap gap-x-8 gap-y-4">
        <Choice name="price.direction" label="menuImports.bulk.direction" options={choices(['raise', 'lower'])} />
        <Choice name="price.unit" label="menuImports.bulk.by" options={choices(['percent', 'amount'])} />
      </div>
      <Field label={t(label)} error={error} hint={isAmount && t(`menuEditor.price.hint.${currency}`)}>
        {(control) => {
          const input = { ...control, ...field }
          if (isAmount) return <PriceInput {...input} text={field.value} onChoose={field.onChange} />
          return (
            <div className="flex items-center gap-3">
              <TextInput {...input} inputMode="decimal" maxLength={12} className="figures max-w-40" />
              <span className="font-semibold text-muted">%</span>
            </div>
          )
        }}
      </Field>
      <Select
        name="price.roundTo"
        label="menuImports.bulk.roundTo"
        options={ROUND_TO.map((each) => ({ value: each, label: money(each) }))}
      />
    </>
  )
}

const FIELDS: Record<FilledKind, FC<FieldsProps>> = {
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
