import { zodResolver } from '@hookform/resolvers/zod'
import type { Resolver, UseFormReturn } from 'react-hook-form'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { type DishChange, type DishInput, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import {
  DISH_FIELDS,
  type DishField,
  type NutritionalValues,
  OPTIONAL_TEXTS,
  REQUIRED_TEXTS,
} from '#shared/contracts/menu/menu-fields.ts'
import { nameIn } from '#shared/domain/language.ts'
import { knownTags } from '#shared/domain/menu/filter.ts'
import { NUTRIENTS, type Nutrient } from '#shared/domain/menu/nutrients.ts'
import type { TakeawayFee } from '#shared/domain/menu/options.ts'
import type { Currency } from '#shared/domain/money.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import { withoutCopies, withRomanian } from '../../lib/changes/both-languages.tsx'
import { money } from '../../lib/settings/settings.ts'
import { weekText } from '../../lib/settings/week-editor.tsx'
import { language, t } from '../../ui/index.ts'
import { useOptionGroups } from './owners-menu.ts'
import { decimalText, knownPrice, readPrice } from './price-input.tsx'

/** What the form edits beside the fields of the CSV. */
const OPTION_FIELDS = ['optionGroupIds', 'isSetMenu', 'takeawayFee', 'servedHours'] as const
type EditedField = DishField | (typeof OPTION_FIELDS)[number]
const EDITED_FIELDS: readonly EditedField[] = [...DISH_FIELDS, ...OPTION_FIELDS]

type DishValues = Pick<MenuItem, EditedField> & Partial<Pick<MenuItem, 'nameIsFallback'>>

/** The values of the form's fields; numbers are texts, as they were entered. */
export type DishForm = Omit<DishValues, 'price' | 'allergens' | 'nutritionalValues' | 'takeawayFee'> & {
  price: string
  allergens: string
  nutritionalValues: Record<Nutrient, string>
  takeawayFee: Omit<TakeawayFee, 'amount'> & { amount: string }
}

const NO_FEE: DishForm['takeawayFee'] = { name: '', nameRo: '', amount: '', deposit: false }

export const EMPTY_DISH: DishForm = {
  ...mapValues({ ...REQUIRED_TEXTS, ...OPTIONAL_TEXTS }, () => ''),
  price: '',
  imageUrl: '',
  tags: [],
  isActive: true,
  allergens: '',
  allergenCodes: [],
  nutritionalValues: nutrientsOf(null),
  allergensChecked: false,
  optionGroupIds: [],
  isSetMenu: false,
  takeawayFee: NO_FEE,
  servedHours: null,
}

/** @param isRomanian whether an English name that only repeats the Romanian one is left empty */
export function formOfDish(dish: DishValues, isRomanian = false): DishForm {
  return {
    ...pick(dish, DISH_FIELDS),
    ...(isRomanian && dish.nameIsFallback && { name: '' }),
    price: decimalText(dish.price),
    tags: [...dish.tags],
    allergens: dish.allergens ?? '',
    allergenCodes: [...dish.allergenCodes],
    nutritionalValues: nutrientsOf(dish.nutritionalValues),
    optionGroupIds: [...dish.optionGroupIds],
    isSetMenu: dish.isSetMenu,
    takeawayFee: dish.takeawayFee
      ? { ...withoutCopies(dish.takeawayFee, ['name'], isRomanian), amount: decimalText(dish.takeawayFee.amount) }
      : NO_FEE,
    servedHours: dish.servedHours ?? null,
  }
}

function nutrientsOf(values: NutritionalValues | null): Record<Nutrient, string> {
  const texts = NUTRIENTS.map((nutrient) => [nutrient, values?.[nutrient]?.toString() ?? ''])
  return Object.fromEntries(texts) as Record<Nutrient, string>
}

/** Converts the form's values to the body of the request, not yet validated. */
export function parseDishForm(form: DishForm, { currency, isRomanian }: { currency: Currency; isRomanian?: boolean }) {
  const { takeawayFee: fee } = form
  const hasFee = [fee.name, fee.nameRo, fee.amount].some((text) => text.trim() !== '')
  return {
    ...(isRomanian ? withRomanian(form, ['name', 'category']) : form),
    ...(isRomanian && form.name.trim() === '' && { nameIsFallback: true }),
    price: parsePrice(form.price, currency),
    nutritionalValues: parseNutrition(form.nutritionalValues),
    takeawayFee: hasFee ? { ...fee, name: fee.name || fee.nameRo, amount: parsePrice(fee.amount, currency) } : null,
  }
}

/** An unclear price stays a text, which the schema rejects. */
function parsePrice(text: string, currency: Currency) {
  return readPrice(text, currency).kind === 'unclear' ? text : (knownPrice(text, currency) ?? parseDecimal(text))
}

/** Parses the nutritional values: null for each that is empty; null for all if every one is empty. */
export function parseNutrition(texts: DishForm['nutritionalValues']) {
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

/** What each field of a dish means in words, to show two versions of it. */
export function useFieldTexts() {
  const { data: groups = [] } = useOptionGroups()

  function valueText(field: EditedField, form: DishForm): string {
    switch (field) {
      case 'price': {
        const price = knownPrice(form.price)
        return price === undefined ? form.price : money(price)
      }
      case 'isActive':
        return t(form.isActive ? 'menuEditor.fields.isActive' : 'menuEditor.isHidden')
      case 'allergensChecked':
        return t(form.allergensChecked ? 'menuEditor.checked' : 'menuEditor.notChecked')
      case 'tags':
        return form.tags.map((tag) => knownTags([tag]).map((key) => t(`menu.tags.${key}`))[0] ?? tag).join(', ')
      case 'allergenCodes':
        return form.allergenCodes.map((code) => t(`menu.allergens.${code}`)).join(', ')
      case 'nutritionalValues':
        return NUTRIENTS.filter((nutrient) => form.nutritionalValues[nutrient] !== '')
          .map((nutrient) => `${t(`menuEditor.nutrients.${nutrient}`)} ${form.nutritionalValues[nutrient]}`)
          .join(', ')
      case 'optionGroupIds':
        return groups
          .filter(({ id }) => form.optionGroupIds.includes(id))
          .map((group) => nameIn(language, group))
          .join(', ')
      case 'isSetMenu':
        return t(form.isSetMenu ? 'menuEditor.fields.isSetMenu' : 'menuOptions.noSetMenu')
      case 'takeawayFee':
        return [
          ...[nameIn(language, form.takeawayFee), form.takeawayFee.amount],
          form.takeawayFee.deposit ? `(${t('menuOptions.deposit')})` : '',
        ]
          .filter(Boolean)
          .join(' ')
      case 'servedHours':
        return weekText(form.servedHours ?? [], language)
      default:
        return form[field]
    }
  }

  return EDITED_FIELDS.map((field) => ({
    label: t(`menuEditor.fields.${field}`),
    textOf: (form: DishForm) => valueText(field, form),
  }))
}

export type DishEditorForm = UseFormReturn<DishForm, DishForm, DishInput>

const checkDish = zodResolver(dishInputSchema)
/** The rules for the form, by the restaurant's currency and language. */
export const dishResolver =
  (read: Parameters<typeof parseDishForm>[1]): Resolver<DishForm, DishForm, DishInput> =>
  (values, context, options) =>
    // The cast is safe, because the schema validates the value.
    checkDish(parseDishForm(values, read) as DishInput, context, options as never) as never

export const parseDish = (value: unknown): MenuItem | undefined => menuItemSchema.safeParse(value).data
