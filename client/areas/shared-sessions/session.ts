import i18n from 'i18next'
import { completeSession, joinSession, leaveSession } from '#shared/contracts/shared-sessions.ts'
import { linesTotal } from '#shared/domain/money.ts'
import { isServerReachable } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { reopenLive } from '../../lib/live/live.ts'
import { toast } from '../../ui/toast/store.ts'
import { finishWithOrder } from './connection.ts'
import { leaveSeat, tableStore, takeSeat } from './table-store.ts'

/** The longest possible session; the live channel then reports when this one ends. */
const MAX_SESSION_MS = 90 * 60_000
/** After these errors the cart shows what changed and the guest decides again, so no failure toast is shown. */
const ERRORS_SHOWN_IN_CART = ['price_changed', 'item_unavailable', 'orders_paused', 'notes_too_long']

const { getState: get, setState: set } = tableStore

/** Joins the session of this page's table, or starts one. Shows a toast if that fails. */
export async function joinSharedCart(name: string): Promise<void> {
  const { tableId, tableKey, isJoining, seat } = get()
  if (tableId === null || isJoining || seat) return
  set({ isJoining: true })
  try {
    const session = await sendChange(joinSession, {
      body: { tableId, name, ...(tableKey !== null && { tableKey }) },
    })
    if (get().tableId !== tableId) return
    // The response set the participant's cookie, which a socket opened earlier has not sent.
    reopenLive()
    takeSeat({
      sessionId: session.id,
      participantId: session.participant.id,
      tableId,
      expiresAt: Date.now() + MAX_SESSION_MS,
      name: session.participant.name,
    })
  } catch (error) {
    set({ isJoining: false })
    showError('errors.sessionCreation', error)
  }
}

/** Joins with the name used before. Asks for a name if there is none, or after the guest has left. */
export function joinAgain(): void {
  const { name, ended } = get()
  if (name && (ended === 'completed' || ended === 'expired' || ended === 'closed')) void joinSharedCart(name)
  else set({ dialog: 'join' })
}

/**
 * Leaves the session, which removes this phone's lines from the cart.
 * @returns whether this phone is out of the session
 */
export async function leaveSharedCart(): Promise<boolean> {
  const { seat } = get()
  if (!seat) return true
  set({ isLeaving: true })
  try {
    await sendChange(leaveSession, { params: { id: seat.sessionId } })
  } catch (error) {
    if (get().seat !== seat) return true
    // 404 and 409: the session is already over.
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 409)) {
      set({ isLeaving: false })
      showError('sharedTable.leaveFailed', error)
      return false
    }
  }
  // The session may have ended meanwhile, and this phone may already have joined the next one.
  if (get().seat === seat) leaveSeat('left')
  return true
}

/**
 * Orders the shared cart as it is shown. The server makes one order, even if several phones send the request
 * repeatedly.
 */
export async function completeSharedCart(notes: string): Promise<void> {
  const { seat, shown, completing } = get()
  if (!seat || completing === 'sending') return
  const shownTotal = linesTotal(shown.lines)
  set({ completing: 'sending' })
  let mayHaveArrived = false
  try {
    if (!navigator.onLine && !(await isServerReachable())) throw new NoAnswerError('No connection')
    mayHaveArrived = true
    const placed = await sendChange(completeSession, {
      params: { id: seat.sessionId },
      body: { total: shownTotal, notes },
    })
    // The live channel was faster, and this phone may already have joined the next round.
    if (get().seat !== seat) return
    finishWithOrder({ orderId: placed.id, orderToken: placed.orderToken, total: placed.total })
  } catch (error) {
    if (get().seat !== seat) return
    const refusal = error instanceof RequestError ? error.body : {}
    if (refusal.code === 'table_key') {
      set({ completing: null, mustScan: true })
      return
    }
    if (refusal.code && ERRORS_SHOWN_IN_CART.includes(refusal.code)) {
      set({ completing: { refusal, before: shownTotal, shown: shown.lines } })
      // The page showed outdated prices.
      get().page?.requestWholeCart()
      return
    }
    const isDecided = error instanceof RequestError && error.isDecision
    set({ completing: mayHaveArrived && !isDecided ? 'unanswered' : 'failed' })
    showError('errors.orderCreation', error)
  }
}

function showError(
  title: 'errors.sessionCreation' | 'errors.orderCreation' | 'sharedTable.leaveFailed',
  error: unknown,
) {
  toast({ variant: 'destructive', title: i18n.t(title), description: errorMessage(error) })
}
