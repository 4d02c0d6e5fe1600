import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { plainFigure, readAmount, UNIT_PATTERN } from '#shared/domain/money.ts'
import type { CsvRow, RowError } from './csv.ts'

/* A pasted price list as rows of a CSV (docs/product/menu.md#menu-price-list). */

/** The maximum length of a line, in characters: the time to match it grows with the square of its length. */
const MAX_LINE_LENGTH = 300
const UNIT = String.raw`(?:de\s+)?(?:${UNIT_PATTERN})(?!\p{L})\.?`
/** Bullets and numbers before a name, and separators after it. */
const BEFORE_NAME = /^(?:[^\p{L}\p{N}("„“«]|\d{1,2}[.)]\s*(?=\p{L}))+/u
const AFTER_NAME = /(?:[\s.…⋯·•●_\-–—:=;,|/\\~>→]|\s»)+$/u
const FROM = /(?:^|\s)(?:(?:[iî]ncep[aâ]nd|pornind|starting)\s+)?(?:de ?la|from|cu)$/iu
/** A price at the end of a line; nothing but a separator may stand before it, and not one that a time or a date has. */
const PRICED = new RegExp(
  String.raw`^(?<name>|.*?[\s.…⋯·•●_\-–—:=;,|/\\~>→»])(?<!\d[.,:/–-])(?:(?:${UNIT_PATTERN})\s*)?(?<number>\d(?:[\d.,]*\d)?)(?:[.,][-–—]+)?\s*(?:${UNIT})?[\s.…·_\-–—;,|/\\]*$`,
  'iu',
)
/** A number that may be a price; years, numbered dishes and codes in brackets belong to the name. */
const NUMBER = String.raw`(?<![\d.,/]|\([^()]*|nr[.\s]*)(?!(?:19|20)\d\d(?!\d))[1-9]\d*(?:[.,]\d\d)?(?!\d|[.,]\d)`
const MEASURE = String.raw`\s*(?:ml|cl|l|kg|gr?|cm|buc|%)(?!\p{L})`
/** A price in a name: with a unit or two decimals, before another separator than a dash, a size or the end. */
const OTHER_PRICE = new RegExp(
  [
    String.raw`\d\s*${UNIT}|\p{Sc}|\d:\d\d|\+\s*$|(?<![\d.,])[1-9]\d*[.,]\d\d(?![\d.,]|${MEASURE})`,
    String.raw`${NUMBER}\s*(?:[|/\\;,]?\s*$|[|/\\;](?!\d)|,\s)`,
    String.raw`${NUMBER}[\s,]+(?:mic[ăa]?|mare|medi[eu]|small|medium|large|s|m|l|xl|pahar|sticl[ăa]|glass|bottle|sau|or)(?!\p{L})`,
  ].join('|'),
  'iu',
)
/** A line without a price is no category if it ends in digits or a currency, or has money or a number that counts nothing. */
const NO_CATEGORY = new RegExp(
  [
    String.raw`\p{N}\P{L}*$|(?:^|\P{L})(?:${UNIT_PATTERN}|pre[tțţ])\P{L}*$|\d\s*(?:${UNIT}|bani)|\p{Sc}`,
    String.raw`\d[.,:]\d\d(?![\d.,]|${MEASURE})|\d\s*(?:[^\p{L}\p{N}\s%.,]|,\s)`,
  ].join('|'),
  'iu',
)
/** Measures alone are no name. */
const MEASURES = /\d[\d.,x×/\s]*(?:ml|cl|dl|l|gr?|kg|cm|buc|pcs?)(?!\p{L})/giu
const IN_BRACKETS = /^[([](.+)[)\]]$/u

/** A line as a dish, the name of a category, or a translation key that says why it is neither. */
type Line = { name: string; price: string } | { category: string } | { messageKey: string }

/**
 * Reads a pasted price list: a line that ends in a price is a dish, one without is the category of the dishes below it,
 * one in brackets the description of the dish above. Any other line is an error, and changes no other line.
 */
export function* readPriceList(text: string): Generator<CsvRow | RowError> {
  let category: string | undefined
  let earlierCategory: string | undefined
  let dish: CsvRow | undefined
  for (const [i, rawLine] of text.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1
    const trimmed = rawLine.trim()
    if (!/[\p{L}\p{N}]/u.test(trimmed)) continue
    const [, description] = trimmed.length > MAX_LINE_LENGTH ? [] : (IN_BRACKETS.exec(trimmed) ?? [])
    if (description && dish) {
      dish.cells.descriptionRo = dish.cells.description = [dish.cells.description, description]
        .filter(Boolean)
        .join(' ')
      continue
    }
    if (dish) yield dish
    dish = undefined
    const read = description ? { messageKey: 'menuCsv.noDishAbove' } : readLine(trimmed)
    if ('category' in read) [earlierCategory, category] = [category, read.category]
    else if ('messageKey' in read) {
      yield { line, column: '', messageKey: read.messageKey }
      // The line above is rather the name of this dish than a category.
      if (read.messageKey === 'menuCsv.noName') category = earlierCategory ?? category
    } else if (category === undefined) yield { line, column: '', messageKey: 'menuCsv.noHeading' }
    else {
      earlierCategory = undefined
      dish = { line, cells: { nameRo: read.name, price: read.price, category } }
    }
  }
  if (dish) yield dish
}

function readLine(line: string): Line {
  if (line.length > MAX_LINE_LENGTH) return { messageKey: `validation.atMostCharacters ${MAX_LINE_LENGTH}` }
  // Non-breaking spaces group the digits of a number.
  const text = line.replace(/(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu, '').replace(BEFORE_NAME, '')
  const { name = '', number = '' } = PRICED.exec(text)?.groups ?? {}
  const price = readAmount(number)
  if (!price) return readCategory(text)
  const dishName = name.replace(AFTER_NAME, '').replace(FROM, '').replace(AFTER_NAME, '')
  if (OTHER_PRICE.test(name.trim())) return { messageKey: 'menuCsv.unclearPrice' }
  if (!/\p{L}/u.test(dishName.replace(MEASURES, ''))) return { messageKey: 'menuCsv.noName' }
  return { name: oneSpaced(dishName), price: plainFigure(price.kind === 'whole' ? price.value * 100 : price.value) }
}

function readCategory(text: string): Line {
  // A colon at the end says that it is one.
  if (!text.endsWith(':') && NO_CATEGORY.test(text)) return { messageKey: 'menuCsv.unclearPrice' }
  const category = oneSpaced(text.replace(AFTER_NAME, ''))
  if (!/\p{L}/u.test(category.replace(MEASURES, ''))) return { messageKey: 'menuCsv.noName' }
  return category.length > CATEGORY_NAME_MAX
    ? { messageKey: `validation.atMostCharacters ${CATEGORY_NAME_MAX}` }
    : { category }
}

const oneSpaced = (text: string) => text.replace(/\s+/g, ' ')
