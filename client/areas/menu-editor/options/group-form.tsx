import { zodResolver } from '@hookform/resolvers/zod'
import type { ComponentProps } from 'react'
import { type Resolver, type UseFormReturn, useWatch } from 'react-hook-form'
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
import { useBothLanguages, withoutCopies } from '../../../lib/changes/both-languages.tsx'
import { fieldError } from '../../../lib/changes/field-error.ts'
import { toastFailure } from '../../../lib/changes/send-change.ts'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { currency, inParts } from '../../../lib/settings/settings.ts'
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

function formOfGroup({ name, nameRo, without, min, max, options }: OptionGroup, isRomanian: boolean): GroupForm {
  return {
    ...withoutCopies({ name, nameRo, without, min, max }, ['name'], isRomanian),
    options: options.map(({ id, soldOutUntil: _, ...option }) => ({
      ...withoutCopies(option, ['name'], isRomanian),
      // A dish has its own names, which may change meanwhile.
      ...(option.menuItemId !== null && { name: '', nameRo: '', allergenCodes: [] }),
      optionId: id,
      price: decimalText(option.price),
      allergenCodes: [...option.allergenCodes],
    })),
  }
}

const isEmpty = ({ name, nameRo, price, menuItemId }: OptionForm) =>
  menuItemId === null && [name, nameRo, price].every((text) => text.trim() === '')

/** Converts the form's values to the body of the request, not yet validated; empty rows at the end are left out. */
function parseGroupForm({ options, without, ...group }: GroupForm, currency: Currency) {
  const last = options.findLastIndex((option) => !isEmpty(option))
  return {
    ...group,
    without,
    options: options.slice(0, last + 1).map(({ optionId, price, ...option }) => ({
      ...option,
      ...(optionId !== null && { id: optionId }),
      ...(without ? { price: 0, times: 1 } : { price: amountOf(price, currency) }),
    })),
  }
}

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
    options: ({ options }: GroupForm) =>
      options.map((option) => [optionName(option), option.price].filter(Boolean).join(' ')).join('\n'),
    usedBy: ({ usedBy = [] }: OptionGroup) =>
      usedBy.length === 0 ? t('menuOptions.unused') : t('menuOptions.usedBy', { count: usedBy.length }),
  }
}

const useAddGroup = ownersGroups.add(api.createOptionGroup)
const useSaveGroup = ownersGroups.save(api.changeOptionGroup)

export const useCopyGroup = ownersGroups.change(api.copyOptionGroup, { isOnce: true, failed: 'common.error' })

export const useDeleteGroup = ownersGroups.remove(api.deleteOptionGroup, {
  done: (group) => t('common.deleted', { name: nameIn(language, group) }),
  failed: 'common.error',
})

interface SoldOutOption {
  optionId: number
  soldOut: boolean
}
export const useSellOutOption = ownersGroups.change(api.setOptionSoldOut, {
  params: ({ id }, { optionId }: SoldOutOption) => ({ id: String(id), optionId: String(optionId) }),
  body: (_, { soldOut }: SoldOutOption) => ({ soldOut }),
  failed: 'common.notChanged',
})

/** The dishes that have a required group, and so cannot be an option of another dish. */
export function dishesWithRequiredGroup(groups: readonly api.OptionGroup[]): Set<MenuItem['id']> {
  return new Set(groups.flatMap(({ min, usedBy = [] }) => (min > 0 ? usedBy : [])))
}

export type GroupEditorForm = UseFormReturn<GroupForm, GroupForm, OptionGroupInput>

const checkGroup = zodResolver(optionGroupInputSchema)
const resolverIn =
  (currency: Currency): Resolver<GroupForm, GroupForm, OptionGroupInput> =>
  (values, context, options) =>
    // The casts are safe, because the schema validates the value.
    checkGroup(parseGroupForm(values, currency) as never, context, options as never) as never

const parseGroup = (value: unknown): OptionGroup | undefined => optionGroupSchema.safeParse(value).data

export interface GroupEditorOptions {
  group: OptionGroup | null
  /** The only dish that a new group belongs to. */
  dishId?: number | null
  start?: GroupForm
  onDone: (saved: OptionGroup) => void
}

export function useGroupEditor({ group, dishId = null, start = EMPTY_GROUP, onDone }: GroupEditorOptions) {
  const { isRomanian } = useBothLanguages()
  const { mutateAsync: add } = useAddGroup()
  const { mutateAsync: save } = useSaveGroup()
  return useEditor<GroupForm, OptionGroupInput, OptionGroup>({
    name: `options.${group?.id ?? (dishId === null ? 'new' : `dish-${dishId}`)}`,
    resolver: resolverIn(currency),
    saved: group,
    valuesOf: (saved) => formOfGroup(saved, isRomanian),
    start,
    versions: { code: 'options_changed', field: 'optionGroup', parse: parseGroup },
    add: (input, key) => add({ input: { ...input, dishId }, key }),
    change: (_, saved, input) => save({ item: saved, input: withKnownIds(input, saved) }),
    fieldOfCode: { group_exists: 'name' },
    onFailure: (error) => toastFailure(t('menuOptions.addFailed'), error),
    savedText: (saved) => t('common.saved', { name: nameIn(language, saved) }),
    onDone,
  })
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
export function LimitFields({ form }: { form: GroupEditorForm }) {
  const values = useWatch({ control: form.control, compute: ({ without, min, max }) => ({ without, min, max }) })
  const { limits } = useGroupTexts()
  const kind = kindOf(values)
  const set = (next: Partial<typeof values>) => {
    for (const [field, value] of Object.entries(next)) form.setValue(field as 'min', value as number)
    if (form.formState.isSubmitted) void form.trigger()
  }
  const { min, max } = values
  // A kind with the limit 1 is another one.
  const lowestMax = Math.max(min, kind === 'some' ? 2 : 1)
  const { errors } = form.formState
  const error = fieldError(errors.max ?? errors.without ?? errors.min)
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
