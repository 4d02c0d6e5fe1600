import * as z from 'zod/mini'
import { type DishChange, dishChangeSchema, dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { CSV_MAX_ROWS } from '#shared/contracts/menu/menu-imports.ts'
import { optionGroupInputSchema } from '#shared/contracts/menu/options.ts'
import { type Currency, readAmount, UNIT_PATTERN } from '#shared/domain/money.ts'
import { foldText } from '#shared/domain/text.ts'
import { type CategoryNames, categoryFinder } from '../find-category.ts'
import type { RequestedDish, RowError, StoredDish } from './headings.ts'
import type { MenuBefore } from './plan.ts'

/* A line with one dish in several sizes: `Tripe soup small 29 / large 42` (docs/product/menu.md#menu-price-list). */

/** Common words for sizes, for patterns. */
const SIZE_WORDS = 'mic[ăai]?|mijlocie|medi[eu]|mare|mari|small|medium|large'

interface DishInSizes {
  name: string
  /** The prices in minor units. */
  sizes: { label: string; price: number }[]
}

/** A text with a price at its end; without a price if it has none. */
export interface Priced {
  name: string
  price?: number
  unit?: Currency | undefined
}

/** After a price: a sign and the next label, or a word for a size. */
const BETWEEN_SIZES = new RegExp(
  String.raw`(?<=\d(?:\s?(?:${UNIT_PATTERN})\.?)?)(?:\s*(?:[/|\\;]|,(?!\d)|[-–—](?=\s))\s*(?=[(\p{L}\p{N}])|\s+(?=(?:${SIZE_WORDS})(?!\p{L})))`,
  'iu',
)
const SIZE = new RegExp(String.raw`^\d[\d.,]*\s*(?:ml|cl|l|gr?|kg|cm|buc)\.?$|(?<!\p{L})(?:${SIZE_WORDS})$`, 'iu')
const AROUND_LABEL = /^[\s([,;:–—-]+|[\s)\],;:–—-]+$/gu

/**
 * Reads a line with at least two prices, each after its own label.
 * @param readPriced reads a text with one price
 * @returns undefined for any other line
 */
function readSizes(line: string, currency: Currency, readPriced: (text: string) => Priced): DishInSizes | undefined {
  const parts = line.split(BETWEEN_SIZES).map(readPriced)
  if (parts.length < 2) return undefined
  const [first = '', ...others] = parts.map(({ name }) => name.replace(AROUND_LABEL, ''))
  const split = splitName(first, others[0]?.split(/\s+/).length ?? 1)
  if (!split) return undefined
  const labels = [split.label, ...others]
  const sizes = parts.flatMap(({ price, unit = currency }, i) => {
    const label = labels[i]
    return price !== undefined && label && unit === currency ? [{ label, price }] : []
  })
  const isComplete = sizes.length === parts.length && new Set(labels.map(foldText)).size === parts.length
  return isComplete ? { name: split.name, sizes } : undefined
}

/** Whether the labels are all words or measures for sizes, which hardly any name contains by chance. */
function areSizes({ sizes }: DishInSizes): boolean {
  return sizes.every(({ label }) => SIZE.test(label))
}

/** The name of the dish and its first label, which stands after a colon or has as many words as the second. */
function splitName(text: string, labelWords: number): { name: string; label: string } | undefined {
  const [, before, after] = /^(.+?)\s*:\s+(.+)$/u.exec(text) ?? []
  const words = text.split(/\s+/)
  const name = (before ?? words.slice(0, -labelWords).join(' ')).replace(AROUND_LABEL, '')
  const label = (after ?? words.slice(-labelWords).join(' ')).replace(AROUND_LABEL, '')
  return name && label ? { name, label } : undefined
}

interface PricedLine {
  line: number
  /** The heading above the line; undefined if there is none. */
  category: string | undefined
  name: string
  /** Minor units; of a dish in sizes, that of its cheapest. */
  price: number
  sizes?: { label: string; price: number }[]
  /** The text in brackets below the line; empty if there is none. */
  description: string
}

const NUMBER = String.raw`\d(?:[\d.,]*\d)?`
/** What one portion costs is what a dish costs. */
const PER_PORTION = String.raw`\s*/\s*(?:por[tțţ]i[eiaă]+|portion|buc(?:\.|at[aă])?|pers(?:\.|oan[aă])?|piece|pcs?|person)`
/** The characters between a name and its price: dots, dashes, spaces; not a single sign between digits as in a time. */
const LEADER = String.raw`(?!(?<=\d)[.:\-–—]\d)[\s.…·_\-–—:=]+`
const PRICED = new RegExp(
  String.raw`^(?<name>.*?\S)${LEADER}(?<amount>(?:(?:${UNIT_PATTERN})\s*)?${NUMBER}(?:[.,]-|\s*(?:${UNIT_PATTERN}))?)(?:${PER_PORTION})?\.?$`,
  'iu',
)
/** Text that no heading contains: an amount with decimals or a unit, or a time. */
const NO_HEADING = new RegExp(String.raw`\d[.,:]\d\d(?!\d)|\d\s*(?:${UNIT_PATTERN}|[$£])(?!\p{L})|[€$£]\s*\d`, 'iu')
/** An earlier price on the line: a number with a unit, before a slash, or between two sizes (`small 29, large 42`). */
const EARLIER_PRICE = new RegExp(
  String.raw`\d\s*(?:${UNIT_PATTERN})(?!\p{L})|€\s*\d|\d\s*[/|\\]\s*(?:$|\p{L})|\d[\s,;–-]+(?:${SIZE_WORDS})(?!\p{L})`,
  'iu',
)
/** What reads like a sentence, not like a heading; a colon at its end says that it is one. */
const SENTENCE = /^(?!.*:$)(?:(?:\S+\s+){3,}\S*[.!?…]|(?:\S+\s+){8,}\S+)$/u
/** A phone number at the end of a line. */
const PHONE = /(?:^|[^\d.,])(?:\+\d{2}\s?|0)\d{2,3}[\s.\-/]?\d{3}[\s.\-/]?\d{3,4}$/u
/** Non-breaking spaces that group the digits of a number. */
const GROUPING = /(?<=\d)[\u00A0\u2009\u202F](?=\d{3}(?!\d))/gu
/** Decoration around a name: bullets, lines, a colon after a heading. */
const DECORATION = /^[\s•·*#\-–—=_.:]+|[\s•·*#\-–—=_.:]+$/gu

/** A line in brackets, which describes the dish above it. */
const IN_BRACKETS = /^\((.+)\)$|^\[(.+)\]$/u

/** The maximum length of a line, in characters: the time to match it grows with the square of its length. */
const MAX_LINE_LENGTH = 300

/**
 * Parses a pasted price list: a dish and its price on each line, the name of a category on its own line above its
 * dishes, a description in brackets on its own line below its dish (docs/product/menu.md#menu-price-list).
 * @param currency the restaurant's currency; a price in another one is an error
 */
export function readPriceList(text: string, currency: Currency): { lines: PricedLine[]; errors: RowError[] } {
  const parsedLines = text
    .split(/\r\n|\n|\r/)
    .map((lineText, i) => readLine(lineText.trim(), i + 1, currency))
    .filter(({ lineText }) => /[\p{L}\p{N}]/u.test(lineText))
  const lines: PricedLine[] = []
  const errors: RowError[] = []
  let category: string | undefined
  /** The dish above; null after a line that could not be read, undefined after a heading. */
  let above: PricedLine | null | undefined
  for (const [i, { line, lineText, isTooLong, isUnclear, description, ...read }] of parsedLines.entries()) {
    const { name, price, unit, inSizes } = read
    const addError = (messageKey: string) => errors.push({ line, column: '', messageKey })
    const next = parsedLines[i + 1]
    if (description !== undefined && !isTooLong) {
      if (above) above.description = [above.description, description].filter(Boolean).join(' ')
      else if (above === undefined) addError('menuCsv.noDishAbove')
      continue
    }
    above = null
    if (isTooLong) addError(`validation.atMostCharacters ${MAX_LINE_LENGTH}`)
    else if (isUnclear && inSizes) {
      const { sizes } = inSizes
      const cheapest = Math.min(...sizes.map((size) => size.price))
      const dishName = inSizes.name.replace(DECORATION, '')
      above = { line, category, name: dishName, price: cheapest, sizes, description: '' }
      lines.push(above)
    } else if (isUnclear) addError('menuCsv.unclearPrice')
    else if (price === undefined) {
      // A heading is followed by a dish; a line followed by another line without a price is ambiguous.
      if (next?.price !== undefined || next?.isTooLong || next?.isUnclear) {
        if (SENTENCE.test(lineText)) {
          addError('menuCsv.sentence')
          continue
        }
        category = lineText.replace(DECORATION, '')
        above = undefined
      } else addError('menuCsv.noPrice')
    } else if (unit && unit !== currency) addError('menuCsv.otherCurrency')
    else {
      above = { line, category, name, price, description: '' }
      lines.push(above)
    }
  }
  return { lines, errors }
}

function readLine(lineText: string, line: number, currency: Currency) {
  const isTooLong = lineText.length > MAX_LINE_LENGTH
  const [, inBrackets, inSquareBrackets] = isTooLong ? [] : (IN_BRACKETS.exec(lineText) ?? [])
  const { name, amount, price, unit } = readPriced(isTooLong ? '' : lineText)
  // Unclear if the line contains money, but not exactly one price at its end.
  const isUnclear = price === undefined ? amount !== '' || NO_HEADING.test(lineText) : EARLIER_PRICE.test(name)
  const inSizes = isTooLong ? undefined : readSizes(lineText, currency, readPriced)
  return {
    line,
    lineText,
    isTooLong,
    isUnclear: isUnclear || PHONE.test(lineText) || (inSizes !== undefined && areSizes(inSizes)),
    inSizes,
    description: (inBrackets ?? inSquareBrackets)?.trim(),
    name: name.replace(DECORATION, ''),
    price,
    unit,
  }
}

function readPriced(text: string): Priced & { amount: string } {
  const { name = '', amount = '' } = PRICED.exec(text.replace(GROUPING, ''))?.groups ?? {}
  return { name, amount, ...parsePrice(amount) }
}

/** The price of a line in minor units. A whole number is in lei or euro, as on a printed menu. */
function parsePrice(text: string): Omit<Priced, 'name'> {
  const amount = readAmount(text)
  if (!amount) return {}
  return { price: amount.kind === 'whole' ? amount.value * 100 : amount.value, unit: amount.unit }
}

/**
 * Parses a pasted price list into requested dishes: a new price for each dish of the menu that it names, a new dish for
 * every other line (docs/product/menu.md#menu-price-list).
 * @param inSizes the lines with several prices that are taken as one dish in sizes
 */
export function parsePriceList(
  text: string,
  menu: MenuBefore,
  currency: Currency,
  inSizes: ReadonlySet<number> = new Set(),
): { requests: RequestedDish[]; errors: RowError[] } {
  const { lines, errors } = readPriceList(text, currency)
  const tooMany = lines[CSV_MAX_ROWS]
  if (tooMany) errors.push({ line: tooMany.line, column: '', messageKey: `menuCsv.tooManyRows ${CSV_MAX_ROWS}` })
  const categories = categoryFinder<CategoryNames>(menu.categories)
  const dishesOf = dishesByName(menu)
  const seenKeys = new Set<string>()
  const requests: RequestedDish[] = []
  for (const line of lines.slice(0, CSV_MAX_ROWS)) {
    const category = line.category === undefined ? undefined : categoryUnder(line.category)
    const [dish, another] = dishesOf(line.name, category?.name)
    const key = `${category?.name}\n${dish?.id ?? foldText(line.name)}`
    if (another) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.severalDishes' })
    else if (seenKeys.has(key)) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.dishTwice' })
    else if (dish && line.sizes) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.sizesOfExisting' })
    else if (dish) add(newPrice(line, dish))
    // Without a heading a line can only mean an existing dish.
    else if (!category) errors.push({ line: line.line, column: '', messageKey: 'menuCsv.noHeading' })
    else if (line.sizes && !inSizes.has(line.line)) {
      const sizes = { name: line.name, options: line.sizes.map(({ label: name, price }) => ({ name, price })) }
      errors.push({ line: line.line, column: '', messageKey: 'menuCsv.severalPrices', sizes })
    } else add(newDish(line, category))
    seenKeys.add(key)
  }
  return { requests, errors }

  /** The category that a heading names; an unknown one is new, with this name in both languages. */
  function categoryUnder(heading: string): CategoryNames {
    const found = categories.find(heading)
    if (found) return found
    const category = { name: heading, nameRo: heading }
    categories.add(category)
    return category
  }

  function add(result: RequestedDish | RowError): void {
    if ('messageKey' in result) errors.push(result)
    else requests.push(result)
  }
}

function newPrice(line: PricedLine, dish: StoredDish): RequestedDish | RowError {
  const parsed = z.safeParse(dishChangeSchema, { price: line.price, ...descriptionsOf(line, dish) })
  if (!parsed.success) return rowError(line, parsed.error)
  const change: DishChange = parsed.data
  return { line: line.line, id: dish.id, dish: { ...dish, ...change } as StoredDish, categoryRo: undefined }
}

function newDish(line: PricedLine, { name: category, nameRo: categoryRo }: CategoryNames): RequestedDish | RowError {
  // The Romanian name of an existing category may be missing, and stays so.
  const names = { name: line.name, nameRo: line.name, category, categoryRo: categoryRo || category }
  const parsed = z.safeParse(dishInputSchema, { ...names, price: line.price, ...descriptionsOf(line, names) })
  if (!parsed.success) return rowError(line, parsed.error)
  const ownGroup = line.sizes && z.safeParse(optionGroupInputSchema, sizeGroup(line.sizes, line.price))
  if (ownGroup?.error) return { line: line.line, column: '', messageKey: 'menuCsv.unclearPrice' }
  const dish = {
    ...parsed.data,
    nameIsFallback: true,
    optionGroups: [],
    ...(ownGroup && { ownGroup: ownGroup.data }),
  }
  return { line: line.line, id: null, dish, categoryRo: undefined }
}

/** As the editor's "Add sizes" begins; each size adds to the price of the cheapest. */
function sizeGroup(sizes: NonNullable<PricedLine['sizes']>, cheapest: number) {
  const options = sizes.map(({ label, price }) => ({ nameRo: label, price: price - cheapest }))
  return { name: 'Size', nameRo: 'Mărime', min: 1, max: 1, options }
}

/** The description in each language in which the line names the dish. */
function descriptionsOf({ name, description }: PricedLine, dish: Pick<StoredDish, 'name' | 'nameRo'>) {
  if (description === '') return {}
  const isNamed = (dishName: string) => foldText(dishName) === foldText(name)
  return {
    ...(isNamed(dish.name) && { description }),
    ...(isNamed(dish.nameRo) && { descriptionRo: description }),
  }
}

function rowError({ line }: PricedLine, { issues: [issue] }: z.core.$ZodError): RowError {
  return { line, column: String(issue?.path[0] ?? ''), messageKey: issue?.message ?? 'validation.wrong' }
}

/** Returns a function that finds dishes by a name in either language, in one category or in all. */
export function dishesByName({
  dishes,
}: Pick<MenuBefore, 'dishes'>): (name: string, category?: string) => StoredDish[] {
  const dishesByFoldedName = new Map<string, StoredDish[]>()
  for (const dish of dishes) {
    for (const name of new Set([foldText(dish.name), foldText(dish.nameRo)])) {
      const namesakes = dishesByFoldedName.get(name)
      if (namesakes) namesakes.push(dish)
      else dishesByFoldedName.set(name, [dish])
    }
  }
  return (name, category) => {
    const named = dishesByFoldedName.get(foldText(name)) ?? []
    return category === undefined ? named : named.filter((dish) => dish.category === category)
  }
}
