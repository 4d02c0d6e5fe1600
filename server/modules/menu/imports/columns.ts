import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading in characters; longer ones are cut off. */
const MAX_HEADING = 50

/** Words for each column, besides its name. A Romanian word for a text column means the Romanian text. */
const WORDS: Partial<Record<CsvColumn, string>> = {
  name: 'name en|nume en|english name|dish|dish name|item|item name|menu item|menu item name|menu name|product|product name|title',
  nameRo:
    'name ro|nume ro|romanian name|nume|denumire|denumirea|preparat|produs|articol|fel|fel de mancare|nume preparat|nume produs|denumire preparat|denumire produs|denumirea preparatului|denumirea produsului|numele produsului',
  description:
    'description en|descriere en|details|dish description|item description|menu description|product description|body|body html',
  descriptionRo: 'description ro|descriere ro|descriere|descrierea|detalii|descriere produs|descriere preparat',
  price:
    'prices|unit price|base price|item price|menu price|product price|list price|regular price|retail price|sale price|sales price|selling price|variant price|pret|pretul|preturi|pret unitar|pret vanzare|pret de vanzare|pret produs|pret lista|pret final',
  category:
    'categories|category name|item category|menu category|product category|section|group|menu section|menu group|categorie|categoria|categorii|nume categorie|denumire categorie|categorie produs|categoria produsului|sectiune|grupa|grup',
  categoryRo: 'category ro|categorie ro',
  imageUrl: 'image|picture|photo|image url|imagine|imaginea|poza|foto|fotografie',
  tags: 'tag|labels|etichete|eticheta',
  isActive:
    'active|is active|visible|visibility|shown|published|available|available for sale|enabled|menu status|activ|vizibil|vizibilitate|afisat|publicat|disponibil|disponibilitate',
  allergens: 'allergens text|alergeni|alergeni text',
  allergensChecked: 'allergens checked|alergeni verificati',
  optionGroups: 'options|option groups|optiuni|grupuri de optiuni',
  allergenCodes: 'allergen codes|allergens codes|coduri alergeni|codurile alergenilor',
  calories: 'calories kcal|energy|energy kcal|kcal|calorii|calorii kcal|energie|energie kcal|valoare energetica',
  protein: 'proteins|proteine',
  carbs: 'carbohydrates|carbohydrate|carbohidrati|glucide',
  fat: 'fats|grasimi|lipide',
  fiber: 'fibre|fibres',
  ingredientsRo: 'ingredients ro|ingrediente ro|ingrediente|ingredientele|compozitie',
  saturates: 'saturated fat|of which saturates|saturate|acizi grasi saturati|grasimi saturate',
  sugars: 'sugar|of which sugars|zaharuri|zahar|din care zaharuri',
  salt: 'sare',
}
const COLUMN_BY_WORDS = new Map(
  CSV_COLUMNS.flatMap((column) =>
    [column.toLowerCase(), ...(WORDS[column]?.split('|') ?? [])].map((words) => [words, column] as const),
  ),
)
/** A unit in a heading is ignored, unless it is a currency other than the restaurant's. */
const UNITS: Record<Currency, readonly string[]> = { lei: ['g', 'lei', 'leu', 'ron'], eur: ['g', '€', 'eur', 'euro'] }

/** The text by which a heading is recognized. */
export const headingOf = (cell: string) => cell.trim().slice(0, MAX_HEADING)

function columnOf(heading: string, currency: Currency): CsvColumn | undefined {
  const words = foldText(heading).split(/[^\p{L}\p{N}\p{Sc}]+/u)
  return COLUMN_BY_WORDS.get(words.filter((word) => word !== '' && !UNITS[currency].includes(word)).join(' '))
}

/** A heading and its column: null if its cells are left out, undefined until somebody decides. */
interface Heading {
  heading: string
  column: CsvColumn | null | undefined
}

/**
 * Assigns columns to the headings of a file. Unknown headings, and headings with the same meaning, stay undecided.
 * @returns a repeated heading with its number
 */
export function columnsOf(
  headings: readonly string[],
  { chosen, currency }: { chosen: ChosenColumns; currency: Currency },
): Heading[] {
  const meanings = headings.map((text, i) => {
    const time = headings.slice(0, i).filter((earlier) => earlier === text).length + 1
    const heading = text === '' || time === 1 ? text : `${text} (${time})`
    if (Object.hasOwn(chosen, heading)) return { heading, column: chosen[heading] }
    return { heading, column: heading === '' ? null : columnOf(text, currency) }
  })
  const isTwice = (column: CsvColumn) => meanings.filter((other) => other.column === column).length > 1
  return meanings.map(({ heading, column }) => ({ heading, column: column && isTwice(column) ? undefined : column }))
}
