import type { Currency } from '#shared/domain/money.ts'
import { amountIn } from './amount.ts'
import type { Fault } from './fault.ts'

export interface PricedLine {
  line: number
  /** The heading above it. */
  category: string | undefined
  name: string
  /** Minor units. */
  price: number
}

const NUMBER = String.raw`\d(?:[\d.,]*\d)?`
const UNIT = 'lei|ron|€|eur|euro'
/** What leads from a name to its price: dots, dashes, tabs, spaces; not one sign between digits, as in an hour. */
const LEADER = String.raw`(?!(?<=\d)[.:\-–—]\d)[\s.…·_\-–—:=]+`
const PRICED = new RegExp(
  String.raw`^(?<name>.*?\S)${LEADER}(?:(?<before>${UNIT})\s*)?(?<amount>${NUMBER})(?:,-|\s*(?<after>${UNIT}))?\.?$`,
  'iu',
)
/** What no heading has: an amount with decimals or with a unit, or an hour. */
const NO_HEADING = new RegExp(String.raw`\d[.,:]\d\d(?!\d)|\d\s*(?:${UNIT}|[$£])(?!\p{L})|[€$£]\s*\d`, 'iu')
/** A price with its unit, or a number before a stroke: what follows is another price. */
const EARLIER_PRICE = new RegExp(String.raw`\d\s*(?:${UNIT})(?!\p{L})|€\s*\d|\d\s*[/|\\]\s*$`, 'iu')
/** A phone number at the end of a line. */
const PHONE = /(?:^|[^\d.,])(?:\+\d{2}\s?|0)\d{2,3}[\s.\-/]?\d{3}[\s.\-/]?\d{3,4}$/u
/** Spaces that do not break a line, and stand in the middle of a number. */
const GROUPING = /(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu
/** What people draw around a name: list marks, lines, a colon behind a heading. */
const DECORATION = /^[\s•·*#\-–—=_.:]+|[\s•·*#\-–—=_.:]+$/gu

/** A longer line is not read: what it costs to read grows with the square of its length. */
const LINE_MAX = 300

const IN_EURO = /^(€|eur|euro)$/iu

/**
 * Reads a price list as people type it: a dish and its price on a line, the name of a category on a line of its own
 * above its dishes (docs/product.md#menu-price-list).
 * @param currency the restaurant's: a price in another one cannot be taken
 */
export function readPriceList(text: string, currency: Currency): { lines: PricedLine[]; faults: Fault[] } {
  const read = text
    .split(/\r\n|\n|\r/)
    .map((written, i) => readLine(written.trim(), i + 1))
    .filter(({ written }) => /[\p{L}\p{N}]/u.test(written))
  const lines: PricedLine[] = []
  const faults: Fault[] = []
  let category: string | undefined
  for (const [i, { line, written, isTooLong, isUnclear, name, price, unit }] of read.entries()) {
    const fault = (wording: string) => faults.push({ line, column: '', wording })
    const next = read[i + 1]
    if (isTooLong) fault(`validation.atMostCharacters ${LINE_MAX}`)
    else if (isUnclear) fault('menuCsv.unclearPrice')
    else if (price === undefined) {
      // A heading stands above dishes; what stands above another line without a price can't be told.
      if (next?.price !== undefined || next?.isTooLong || next?.isUnclear) category = written.replace(DECORATION, '')
      else fault('menuCsv.noPrice')
    } else if (unit !== '' && IN_EURO.test(unit) !== (currency === 'eur')) fault('menuCsv.otherCurrency')
    else lines.push({ line, category, name, price })
  }
  return { lines, faults }
}

function readLine(written: string, line: number) {
  const isTooLong = written.length > LINE_MAX
  const found = isTooLong ? null : PRICED.exec(written.replace(GROUPING, ''))
  const { name = '', before = '', amount = '', after = '' } = found?.groups ?? {}
  const price = amountIn(amount)
  // Money that is not one price at the end.
  const isUnclear = price === undefined ? amount !== '' || NO_HEADING.test(written) : EARLIER_PRICE.test(name)
  return {
    line,
    written,
    isTooLong,
    isUnclear: isUnclear || PHONE.test(written),
    name: name.replace(DECORATION, ''),
    price,
    unit: before || after,
  }
}
