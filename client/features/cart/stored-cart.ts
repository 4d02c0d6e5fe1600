import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/cart.ts'
import type { Named } from '#shared/domain/language.ts'
import { stored } from '../../lib/browser/storage.ts'

/** What the cart keeps of a dish: enough to show it before the menu is here. */
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

/** Takes what it recognises of a stored cart, line by line: one bad line never costs the others. */
export function recogniseLines(value: unknown): DishLine[] {
  if (!Array.isArray(value)) return []
  const seen = new Set<number>()
  return value.slice(0, MAX_LINES).flatMap((kept: unknown) => {
    const parsed = line.safeParse(kept)
    if (!parsed.success || seen.has(parsed.data.dish.id)) return []
    seen.add(parsed.data.dish.id)
    return [parsed.data]
  })
}

/** Whether a stored line has the form that the cart writes today. */
function isRecognised(kept: unknown): boolean {
  return line.safeParse(kept).success
}

/** The cart's lines, stored in this browser for all its tabs. */
export const storedLines = stored('cart', 1, recogniseLines)

/** The table, with the address it came from, as long as this tab lives: tomorrow's order must not go to today's table. */
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

/** What could be read of a stored line that an older version of Masa wrote, or that is damaged. */
export interface OlderLine {
  dishId?: number
  named?: Named
  quantity: number
  notes?: string
}

/** The stored lines that `recogniseLines` cannot take, in whatever form. A cart without a list counts as one line. */
export function olderLines(kept: unknown): OlderLine[] {
  if (kept === undefined || kept === null) return []
  const lines = listIn(kept)
  if (!lines) return [{ quantity: 0 }]
  const isOurs = isRecord(kept) && kept.version === 1
  return lines.filter((line) => !isOurs || !isRecognised(line)).map(olderLine)
}

/**
 * Adds older lines to the cart by their dishes on today's menu, each dish once. `gone` names the dishes of lines that
 * could not be added; `unreadable` means that there was a line without even a name.
 */
export function rescue(older: readonly OlderLine[], lines: readonly DishLine[], menu: readonly CartDish[]) {
  const rescued: DishLine[] = [...lines]
  const gone: Named[] = []
  let unreadable = false
  for (const { dishId, named, quantity, notes } of older) {
    const dish = menu.find(({ id }) => id === dishId)
    if (dish && quantity >= 1) {
      if (!rescued.some((line) => line.dish.id === dish.id)) rescued.push({ dish, quantity, notes })
    } else if (named) gone.push(named)
    else unreadable = true
  }
  return { lines: rescued, gone, unreadable }
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

function listIn(kept: unknown): unknown[] | undefined {
  if (Array.isArray(kept)) return kept
  if (!isRecord(kept)) return undefined
  const within = kept.value ?? kept.items ?? kept.lines
  return within === undefined ? undefined : listIn(within)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
