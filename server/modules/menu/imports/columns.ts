import { CSV_COLUMNS, type CsvColumn, type CsvHeading } from '#shared/contracts/menu/menu-imports.ts'
import type { Currency } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading, in characters; what is longer is cut off. */
const MAX_HEADING = 50

/** Words for each column, beside its name. A Romanian word for a text means the Romanian text. */
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
/** Units change no meaning, but another currency than the restaurant's does. */
const UNITS: Record<Currency, readonly string[]> = { lei: ['g', 'lei', 'leu', 'ron'], eur: ['g', '€', 'eur', 'euro'] }

/** A heading's text, by which it is recognized. */
export const headingOf = (cell: string) => cell.trim().slice(0, MAX_HEADING)

/** The column that a heading means; undefined if nobody knows. */
export function columnOf(heading: string, currency: Currency): CsvColumn | undefined {
  const words = foldText(heading).split(/[^\p{L}\p{N}\p{Sc}]+/u)
  return COLUMN_BY_WORDS.get(words.filter((word) => word !== '' && !UNITS[currency].includes(word)).join(' '))
}

/** The columns of every export, but for the two that were added last. */
const EXPORTED = CSV_COLUMNS.slice(0, -2)

/** Whether a file is Masa's own export, or its template: only there a number in the column `id` is surely that of a dish. */
export const isOwnExport = (headings: readonly string[]) => EXPORTED.every((column) => headings.includes(column))

/**
 * What the headings of a file are taken for.
 * @param isForeign says whether a column's cells are those of another system
 * @returns for each heading its column, null for one to be left out; `isAsked` for one that the owner must settle first:
 * nobody knows it, another means the same, or it is foreign
 */
export function columnsOf(
  headings: readonly string[],
  { chosen, currency }: { chosen: ChosenColumns; currency: Currency },
  isForeign: (column: CsvColumn, index: number) => boolean,
): (CsvHeading & { isAsked: boolean })[] {
  const times = new Map<string, number>()
  const meanings = headings.map((text) => {
    const time = (times.get(text) ?? 0) + 1
    times.set(text, time)
    const heading = text === '' || time === 1 ? text : `${text} (${time})`
    const isChosen = Object.hasOwn(chosen, heading)
    const column = isChosen ? chosen[heading] : heading === '' ? null : columnOf(text, currency)
    return { heading, column, isChosen }
  })
  return meanings.map(({ heading, column, isChosen }, i) => {
    if (!column) return { heading, column: null, isAsked: column === undefined }
    const isTwice = meanings.filter((other) => other.column === column).length > 1
    const isAsked = isTwice || (!isChosen && isForeign(column, i))
    return isAsked ? { heading, column: null, meant: column, isAsked } : { heading, column, isAsked }
  })
}
