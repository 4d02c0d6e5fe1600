import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Named } from '#shared/domain/language.ts'
import { isRecord } from '#shared/domain/objects.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { stored } from '../../lib/browser/storage.ts'

/** The fields of a dish that the cart stores: enough to show it before the menu is loaded. */
export type CartDish = Pick<MenuItem, 'id' | 'name' | 'nameRo' | 'price' | 'imageUrl' | 'tags'>
export type DishLine = CartLine<CartDish>

/** A stored line of the present form; undefined for anything else. Without zod, which the first view does not load. */
function parseLine(value: unknown): DishLine | undefined {
  if (!isRecord(value) || !isRecord(value.dish)) return undefined
  const { quantity, notes } = value
  const { id, name, nameRo, price, imageUrl, tags } = value.dish
  const isValid =
    isWhole(quantity, 1, MAX_QUANTITY) &&
    (notes === undefined || (isText(notes) && notes.length <= MAX_LINE_NOTES)) &&
    isWhole(id) &&
    [name, nameRo, imageUrl].every(isText) &&
    isWhole(price, 0) &&
    Array.isArray(tags) &&
    tags.every(isText)
  return isValid ? ({ dish: { id, name, nameRo, price, imageUrl, tags }, quantity, notes } as DishLine) : undefined
}

/**
 * The valid lines of a stored cart. Each line is validated by itself, so that an invalid one does not affect the
 * others.
 */
export function parseStoredLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const dishIds = new Set<number>()
  return value.slice(0, MAX_LINES).flatMap((value: unknown) => {
    const line = parseLine(value)
    if (!line || dishIds.has(line.dish.id)) return []
    dishIds.add(line.dish.id)
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

export function cartDishOf({ id, name, nameRo, price, imageUrl, tags }: MenuItem): CartDish {
  return { id, name, nameRo, price, imageUrl, tags }
}

/** The readable parts of a stored line that is damaged or was written by an older version of Masa. */
export interface OlderLine {
  dishId?: number
  named?: Named
  quantity: number
  notes?: string
}

/** The stored lines that `parseStoredLines` rejects. A stored value without a list counts as one unreadable line. */
export function olderLines(stored: unknown): OlderLine[] {
  if (stored === undefined || stored === null) return []
  const lines = listIn(stored)
  if (!lines) return [{ quantity: 0 }]
  const isCurrentVersion = isRecord(stored) && stored.version === 1
  return lines.filter((line) => !isCurrentVersion || !parseLine(line)).map(olderLine)
}

/**
 * Adds older lines to the cart with their dishes from the menu, each dish once. `gone` names the dishes of lines that
 * could not be added; `unreadable` means that at least one line had no name either.
 */
export function restoreOlderLines(older: readonly OlderLine[], lines: readonly DishLine[], menu: readonly CartDish[]) {
  const restored: DishLine[] = [...lines]
  const gone: Named[] = []
  let unreadable = false
  for (const { dishId, named, quantity, notes } of older) {
    const dish = menu.find(({ id }) => id === dishId)
    if (dish && quantity >= 1) {
      if (!restored.some((line) => line.dish.id === dish.id)) restored.push({ dish, quantity, notes })
    } else if (named) gone.push(named)
    else unreadable = true
  }
  return { lines: restored, gone, unreadable }
}

function olderLine(line: unknown): OlderLine {
  if (!isRecord(line)) return { quantity: 0 }
  const dish = [line.dish, line.menuItem, line.item].find(isRecord) ?? line
  const { name, nameRo } = dish
  const id = line.menuItemId ?? dish.id
  const { quantity, notes } = line
  return {
    dishId: Number.isInteger(id) ? Number(id) : undefined,
    named: typeof name === 'string' && name ? { name, nameRo: typeof nameRo === 'string' ? nameRo : '' } : undefined,
    quantity: Number.isInteger(quantity) ? Math.min(Number(quantity), MAX_QUANTITY) : 0,
    notes: typeof notes === 'string' ? notes.slice(0, MAX_LINE_NOTES) || undefined : undefined,
  }
}

function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return undefined
  const inner = value.value ?? value.items ?? value.lines
  return inner === undefined ? undefined : listIn(inner)
}

const isText = (value: unknown): value is string => typeof value === 'string'

function isWhole(value: unknown, min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER): value is number {
  return Number.isSafeInteger(value) && min <= Number(value) && Number(value) <= max
}
