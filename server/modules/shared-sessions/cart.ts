import type * as z from 'zod/mini'
import { type Tx, violatedConstraint } from '#server/db/index.ts'
import { dishesToday } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { MAX_LINES, MAX_QUANTITY } from '#shared/domain/cart.ts'
import { countLines, deleteLine, insertLine, lineById, lineOf, unready, updateLine } from './cart-repo.ts'
import type { Change } from './change.ts'
import { updateParticipant } from './repo.ts'

/** The reference of a line to its dish. */
const DISH_OF_LINE = 'shared_cart_items_menu_item_id_menu_items_id_fk'

/** Adds to one's own line of a dish, up to the most that a line can have. */
export function adding({ menuItemId, quantity }: z.infer<typeof addItemSchema>): Change {
  return async (tx, me, now) => {
    const refusal = await refuseUnavailable(tx, menuItemId)
    if (refusal) return refusal
    const line = await lineOf(tx, me.id, menuItemId)
    if (line?.quantity === MAX_QUANTITY) return 'nothing'
    if (line) {
      const sum = Math.min(MAX_QUANTITY, line.quantity + quantity)
      await updateLine(tx, line.id, { quantity: sum, notes: line.notes, updatedAt: now })
    } else {
      if ((await countLines(tx, me.sessionId)) >= MAX_LINES) return new AppError('cart_full')
      const { sessionId, id: participantId } = me
      const line = { sessionId, participantId, menuItemId, quantity, createdAt: now, updatedAt: now }
      await insertLine(tx, line).catch((error: unknown) => {
        // It was deleted at the very moment in which it was added.
        throw violatedConstraint(error) === DISH_OF_LINE ? unavailable(menuItemId) : error
      })
    }
    await unready(tx, [me.id])
    return 'cart'
  }
}

/** Sets quantity and note of one's own line; 0 takes it away. A dish that is sold out can be had less of, not more. */
export function setting({ itemId, quantity, notes }: z.infer<typeof setItemSchema>): Change {
  return async (tx, me, now) => {
    const line = await lineById(tx, me.sessionId, itemId)
    if (!line) return quantity === 0 ? 'nothing' : new AppError('not_found')
    if (line.participantId !== me.id) return new AppError('not_your_line')
    if (quantity > line.quantity) {
      const refusal = await refuseUnavailable(tx, line.menuItemId)
      if (refusal) return refusal
    }
    const noted = notes === undefined ? line.notes : notes
    if (quantity === line.quantity && noted === line.notes) return 'nothing'
    if (quantity === 0) await deleteLine(tx, itemId)
    else await updateLine(tx, itemId, { quantity, notes: noted, updatedAt: now })
    await unready(tx, [me.id])
    return 'cart'
  }
}

/** Takes a line away, whoever wanted it; one that is gone already is no fault of who asks. */
export function removing({ itemId }: z.infer<typeof removeItemSchema>): Change {
  return async (tx, me) => {
    const line = await lineById(tx, me.sessionId, itemId)
    if (!line) return 'nothing'
    await deleteLine(tx, itemId)
    await unready(tx, [me.id, line.participantId])
    return 'cart'
  }
}

/** Says that one is ready, or is not. */
export function readying(isReady: boolean): Change {
  return async (tx, me, now) => {
    if (me.isReady === isReady) return 'nothing'
    await updateParticipant(tx, me.id, { isReady }, now)
    return 'people'
  }
}

async function refuseUnavailable(tx: Tx, menuItemId: number): Promise<AppError | undefined> {
  const dish = (await dishesToday(tx, [menuItemId])).get(menuItemId)
  if (dish?.isOrderable) return undefined
  return unavailable(menuItemId, dish?.name)
}

function unavailable(menuItemId: number, name?: string): AppError {
  return new AppError('item_unavailable', { unavailable: [{ menuItemId, ...(name !== undefined && { name }) }] })
}
