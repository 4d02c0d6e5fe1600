import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/cart.ts'
import { stored } from '../../lib/storage.ts'

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

/** Whether a stored line is one as this version writes them. */
export function isRecognised(kept: unknown): boolean {
  return line.safeParse(kept).success
}

/** The lines, in this browser, across reloads and tabs. */
export const storedLines = stored('cart', 1, recogniseLines)

/** The table, with the address it came from, as long as this tab lives: tomorrow's order must not go to today's table. */
export const storedTable = stored(
  'table',
  1,
  (value) => z.object({ tableId: z.nullable(z.int()), ofAddress: z.nullable(z.int()) }).safeParse(value).data,
  'tab',
)

export function cartDishOf({ id, name, nameRo, price, imageUrl, tags }: MenuItem): CartDish {
  return { id, name, nameRo, price, imageUrl, tags }
}
