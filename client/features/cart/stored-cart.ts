import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Named } from '#shared/domain/language.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { stored } from '../../lib/browser/storage.ts'

/** The fields of a dish that the cart stores: enough to show it before the menu is loaded. */
const cartDish = z.object({
  id: z.int(),
  name: z.string(),
  nameRo: z.string(),
  price: z.int().check(z.gte(0)),
  imageUrl: z.string(),
  tags: z.array(z.string()),
})
export type CartDish = z.infer<typeof cartDish>
export type DishLine = CartLine<CartDish>

const line = z.object({
  dish: cartDish,
  quantity: z.int().check(z.gte(1), z.lte(MAX_QUANTITY)),
  notes: z.optional(z.string().check(z.maxLength(MAX_LINE_NOTES))),
})

/**
 * The valid lines of a stored cart. Each line is validated by itself, so that an invalid one does not affect the
 * others.
 */
export function parseStoredLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const dishIds = new Set<number>()
  return value.slice(0, MAX_LINES).flatMap((value: unknown) => {
    const parsed = line.safeParse(value)
    if (!parsed.success || dishIds.has(parsed.data.dish.id)) return []
    dishIds.add(parsed.data.dish.id)
    return [parsed.data]
  })
}

/** Whether a stored line has the present form. */
function isCurrentLine(value: unknown): boolean {
  return line.safeParse(value).success
}

/** The cart's lines, stored in this browser for all its tabs. */
export const storedLines = stored('cart', 1, parseStoredLines)

/** The table, with the URL's table id it came from. Stored per tab: tomorrow's order must not go to today's table. */
export const storedTable = stored(
  'table',
  1,
  (value) =>
    z
      .object({
        tableId: z.nullable(z.int()),
        ofAddress: z.nullable(z.int()),
        // Older versions of Masa stored no keys.
        key: z._default(z.nullable(z.string()), null),
      })
      .safeParse(value).data,
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
  return lines.filter((line) => !isCurrentVersion || !isCurrentLine(line)).map(olderLine)
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
