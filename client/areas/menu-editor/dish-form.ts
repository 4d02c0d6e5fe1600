import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { type DishChange, type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { type NutritionalValues, OPTIONAL_TEXTS, REQUIRED_TEXTS } from '#shared/contracts/menu/menu-fields.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import type { TakeawayFee } from '#shared/domain/menu/options.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import type { WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { form, reader } from '../../kit/form.ts'
import { withoutCopies } from '../../lib/changes/both-languages.tsx'
import { currency, restaurantLanguage } from '../../lib/settings/settings.ts'
import { decimalText, knownPrice, readPrice } from './price-input.tsx'

const orRomanian = (name: 'nameRo' | 'categoryRo') => ({
  ...reader.text,
  read: (typed: string, values: Record<typeof name, string>) =>
    restaurantLanguage === 'ro' && typed.trim() === '' ? values[name] : typed,
})

const price = {
  show: (saved: number | undefined) => (saved === undefined ? '' : decimalText(saved)),
  read: (typed: string) => parsePrice(typed),
}

const nutrition = {
  show: (saved: NutritionalValues | null | undefined) =>
    Object.fromEntries(NUTRIENTS.map((each) => [each, saved?.[each]?.toString() ?? ''])) as Record<Nutrient, string>,
  read: parseNutrition,
}

type TypedFee = Omit<TakeawayFee, 'amount'> & { amount: string }
const takeawayFee = {
  show: (saved: TakeawayFee | null | undefined): TypedFee =>
    saved
      ? { ...withoutCopies(saved, ['name'], restaurantLanguage === 'ro'), amount: decimalText(saved.amount) }
      : { name: '', nameRo: '', amount: '', deposit: false },
  read: ({ amount, ...fee }: TypedFee) =>
    [fee.name, fee.nameRo, amount].some((text) => text.trim() !== '')
      ? { ...fee, name: fee.name || fee.nameRo, amount: parsePrice(amount) }
      : null,
}

const fields = form(dishInputSchema, {
  ...mapValues({ ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS }, () => reader.text),
  ...{ name: orRomanian('nameRo'), category: orRomanian('categoryRo'), imageUrl: reader.text, allergens: reader.text },
  ...{ price, nutritionalValues: nutrition, takeawayFee },
  tags: reader.same<string[]>([]),
  allergenCodes: reader.same<AllergenCode[]>([]),
  allergensChecked: reader.same(false),
  isActive: reader.same(true),
  optionGroupIds: reader.same<number[]>([]),
  isSetMenu: reader.same(false),
  servedHours: reader.same<WeeklyHours[] | null>(null),
  nameIsFallback: {
    show: (_saved: boolean | undefined) => undefined,
    read: (_: undefined, { name }: { name: string }) =>
      (restaurantLanguage === 'ro' && name.trim() === '') || undefined,
  },
})

/** In a Romanian restaurant, an English name that only repeats the Romanian one is empty. */
export const dishForm = {
  ...fields,
  valuesOf: (dish: Partial<MenuItem>) => ({
    ...fields.valuesOf(dish),
    ...(restaurantLanguage === 'ro' && dish.nameIsFallback && { name: '' }),
  }),
}
export type DishForm = ReturnType<typeof dishForm.valuesOf>

/** An unclear price stays a text, which the schema rejects. */
function parsePrice(text: string) {
  return readPrice(text, currency).kind === 'unclear' ? text : (knownPrice(text, currency) ?? parseDecimal(text))
}

/** Parses the nutritional values: null for each that is empty; null for all if every one is empty. */
export function parseNutrition(texts: Record<Nutrient, string>) {
  if (NUTRIENTS.every((nutrient) => texts[nutrient].trim() === '')) return null
  const values = NUTRIENTS.map((nutrient) => [nutrient, parseDecimal(texts[nutrient]) ?? null])
  return Object.fromEntries(values) as NutritionalValues
}

const NUMBER = /^-?\d+(?:[.,]\d+)?$/

/** Parses a number with a decimal point or comma. Returns other text unchanged, and undefined for an empty text. */
function parseDecimal(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : trimmed
}

/** The body of a change. The two names of a category are always sent together. */
export function changeOfDish(changed: Partial<DishInput>, input: DishInput): DishChange {
  return {
    ...changed,
    ...(('category' in changed || 'categoryRo' in changed) && pick(input, ['category', 'categoryRo'])),
    ...('name' in changed && pick(input, ['nameIsFallback'])),
  }
}

export const parseDish = (value: unknown): MenuItem | undefined => menuItemSchema.safeParse(value).data
