import type * as z from 'zod/mini'
import type { Database, Tx } from '#server/db/index.ts'
import { type DishToday, dishesToday, unavailableDish } from '#server/modules/menu/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { addItemSchema, removeItemSchema, setItemSchema } from '#shared/contracts/shared-sessions.ts'
import { choiceProblems, chosenOptions, exceedsTimes, MAX_ORDER_OPTIONS } from '#shared/domain/menu/options.ts'
import { cartKey, MAX_LINES, MAX_QUANTITY, roomForNotes } from '#shared/domain/orders/cart.ts'
import { type LockedSession, type ParticipantRow, updateParticipant } from './repo.ts'
import { announceSession, inSession, MAX_REMEMBERED_CHANGES } from './session.ts'
import type { CartLineRow, SessionLine } from './state-repo.ts'
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
  me: ParticipantRow
  now: Date
}

/** Makes a change; or throws an AppError, before its first write. */
export type SessionChange = (context: SessionContext) => Promise<Affected>

/**
 * Makes a change once. Its id is stored in the same transaction, so that a change that is sent again after a lost
 * connection is recognized. A change that is refused counts as made: its page does not show it any more.
 * @returns whether the change was announced, which sends it to the phones
 */
export async function changeOnce(
  db: Database,
  source: ChangeSource,
  now: Date,
  change: SessionChange,
): Promise<boolean> {
  const { sessionId, participantId, ref, isAwaited } = source
  const make = async (tx: Tx, session: LockedSession) => {
    const me = session.participants.find(({ id }) => id === participantId)
    // A participant who has left gets this error even after the session ended.
    if (!me || me.leftAt) throw new AppError('session_not_found')
    if (session.status !== 'active') throw new AppError('session_over')
    if (ref !== undefined && me.refs.includes(ref)) return 'nothing'
    const outcome = await change({ tx, me, now }).catch((error: unknown) => {
      if (error instanceof AppError) return error
      throw error
    })
    const refs = JSON.stringify(ref === undefined ? me.refs : [...me.refs, ref].slice(-MAX_REMEMBERED_CHANGES))
    const isCartChange = typeof outcome === 'object' && 'cartUnreadies' in outcome
    await Promise.all([
      ref !== undefined && cartRepo.storeRefs(tx, { id: me.id, refs, now }),
      isCartChange && cartRepo.recordCartChange(tx, { sessionId, unready: outcome.cartUnreadies, now }),
      outcome === 'ready' && announceSession(tx, sessionId),
    ])
    return outcome
  }
  const outcome = await inSession(db, sessionId, now, make, isAwaited, participantId)
  // Thrown once the id is committed.
  if (outcome instanceof AppError) throw outcome
  return outcome !== 'nothing'
}

/** Returns the change that adds a dish to the participant's equal line, up to the maximum quantity of a line. */
export function addItem({ menuItemId, quantity, options, notes = null }: z.infer<typeof addItemSchema>): SessionChange {
  return async ({ tx, me, now }) => {
    const wanted = { participantId: me.id, menuItemId, options: inOrder(options), notes }
    const [dish, lines] = await Promise.all([dishToday(tx, menuItemId, now), cartRepo.listLines(tx, me.sessionId)])
    refuseUnavailable(wanted, dish, now)
    const line = equalLine(lines, wanted)
    if (line?.quantity === MAX_QUANTITY) return 'nothing'
    if (line) {
      const sum = Math.min(MAX_QUANTITY, line.quantity + quantity)
      await cartRepo.updateLine(tx, { ...line, quantity: sum, now })
    } else {
      refuseFull(lines, wanted.options, dish)
      refuseLongNotes(lines, notes)
      const { sessionId } = me
      // If the dish is deleted meanwhile, the insert conflicts, and the change begins anew without the dish.
      await cartRepo.insertLine(tx, { ...wanted, sessionId, quantity, createdAt: now, updatedAt: now })
    }
    return { cartUnreadies: [me.id] }
  }
}

/**
 * Returns the change that sets quantity, note and options of the participant's own line; 0 removes it. A line that
 * becomes equal to another one is added to it. The quantity of an unavailable dish can only be lowered.
 */
export function setItem({ itemId, quantity, notes, options }: z.infer<typeof setItemSchema>): SessionChange {
  return async ({ tx, me, now }) => {
    const lines = await cartRepo.listLines(tx, me.sessionId)
    const line = lines.find(({ id }) => id === itemId)
    if (!line && quantity === 0) return 'nothing'
    if (!line) throw new AppError('not_found')
    if (line.participantId !== me.id) throw new AppError('not_your_line')
    if (quantity === 0) {
      await cartRepo.deleteLine(tx, { id: itemId })
      return { cartUnreadies: [me.id] }
    }
    const others = lines.filter((other) => other !== line)
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
      if (hasOtherOptions) refuseFull(others, changed.options, dish)
    }
    refuseLongNotes(others, changed.notes)
    const equal = equalLine(others, changed)
    if (equal) {
      await cartRepo.deleteLine(tx, { id: itemId })
      const sum = Math.min(MAX_QUANTITY, equal.quantity + quantity)
      await cartRepo.updateLine(tx, { ...equal, quantity: sum, now })
    } else await cartRepo.updateLine(tx, { ...changed, now })
    return { cartUnreadies: [me.id] }
  }
}

/** Options as they are stored: lines with the same options are equal. */
const inOrder = (options: readonly number[] = []) => [...options].sort((a, b) => a - b)

const dishToday = async (tx: Tx, id: number, now: Date) => (await dishesToday(tx, [id], now)).get(id)

type WantedLine = Pick<CartLineRow, 'participantId' | 'menuItemId' | 'options' | 'notes'>
const keyOfLine = ({ menuItemId, options, notes }: WantedLine) => cartKey(menuItemId, options, notes)

/** Finds the participant's line with this dish, these options and this note. */
function equalLine(lines: readonly SessionLine[], wanted: WantedLine): SessionLine | undefined {
  const key = keyOfLine(wanted)
  return lines.find((line) => line.participantId === wanted.participantId && keyOfLine(line) === key)
}

/** Refuses a line that would make the cart larger than an order may be; an option that names a dish counts as a line. */
function refuseFull(others: readonly SessionLine[], options: readonly number[], dish: DishToday | undefined): void {
  const parts = chosenOptions(dish?.groups ?? [], options).filter(({ option }) => option.menuItemId !== null).length
  const lines = others.reduce((sum, line) => sum + 1 + line.parts, 1 + parts)
  const allOptions = others.reduce((sum, line) => sum + line.options.length, options.length)
  if (lines > MAX_LINES || allOptions > MAX_ORDER_OPTIONS) throw new AppError('cart_full')
}

/** Refuses a note if the cart's notes would be too long together. */
function refuseLongNotes(others: readonly SessionLine[], notes: string | null): void {
  if (notes && roomForNotes([notes, ...others.map((line) => line.notes)]) < 0) throw new AppError('notes_too_long')
}

/** Returns the change that removes a line, anybody's; it does nothing if the line is already gone. */
export function removeItem({ itemId }: z.infer<typeof removeItemSchema>): SessionChange {
  return async ({ tx, me }) => {
    const line = (await cartRepo.listLines(tx, me.sessionId)).find(({ id }) => id === itemId)
    if (!line) return 'nothing'
    await cartRepo.deleteLine(tx, { id: itemId })
    return { cartUnreadies: [me.id, line.participantId] }
  }
}

/** Returns the change that sets or clears the participant's ready mark. */
export function setReady({ isReady }: { isReady: boolean }): SessionChange {
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
  const named = unavailableDish(menuItemId, dish, false)
  if (!dish?.isOrderable) throw new AppError('item_unavailable', { unavailable: [named] })
  const unavailable = choiceProblems(dish.groups, options, now).map((problem) => ({ ...named, ...problem }))
  if (unavailable.length > 0) throw new AppError('item_unavailable', { unavailable })
  if (exceedsTimes(dish.groups, options)) throw new AppError('options_invalid')
}
