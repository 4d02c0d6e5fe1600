import i18n from 'i18next'
import { completeSession, joinSession, leaveSession } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { callApi } from '../../lib/api.ts'
import { errorMessage } from '../../lib/error-message.ts'
import { reopenLive } from '../../lib/live.ts'
import { RequestError } from '../../lib/request-error.ts'
import { toast } from '../../ui/toast/store.ts'
import { completed } from './connection.ts'
import { sitDown, standUp, tableStore } from './table-store.ts'

/** An answer that takes longer than this does not come any more; all three calls may safely be made again. */
const ANSWER_WITHIN_MS = 15_000
/** No session lasts longer; how long this one does, the live channel says. */
const LONGEST_MS = 90 * 60_000
/** With these the guest is shown what changed and asked again: that is no failure to be told in a toast. */
const ASKED_AGAIN = ['price_changed', 'item_unavailable', 'orders_paused']

const { getState: get, setState: set } = tableStore

/** Joins the session of this page's table, or starts one. */
export async function joinSharedCart(name: string): Promise<void> {
  const { tableId, isJoining, seat } = get()
  if (tableId === null || isJoining || seat) return
  set({ isJoining: true })
  try {
    const session = await callApi(joinSession, { body: { tableId, name }, timeout: ANSWER_WITHIN_MS })
    if (get().tableId !== tableId) return
    // The cookie that proves who this is came with this answer: a line that was opened before does not have it.
    reopenLive()
    sitDown({
      sessionId: session.id,
      participantId: session.participant.id,
      tableId,
      expiresAt: Date.now() + LONGEST_MS,
      name: session.participant.name,
    })
  } catch (error) {
    set({ isJoining: false })
    failed('errors.sessionCreation', error)
  }
}

/** Joins under the name that was given before; asks for one where there is none, or where its owner has left. */
export function joinAgain(): void {
  const { name, ended } = get()
  if (name && (ended === 'completed' || ended === 'expired')) void joinSharedCart(name)
  else set({ dialog: 'join' })
}

/** Leaves the session, taking one's own lines along. @returns whether this phone is out of it */
export async function leaveSharedCart(): Promise<boolean> {
  const { seat } = get()
  if (!seat) return true
  set({ isLeaving: true })
  try {
    await callApi(leaveSession, { params: { id: seat.sessionId }, timeout: ANSWER_WITHIN_MS })
  } catch (error) {
    if (get().seat !== seat) return true
    // A session that is over cannot be left, nor need it be.
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 409)) {
      set({ isLeaving: false })
      failed('sharedTable.leaveFailed', error)
      return false
    }
  }
  // It ended while it was being left, and this phone may sit in the next one by now.
  if (get().seat === seat) standUp('left')
  return true
}

/** Orders the shared cart as it is shown. However many phones press, and however often: it is one order. */
export async function completeSharedCart(notes: string): Promise<void> {
  const { seat, shown, completing } = get()
  if (!seat || completing === 'sending') return
  const before = linesTotal(shown.lines)
  set({ completing: 'sending' })
  try {
    const placed = await callApi(completeSession, {
      params: { id: seat.sessionId },
      body: { total: before, notes },
      timeout: ANSWER_WITHIN_MS,
    })
    // The live channel was first, and this phone may sit in the next round by now.
    if (get().seat !== seat) return
    completed({ orderId: placed.id, orderToken: placed.orderToken, total: placed.total })
  } catch (error) {
    if (get().seat !== seat) return
    const refusal = error instanceof RequestError ? error.body : {}
    if (refusal.code && ASKED_AGAIN.includes(refusal.code)) {
      set({ completing: { refusal, before, shown: shown.lines } })
      // What is shown was not today's: the cart is looked at anew.
      get().page?.askForWhole()
      return
    }
    set({ completing: 'failed' })
    failed('errors.orderCreation', error)
  }
}

function failed(title: 'errors.sessionCreation' | 'errors.orderCreation' | 'sharedTable.leaveFailed', error: unknown) {
  toast({ variant: 'destructive', title: i18n.t(title), description: errorMessage(error) })
}
