import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
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
import type { Currency } from '#shared/domain/money.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { withRomanian } from '../../lib/changes/both-languages.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { weekText } from '../../lib/settings/week-editor.tsx'
import { toast, useTranslation } from '../../ui/index.ts'
import { usePictureChoice } from '../pictures/index.ts'
import { useAddDish, useSaveDish, useUploadPicture } from './menu-requests.ts'
import { useOptionGroups } from './owners-menu.ts'
import { decimalText, knownPrice, readPrice } from './price-input.tsx'

/** What the form edits beside the fields of the CSV. */
const OPTION_FIELDS = ['optionGroupIds', 'isSetMenu', 'takeawayFee', 'servedHours'] as const
type EditedField = DishField | (typeof OPTION_FIELDS)[number]
const EDITED_FIELDS: readonly EditedField[] = [...DISH_FIELDS, ...OPTION_FIELDS]

type DishValues = Pick<MenuItem, EditedField> & Partial<Pick<MenuItem, 'nameIsFallback'>>

/** The values of the form's fields; numbers are texts, as they were entered. */
type DishForm = Omit<DishValues, 'price' | 'allergens' | 'nutritionalValues' | 'takeawayFee'> & {
  price: string
  allergens: string
  nutritionalValues: Record<Nutrient, string>
  takeawayFee: { name: string; nameRo: string; amount: string }
}

export const NO_FEE: DishForm['takeawayFee'] = { name: '', nameRo: '', amount: '' }

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
    takeawayFee: dish.takeawayFee ? { ...dish.takeawayFee, amount: decimalText(dish.takeawayFee.amount) } : NO_FEE,
    servedHours: dish.servedHours ?? null,
  }
}

/**
 * The form's values for a copy of a dish. Its allergens are not checked: the owner is about to change what is in it.
 * @param nameOf returns the name of the copy
 */
function copyOfDish(dish: DishValues, nameOf: (name: string) => string, isRomanian = false): DishForm {
  const form = formOfDish(dish, isRomanian)
  return {
    ...form,
    name: form.name && nameOf(form.name),
    nameRo: form.nameRo && nameOf(form.nameRo),
    allergensChecked: false,
  }
}

function nutrientsOf(values: NutritionalValues | null): Record<Nutrient, string> {
  const texts = NUTRIENTS.map((nutrient) => [nutrient, values?.[nutrient]?.toString() ?? ''])
  return Object.fromEntries(texts) as Record<Nutrient, string>
}

/** How the form is read: by the restaurant's currency and language. */
interface DishFormContext {
  currency: Currency
  isRomanian?: boolean
}

/** Converts the form's values to the body of the request, not yet validated. */
export function parseDishForm(form: DishForm, { currency, isRomanian = false }: DishFormContext) {
  const { takeawayFee: fee } = form
  const hasFee = Object.values(fee).some((text) => text.trim() !== '')
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
export function parseDecimal(text: string): number | string | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  return NUMBER.test(trimmed) ? Number(trimmed.replace(',', '.')) : trimmed
}

/** The fields in which two forms differ, in the order of `EDITED_FIELDS`. */
export function differingFields(form: DishForm, other: DishForm): EditedField[] {
  return EDITED_FIELDS.filter(
    (field) => JSON.stringify(meaningOf(form, field)) !== JSON.stringify(meaningOf(other, field)),
  )
}

/** The value of a field; of a price, its meaning: `28.50` is the same as `2850`. */
function meaningOf(form: DishForm, field: EditedField): unknown {
  return field === 'price' ? (knownPrice(form.price) ?? form.price) : form[field]
}

/** The body of a change with the given fields. The two names of a category are always sent together. */
export function changeOfDish(input: DishInput, fields: readonly EditedField[]): DishChange {
  const changesCategory = fields.includes('category') || fields.includes('categoryRo')
  const sent: string[] = changesCategory ? [...fields, 'category', 'categoryRo'] : [...fields]
  if (fields.includes('name')) sent.push('nameIsFallback')
  return Object.fromEntries(Object.entries(input).filter(([field]) => sent.includes(field)))
}

/** A field that differs between this form and the dish that somebody else has saved. */
interface DishConflict {
  field: EditedField
  isMine: boolean
}

/**
 * The fields in which this form and the dish as saved by somebody else differ (docs/product/menu.md#menu-two-versions).
 * @param before the dish when the form was opened
 */
export function dishConflicts(before: DishForm, theirs: DishForm, form: DishForm): DishConflict[] {
  const mine = differingFields(before, form)
  return differingFields(theirs, form).map((field) => ({ field, isMine: mine.includes(field) }))
}

export function useFieldTexts() {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const { data: groups = [] } = useOptionGroups()

  function valueText(field: EditedField, form: DishForm): string {
    switch (field) {
      case 'price': {
        const price = knownPrice(form.price)
        return price === undefined ? form.price : format(price)
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
        return [nameIn(language, form.takeawayFee), form.takeawayFee.amount].filter(Boolean).join(' ')
      case 'servedHours':
        return weekText(form.servedHours ?? [], language)
      default:
        return form[field]
    }
  }

  return {
    label: (field: EditedField) => t(`menuEditor.fields.${field}`),
    value: (field: EditedField, form: DishForm) => valueText(field, form) || t('menuEditor.conflict.nothing'),
  }
}

export type DishEditorForm = UseFormReturn<DishForm, DishFormContext, DishInput>

const checkDish = zodResolver(dishInputSchema)
const resolver: Resolver<DishForm, DishFormContext, DishInput> = (values, context, options) =>
  // The cast is safe, because the schema validates the value.
  checkDish(parseDishForm(values, context ?? { currency: 'lei' }) as DishInput, context, options as never) as never

const parseDish = (value: unknown): MenuItem | undefined => menuItemSchema.safeParse(value).data

/**
 * The state of the dish form. Saving sends the fields first and the picture after them (docs/product/menu.md#menu-tab).
 * @param initialDish null for a new dish
 * @param copyOf the dish whose values a new one begins with
 * @param isSet whether a new one begins as a set menu, hidden until it has its courses
 */
export function useDishEditor(
  initialDish: MenuItem | null,
  copyOf: MenuItem | null,
  isSet: boolean,
  onDone: (saved: MenuItem) => void,
) {
  const { t, language } = useTranslation()
  const { currency, language: restaurantLanguage } = useSettings()
  const isRomanian = restaurantLanguage === 'ro'
  const { data: groups = [] } = useOptionGroups()
  /** A copy has no groups that are the other dish's own. */
  const sharedGroupIds = ({ optionGroupIds }: MenuItem) =>
    optionGroupIds.filter((id) => groups.some((group) => group.id === id && group.dishId === null))
  const [start] = useState(() =>
    copyOf
      ? {
          ...copyOfDish(copyOf, (name) => t('menuEditor.copyName', { name }), isRomanian),
          optionGroupIds: sharedGroupIds(copyOf),
        }
      : { ...EMPTY_DISH, isSetMenu: isSet, isActive: !isSet },
  )
  const { mutateAsync: add } = useAddDish()
  const { mutateAsync: save } = useSaveDish()
  const upload = useUploadPicture()
  const picture = usePictureChoice('image_too_large')
  const editor = useEditor<DishForm, DishInput, MenuItem, DishFormContext>({
    name: `dish.${initialDish?.id ?? (copyOf ? `copy-${copyOf.id}` : isSet ? 'set' : 'new')}`,
    resolver,
    context: { currency, isRomanian },
    saved: initialDish,
    valuesOf: (dish: MenuItem) => formOfDish(dish, isRomanian),
    start,
    parseBase: parseDish,
    differing: differingFields,
    hasMore: picture.chosen !== null,
    isCopy: copyOf !== null,
    add: (input, key) => add({ input, key }),
    change: async ({ saved, input, fields }) =>
      fields.length === 0 ? saved : save({ item: saved, input: changeOfDish(input, fields as EditedField[]) }),
    conflictOf: ({ code, body }) => (code === 'dish_changed' ? parseDish(body.item) : undefined),
    onFailure(error, { isOpen, input }) {
      if (isOpen) toastFailure(t('common.error'), error, t('errors.internal'))
      else toastFailure(t('menuEditor.notSaved', { name: nameIn(language, input) }), error)
    },
    async afterSave(dish) {
      const chosen = picture.latest()
      if (!chosen) return dish
      try {
        return await picture.send(chosen, (file, onProgress) => upload.mutateAsync({ dish, file, onProgress }))
      } catch (error) {
        picture.showError(errorMessage(error), t('menuEditor.pictureKept'))
        toastFailure(t('pictureChoice.failed'), error, t('pictureChoice.failedDescription'))
        return null
      }
    },
    onSaved: (saved) => toast({ title: t('menuEditor.saved', { name: nameIn(language, saved) }) }),
    onDone: unlessChosen(onDone),
  })
  const { form } = editor
  const [begun, setBegun] = useState(0)
  // After the render: a reset registers the fields anew.
  useEffect(() => {
    if (begun > 0) form.setFocus(isRomanian ? 'nameRo' : 'name')
  }, [begun, form, isRomanian])

  /** A picture that was chosen during the save is sent with the next one. */
  function unlessChosen<Args extends unknown[]>(done: (...args: Args) => void) {
    return (...args: Args) => {
      if (picture.latest() === null) done(...args)
    }
  }

  return {
    ...editor,
    picture,
    isPending: editor.isPending || picture.progress !== null,
    /** Saves the dish, then empties the form for the next one of the same category. */
    saveAndAddAnother: () =>
      editor.submitThen(
        unlessChosen((_: MenuItem, { category, categoryRo }: DishInput) => {
          editor.beginAnother({ ...EMPTY_DISH, category, categoryRo })
          setBegun((count) => count + 1)
        }),
      ),
  }
}
