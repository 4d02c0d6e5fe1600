import type * as z from 'zod/mini'
import { type Database, type SendWithCommit, type Tx, violatedConstraint } from '#server/db/index.ts'
import { type DishToday, dishesToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError, CommittingError } from '#server/platform/app-error.ts'
import type { ErrorDetails } from '#shared/contracts/errors.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { choiceProblems, chosenOptions, exceedsTimes, MAX_ORDER_OPTIONS } from '#shared/domain/menu/options.ts'
import { MAX_LINES, MAX_QUANTITY, roomForNotes } from '#shared/domain/orders/cart.ts'
import { findParticipant, type ParticipantRow, type SessionRow, updateParticipant } from './repo.ts'
import { announceSession, inSession, MAX_REMEMBERED_CHANGES } from './session.ts'
import type { CartLineRow, CartSize } from './state-repo.ts'
import * as cartRepo from './state-repo.ts'

export interface ChangeSource {
  sessionId: string
  participantId: string
  /** The id of the change. A change without an id is made every time it is sent. */
  ref: number | undefined
  /** False once the sending socket is closed: its page sends the change again on the next socket. */
  isAwaited: () => boolean
}

/** A change affects the cart, including participants who are no longer ready; the ready marks; or nothing. */
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
 * Makes a change once. Its id is stored in the same transaction, so that a change that is sent again after a lost
 * connection is recognized. A change that was refused with a `CommittingError` counts as made.
 * @returns whether the change was announced, which sends it to the phones
 * @throws AppError `session_over`, `session_not_found`, and what the change throws
 */
export function changeOnce(db: Database, source: ChangeSource, now: Date, change: SessionChange): Promise<boolean> {
  const { sessionId, participantId, ref, isAwaited } = source
  const make = async (tx: Tx, session: SessionRow, sendWithCommit: SendWithCommit) => {
    const me = await findParticipant(tx, sessionId, participantId)
    // A participant who has left gets this error even after the session ended.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    if (ref !== undefined && me.refs.includes(ref)) return false
    // Queued before the change, so that a committing error stores the id too.
    if (ref !== undefined) {
      const refs = [...me.refs, ref].slice(-MAX_REMEMBERED_CHANGES)
      sendWithCommit(cartRepo.storeRefs, { id: me.id, refs: JSON.stringify(refs), now })
    }
    const affected = await change({ tx, sendWithCommit, me, now })
    if (affected === 'nothing') return false
    if (affected === 'ready') await announceSession(tx, sessionId)
    else sendWithCommit(cartRepo.recordCartChange, { sessionId, unready: affected.cartUnreadies, now })
    return true
  }
  return inSession(db, sessionId, now, make, isAwaited)
}

/** The name of the foreign key from a cart line to its dish. */
const DISH_OF_LINE = 'shared_cart_items_menu_item_id_menu_items_id_fk'

/** Returns the change that adds a dish to the participant's equal line, up to the maximum quantity of a line. */
export function addItem({ menuItemId, quantity, options, notes = null }: z.infer<typeof addItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me, now }) => {
    const wanted = { participantId: me.id, menuItemId, options: inOrder(options), notes }
    const [dish, line, size] = await Promise.all([
      dishToday(tx, menuItemId, now),
      cartRepo.findEqualLine(tx, wanted),
      cartRepo.readCartSize(tx, me.sessionId),
    ])
    refuseUnavailable({ menuItemId, options: wanted.options }, dish, now)
    if (line?.quantity === MAX_QUANTITY) return 'nothing'
    if (line) {
      const sum = Math.min(MAX_QUANTITY, line.quantity + quantity)
      sendWithCommit(cartRepo.updateLine, { ...line, quantity: sum, now })
    } else {
      refuseFull(size, wanted.options, dish)
      await refuseLongNotes(tx, { sessionId: me.sessionId, notes })
      const { sessionId } = me
      await cartRepo
        .insertLine(tx, { ...wanted, sessionId, quantity, createdAt: now, updatedAt: now })
        .catch((error: unknown) => {
          if (violatedConstraint(error) !== DISH_OF_LINE) throw error
          // The dish was deleted while it was being added. After a failed statement nothing can be committed.
          throw new AppError('item_unavailable', unavailableDetails(menuItemId))
        })
    }
    return { cartUnreadies: [me.id] }
  }
}

/**
 * Returns the change that sets quantity, note and options of the participant's own line; 0 removes it. A line that
 * becomes equal to another one is added to it. The quantity of an unavailable dish can only be lowered.
 */
export function setItem({ itemId, quantity, notes, options }: z.infer<typeof setItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me, now }) => {
    const line = await cartRepo.findCartLine(tx, me.sessionId, itemId)
    if (!line && quantity === 0) return 'nothing'
    if (!line) throw new CommittingError('not_found')
    if (line.participantId !== me.id) throw new CommittingError('not_your_line')
    if (quantity === 0) {
      sendWithCommit(cartRepo.deleteLine, { id: itemId })
      return { cartUnreadies: [me.id] }
    }
    const changed = {
      ...line,
      quantity,
      notes: notes === undefined ? line.notes : notes,
      options: options === undefined ? line.options : inOrder(options),
    }
    const hasOtherOptions = String(changed.options) !== String(line.options)
    if (quantity === line.quantity && changed.notes === line.notes && !hasOtherOptions) return 'nothing'
    if (quantity > line.quantity || hasOtherOptions) {
      const dish = await dishToday(tx, line.menuItemId, now)
      refuseUnavailable(changed, dish, now)
      const size = hasOtherOptions ? await cartRepo.readCartSize(tx, me.sessionId) : undefined
      if (size) refuseFull(without(size, line, dish), changed.options, dish)
    }
    // A shorter note is always accepted: notes from before the limit existed may be too long together.
    if ((changed.notes?.length ?? 0) > (line.notes?.length ?? 0)) await refuseLongNotes(tx, changed)
    const equal = await cartRepo.findEqualLine(tx, changed)
    if (equal && equal.id !== line.id) {
      sendWithCommit(cartRepo.deleteLine, { id: itemId })
      sendWithCommit(cartRepo.updateLine, {
        ...equal,
        quantity: Math.min(MAX_QUANTITY, equal.quantity + quantity),
        now,
      })
    } else sendWithCommit(cartRepo.updateLine, { ...changed, now })
    return { cartUnreadies: [me.id] }
  }
}

/** Options as they are stored: lines with the same options are equal. */
const inOrder = (options: readonly number[] = []) => [...options].sort((a, b) => a - b)

const dishToday = async (tx: Tx, id: number, now: Date) => (await dishesToday(tx, [id], now)).get(id)

/** Counts the options that become lines of an order, because they name dishes. */
function partsIn(options: readonly number[], dish: DishToday | undefined): number {
  return chosenOptions(dish?.groups ?? [], options).filter(({ option }) => option.menuItemId !== null).length
}

function without(size: CartSize, line: CartLineRow, dish: DishToday | undefined): CartSize {
  const lines = size.lines - 1 - partsIn(line.options, dish)
  return { lines, options: size.options - line.options.length }
}

/** Refuses a line that would make the cart larger than an order may be. */
function refuseFull(size: CartSize, options: readonly number[], dish: DishToday | undefined): void {
  const lines = size.lines + 1 + partsIn(options, dish)
  if (lines > MAX_LINES || size.options + options.length > MAX_ORDER_OPTIONS) throw new CommittingError('cart_full')
}

/** Refuses a note if the cart's notes would be too long together. @param line `id` missing for a new line */
async function refuseLongNotes(
  tx: Tx,
  line: Pick<CartLineRow, 'sessionId' | 'notes'> & { id?: number },
): Promise<void> {
  if (!line.notes) return
  const others = await cartRepo.notesOfOtherLines(tx, { id: line.id ?? 0, sessionId: line.sessionId })
  if (roomForNotes([line.notes, ...others]) < 0) throw new CommittingError('notes_too_long')
}

/** Returns the change that removes a line, anybody's; it does nothing if the line is already gone. */
export function removeItem({ itemId }: z.infer<typeof removeItemSchema>): SessionChange {
  return async ({ tx, sendWithCommit, me }) => {
    const line = await cartRepo.findCartLine(tx, me.sessionId, itemId)
    if (!line) return 'nothing'
    sendWithCommit(cartRepo.deleteLine, { id: itemId })
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

function refuseUnavailable(
  { menuItemId, options }: Pick<CartLineRow, 'menuItemId' | 'options'>,
  dish: DishToday | undefined,
  now: Date,
): void {
  if (!dish?.isOrderable) throw new CommittingError('item_unavailable', unavailableDetails(menuItemId, dish))
  const named = unavailableDish(menuItemId, dish, false)
  const unavailable = choiceProblems(dish.groups, options, now).map((problem) => ({ ...named, ...problem }))
  if (unavailable.length > 0) throw new CommittingError('item_unavailable', { unavailable })
  if (exceedsTimes(dish.groups, options)) throw new CommittingError('options_invalid')
}

function unavailableDetails(menuItemId: number, dish?: DishToday): ErrorDetails {
  return { unavailable: [unavailableDish(menuItemId, dish, false)] }
}
