import type { Currency } from '../money.ts'
import { BLANK, centred, leftAndRight, line, type PrintedRow, roomFor, rule, wrapText } from './columns.ts'
import { amountOnPaper, type RestaurantOnPaper } from './paper.ts'
import { restaurantHead } from './receipt.ts'

/** Some figures of a day under one title, on the screen and on paper. Amounts are minor units. */
export interface DaySection {
  title: string
  /** What the rows add up to, where that says something. */
  total?: number
  rows: readonly { label: string; note?: string; amount: number }[]
}

/** A day's end in words: those of the language that its reader chose. */
export interface DayOnPaper {
  /** The title, the number, and that it is a copy. */
  headings: readonly string[]
  /** Each with its name. */
  facts: readonly (readonly [string, string])[]
  sections: readonly DaySection[]
  note: string | null
  notFiscal: string
  currency: Currency
}

/** The paper of a day's end (docs/product/payments.md#day-end-paper). */
export function dayReport(day: DayOnPaper, restaurant: RestaurantOnPaper): PrintedRow[] {
  const { headings, facts, sections, note, notFiscal, currency } = day
  return [
    ...restaurantHead(restaurant),
    ...headings.flatMap((heading) => centred(heading)),
    rule(),
    ...facts.flatMap(([name, value]) => leftAndRight(name, value)),
    ...sections.flatMap(({ title, total, rows }) => [
      rule(),
      ...(total === undefined
        ? wrapText(title, roomFor('normal')).map((text) => line(text))
        : leftAndRight(title, amountOnPaper(total, currency))),
      ...rows.flatMap(({ label, note: of, amount }) =>
        leftAndRight(`${label}${of ? ` (${of})` : ''}`, amountOnPaper(amount, currency)),
      ),
    ]),
    rule(),
    ...(note ? [...wrapText(note, roomFor('normal')).map((text) => line(text)), BLANK] : []),
    ...centred(notFiscal),
  ]
}
