import type * as z from 'zod/mini'
import { violatedConstraint } from '#server/db/index.ts'
import { type DishToday, dishesToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError, CommittingError } from '#server/platform/app-error.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { MAX_LINES, MAX_QUANTITY, roomForNotes } from '#shared/domain/orders/cart.ts'
import { updateParticipant } from '../repo.ts'
import {
  countLines,
  deleteLine,
  findCartLine,
  findLineOfDish,
  insertLine,
  notesOfOtherLines,
  updateLine,
} from './cart-repo.ts'
import type { SessionChange } from './change.ts'

/** The name of the foreign key from a cart line to its dish. */
const DISH_OF_LINE = 'shared_cart_items_menu_item_id_menu_items_id_fk'

/** Returns the change that adds a dish to the participant's own line, up to the maximum quantity of a line. */
export function addItem({ menuItemId, quantity }: z.infer<typeof addItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me, now }) => {
    const [dishes, line, lineCount] = await Promise.all([
      dishesToday(tx, [menuItemId], now),
      findLineOfDish(tx, me.id, menuItemId),
      countLines(tx, me.sessionId),
    ])
    refuseUnavailable(menuItemId, dishes.get(menuItemId))
    if (line?.quantity === MAX_QUANTITY) return 'nothing'
    if (line) {
      const sum = Math.min(MAX_QUANTITY, line.quantity + quantity)
      sendWithCommit(updateLine, { id: line.id, quantity: sum, notes: line.notes, now })
    } else {
      if (lineCount >= MAX_LINES) throw new CommittingError('cart_full')
      const { sessionId, id: participantId } = me
      const line = { sessionId, participantId, menuItemId, quantity, createdAt: now, updatedAt: now }
      await insertLine(tx, line).catch((error: unknown) => {
        if (violatedConstraint(error) !== DISH_OF_LINE) throw error
        // The dish was deleted while it was being added. After a failed statement nothing can be committed.
        throw new AppError('item_unavailable', unavailableDetails(menuItemId))
      })
    }
    return { cartUnreadies: [me.id] }
  }
}

/**
 * Returns the change that sets quantity and note of the participant's own line; 0 removes it. The quantity of an
 * unavailable dish can only be lowered.
 */
export function setItem({ itemId, quantity, notes }: z.infer<typeof setItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me, now }) => {
    const line = await findCartLine(tx, me.sessionId, itemId)
    if (!line && quantity === 0) return 'nothing'
    if (!line) throw new CommittingError('not_found')
    if (line.participantId !== me.id) throw new CommittingError('not_your_line')
    if (quantity > line.quantity) {
      const dishes = await dishesToday(tx, [line.menuItemId], now)
      refuseUnavailable(line.menuItemId, dishes.get(line.menuItemId))
    }
    const newNotes = notes === undefined ? line.notes : notes
    if (quantity === line.quantity && newNotes === line.notes) return 'nothing'
    // A shorter note is always accepted: notes from before the limit existed may be too long together.
    if (quantity > 0 && (newNotes?.length ?? 0) > (line.notes?.length ?? 0)) {
      const others = await notesOfOtherLines(tx, line)
      if (roomForNotes([newNotes, ...others]) < 0) throw new CommittingError('notes_too_long')
    }
    if (quantity === 0) sendWithCommit(deleteLine, { id: itemId })
    else sendWithCommit(updateLine, { id: itemId, quantity, notes: newNotes, now })
    return { cartUnreadies: [me.id] }
  }
}

/** Returns the change that removes a line, anybody's; it does nothing if the line is already gone. */
export function removeItem({ itemId }: z.infer<typeof removeItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me }) => {
    const line = await findCartLine(tx, me.sessionId, itemId)
    if (!line) return 'nothing'
    sendWithCommit(deleteLine, { id: itemId })
    return { cartUnreadies: [me.id, line.participantId] }
  }
}

/** Returns the change that sets or clears the participant's ready mark. */
export function setReady(isReady: boolean): SessionChange {
  return async ({ tx, me, now }) => {
    if (me.isReady === isReady) return 'nothing'
    await updateParticipant(tx, me.id, { isReady }, now)
    return 'ready'
  }
}

function refuseUnavailable(menuItemId: number, dish: DishToday | undefined): void {
  if (!dish?.isOrderable) throw new CommittingError('item_unavailable', unavailableDetails(menuItemId, dish))
}

function unavailableDetails(menuItemId: number, dish?: DishToday): ErrorDetails {
  return { unavailable: [unavailableDish(menuItemId, dish, false)] }
}
