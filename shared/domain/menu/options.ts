import { linesTotal } from '../money.ts'
import type { AllergenCode } from './allergens.ts'

/** Limits of the restaurant's options (docs/product/options.md#options-groups). */
export const MAX_GROUPS = 200
export const MAX_OPTIONS = 2_000
export const MAX_GROUP_OPTIONS = 30
export const MAX_DISH_GROUPS = 8
export const MAX_TIMES = 9
/** How many chosen options one order may have; an option that is taken twice counts twice. */
export const MAX_ORDER_OPTIONS = 300

/** An option as it can be chosen now: names, allergens and "sold out today" of a named dish are the dish's. */
export interface ChoosableOption {
  id: number
  name: string
  nameRo: string
  /** The amount it adds to the price of the dish, in minor units. */
  price: number
  /** How often it may be taken. */
  times: number
  allergenCodes: readonly AllergenCode[]
  /** The dish that it names; a dish that is named becomes a line of its own. */
  menuItemId: number | null
  isActive: boolean
  /** Until when it is sold out; null or in the past if it is not. */
  soldOutUntil: Date | string | null
  /** Whether the dish that it names declares no allergens. */
  isUndeclared?: boolean | null | undefined
  /** The takeaway fee of the dish that it names. */
  takeawayFee?: TakeawayFee | null | undefined
}

export interface ChoosableGroup<Option extends ChoosableOption = ChoosableOption> {
  name: string
  nameRo: string
  /** Whether its options are ingredients that the dish is made without. */
  without: boolean
  /** How many options are chosen at least and at most, repetitions included; null for any number. */
  min: number
  max: number | null
  options: readonly Option[]
}

/** Why a choice is not possible: too few or too many of a group, or an option that is sold out or no longer there. */
export interface ChoiceProblem {
  optionId?: number
  /** The English name of the group; missing for an option that no group of the dish has. */
  group?: string
  reason: 'required' | 'too_many' | 'sold_out' | 'gone'
}

/** How often each option is chosen, in the order of the first choice. */
export function countChoices(chosen: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of chosen) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

interface Chosen<Group, Option> {
  group: Group
  option: Option
  quantity: number
}

/** The chosen options of a dish: those without something first, then in the order of its groups. */
export function chosenOptions<Option extends ChoosableOption, Group extends ChoosableGroup<Option>>(
  groups: readonly (Group & ChoosableGroup<Option>)[],
  chosen: readonly number[],
): Chosen<Group, Option>[] {
  const counts = countChoices(chosen)
  return groups
    .flatMap((group) => group.options.map((option) => ({ group, option, quantity: counts.get(option.id) ?? 0 })))
    .filter(({ quantity }) => quantity > 0)
    .sort((a, b) => Number(b.group.without) - Number(a.group.without))
}

type CopiedGroup = Pick<ChoosableGroup, 'name' | 'nameRo' | 'without'>

/** A snapshot of a chosen option in orders and proposals. */
export function optionCopy({ group, option, quantity }: Chosen<CopiedGroup, ChoosableOption>) {
  const { id, name, nameRo, price } = option
  return { id, group: group.name, groupRo: group.nameRo, name, nameRo, price, quantity, without: group.without }
}

/** Returns the sum that options add to the price of one portion, in minor units. */
export function choicePrice(groups: readonly ChoosableGroup[], chosen: readonly number[]): number {
  return linesTotal(chosenOptions(groups, chosen).map(({ option, quantity }) => ({ price: option.price, quantity })))
}

/** Longer than any business day: what ends later was marked before the clock was set back, and counts as over. */
export const LONGEST_MARK_MS = 2 * 24 * 60 * 60_000

/** Whether what ends with the business day ("sold out today", a count of portions) still counts at a moment. */
export function isMarkedAt(until: Date | string | null, now: Date): boolean {
  const leftMs = until === null ? 0 : new Date(until).getTime() - now.getTime()
  return leftMs > 0 && leftMs <= LONGEST_MARK_MS
}

export const isSoldOutAt = ({ soldOutUntil }: Pick<ChoosableOption, 'soldOutUntil'>, now: Date): boolean =>
  isMarkedAt(soldOutUntil, now)

/** Whether an option can be chosen at a moment. */
export const isAvailableAt = (option: Pick<ChoosableOption, 'isActive' | 'soldOutUntil'>, now: Date): boolean =>
  option.isActive && !isSoldOutAt(option, now)

/**
 * Returns why a dish cannot be ordered with these options (docs/product/options.md#options-orders), or an empty list.
 * It ignores an option that is taken more than `times` times: `exceedsTimes` checks that.
 */
export function choiceProblems(groups: readonly ChoosableGroup[], chosen: readonly number[], now: Date) {
  const counts = countChoices(chosen)
  const known = new Set(groups.flatMap(({ options }) => options.map(({ id }) => id)))
  const problems: ChoiceProblem[] = [...counts.keys()]
    .filter((optionId) => !known.has(optionId))
    .map((optionId) => ({ optionId, reason: 'gone' }))
  for (const { name: group, min, max, options } of groups) {
    const taken = options.filter(({ id }) => counts.has(id))
    for (const option of taken) {
      if (!option.isActive) problems.push({ optionId: option.id, group, reason: 'gone' })
      else if (isSoldOutAt(option, now)) problems.push({ optionId: option.id, group, reason: 'sold_out' })
    }
    const count = taken.reduce((sum, { id }) => sum + (counts.get(id) ?? 0), 0)
    if (count < min) problems.push({ group, reason: 'required' })
    if (max !== null && count > max) problems.push({ group, reason: 'too_many' })
  }
  return problems
}

export function exceedsTimes(groups: readonly ChoosableGroup[], chosen: readonly number[]): boolean {
  return chosenOptions(groups, chosen).some(({ option, quantity }) => quantity > option.times)
}

/** Whether choosing one option of a group replaces another, as with radio buttons. */
const isOneOf = ({ max }: Pick<ChoosableGroup, 'max'>): boolean => max === 1

/** How many options of a group are chosen, repetitions included. */
export function countIn({ options }: ChoosableGroup, chosen: readonly number[]): number {
  const ids = new Set(options.map(({ id }) => id))
  return chosen.filter((id) => ids.has(id)).length
}

/** Returns the choice with an option taken `count` times; unchanged if the group does not allow that many. */
export function withChoice(
  group: ChoosableGroup,
  chosen: readonly number[],
  { id }: Pick<ChoosableOption, 'id'>,
  count: number,
): readonly number[] {
  const replaced = isOneOf(group) ? group.options.map((option) => option.id) : [id]
  const next = [...chosen.filter((other) => !replaced.includes(other)), ...Array<number>(count).fill(id)]
  return group.max !== null && countIn(group, next) > group.max ? chosen : next
}

/** Returns the wanted options (chosen earlier, or preselected) that can still be chosen. */
export function possibleChoice(groups: readonly ChoosableGroup[], wanted: readonly number[], now: Date): number[] {
  const counts = countChoices(wanted)
  return groups.flatMap(({ max, options }) =>
    options
      .filter((option) => isAvailableAt(option, now))
      .flatMap(({ id, times }) => Array<number>(Math.min(times, counts.get(id) ?? 0)).fill(id))
      .slice(0, max ?? undefined),
  )
}

/** The summary of a dish's options on the menu (docs/product/options.md#options-menu). */
export interface OptionsOfDish {
  hasOptions: boolean
  /** The lowest price with all required choices, in minor units; null if no required choice adds anything. */
  fromPrice: number | null
  /** The allergens that no choice avoids. */
  requiredAllergenCodes: AllergenCode[]
  /** Whether an option names a dish that declares no allergens. */
  partsUndeclared: boolean
  /** Whether a required group cannot be met: the dish cannot be ordered. */
  unmet: boolean
}

/** Sums up the groups of a dish. @param price of the dish alone, in minor units */
export function optionsOfDish(groups: readonly ChoosableGroup[], price: number, now: Date): OptionsOfDish {
  const availableOf = ({ options }: ChoosableGroup) => options.filter((one) => isAvailableAt(one, now))
  const available = groups.map((group) => ({ min: group.min, options: availableOf(group) }))
  const required = available.filter(({ min }) => min > 0)
  const added = required.reduce((sum, group) => sum + cheapest(group), 0)
  const unmet = required.some(({ min, options }) => roomIn(options) < min)
  const codes = new Set(required.flatMap(({ options }) => options.flatMap(({ allergenCodes }) => allergenCodes)))
  const roomWithout = (code: AllergenCode, options: readonly ChoosableOption[]) =>
    roomIn(options.filter(({ allergenCodes }) => !allergenCodes.includes(code)))
  const isUnavoidable = (code: AllergenCode) => required.some(({ min, options }) => roomWithout(code, options) < min)
  return {
    hasOptions: available.some(({ options }) => options.length > 0),
    fromPrice: added > 0 && !unmet ? price + added : null,
    requiredAllergenCodes: unmet ? [] : [...codes].filter(isUnavoidable),
    partsUndeclared: available.some(({ options }) => options.some(({ isUndeclared }) => isUndeclared)),
    unmet,
  }
}

/** How many choices these options allow together. */
const roomIn = (options: readonly ChoosableOption[]) => options.reduce((sum, { times }) => sum + times, 0)

/** The price of the cheapest `min` choices. */
function cheapest({ min, options }: { min: number; options: readonly ChoosableOption[] }): number {
  let left = min
  let sum = 0
  for (const { price, times } of [...options].sort((a, b) => a.price - b.price)) {
    const taken = Math.min(left, times)
    sum += taken * price
    left -= taken
  }
  return sum
}

/** A charge that a takeaway order gets for each portion of a dish: packaging, or a deposit. */
export interface TakeawayFee {
  name: string
  nameRo: string
  /** In minor units. */
  amount: number
  /** Whether it is a deposit, which is untaxed; packaging has the VAT rate of its dish. */
  deposit: boolean
}
