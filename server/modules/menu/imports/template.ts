import * as z from 'zod/mini'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { writeCsv } from './csv.ts'

/** Three dishes that show the format of each column. */
const EXAMPLES: z.input<typeof dishInputSchema>[] = [
  {
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
    name: 'Grilled vegetables',
    nameRo: 'Legume la grătar',
    price: 2400,
    category: 'Side dishes',
    categoryRo: 'Garnituri',
    tags: ['vegan', 'healthy'],
    allergens: 'May contain traces of mustard',
  },
  {
    name: 'Lemonade',
    nameRo: 'Limonadă',
    description: 'Half a litre, with mint',
    descriptionRo: 'Jumătate de litru, cu mentă',
    price: 1700,
    category: 'Soft drinks',
    categoryRo: 'Băuturi răcoritoare',
    tags: ['fresh'],
  },
]

/** The text of an example CSV, which can be imported without changes (docs/product/menu.md#menu-csv). */
export function csvTemplateText(): string {
  return writeCsv(EXAMPLES.map((example) => z.parse(dishInputSchema, example)))
}
