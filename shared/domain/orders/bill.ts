import type { OrderLine } from '#shared/contracts/orders.ts'
import { linesTotal } from '../money.ts'
import { alikeKey, type LineOption, linesWithParts } from './line-options.ts'

/** A line as the bill of a table needs it. */
export interface BilledLine extends Pick<OrderLine, 'name' | 'nameRo' | 'price' | 'quantity' | 'guestName' | 'partOf'> {
  options: readonly LineOption[]
  /** The unit price before a price rule. */
  listPrice?: number | undefined
}

/** How many equal parts a bill can be split into (docs/product/tables.md#tables-bill). */
export const MIN_PARTS = 2
export const MAX_PARTS = 20

export interface GuestLines<Line> {
  /** Null for lines without a guest's name. */
  guest: string | null
  lines: Line[]
}

/** Lines by guest, in the order of each guest's first line; lines without a name last. */
export function byGuest<Line extends Pick<BilledLine, 'guestName'>>(lines: readonly Line[]): GuestLines<Line>[] {
  const groups = groupedBy(lines, ({ guestName }) => guestName ?? '')
  return groups
    .sort(([a], [b]) => Number(a === '') - Number(b === ''))
    .map(([guest, guestLines]) => ({ guest: guest || null, lines: guestLines }))
}

/** Returns each guest's total in minor units, in the order of `byGuest`; the totals add up to that of all lines. */
export function guestTotals(lines: readonly BilledLine[]): { guestName: string | null; total: number }[] {
  return byGuest(lines).map(({ guest, lines: guestLines }) => ({ guestName: guest, total: linesTotal(guestLines) }))
}

/** Splits a total; the last part contains the remainder of minor units. @param count `MIN_PARTS` to `MAX_PARTS` */
export function equalParts(total: number, count: number): number[] {
  const part = Math.floor(total / count)
  return Array.from({ length: count }, (_, i) => (i < count - 1 ? part : total - part * (count - 1)))
}

/** Merges equal lines of all guests, with the first one's other fields; parts still stand below their line. */
export function mergedLines<Line extends Omit<BilledLine, 'guestName'>>(lines: readonly Line[]): Line[] {
  const whole = linesWithParts(lines).map(({ line, parts }) => [line, ...parts])
  const groups = groupedBy(whole, (block) =>
    JSON.stringify(
      block.map(({ name, nameRo, price, listPrice = price, options, quantity }) => {
        const portions = quantity / (block[0]?.quantity ?? 1)
        return [name, nameRo, price, listPrice, alikeKey(options), portions]
      }),
    ),
  )
  return groups.flatMap(([, [first = [], ...others]]) =>
    first.map((line, i) => ({
      ...line,
      quantity: others.reduce((sum, block) => sum + (block[i]?.quantity ?? 0), line.quantity),
    })),
  )
}

/** Groups in the order of each key's first item. `Map.groupBy` is too new for old tablets. */
function groupedBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return [...groups]
}
