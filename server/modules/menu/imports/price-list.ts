import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { plainFigure, readAmount, UNIT_PATTERN } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import type { CsvRow, RowError } from './csv.ts'

/* A pasted price list as rows of a CSV (docs/product/menu.md#menu-price-list). */

/** The maximum length of a line in characters: matching time grows with the square of the length. */
const MAX_LINE_LENGTH = 300
const UNIT = String.raw`(?:de\s+)?(?:${UNIT_PATTERN})(?!\p{L})\.?`
const SEPARATOR = String.raw`[\s.…·•●_\-–—:=;,|/\\>→]`
/** A price at the end of a line. A separator precedes it, but not one within a time, a date or a size. */
const PRICED = new RegExp(
  String.raw`^(?<name>|.*?${SEPARATOR})(?<!\d[.,:/–-])(?:(?:${UNIT_PATTERN})\s*)?(?<number>\d(?:[\d.,]*\d)?)(?:[.,][-–—]+)?\s*(?:${UNIT})?${SEPARATOR}*$`,
  'iu',
)
/** What the size of a dish is measured in, folded. */
const MEASURES = [
  'm?g|gr|grame?|grams?|kg|kilograme?|ml|mililitri|[cd]l|lt?|litr[ui]|lit(?:er|re)s?|oz|cm|mm|%|°|kcal|kj|min(?:ute)?',
  'buc(?:ata|ati)?|pcs?|pieces?|port(?:i[aei])?|portions?|pers(?:oan[ae]|ons?)?|feli[aei]|slices?|sticl[ae]|bottles?',
  'doz[ae]|cans?|pahare?|glass(?:es)?|halb[ae]|can[ai]|cups?|caraf[ae]|ceasca|cesti|shots?|shoturi',
]
const MEASURE = String.raw`(?:${MEASURES.join('|')})(?!\p{L})\.?`
/** A number with a measure at the end of a line: a size, or a price before the word “portion”. */
const ENDS_IN_MEASURE = new RegExp(
  String.raw`\d\s*(?:(?:/|de|pe|per|la)\s*)?${MEASURE}(?:[\s/]*${MEASURE})*[^\p{L}\p{N}]*$`,
  'u',
)
/** A number in a column that is not the last one. */
const INNER_NUMBER = /\p{L}.*\d\s*(?:\t|\s\s)/u
/** A line about dishes, such as their allergens, which is no dish or category itself. */
const ABOUT_DISHES =
  /^(?:(?:contine|contains|poate|may|lista|list|coduri|codes|de|of)\s+)*(?:contine|contains?|alergen(?:i|ii)?|allergens?|ingrediente|ingredients|gramaj|greutate|weight|cantitate|quantity|calorii|calories|kcal|valoare energetica|energie|energy|tva|vat|pag|pagina|page|tel|telefon|phone)\.?(?:\s*[:=]\s*\S|[\s(-]+\d)/
/** A second price: with a unit, or decimals without a measure; before a separator or a size; last, but no year. */
const OTHER_PRICE = new RegExp(
  [
    String.raw`\d\s*${UNIT}|\p{Sc}|\d[.,]\d\d(?![\d.,]|\s*${MEASURE})`,
    String.raw`\d(?:\s*[;|]|\s*[,/]\s|\s[-–—]\s|\s+(?:mic[ăa]?|mare|medi[eu]|small|medium|large|s|m|xl|sau|or)(?!\p{L}))`,
    String.raw`(?<![\p{L}\d.,/])(?!(?:19|20)\d\d\b)\d+(?:[.,]\d+)?${SEPARATOR}*$`,
  ].join('|'),
  'iu',
)
/** Text that consists of measures only, which is no name. */
const NO_NAME = new RegExp(String.raw`^(?:[\d.,×/\s]|x(?=\s*\d)|${MEASURE})*$`, 'iu')
const IN_BRACKETS = /\([^()]*\)/g
/** Bullets and numbers before a name, and separators after it. */
const BEFORE_NAME = /^(?:[^\p{L}\p{N}("„“«]|\d{1,2}[.)]\s*(?=\p{L}))+/u
const AFTER_NAME = new RegExp(`${SEPARATOR}+$`, 'u')

/** The meaning of a line: a dish, the name of a category, or a translation key for the reason why it is neither. */
type Line = { name: string; price: string } | { category: string } | { messageKey: string }

/**
 * Reads a pasted price list: a line that ends in a price is a dish, and a line without one is the category of the
 * dishes below it. Any other line is an error, and does not affect other lines.
 */
export function* readPriceList(text: string): Generator<CsvRow | RowError> {
  let category: string | undefined
  for (const [i, rawLine] of text.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1
    if (!/[\p{L}\p{N}]/u.test(rawLine)) continue
    const read = readLine(rawLine.trim())
    if ('category' in read) category = read.category
    else if ('messageKey' in read) yield { line, column: '', messageKey: read.messageKey }
    else if (category === undefined) yield { line, column: '', messageKey: 'menuCsv.noHeading' }
    else yield { line, cells: { nameRo: read.name, price: read.price, category } }
  }
}

function readLine(line: string): Line {
  if (line.length > MAX_LINE_LENGTH) return { messageKey: `validation.atMostCharacters ${MAX_LINE_LENGTH}` }
  // Non-breaking spaces group the digits of a number.
  const text = line.replace(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, '').replace(BEFORE_NAME, '')
  const { name: before = text, number = '' } = PRICED.exec(text)?.groups ?? {}
  const price = readAmount(number)
  const name = (price ? before : text).replace(AFTER_NAME, '').replace(/\s+/g, ' ')
  const folded = foldText(name)
  const isUnclear = OTHER_PRICE.test(name.replace(IN_BRACKETS, '')) || (!price && /\d$/.test(name))
  if (isUnclear || ABOUT_DISHES.test(foldText(text))) return { messageKey: 'menuCsv.unclearPrice' }
  if (NO_NAME.test(folded)) return { messageKey: 'menuCsv.noName' }
  if (price) return { name, price: plainFigure(price.kind === 'whole' ? price.value * 100 : price.value) }
  if (ENDS_IN_MEASURE.test(folded) || INNER_NUMBER.test(text)) return { messageKey: 'menuCsv.unclearPrice' }
  return name.length > CATEGORY_NAME_MAX
    ? { messageKey: `validation.atMostCharacters ${CATEGORY_NAME_MAX}` }
    : { category: name }
}
