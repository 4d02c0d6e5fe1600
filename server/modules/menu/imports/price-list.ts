import { CATEGORY_NAME_MAX } from '#shared/contracts/menu/menu-editing.ts'
import { CSV_MAX_ROWS } from '#shared/contracts/menu/menu-imports.ts'
import { plainFigure, readAmount, UNIT_PATTERN } from '#shared/domain/money.ts'
import type { CsvRow } from './csv.ts'
import type { RowError } from './headings.ts'

/* A pasted price list as rows of a CSV (docs/product/menu.md#menu-price-list). */

/** The maximum length of a line, in characters: the time to match it grows with the square of its length. */
const MAX_LINE_LENGTH = 300

const UNIT = String.raw`(?:de\s+)?(?:${UNIT_PATTERN})(?!\p{L})\.?`
/** What one portion costs is what a dish costs. */
const PER_PORTION = String.raw`\s*/\s*(?:por[tțţ]i[eiaă]+|portion|buc(?:\.|at[aă])?|pers(?:\.|oan[aă])?|piece|pcs?|person)`
/** Between a name and its price: signs and spaces; not a single sign between digits, as in a time or a number. */
const LEADER = String.raw`(?!(?<=\d)[.,:;/\-–—]\d)[\s.…·_\-–—:=;,|/\\~>→]+`
const PRICED = new RegExp(
  String.raw`^(?:(?<name>.*?)${LEADER})??(?:(?:${UNIT_PATTERN})\s*)?(?<number>\d(?:[\d.,]*\d)?)(?:[.,][-–—]+)?\s*(?:${UNIT})?(?:${PER_PORTION})?[\s.…·_\-–—;,|/\\]*$`,
  'iu',
)
const FROM =
  /(?:^|[\s.…·_\-–—:=;,|])(?:(?:[iî]ncep[aâ]nd|pornind|starting)\s+)?(?:de ?la|from|(?:(?<=ncep[aâ]nd )cu|(?<=starting )at)|min|cca|aprox)$/iu
/** Measures alone are no name. */
const MEASURES = /^(?:$|(?=.*\d)(?:[\d.,/x×+()\s]|(?:ml|cl|dl|l|gr?|kg|cm|buc|pcs?)(?!\p{L})\.?)*$)/iu
/** The next number is not the year of a wine. */
const NO_YEAR = String.raw`(?!(?:19|20)\d\d(?!\d))`
/** What a number of two decimals may measure. */
const MEASURE = String.raw`(?:ml|cl|l|kg|g)(?!\p{L})`
/** An earlier price before the last one: with a unit, two decimals, before a separator, a size or nothing but a space; or a time. */
const EARLIER_PRICE = new RegExp(
  [
    String.raw`\d\s*(?:${UNIT_PATTERN})(?!\p{L})|€\s*\d|\d:\d\d|\+\s*$`,
    String.raw`\d\s*[|/\\;]\s*(?:\D|$)|\d\s+[|/\\;]|(?<!\([^()]*|[\d.,])${NO_YEAR}\d+,\s+(?:\d|$)`,
    String.raw`(?<![\d.,])[1-9]\d*[.,]\d\d(?![\d.,]|\s*${MEASURE})`,
    String.raw`(?<![\d.,])${NO_YEAR}[1-9]\d*[\s,;–—-]+(?:mic[ăai]?|mijloci[eiu]*|medi[eiu]*|mar[ei]|small|large|sm|m|lg|xl|pahar|sticl[aă]|glass|bottle|cup|bowl|half|full)(?!\p{L})`,
    String.raw`\d\s+(?:sau|ori|or|[sșş]i|and)\s*$`,
    // A year, weights in parts and what is numbered belong to the name.
    String.raw`(?<![\d.,/#№]|(?:nr|no|x)[.\s]*)${NO_YEAR}[1-9]\d*\s+$`,
  ].join('|'),
  'iu',
)
/** What no name of a category has: money, a time, an address, or a number that nothing follows that it could count. */
const NO_CATEGORY = new RegExp(
  [
    String.raw`\d\s*(?:${UNIT}|(?:bani|roni?|leu[tțţ]i|usd|mdl|gbp|huf|ft|bgn|lv|chf|pln|лей|грн|лв|руб|am|pm|each|ea)(?!\p{L}))`,
    String.raw`\p{Sc}|(?:^|\P{L})(?:${UNIT_PATTERN}|pre[tțţ](?:uri)?|prices?)[.!?*)\]|\s]*$`,
    String.raw`\d[.,:]\d\d(?![\d.,]|\s*${MEASURE})`,
    String.raw`\p{N}(?!\p{N}|[.,]\d|\.\s*\p{L})(?!\s*(?:\p{L}|%\s*\p{L}))`,
    String.raw`@|www\.|https?:|^[\p{L}\p{N}].*(?:[.…_]\s?){4}$`,
  ].join('|'),
  'iu',
)
const PHONE = /(?:^|[^\d.,])(?:\+|0)\d(?:[\s.\-/()]*\d){7,12}$/u
const NUMBERING = /^\d{1,2}[.)]\s*(?=\p{L})/u
/** Non-breaking spaces that group the digits of a number. */
const GROUPING = /(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu
/** Decoration around a name: bullets, lines, separators. */
const DECORATION =
  /^(?:[\s•·●○◦‣*#►▪✓✔➤➢|;,\-–—=_.…⋯:~]|[«»‹›]\s)+|(?:[\s•·●○◦*#|;,\-–—=_.…⋯:/\\~>→➔➜⇒^@≈]|\s[«»‹›])+$/gu
/** A line in brackets, which describes the dish above it. */
const IN_BRACKETS = /^\((.+)\)$|^\[(.+)\]$/u

/** What a line is: a dish, the name of a category, or a translation key that says why it is neither. */
type Line = { name: string; price: string } | { category: string } | { messageKey: string }

/**
 * Parses a pasted price list into rows: a dish and its price on a line, the name of a category on a line above its dishes,
 * a description in brackets on a line below its dish. A line that is none of them is an error, and changes no other line.
 */
export function readPriceList(text: string): { rows: CsvRow[]; errors: RowError[] } {
  const rows: CsvRow[] = []
  const errors: RowError[] = []
  let category: string | undefined
  /** The category before `category`, while no dish has followed that. */
  let earlier: string | undefined
  /** The dish above; null after a line with an error. */
  let above: CsvRow | null | undefined
  for (const [i, lineText] of text.split(/\r\n|\n|\r/).entries()) {
    const line = i + 1
    const trimmed = lineText.trim()
    if (!/[\p{L}\p{N}]/u.test(trimmed)) continue
    const [, round, square] = trimmed.length > MAX_LINE_LENGTH ? [] : (IN_BRACKETS.exec(trimmed) ?? [])
    const description = round ?? square
    if (description !== undefined) {
      if (above) describe(above, description.trim())
      else if (above === undefined) errors.push({ line, column: '', messageKey: 'menuCsv.noDishAbove' })
      continue
    }
    const read = readLine(trimmed.replace(GROUPING, '').replace(NUMBERING, ''))
    above = null
    if ('messageKey' in read) {
      errors.push({ line, column: '', messageKey: read.messageKey })
      // The line above is rather the name of this dish than a category.
      if (read.messageKey === 'menuCsv.noName') category = earlier ?? category
    } else if ('category' in read) {
      earlier = category
      category = read.category
      above = undefined
    } else if (category === undefined) errors.push({ line, column: '', messageKey: 'menuCsv.noHeading' })
    else {
      earlier = undefined
      above = { line, cells: { nameRo: read.name, price: read.price, category } }
      rows.push(above)
    }
  }
  const tooMany = rows[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  return { rows: rows.slice(0, CSV_MAX_ROWS), errors: errors.slice(0, CSV_MAX_ROWS) }
}

function readLine(text: string): Line {
  if (text.length > MAX_LINE_LENGTH) return { messageKey: `validation.atMostCharacters ${MAX_LINE_LENGTH}` }
  if (PHONE.test(text)) return { messageKey: 'menuCsv.unclearPrice' }
  const { name = '', number = '' } = PRICED.exec(text)?.groups ?? {}
  const price = readAmount(number)
  if (!price) return readCategory(text)
  const before = text.slice(0, text.lastIndexOf(number))
  // `Platter 1 250` may be one number.
  const isGrouped = /(?:^|\s)\d{1,3}\s$/.test(before) && /^\d{3}(?!\d)/.test(number)
  if (isGrouped || EARLIER_PRICE.test(before)) return { messageKey: 'menuCsv.unclearPrice' }
  const dishName = withoutDecoration(withoutDecoration(name).replace(FROM, ''))
  if (MEASURES.test(dishName)) return { messageKey: 'menuCsv.noName' }
  return { name: dishName, price: plainFigure(price.kind === 'whole' ? price.value * 100 : price.value) }
}

function readCategory(text: string): Line {
  // A colon at the end says that it is one.
  if (!text.endsWith(':') && NO_CATEGORY.test(text)) return { messageKey: 'menuCsv.unclearPrice' }
  const category = withoutDecoration(text)
  if (MEASURES.test(category)) return { messageKey: 'menuCsv.noName' }
  if (category.length > CATEGORY_NAME_MAX) return { messageKey: `validation.atMostCharacters ${CATEGORY_NAME_MAX}` }
  return { category }
}

function withoutDecoration(text: string): string {
  return text.replace(DECORATION, '').replace(/\s+/g, ' ')
}

function describe({ cells }: CsvRow, more: string): void {
  const description = [cells.description, more].filter(Boolean).join(' ')
  cells.description = description
  cells.descriptionRo = description
}
