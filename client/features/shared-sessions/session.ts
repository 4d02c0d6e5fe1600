import i18n from 'i18next'
import { completeSession, joinSession, leaveSession } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi, isServerReachable } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { reopenLive } from '../../lib/live/live.ts'
import { toast } from '../../ui/toast/store.ts'
import { completed } from './connection.ts'
import { sitDown, standUp, tableStore } from './table-store.ts'

/** No session lasts longer. The live channel says when this one ends. */
const LONGEST_MS = 90 * 60_000
/** With these refusals the guest sees what changed and decides again: a toast about a failure would be wrong. */
const ASKED_AGAIN = ['price_changed', 'item_unavailable', 'orders_paused', 'notes_too_long']

const { getState: get, setState: set } = tableStore

/** Joins the session of this page's table, or starts one. */
export async function joinSharedCart(name: string): Promise<void> {
  const { tableId, tableKey, isJoining, seat } = get()
  if (tableId === null || isJoining || seat) return
  set({ isJoining: true })
  try {
    const session = await callApi(joinSession, {
      body: { tableId, name, ...(tableKey !== null && { tableKey }) },
      timeout: ANSWER_WITHIN_MS,
    })
    if (get().tableId !== tableId) return
    // This answer set the participant's cookie. A socket that was opened before it does not carry the cookie.
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

/** Joins under the name that was given before. Asks for a name where there is none, or after the guest has left. */
export function joinAgain(): void {
  const { name, ended } = get()
  if (name && (ended === 'completed' || ended === 'expired')) void joinSharedCart(name)
  else set({ dialog: 'join' })
}

/** Leaves the session; this phone's lines leave with it. @returns whether this phone is out of it */
export async function leaveSharedCart(): Promise<boolean> {
  const { seat } = get()
  if (!seat) return true
  set({ isLeaving: true })
  try {
    await callApi(leaveSession, { params: { id: seat.sessionId }, timeout: ANSWER_WITHIN_MS })
  } catch (error) {
    if (get().seat !== seat) return true
    // A session that is over need not be left.
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 409)) {
      set({ isLeaving: false })
      failed('sharedTable.leaveFailed', error)
      return false
    }
  }
  // The session may have ended meanwhile, and this phone may already sit in the next one.
  if (get().seat === seat) standUp('left')
  return true
}

/** Orders the shared cart as it is shown. The server makes one order, however many phones press and however often. */
export async function completeSharedCart(notes: string): Promise<void> {
  const { seat, shown, completing } = get()
  if (!seat || completing === 'sending') return
  const before = linesTotal(shown.lines)
  set({ completing: 'sending' })
  let mayHaveArrived = false
  try {
    if (!navigator.onLine && !(await isServerReachable())) throw new NoAnswerError('No connection')
    mayHaveArrived = true
    const placed = await callApi(completeSession, {
      params: { id: seat.sessionId },
      body: { total: before, notes },
      timeout: ANSWER_WITHIN_MS,
    })
    // The live channel was faster, and this phone may already sit in the next round.
    if (get().seat !== seat) return
    completed({ orderId: placed.id, orderToken: placed.orderToken, total: placed.total })
  } catch (error) {
    if (get().seat !== seat) return
    const refusal = error instanceof RequestError ? error.body : {}
    if (refusal.code && ASKED_AGAIN.includes(refusal.code)) {
      set({ completing: { refusal, before, shown: shown.lines } })
      // The page showed old prices: it fetches the cart again.
      get().page?.askForWhole()
      return
    }
    const isDecided = error instanceof RequestError && error.isDecision
    set({ completing: mayHaveArrived && !isDecided ? 'unanswered' : 'failed' })
    failed('errors.orderCreation', error)
  }
}

function failed(title: 'errors.sessionCreation' | 'errors.orderCreation' | 'sharedTable.leaveFailed', error: unknown) {
  toast({ variant: 'destructive', title: i18n.t(title), description: errorMessage(error) })
}
