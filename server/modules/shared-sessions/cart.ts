import type * as z from 'zod/mini'
import { type Database, type SendWithCommit, type Tx, violatedConstraint } from '#server/db/index.ts'
import { type DishToday, dishesToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError, CommittingError } from '#server/platform/app-error.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { MAX_LINES, MAX_QUANTITY, roomForNotes } from '#shared/domain/orders/cart.ts'
import {
  countLines,
  deleteLine,
  findCartLine,
  findLineOfDish,
  insertLine,
  notesOfOtherLines,
  recordCartChange,
  storeRefs,
  updateLine,
} from './cart-repo.ts'
import { findParticipant, type ParticipantRow, type SessionRow, updateParticipant } from './repo.ts'
import { MAX_REMEMBERED_CHANGES } from './rules.ts'
import { announceSession, inSession } from './session.ts'

/** The participant that a change comes from. */
export interface ChangeSource {
  sessionId: string
  participantId: string
  /** The id of the change. A change without one is made every time it is sent. */
  ref: number | undefined
  /** False once the sending socket is closed: its page sends the change again on the next socket. */
  isAwaited: () => boolean
}

/**
 * What a change affected: the cart, with the participants who are no longer ready because of it; only the ready marks;
 * or nothing.
 */
type Affected = { cartUnreadies: string[] } | 'ready' | 'nothing'

interface SessionContext {
  tx: Tx
  sendWithCommit: SendWithCommit
  me: ParticipantRow
  now: Date
}

/** Makes a change, or refuses it; with a `CommittingError` if the page must not send it again. */
export type SessionChange = (context: SessionContext) => Promise<Affected>

/**
 * Makes a change once. Its id is stored in the same transaction, so that a change that is sent again after a
 * lost connection is recognized. A change refused with a `CommittingError` counts as made.
 * @returns whether the change was announced, which sends it to the phones
 * @throws AppError `session_over`, `session_not_found`, and what the change throws
 */
export function changeOnce(db: Database, source: ChangeSource, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, ref, isAwaited } = source
  const make = async (tx: Tx, session: SessionRow, sendWithCommit: SendWithCommit) => {
    const me = await findParticipant(tx, sessionId, participantId)
    // A participant who has left gets this error even if the session is over.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    if (ref !== undefined && me.refs.includes(ref)) return false
    // Queued before the change, so that a committing error stores the id too.
    if (ref !== undefined) {
      const refs = [...me.refs, ref].slice(-MAX_REMEMBERED_CHANGES)
      sendWithCommit(storeRefs, { id: me.id, refs: JSON.stringify(refs), now })
    }
    const affected = await change({ tx, sendWithCommit, me, now })
    if (affected === 'nothing') return false
    if (affected === 'ready') await announceSession(tx, sessionId)
    else sendWithCommit(recordCartChange, { sessionId, unready: affected.cartUnreadies, now })
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

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
