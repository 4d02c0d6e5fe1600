import { describe, expect, it } from 'vitest'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { sampleDish, sentDish } from '../../testing/samples.ts'
import { changeOfDish, type DishForm, dishForm, parseNutrition } from './dish-form.ts'

const EMPTY_DISH = dishForm.valuesOf({})
const judge = (values: DishForm) =>
  dishForm.resolver(values, undefined, { fields: {}, shouldUseNativeValidation: false })

const VALUES = { calories: 410, protein: 18.5, carbs: 0, fat: 16, fiber: 9, saturates: 5, sugars: null, salt: 0 }
const FULL = sampleDish({
  imageUrl: 'https://example.com/a.jpg',
  tags: ['spicy', 'of the house'],
  isActive: false,
  allergens: 'Traces of nuts',
  allergenCodes: ['celery'],
  nutritionalValues: VALUES,
  ingredients: 'Beans',
  ingredientsRo: 'Fasole',
  optionGroupIds: [4, 3],
  isSetMenu: true,
  takeawayFee: { name: 'Deposit', nameRo: 'Garanție', amount: 50, deposit: true },
  servedHours: [{ day: 1, from: '08:00', to: '12:00' }],
})

describe('the form of a dish', () => {
  it.each([
    ['a dish with all fields', FULL],
    ['a dish without optional fields', sampleDish({ description: '', descriptionRo: '' })],
  ])('converts %s to form values and back without changes', async (_, dish) => {
    expect((await judge(dishForm.valuesOf(dish))).values).toEqual(sentDish(dish))
  })

  it('requires names, category and price', async () => {
    const { errors } = await judge(EMPTY_DISH)
    const required = { message: 'validation.required' }
    expect(Object.keys(errors).sort()).toEqual(['category', 'categoryRo', 'name', 'nameRo', 'price'])
    expect(errors).toMatchObject({ name: required, nameRo: required, category: required, categoryRo: required })
    expect(errors.price).toMatchObject(required)
  })

  it.each([
    ['28', 'validation.number'],
    ['28,50,0', 'validation.number'],
    ['28,5000', 'validation.wholeNumber'],
    ['', 'validation.required'],
    ['-1', 'validation.atLeast 0'],
    ['cheap', 'validation.number'],
    ['100000001', 'validation.atMost 100000000'],
  ])('rejects the price %j', async (price, message) => {
    const { errors } = await judge({ ...dishForm.valuesOf(FULL), price })
    expect(Object.keys(errors)).toEqual(['price'])
    expect(errors.price).toMatchObject({ message })
  })
})

describe('parseNutrition', () => {
  const NOTHING = EMPTY_DISH.nutritionalValues
  it.each([
    ['no input', {}, null],
    ['only blanks', { salt: '  ' }, null],
    ['salt alone', { salt: '1,2' }, { ...allNull(), salt: 1.2 }],
    ['a known value of zero', { fat: '0' }, { ...allNull(), fat: 0 }],
  ])('parses %s', (_, texts, values) => {
    expect(parseNutrition({ ...NOTHING, ...texts })).toEqual(values)
  })

  function allNull() {
    return Object.fromEntries(Object.keys(NOTHING).map((nutrient) => [nutrient, null]))
  }
})

describe('changeOfDish', () => {
  const input = dishInputSchema.parse(sentDish(FULL))

  it('returns the changed fields, and a category with both its names', () => {
    expect(changeOfDish({ price: 2850 }, input)).toEqual({ price: 2850 })
    expect(changeOfDish({ category: 'Soups' }, input)).toEqual({ category: 'Soups', categoryRo: 'Ciorbe' })
  })
})
