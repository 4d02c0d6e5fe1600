import type * as z from 'zod/mini'
import { type Tx, violatedConstraint } from '#server/db/index.ts'
import { type DishToday, dishesToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError, CommittingRefusal } from '#server/platform/app-error.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { MAX_LINES, MAX_QUANTITY, roomForNotes } from '#shared/domain/cart.ts'
import { updateParticipant } from '../repo.ts'
import {
  countLines,
  deleteLine,
  insertLine,
  lineById,
  lineOf,
  notesOfOthers,
  unready,
  updateLine,
} from './cart-repo.ts'
import type { SessionChange } from './change.ts'

/** The foreign key of a line to its dish. */
const DISH_OF_LINE = 'shared_cart_items_menu_item_id_menu_items_id_fk'

/** Adds to the participant's own line of a dish, up to the largest quantity of a line. */
export function adding({ menuItemId, quantity }: z.infer<typeof addItemSchema>): SessionChange {
  return async (tx, me, now) => {
    await refuseUnavailable(tx, menuItemId, now)
    const line = await lineOf(tx, me.id, menuItemId)
    if (line?.quantity === MAX_QUANTITY) return 'nothing'
    if (line) {
      const sum = Math.min(MAX_QUANTITY, line.quantity + quantity)
      await updateLine(tx, line.id, { quantity: sum, notes: line.notes, updatedAt: now })
    } else {
      if ((await countLines(tx, me.sessionId)) >= MAX_LINES) throw new CommittingRefusal('cart_full')
      const { sessionId, id: participantId } = me
      const line = { sessionId, participantId, menuItemId, quantity, createdAt: now, updatedAt: now }
      await insertLine(tx, line).catch((error: unknown) => {
        if (violatedConstraint(error) !== DISH_OF_LINE) throw error
        // The dish was deleted at the very moment in which it was added. After a failed statement nothing can be kept.
        throw new AppError('item_unavailable', detailsOf(menuItemId))
      })
    }
    await unready(tx, [me.id])
    return 'cart'
  }
}

/** Sets quantity and note of the participant's own line; 0 removes it. The quantity of a sold-out dish can only fall. */
export function setting({ itemId, quantity, notes }: z.infer<typeof setItemSchema>): SessionChange {
  return async (tx, me, now) => {
    const line = await lineById(tx, me.sessionId, itemId)
    if (!line && quantity === 0) return 'nothing'
    if (!line) throw new CommittingRefusal('not_found')
    if (line.participantId !== me.id) throw new CommittingRefusal('not_your_line')
    if (quantity > line.quantity) await refuseUnavailable(tx, line.menuItemId, now)
    const noted = notes === undefined ? line.notes : notes
    if (quantity === line.quantity && noted === line.notes) return 'nothing'
    // A shorter note is always accepted: notes from before the limit may be longer together.
    if (quantity > 0 && (noted?.length ?? 0) > (line.notes?.length ?? 0)) {
      const others = await notesOfOthers(tx, line)
      if (roomForNotes([noted, ...others]) < 0) throw new CommittingRefusal('notes_too_long')
    }
    if (quantity === 0) await deleteLine(tx, itemId)
    else await updateLine(tx, itemId, { quantity, notes: noted, updatedAt: now })
    await unready(tx, [me.id])
    return 'cart'
  }
}

/** Removes anybody's line; a line that is gone already is no error. */
export function removing({ itemId }: z.infer<typeof removeItemSchema>): SessionChange {
  return async (tx, me) => {
    const line = await lineById(tx, me.sessionId, itemId)
    if (!line) return 'nothing'
    await deleteLine(tx, itemId)
    await unready(tx, [me.id, line.participantId])
    return 'cart'
  }
}

/** Sets or clears the participant's ready mark. */
export function readying(isReady: boolean): SessionChange {
  return async (tx, me, now) => {
    if (me.isReady === isReady) return 'nothing'
    await updateParticipant(tx, me.id, { isReady }, now)
    return 'people'
  }
}

async function refuseUnavailable(tx: Tx, menuItemId: number, now: Date): Promise<void> {
  const dish = (await dishesToday(tx, [menuItemId], now)).get(menuItemId)
  if (!dish?.isOrderable) throw new CommittingRefusal('item_unavailable', detailsOf(menuItemId, dish))
}

function detailsOf(menuItemId: number, dish?: DishToday): ErrorDetails {
  return { unavailable: [unavailableDish(menuItemId, dish, false)] }
}
