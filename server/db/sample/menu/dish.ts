import type { AllergenCode } from '#shared/domain/allergens.ts'
import type { TagKey } from '#shared/domain/tags.ts'
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
  /** What its picture shows. */
  artwork: Artwork
  /** Price in bani (whole minor units). */
  price: number
  tags: TagKey[]
  allergenCodes: AllergenCode[]
  /** Free-text remark for the few dishes that need one. */
  allergens?: string
  nutritionalValues?: SampleNutrition
  ingredients?: string
  ingredientsRo?: string
  /** Only set on a dish that is sold out. */
  isActive?: false
}

export interface SampleCategory {
  name: string
  nameRo: string
  /** What its dishes stand on in their pictures: a plate when not said. */
  servedOn?: ServedOn
  dishes: SampleDish[]
}
