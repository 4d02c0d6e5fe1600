import * as z from 'zod/mini'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type CartLine, MAX_LINE_NOTES, MAX_LINES, MAX_QUANTITY } from '#shared/domain/cart.ts'
import type { Named } from '#shared/domain/language.ts'
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
function isRecognised(kept: unknown): boolean {
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

/** What can be read of a line that an older version stored, or that is damaged; today's menu knows the rest. */
export interface OlderLine {
  dishId?: number
  named?: Named
  quantity: number
  notes?: string
}

/** The lines of a stored cart that the cart itself does not recognise, whatever the cart's form was. */
export function olderLines(kept: unknown): OlderLine[] {
  if (kept === undefined || kept === null) return []
  const lines = listIn(kept)
  if (!lines) return [{ quantity: 0 }]
  const isOurs = isRecord(kept) && kept.version === 1
  return lines.filter((line) => !isOurs || !isRecognised(line)).map(olderLine)
}

/** Puts older lines under today's dishes, each dish once; `gone` are those that today's menu lacks. */
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
