import type { OrderOption } from '#shared/contracts/orders.ts'
import { type Language, nameIn } from '../language.ts'

/* A line with its options and parts in words, for every screen and paper (docs/product/kitchen.md#kitchen-options). */

/** A chosen option of a line. */
export type LineOption = Pick<OrderOption, 'name' | 'nameRo' | 'quantity'> & { without?: boolean | undefined }

/** The dictionaries lack these words, because receipts are Romanian in every language. */
const WITHOUT = { en: 'NO', ro: 'FĂRĂ' } as const

/** An option in words: `NO onion`, `2 × cheese`. */
export function optionText(option: LineOption, language: Language): string {
  const name = nameIn(language, option)
  if (option.without) return `${WITHOUT[language]} ${name}`
  return option.quantity > 1 ? `${option.quantity}\u00a0× ${name}` : name
}

/** All options of a line in one text, those without something first. */
function optionsText(options: readonly LineOption[], language: Language): string {
  return withoutFirst(options)
    .map((option) => optionText(option, language))
    .join(', ')
}

/** The name of a dish with its options: `Pizza (NO onion, large)`. */
export function nameWithOptions(name: string, options: readonly LineOption[], language: Language): string {
  return options.length > 0 ? `${name} (${optionsText(options, language)})` : name
}

export function withoutFirst<Option extends Pick<LineOption, 'without'>>(options: readonly Option[]): Option[] {
  return [...options].sort((a, b) => Number(b.without === true) - Number(a.without === true))
}

/** Returns one key for options that are prepared alike. */
export function alikeKey(options: readonly LineOption[]): string {
  return JSON.stringify(options.map(({ name, nameRo, quantity, without }) => [name, nameRo, quantity, without]))
}

interface PartLine {
  /** Not null for a part of the line that it stands below. */
  partOf: number | null
}

export interface LineWithParts<Line> {
  line: Line
  parts: Line[]
}

/** The lines of one or more orders, each with its parts. */
export function linesWithParts<Line extends PartLine>(lines: readonly Line[]): LineWithParts<Line>[] {
  const whole: LineWithParts<Line>[] = []
  for (const line of lines) {
    const parent = line.partOf === null ? undefined : whole.at(-1)
    if (parent) parent.parts.push(line)
    else whole.push({ line, parts: [] })
  }
  return whole
}

/**
 * Returns the lines that a station cooks, and a set menu above its parts. A part whose line is cooked elsewhere stands
 * alone. Fees are for no station.
 */
export function linesAtStation<Line extends PartLine & { cooked: boolean }>(
  lines: readonly Line[],
  isMine: (line: Line) => boolean,
): LineWithParts<Line>[] {
  return linesWithParts(lines).flatMap(({ line, parts }) => {
    const mine = parts.filter((part) => part.cooked && isMine(part))
    const isShown = line.cooked ? isMine(line) : mine.length > 0
    return isShown ? [{ line, parts: mine }] : mine.map((part) => ({ line: part, parts: [] }))
  })
}

/** Returns the price of one portion of a line with its parts and fees, in minor units. */
export function portionPrice<Line extends PartLine & { price: number; quantity: number }>(
  lines: readonly Line[],
  line: Line,
): number {
  const parts = linesWithParts(lines).find((one) => one.line === line)?.parts ?? []
  return parts.reduce((sum, part) => sum + (part.price * part.quantity) / line.quantity, line.price)
}
