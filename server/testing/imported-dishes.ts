import * as z from 'zod/mini'
import type { ImportedDish } from '#server/modules/menu/imports/rows.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'

/** Defaults of the columns that the files of this folder lack. */
const DEFAULTS = {
  ...z.parse(dishInputSchema, { name: 'x', nameRo: 'x', category: 'x', categoryRo: 'x', price: 0 }),
  nameIsFallback: false,
  optionGroups: [],
  optionGroupIds: [],
}

/** The dishes that each file of this folder contains. */
export const savedDishes: ImportedDish[] = [
  {
    ...DEFAULTS,
    name: 'Ciorbă de burtă',
    nameRo: 'Ciorbă de burtă',
    description: 'With "smântână"; garlic, and\nhot pepper on the side',
    descriptionRo: 'Cu smântână, usturoi; și\nardei iute',
    price: 2850,
    category: 'Soups',
    categoryRo: 'Ciorbe',
    imageUrl: 'https://example.com/ciorba.jpg?a=1,2;3',
    tags: ['special', 'fresh'],
    isActive: true,
    allergens: null,
    allergenCodes: ['milk', 'celery'],
    nutritionalValues: {
      calories: 320,
      protein: 18.25,
      carbs: 9.5,
      fat: 0.5,
      fiber: 0,
      saturates: null,
      sugars: 3.4,
      salt: null,
    },
    ingredients: 'Tripe 30 %, celery',
    ingredientsRo: 'Burtă 30 %, țelină',
  },
  {
    ...DEFAULTS,
    name: '=2+3 Țuică',
    nameRo: '@Țuică',
    description: "'As it was'",
    descriptionRo: '-10 % până joi',
    price: 0,
    category: '+40',
    categoryRo: '',
    imageUrl: '',
    tags: [],
    isActive: false,
    allergens: 'Urme de nuci',
    allergenCodes: [],
    nutritionalValues: null,
    ingredients: '',
    ingredientsRo: '',
  },
]
