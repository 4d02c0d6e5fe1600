import { CSV_COLUMNS, type CsvColumn } from '#shared/contracts/menu/menu-imports.ts'
import { foldText } from '#shared/domain/text.ts'

/* The headings of a CSV, as people write them in either language, folded (docs/product/menu.md#menu-csv-headings). */

/** The columns that the caller chose for headings, by heading; null leaves the heading's cells out. */
export type ChosenColumns = Readonly<Record<string, CsvColumn | null>>

/** The maximum length of a heading, in characters; what is longer is cut off. */
const MAX_HEADING = 50

/** A text in both languages. A word of one language may still be the heading of both, followed by the language. */
const TEXTS: { en: CsvColumn; ro: CsvColumn; words: string; wordsRo: string }[] = [
  {
    en: 'name',
    ro: 'nameRo',
    words: 'name|dish|dish name|item|item name|product|product name|title',
    wordsRo: [
      'nume|numele|denumire|denumirea|preparat|produs|articol|fel|fel de mancare|nume preparat|nume produs',
      'denumire preparat|denumire produs|denumirea preparatului|numele preparatului|denumirea produsului|numele produsului',
    ].join('|'),
  },
  {
    en: 'description',
    ro: 'descriptionRo',
    words: 'description|details',
    wordsRo: 'descriere|descrierea|detalii',
  },
  {
    en: 'ingredients',
    ro: 'ingredientsRo',
    words: 'ingredients',
    wordsRo: 'ingrediente|ingredientele|compozitie',
  },
]

const WORDS: Partial<Record<CsvColumn, string>> = {
  price: 'price|unit price|cost|pret|pretul|preturi|pret unitar|pret vanzare|pret de vanzare',
  category: 'category|section|group|menu section|categorie|categoria|sectiune|grupa|grup',
  imageUrl: 'image|picture|photo|image url|imagine|imaginea|poza|foto|fotografie',
  tags: 'tag|tags|labels|etichete|eticheta',
  isActive: 'active|visible|visibility|shown|activ|vizibil|vizibilitate|afisat',
  allergens: 'allergens|allergens text|alergeni|alergeni text',
  allergensChecked: 'allergens checked|alergeni verificati',
  optionGroups: 'options|option groups|optiuni|grupuri de optiuni',
  allergenCodes: 'allergen codes|allergens codes|coduri alergeni|codurile alergenilor',
  calories: 'calories|energy|kcal|calorii|energie|valoare energetica',
  protein: 'protein|proteins|proteine',
  carbs: 'carbs|carbohydrates|carbohydrate|carbohidrati|glucide',
  fat: 'fat|fats|grasimi|lipide',
  fiber: 'fiber|fibre|fibres',
  saturates: 'saturates|saturated fat|of which saturates|saturate|acizi grasi saturati|grasimi saturate',
  sugars: 'sugars|sugar|of which sugars|zaharuri|zahar|din care zaharuri',
  salt: 'salt|sare',
}

/** Words that say in which unit the numbers are. */
const UNITS = new Set(['g', 'gr', 'lei', 'leu', 'ron', 'eur', 'euro'])
/** Words that say in which language a text is. */
const LANGUAGE_WORDS: Record<string, 'en' | 'ro'> = {
  ...{ en: 'en', eng: 'en', english: 'en', engleza: 'en' },
  ...{ ro: 'ro', rom: 'ro', romanian: 'ro', romana: 'ro' },
}
const FILLERS = new Set(['in', 'limba'])

/** A word for one of `TEXTS`, and its language. */
interface WordOfText {
  text: (typeof TEXTS)[number]
  language: 'en' | 'ro'
}

interface Meaning {
  column: CsvColumn
  /** The column that is meant if another heading means `column` beyond doubt. */
  otherwise?: CsvColumn
}

const COLUMN_BY_NAME = new Map(CSV_COLUMNS.map((column) => [column.toLowerCase(), column]))
const COLUMN_BY_WORDS = new Map(
  Object.entries(WORDS).flatMap(([column, words]) =>
    words.split('|').map((word): [string, CsvColumn] => [word, column as CsvColumn]),
  ),
)
const TEXT_BY_WORDS = new Map(
  TEXTS.flatMap((text) => [
    ...text.words.split('|').map((word): [string, WordOfText] => [word, { text, language: 'en' }]),
    ...text.wordsRo.split('|').map((word): [string, WordOfText] => [word, { text, language: 'ro' }]),
  ]),
)

/** A heading's text, by which it is recognized and shown. */
export function headingOf(cell: string): string {
  return cell.trim().slice(0, MAX_HEADING)
}

/** Whether a heading is known, whatever the others are. */
export function isKnownHeading(heading: string): boolean {
  return meaningOf(heading) !== undefined
}

/**
 * The columns of a file's headings: one of `CSV_COLUMNS`; null for a heading that is empty or to be left out; undefined
 * for an unknown one. A Romanian word such as “Denumire” means the Romanian text, unless another heading does.
 */
export function columnsOf(headings: readonly string[], chosen: ChosenColumns): (CsvColumn | null | undefined)[] {
  const meanings = headings.map((heading) => {
    if (heading === '') return null
    const column = Object.hasOwn(chosen, heading) ? chosen[heading] : undefined
    return column === undefined ? meaningOf(heading) : column && { column }
  })
  const certain = new Set(meanings.map((meaning) => (meaning?.otherwise ? undefined : meaning?.column)))
  return meanings.map((meaning) => {
    if (!meaning) return meaning
    return meaning.otherwise && certain.has(meaning.column) ? meaning.otherwise : meaning.column
  })
}

function meaningOf(heading: string): Meaning | undefined {
  const named = COLUMN_BY_NAME.get(heading.toLowerCase())
  if (named) return { column: named }
  const words = foldText(heading)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !UNITS.has(word))
  const plain = COLUMN_BY_WORDS.get(words.join(' '))
  if (plain) return { column: plain }
  const language = words.map((word) => LANGUAGE_WORDS[word]).find(Boolean)
  const subject = words.filter((word) => !LANGUAGE_WORDS[word] && !FILLERS.has(word)).join(' ')
  const found = TEXT_BY_WORDS.get(subject)
  if (found) return textMeaning(found, language)
  if (COLUMN_BY_WORDS.get(subject) !== 'category') return undefined
  return { column: language === 'ro' ? 'categoryRo' : 'category' }
}

function textMeaning({ text, language: wordLanguage }: WordOfText, language: 'en' | 'ro' | undefined): Meaning {
  if (language !== undefined) return { column: text[language] }
  return wordLanguage === 'ro' ? { column: text.ro, otherwise: text.en } : { column: text.en }
}
