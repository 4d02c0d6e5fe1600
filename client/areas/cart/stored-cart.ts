import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { isRecord } from '#shared/domain/objects.ts'
import { type CartLine, keyOf, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { stored } from '../../lib/browser/storage.ts'

/** The fields of a dish that the cart stores: enough to show it before the menu is loaded. */
export type CartDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price' | 'imageUrl' | 'tags'> &
  Partial<Pick<MenuItem, 'takeawayFee'>>
export type DishLine = CartLine<CartDish>

/** A stored line of the present form; undefined for anything else. Without zod, which the first view does not load. */
export function parseLine(value: unknown): DishLine | undefined {
  if (!isRecord(value) || !isRecord(value.dish)) return undefined
  // Older versions of Masa stored no options and no fees.
  const { quantity, notes, options } = value
  const { id, name, nameRo, price, imageUrl, tags, takeawayFee } = value.dish
  const isValid =
    isWhole(quantity, 1, MAX_QUANTITY) &&
    (notes === undefined || (isText(notes) && notes.length <= MAX_LINE_NOTES)) &&
    isWhole(id) &&
    [name, nameRo, imageUrl].every(isText) &&
    isWhole(price, 0) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    (options === undefined || (Array.isArray(options) && options.every(isOption)))
  const dish = { id, name, nameRo, price, imageUrl, tags, takeawayFee }
  return isValid ? ({ dish, quantity, notes, options } as DishLine) : undefined
}

/** The valid lines of a stored cart, each validated by itself: an invalid one does not affect the others. */
export function parseStoredLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const keys = new Set<string>()
  return value.slice(0, MAX_LINES).flatMap((value: unknown) => {
    const line = parseLine(value)
    if (!line || keys.has(keyOf(line))) return []
    keys.add(keyOf(line))
    return [line]
  })
}

/** The cart's lines, stored in this browser for all its tabs. */
export const storedLines = stored('cart', 1, parseStoredLines)

interface StoredTable {
  tableId: number | null
  ofAddress: number | null
  key: string | null
}

/** The table, with the URL's table id it came from. Stored per tab: tomorrow's order must not go to today's table. */
export const storedTable = stored(
  'table',
  1,
  (value) => {
    if (!isRecord(value)) return undefined
    // Older versions of Masa stored no keys.
    const { tableId, ofAddress, key = null } = value
    const isValid = [tableId, ofAddress].every((id) => id === null || isWhole(id)) && (key === null || isText(key))
    return isValid ? ({ tableId, ofAddress, key } as StoredTable) : undefined
  },
  'tab',
)

export function cartDishOf({ id, name, nameRo, price, imageUrl, tags, takeawayFee }: MenuItem): CartDish {
  return { id, name, nameRo, price, imageUrl, tags, ...(takeawayFee && { takeawayFee }) }
}

function isOption(value: unknown): boolean {
  return (
    isRecord(value) &&
    [value.name, value.nameRo].every(isText) &&
    isWhole(value.id) &&
    isWhole(value.price, 0) &&
    isWhole(value.quantity, 1, MAX_QUANTITY)
  )
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isWhole(value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max
}
