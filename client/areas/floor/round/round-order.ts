import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { OrderRequest } from '#shared/contracts/orders.ts'
import { choicePrice, choiceProblems, chosenOptions } from '#shared/domain/menu/options.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { PLACEHOLDER_PHONE } from '#shared/domain/orders/order.ts'
import type { Round, RoundLine } from './round-drafts.ts'

/* What a round orders: pure functions. Apart from its drafts, because the floor loads it only to take a round. */

/** A line with its dish; without one if the menu no longer has it, or it is sold out. */
export interface ShownLine extends RoundLine {
  dish: MenuItem | undefined
  groups: readonly OptionGroup[]
  /** Whether it can be ordered with its options. */
  fits: boolean
}

/** @param groupsOf the groups of a dish; undefined while they are not known, so that no line with options fits */
export function shownLines(
  round: Round,
  menu: readonly MenuItem[],
  groupsOf: ((dish: MenuItem) => readonly OptionGroup[]) | undefined,
  now: Date,
): ShownLine[] {
  const orderable = new Map(menu.filter(({ soldOutUntil }) => soldOutUntil === null).map((dish) => [dish.id, dish]))
  return round.map((line) => {
    const dish = orderable.get(line.menuItemId)
    const groups = (dish && groupsOf?.(dish)) ?? []
    const options = line.options ?? []
    const isKnown = groupsOf !== undefined || (options.length === 0 && dish?.hasOptions === false)
    return { ...line, dish, groups, fits: isKnown && choiceProblems(groups, options, now).length === 0 }
  })
}

export const isOrderable = ({ dish, fits }: ShownLine): boolean => dish !== undefined && fits

export const orderedOptions = (groups: ShownLine['groups'], options: readonly number[]) =>
  chosenOptions(groups, options).map(({ group, option, quantity }) => ({ ...option, quantity, without: group.without }))

/** What one portion costs with its options, in minor units. */
export const portionOf = (dish: MenuItem, groups: readonly OptionGroup[], options: readonly number[]): number =>
  dish.price + choicePrice(groups, options)

/** The total by the menu's prices, in minor units. */
export function roundTotal(lines: readonly ShownLine[]): number {
  return linesTotal(
    lines.flatMap(({ dish, groups, options = [], quantity }) =>
      dish ? [{ price: portionOf(dish, groups, options), quantity }] : [],
    ),
  )
}

/**
 * The body of a round's order.
 * @param name of the table, in the restaurant's language
 * @param roundNotes the note for all its lines; empty without one
 */
export function roundOrder(
  lines: readonly ShownLine[],
  table: { id: number; name: string },
  roundNotes: string,
): OrderRequest {
  return {
    items: lines.map(({ menuItemId, quantity, notes, guestName, options = [] }) => ({
      menuItemId,
      quantity,
      ...(options.length > 0 && { options: [...options] }),
      ...(notes.trim() && { notes: notes.trim() }),
      ...(guestName !== null && { guestName }),
    })),
    tableId: table.id,
    total: roundTotal(lines),
    diningOption: 'dine-in',
    customerName: table.name,
    phoneNumber: PLACEHOLDER_PHONE,
    email: null,
    notes: roundNotes.trim() || null,
  }
}
