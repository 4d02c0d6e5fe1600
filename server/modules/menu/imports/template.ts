import type { DishInput } from '#shared/contracts/menu-editing.ts'
import { writeCsv } from './requests/csv.ts'

const STATED_NOWHERE = { imageUrl: '', isActive: true, allergens: null, nutritionalValues: null }

/** Three dishes that show what each column holds. */
const EXAMPLES: DishInput[] = [
  {
    ...STATED_NOWHERE,
    name: 'Tripe soup',
    nameRo: 'Ciorbă de burtă',
    description: 'With sour cream, garlic and hot pepper',
    descriptionRo: 'Cu smântână, usturoi și ardei iute',
    price: 2850,
    category: 'Soups',
    categoryRo: 'Ciorbe',
    tags: ['special'],
    allergenCodes: ['milk', 'eggs', 'celery'],
    nutritionalValues: {
      calories: 320,
      protein: 18,
      carbs: 9.5,
      fat: 22,
      fiber: 1.2,
      saturates: 11,
      sugars: 3.4,
      salt: 2.1,
    },
    ingredients: 'Beef tripe 30 %, water, sour cream 12 %, egg yolk, celery, carrot, garlic, vinegar, salt',
    ingredientsRo: 'Burtă de vită 30 %, apă, smântână 12 %, gălbenuș de ou, țelină, morcov, usturoi, oțet, sare',
  },
  {
    ...STATED_NOWHERE,
    name: 'Grilled vegetables',
    nameRo: 'Legume la grătar',
    description: '',
    descriptionRo: '',
    price: 2400,
    category: 'Side dishes',
    categoryRo: 'Garnituri',
    tags: ['vegan', 'healthy'],
    allergens: 'May contain traces of mustard',
    allergenCodes: [],
    ingredients: '',
    ingredientsRo: '',
  },
  {
    ...STATED_NOWHERE,
    name: 'Lemonade',
    nameRo: 'Limonadă',
    description: 'Half a litre, with mint',
    descriptionRo: 'Jumătate de litru, cu mentă',
    price: 1700,
    category: 'Soft drinks',
    categoryRo: 'Băuturi răcoritoare',
    tags: ['fresh'],
    allergenCodes: [],
    ingredients: '',
    ingredientsRo: '',
  },
]

/** An example of a menu, which can be imported as it is (docs/product.md#menu-csv). */
export function csvTemplateText(): string {
  return writeCsv(EXAMPLES)
}
