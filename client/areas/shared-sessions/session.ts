import type { ServerFrame } from '#shared/contracts/live.ts'
import {
  completeSession,
  joinSession,
  leaveSession,
  type Participant,
  type SharedLine,
} from '#shared/contracts/shared-sessions.ts'
import { nameIn } from '#shared/domain/language.ts'
import { orderableTotal } from '#shared/domain/orders/cart.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { isServerReachable } from '../../lib/api/api.ts'
import { errorMessage, NoAnswerError, RequestError } from '../../lib/api/request-error.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { sendChange } from '../../lib/changes/send-change.ts'
import { type FrameOf, followLive, reopenLive, sendFrame, watchLiveStatus } from '../../lib/live/live.ts'
import { language, t, toast } from '../../ui/index.ts'
import { announceToScreenReader } from '../cart/index.ts'
import { shownTable, type TableChange, type TableState } from './table-cart.ts'
import { type PlacedAtTable, TablePage } from './table-page.ts'
import {
  applySession,
  giveBack,
  leaveSeat,
  SESSION_END,
  storedSeat,
  storeUnconfirmed,
  type TableOfSession,
  tableStore,
  takeSeat,
} from './table-store.ts'

const { getState: get, setState: set } = tableStore

/** The longest possible session; the live channel then reports when this one ends. */
const MAX_SESSION_MS = 90 * 60_000
/** After these errors the cart shows what changed, and the guest decides again. */
const ERRORS_EXPLAINED_IN_CART = ['price_changed', 'item_unavailable', 'orders_paused', 'closed', 'notes_too_long']

/** Joins the session of this page's table, or starts one. Shows a toast if that fails. */
export async function joinSharedCart(name: string): Promise<void> {
  const { tableId, tableKey, isJoining, seat } = get()
  if (tableId === null || isJoining || seat) return
  set({ isJoining: true })
  try {
    const session = await sendChange(joinSession, { body: { tableId, name, tableKey: tableKey ?? undefined } })
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
    showError('errors.sessionCreation', errorMessage(error))
  }
}

/** Joins with the name used before. Asks for a name if there is none, or after the guest has left. */
export function joinAgain(): void {
  const { name, ended } = get()
  if (name && ended !== null && ended !== 'left') void joinSharedCart(name)
  else set({ dialog: 'join' })
}

const isSeatedAt = (sessionId: string) => get().seat?.sessionId === sessionId

/** Leaves the session, which removes this phone's lines. @returns whether this phone is out of it */
export async function leaveSharedCart(): Promise<boolean> {
  const { seat } = get()
  if (!seat) return true
  set({ isLeaving: true })
  try {
    await sendChange(leaveSession, { params: { id: seat.sessionId } })
  } catch (error) {
    if (!isSeatedAt(seat.sessionId)) return true
    // 404 and 409: the session is already over.
    if (!(error instanceof RequestError) || (error.status !== 404 && error.status !== 409)) {
      set({ isLeaving: false })
      showError('sharedTable.leaveFailed', errorMessage(error))
      return false
    }
  }
  // The session may have ended meanwhile, and this phone may already have joined the next one.
  if (isSeatedAt(seat.sessionId)) leaveSeat('left')
  return true
}

/** Orders the shared cart as it is shown; the server makes one order of several phones' requests. */
export async function completeSharedCart(notes: string): Promise<void> {
  const { seat, completing, tableState } = get()
  if (!seat || completing === 'sending') return
  const without = sendingOf(tableState)?.map(({ id }) => id) ?? []
  const { lines } = shownTable(tableState)
  const before = orderableTotal(lines)
  set({ completing: 'sending' })
  let mayHaveArrived = false
  try {
    if (!navigator.onLine && !(await isServerReachable())) throw new NoAnswerError('No connection')
    mayHaveArrived = true
    const placed = await sendChange(completeSession, {
      params: { id: seat.sessionId },
      body: { total: before, notes, ...(without.length > 0 && { without }) },
    })
    // The live channel was faster, and this phone may already have joined the next round.
    if (!isSeatedAt(seat.sessionId)) return
    finishWithOrder({ orderId: placed.id, orderToken: placed.orderToken, total: placed.total })
  } catch (error) {
    if (!isSeatedAt(seat.sessionId)) return
    showError('errors.orderCreation', errorMessage(error))
    const refusal = error instanceof RequestError ? error.body : {}
    if (refusal.code === 'table_key') {
      set({ completing: null, mustScan: true })
      return
    }
    if (refusal.code && ERRORS_EXPLAINED_IN_CART.includes(refusal.code)) {
      // The price of a line is that of its dish only where it has no options.
      const shown = lines.filter(({ options }) => options.length === 0)
      set({ completing: { refusal, before, shown } })
      // The page showed outdated prices.
      get().page?.requestWholeCart()
      return
    }
    const isDecided = error instanceof RequestError && error.isDecision
    set({ completing: mayHaveArrived && !isDecided ? 'unanswered' : 'failed' })
  }
}

function showError(title: TextKey, description: string) {
  toast({ variant: 'destructive', title: t(title), description })
}

/** Sends the key of this page's address, because the code was scanned again (docs/product/tables.md#tables-proof). */
async function proveTableKey(): Promise<void> {
  const { seat, tableKey } = get()
  if (!seat || tableKey === null) return
  try {
    await sendChange(joinSession, { body: { tableId: seat.tableId, name: seat.name, tableKey } })
  } catch (error) {
    // The cart still says that the code must be scanned, and the next SESSION_INFO tries again.
    logProblem('The table key could not be sent:', error)
  }
}

/** Of the changes within this time only the last is announced, so that a busy table does not flood a screen reader. */
const ANNOUNCED_EVERY_MS = 1_500

/** The announcement of a change of one line by another guest. @param before the line as this phone showed it */
function announcementOf(frame: FrameOf<'ITEM_ADDED' | 'ITEM_REMOVED'>, before?: SharedLine): string | undefined {
  const isRemoved = frame.type === 'ITEM_REMOVED'
  const line = isRemoved ? before : frame.payload
  // What this phone removed, it shows no more.
  if (!line || (!isRemoved && (line.participantId === get().tableState.ownId || line.quantity === before?.quantity)))
    return undefined
  const kind = isRemoved ? 'removed' : before ? 'changed' : 'added'
  const values = { name: nameIn(language, line), guest: line.guestName, count: line.quantity }
  return t(`sharedTable.${kind}`, values)
}

function after(ms: number, run: () => void) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/**
 * Connects this phone's seat to the live channel.
 * @param atTable called with the session's table on each SESSION_INFO
 * @returns a function that disconnects it
 */
export function connectSeat(atTable: (table: TableOfSession, isMoved: boolean) => void): () => void {
  const { seat, tableState } = get()
  if (!seat) return () => {}
  let isLost = false
  const wiring = { send: sendFrame, after }
  const page: TablePage = new TablePage(seat.sessionId, tableState, wiring, {
    stateChanged: ({ state }) => isCurrent() && set({ tableState: state }),
    unconfirmed: (...changes) => isCurrent() && storeUnconfirmed(...changes),
    refused: (message, code, change) =>
      showError('errors.websocket', (code === 'item_unavailable' && unavailableMessage(change)) || message),
    linesReturned: giveBack,
    sessionInfo(info) {
      const isMoved = applySession(info)
      // In the same tick: while the page shows the former table, it would not render the shared cart.
      atTable({ id: info.tableId, number: info.tableNumber, key: info.tableKey ?? null }, isMoved)
      if (info.mustScan) void proveTableKey()
    },
    completed: finishWithOrder,
    ended(how, message, code) {
      if (get().isLeaving) return
      // A phone that the server does not know although it has just joined has not kept the participant's cookie.
      const isUnknown = code === 'session_not_found' && !get().tableState.cart
      if (how !== 'left') {
        const description = t(`sharedTable.${how}Description`)
        toast({ title: t(`sharedTable.${how}`), description, subject: SESSION_END })
      } else if (storedSeat.read()) {
        // A guest who left in another tab needs no message.
        showError('errors.websocket', isUnknown ? t('sharedTable.noCookies') : message)
      }
      leaveSeat(how)
    },
  })
  // A phone that has left the session ignores later frames.
  const isCurrent = () => get().seat !== null && get().page === page
  const receive = (frame: ServerFrame) => isCurrent() && page.receive(frame)
  set({ page })

  let announcement: string | undefined
  let cancelAnnouncement: (() => void) | undefined
  const receiveLine = (frame: FrameOf<'ITEM_ADDED' | 'ITEM_REMOVED'>) => {
    const id = frame.type === 'ITEM_ADDED' ? frame.payload.id : frame.payload.itemId
    const before = shownTable(page.state).lines.find((line) => line.id === id)
    receive(frame)
    announcement = announcementOf(frame, before) ?? announcement
    if (announcement === undefined) return
    cancelAnnouncement ??= after(ANNOUNCED_EVERY_MS, () => {
      announceToScreenReader(announcement ?? '')
      announcement = cancelAnnouncement = undefined
    })
  }
  const unwatch = watchLiveStatus(({ state }) => {
    if (state === 'live') isLost = false
    else page.lost()
    if (isLost || (state !== 'reconnecting' && state !== 'offline')) return
    isLost = true
    showError('errors.connection', t('errors.connectionDescription'))
  })
  const unfollow = followLive({
    opened: () => isCurrent() && page.opened(),
    SESSION_INFO: receive,
    PARTICIPANT_JOINED: ({ payload }) => isCurrent() && announceToScreenReader(t('sharedTable.joined', payload)),
    PARTICIPANTS_UPDATED: receive,
    CART_ITEMS: receive,
    CART_UPDATED: receive,
    ITEM_ADDED: receiveLine,
    ITEM_REMOVED: receiveLine,
    ALL_READY: () => isCurrent() && announceToScreenReader(t('sharedTable.allReady')),
    SESSION_COMPLETED: receive,
    ERROR: receive,
  })
  return () => {
    unfollow()
    unwatch()
    cancelAnnouncement?.()
    page.lost()
  }
}

/** The message for a dish that can no longer be ordered. The server cannot name a dish that is hidden from the menu. */
function unavailableMessage(change: TableChange | undefined): string | undefined {
  if (change?.kind !== 'add' && change?.kind !== 'set') return undefined
  const dish =
    change.kind === 'add'
      ? change.dish
      : shownTable(get().tableState).lines.find(({ menuItemId }) => menuItemId === change.menuItemId)
  return dish && t('checkout.unavailable', { names: nameIn(language, dish) })
}

/** Ends the session with its order, reported by the live channel or by the response to this phone's own request. */
export function finishWithOrder(placed: PlacedAtTable): void {
  const { seat } = get()
  if (seat) leaveSeat('completed', { ...placed, sessionId: seat.sessionId })
}

/** The guests for whom the order waits: present and not ready (docs/product/shared-sessions.md#sessions-all-ready). */
export function guestsNotReady(guests: readonly Participant[]): Participant[] {
  return guests.filter(({ isPresent, isReady }) => isPresent && !isReady)
}

/**
 * The guests without whom the order is sent: away and not ready (docs/product/shared-sessions.md#sessions-without).
 * Undefined if it cannot be sent: the cart is empty, somebody who is here is not ready, or the server has not confirmed
 * every change that is shown.
 */
export function sendingOf({ cart, guests, ownId, pending }: TableState): Participant[] | undefined {
  if (pending.length > 0 || !cart?.lines.length) return undefined
  if (!guests.some(({ isPresent }) => isPresent)) return undefined
  const without = guestsNotReady(guests)
  return without.every(({ id, isAway }) => isAway && id !== ownId) ? without : undefined
}

/** A name that is short enough for a button and does not break: `Ștefan-A.` for Ștefan-Alexandru, `Ana M.` for Ana Maria Popescu. */
export function shortGuestName(name: string): string {
  const [, first = name, separator = '', initial = ''] = /^([^\s-]+)(?:([\s-])\s*(.))?/u.exec(name) ?? []
  return name.length <= 8 || !initial ? name : `${first}${separator === '-' ? '\u2011' : '\u00a0'}${initial}.`
}
