import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import * as api from '#shared/contracts/menu/options.ts'
import {
  type OptionGroup,
  type OptionGroupInput,
  optionGroupInputSchema,
  optionGroupSchema,
} from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { MAX_GROUP_OPTIONS } from '#shared/domain/menu/options.ts'
import type { Currency } from '#shared/domain/money.ts'
import type { Edited } from '../../../kit/editor.tsx'
import { form, reader, useFormContext } from '../../../kit/form.ts'
import { withoutCopies } from '../../../lib/changes/both-languages.tsx'
import { fieldError } from '../../../lib/changes/field-error.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { currency, inParts, restaurantLanguage } from '../../../lib/settings/settings.ts'
import { ChoiceChips, FieldError, language, Stepper, t } from '../../../ui/index.ts'
import { ownersGroups, useOwnersMenu } from '../owners-menu.ts'
import { decimalText, knownPrice, readPrice } from '../price-input.tsx'

/** The values of an option's row; the price is a text, as it was entered. */
export interface OptionForm {
  optionId: number | null
  name: string
  nameRo: string
  price: string
  times: number
  allergenCodes: AllergenCode[]
  menuItemId: number | null
  preselected: boolean
  isActive: boolean
}

export interface GroupForm {
  name: string
  nameRo: string
  without: boolean
  min: number
  max: number | null
  options: OptionForm[]
}

export const NEW_OPTION: OptionForm = {
  optionId: null,
  name: '',
  nameRo: '',
  price: '',
  times: 1,
  allergenCodes: [],
  menuItemId: null,
  preselected: false,
  isActive: true,
}

/** What owners choose first; the numbers follow from it. */
const KINDS = ['one', 'some', 'without'] as const
type GroupKind = (typeof KINDS)[number]
const KIND_LIMITS = {
  one: { without: false, min: 1, max: 1 },
  some: { without: false, min: 0, max: null },
  without: { without: true, min: 0, max: null },
} as const satisfies Record<GroupKind, Partial<GroupForm>>

export function kindOf({ without, max }: Pick<GroupForm, 'without' | 'max'>): GroupKind {
  if (without) return 'without'
  return max === 1 ? 'one' : 'some'
}

export const EMPTY_GROUP: GroupForm = { name: '', nameRo: '', ...KIND_LIMITS.one, options: [NEW_OPTION] }

/** A course of a set menu, whose options are dishes. */
export const COURSE: GroupForm = { ...EMPTY_GROUP, options: [] }

/** Two sizes, to be given their prices. */
export const SIZES: GroupForm = {
  name: 'Size',
  nameRo: 'Mărime',
  ...KIND_LIMITS.one,
  options: [
    { ...NEW_OPTION, name: 'Small', nameRo: 'Mică', price: '0.00' },
    { ...NEW_OPTION, name: 'Large', nameRo: 'Mare' },
  ],
}

const isEmpty = ({ name, nameRo, price, menuItemId }: OptionForm) =>
  menuItemId === null && [name, nameRo, price].every((text) => text.trim() === '')

/** The rows of the options; empty ones at the end are left out. */
const optionRows = {
  show: (options: OptionGroup['options'] = []): OptionForm[] =>
    options.map(({ id, soldOutUntil: _, ...option }) => ({
      ...withoutCopies(option, ['name'], restaurantLanguage === 'ro'),
      // A dish has its own names, which may change meanwhile.
      ...(option.menuItemId !== null && { name: '', nameRo: '', allergenCodes: [] }),
      optionId: id,
      price: decimalText(option.price),
      allergenCodes: [...option.allergenCodes],
    })),
  read: (rows: OptionForm[], { without }: Pick<GroupForm, 'without'>) =>
    rows.slice(0, rows.findLastIndex((row) => !isEmpty(row)) + 1).map(({ optionId, price, ...option }) => ({
      ...option,
      ...(optionId !== null && { id: optionId }),
      ...(without ? { price: 0, times: 1 } : { price: amountOf(price, currency) }),
    })),
}

export const groupForm = form(optionGroupInputSchema, {
  ...{
    name: reader.text,
    nameRo: reader.text,
    without: reader.same<boolean>(),
    min: reader.same<number>(),
    max: reader.same<number | null>(),
  },
  options: optionRows,
})

/** The price that a text means: 0 if it is empty. An unclear one stays a text, which the schema rejects. */
function amountOf(text: string, currency: Currency): number | string {
  if (text.trim() === '') return 0
  return readPrice(text, currency).kind === 'unclear' ? text : (knownPrice(text, currency) ?? text)
}

/** The body of a change of `saved`: an option that somebody else has deleted meanwhile is added again. */
function withKnownIds(input: OptionGroupInput, saved: OptionGroup): OptionGroupInput {
  const known = new Set(saved.options.map(({ id }) => id))
  const options = input.options.map(({ id, ...option }) =>
    id !== undefined && known.has(id) ? { id, ...option } : option,
  )
  return { ...input, options }
}

/** The dishes that options can name, and functions that return the words for what a group and its options mean. */
export function useGroupTexts() {
  const { menu } = useOwnersMenu()
  const dishes = menu?.dishes ?? []
  const dishOf = ({ menuItemId }: Pick<OptionForm, 'menuItemId'>) =>
    menuItemId === null ? undefined : dishes.find(({ id }) => id === menuItemId)
  /** The name of an option, which is that of its dish. */
  const optionName = (option: Pick<OptionForm, 'name' | 'nameRo' | 'menuItemId'>) => {
    const named = dishOf(option) ?? option
    return nameIn(language, named) || named.nameRo || ''
  }
  return {
    dishes,
    dishOf,
    optionName,
    /** "choose 1", "up to 2", "any". */
    limits({ min, max }: Pick<GroupForm, 'min' | 'max'>): string {
      if (max === null) return min === 0 ? t('menuOptions.any') : t('menuOptions.atLeastWords', { count: min })
      if (min === 0) return t('menuOptions.upTo', { count: max })
      return min === max ? t('menuOptions.choose', { count: min }) : t('menuOptions.between', { min, max })
    },
    prices({ options }: Pick<OptionGroup, 'options'>): string {
      const prices = options.map(({ price }) => price)
      const [low, high] = [Math.min(...prices), Math.max(...prices)]
      if (prices.length === 0 || high === 0) return t('menuOptions.noExtra')
      const [from, to] = [inParts(low).figure, inParts(high).figure]
      return from === to ? to : `${from}–${to}`
    },
    usedBy: ({ usedBy = [] }: OptionGroup) =>
      usedBy.length === 0 ? t('menuOptions.unused') : t('menuOptions.usedBy', { count: usedBy.length }),
  }
}

const add = ownersGroups.add(api.createOptionGroup)
const save = ownersGroups.save(api.changeOptionGroup)
const nameOf = (group: OptionGroup) => nameIn(language, group)

/** The groups, and what the editor of one adds to, changes and deletes from. */
export const groupList = {
  draft: 'options',
  words: 'menuOptions',
  nameOf,
  save: (saved, _, input) => save(saved, withKnownIds(input, saved)),
  remove: ownersGroups.remove(api.deleteOptionGroup, {
    done: (group) => t('common.deleted', { name: nameOf(group) }),
    failed: 'common.error',
  }),
  deleted: ({ usedBy = [] }) => ({ number: usedBy.length }),
  versions: {
    code: 'options_changed',
    field: 'optionGroup',
    parse: (value) => optionGroupSchema.safeParse(value).data,
  },
  fieldOfCode: { group_exists: 'name' },
  copy: ownersGroups.change<void>(
    ({ id }, _, { key }) =>
      sendChange(api.copyOptionGroup, { params: { id: String(id) }, headers: { 'Idempotency-Key': key } }),
    { failed: 'common.error' },
  ),
  sellOut: ownersGroups.change(
    ({ id }, { optionId, ...body }: { optionId: number; soldOut: boolean }) =>
      sendChange(api.setOptionSoldOut, { params: { id: String(id), optionId: String(optionId) }, body }),
    { failed: 'common.notChanged' },
  ),
} satisfies Edited<OptionGroup, OptionGroupInput> & Record<'copy' | 'sellOut', unknown>

/** The same for new groups of one dish; null: of none. */
export const groupsOf = (dishId: number | null) => ({
  ...groupList,
  ...(dishId !== null && { draft: `options.dish-${dishId}` }),
  add: (input: OptionGroupInput, key: string) => add({ ...input, dishId }, key),
})

/** The dishes that have a required group, and so cannot be an option of another dish. */
export function dishesWithRequiredGroup(groups: readonly api.OptionGroup[]): Set<MenuItem['id']> {
  return new Set(groups.flatMap(({ min, usedBy = [] }) => (min > 0 ? usedBy : [])))
}

/** A stepper with its label in sight. */
export function LabelledStepper(props: ComponentProps<typeof Stepper>) {
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span aria-hidden="true" className="font-semibold text-sm">
        {props.name}
      </span>
      <Stepper {...props} />
    </div>
  )
}

/** What guests do with a group, by an example, and how many they choose, in words beside the numbers. */
export function LimitFields() {
  const { form, said } = useFormContext()
  const values = useWatch({
    control: form.control,
    compute: ({ without, min, max }: GroupForm) => ({ without, min, max }),
  })
  const { limits } = useGroupTexts()
  said.set('kind', { label: t('menuOptions.kind'), textOf: limits })
  const kind = kindOf(values)
  const set = (next: Partial<typeof values>) => {
    for (const [field, value] of Object.entries(next)) form.setValue(field as 'min', value as number)
    if (form.formState.isSubmitted) void form.trigger()
  }
  const { min, max } = values
  // A kind with the limit 1 is another one.
  const lowestMax = Math.max(min, kind === 'some' ? 2 : 1)
  const { errors } = form.formState
  const error = fieldError((errors.max ?? errors.without ?? errors.min) as { message?: string } | undefined)
  return (
    <div className="space-y-3">
      <ChoiceChips
        label={t('menuOptions.kind')}
        value={kind}
        onChange={(next) => set(KIND_LIMITS[next])}
        options={KINDS.map((each) => ({ value: each, label: t(`menuOptions.kinds.${each}`) }))}
      />
      <p className="text-muted text-sm">{t(`menuOptions.examples.${kind}`)}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-card border border-line bg-paper px-4 py-2.5">
        {kind !== 'without' && (
          <LabelledStepper
            name={t('menuOptions.min')}
            quantity={min}
            max={max ?? MAX_GROUP_OPTIONS}
            onChange={(next) => set({ min: next })}
          />
        )}
        {kind !== 'one' && (
          <LabelledStepper
            name={t('menuOptions.max')}
            text={max === null ? t('menuOptions.any') : undefined}
            // Without a limit, one more is the lowest limit; above all options, one more is no limit.
            quantity={max ?? lowestMax - 1}
            min={max === null ? lowestMax - 1 : lowestMax}
            max={MAX_GROUP_OPTIONS + 1}
            onChange={(next) => set({ max: next > MAX_GROUP_OPTIONS ? null : next })}
          />
        )}
        <p className="text-muted text-sm sm:ml-auto">
          {t('menuOptions.guestsRead')}{' '}
          <strong className="text-body text-ready">{t('menuOptions.quoted', { words: limits(values) })}</strong>
        </p>
      </div>
      {error && <FieldError id={undefined}>{error}</FieldError>}
    </div>
  )
}
