import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import type { TagKey } from '#shared/domain/menu/tags.ts'
import type { Artwork, ServedOn } from '../artwork/dish-picture.ts'

/** Per portion: calories in kcal, the rest in grams. */
interface SampleNutrition {
  calories: number
  protein: number
  carbs: number
  fat: number
  fiber: number
  saturates?: number
  sugars?: number
  salt?: number
}

export interface SampleDish {
  name: string
  nameRo: string
  description: string
  descriptionRo: string
  /** The content of its picture. */
  artwork: Artwork
  /** Price in bani (whole minor units). */
  price: number
  tags: TagKey[]
  allergenCodes: AllergenCode[]
  /** Free-text remark on allergens. */
  allergens?: string
  nutritionalValues?: SampleNutrition
  ingredients?: string
  ingredientsRo?: string
  /** Set only on a hidden dish. */
  isActive?: false
}

export interface SampleCategory {
  name: string
  nameRo: string
  /** What dishes are served on in their pictures; a plate by default. */
  servedOn?: ServedOn
  /** The station that makes the dishes; the first by default. */
  stationId?: number
  dishes: SampleDish[]
}
