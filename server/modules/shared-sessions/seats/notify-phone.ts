import { isDeepStrictEqual } from 'node:util'
import { AppError } from '#server/platform/app-error.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import type { SessionState } from '../view.ts'

/** A participant's phone with an open socket. */
export interface ConnectedPhone {
  readonly peer: Pick<Peer, 'send' | 'refuse'>
  readonly sessionId: string
  readonly participantId: string
  readonly page: string
  /** The next update sends it the whole cart: it asked for that, or made a change that changed nothing. */
  asks: boolean
  /** The next update sends it the time left. */
  isTimeDue: boolean
  /** What the last update sent it; undefined before the first. */
  told: Told | undefined
}

interface Told {
  tableId: number
  tableNumber: number
  tableKey: string | null
  version: number
  ref: number
  lines: SharedLine[]
  participants: Participant[]
  isAllReady: boolean
}

/**
 * Sends a phone what has changed since its last update; the first update sends everything. CART_UPDATED, ITEM_ADDED and
 * ITEM_REMOVED always have a new version; CART_ITEMS may repeat the last one.
 * @returns false when the session is over or the participant has left: nothing more will be sent
 */
export function notifyPhone(phone: ConnectedPhone, state: SessionState | undefined): boolean {
  const { peer, participantId, page, told } = phone
  const isIn = state?.participants.some(({ id }) => id === participantId)
  const ref = Math.max(state?.refOf(participantId, page) ?? -1, told?.ref ?? -1)
  const done = ref >= 0 && { ref }
  if (isIn && state?.order) {
    peer.send({ type: 'SESSION_COMPLETED', payload: state.order, ...done })
    return false
  }
  if (state && !isIn) {
    // The participant has left, perhaps in another tab; the session may go on.
    peer.refuse(new AppError('session_not_found'))
    return false
  }
  if (state?.status !== 'active') {
    peer.refuse(new AppError('session_over'))
    return false
  }
  const { version, lines, participants, isAllReady, timeRemaining, tableId, tableNumber, tableKey } = state
  const isTold = told?.tableNumber === tableNumber && told.tableId === tableId && told.tableKey === tableKey
  if (!isTold || phone.isTimeDue) {
    const key = tableKey !== null && { tableKey }
    peer.send({ type: 'SESSION_INFO', payload: { timeRemaining, tableId, tableNumber, ...key } })
  }
  const isNewList = sendParticipants(phone, state)
  // After the participants: the ref confirms the page's own changes, and by then it must know the ready marks.
  const cart = phone.asks || !told ? wholeOf(state) : cartNews(told, state, ref > told.ref)
  if (cart) peer.send({ ...cart, ...done })
  // PARTICIPANTS_UPDATED cancels an earlier ALL_READY on the page, so ALL_READY follows each one.
  if (isAllReady && (isNewList || !told?.isAllReady)) peer.send({ type: 'ALL_READY' })
  phone.asks = false
  phone.isTimeDue = false
  phone.told = { tableId, tableNumber, tableKey, version, ref, lines, participants, isAllReady }
  return true
}

type CartFrame = Extract<ServerFrame, { version: number }>

const wholeOf = ({ version, lines }: SessionState): CartFrame => ({ type: 'CART_ITEMS', payload: lines, version })

function cartNews(told: Told, state: SessionState, isFurther: boolean): CartFrame | undefined {
  const { version, lines } = state
  if (version === told.version) {
    // If a dish changes while its line is being written, the next snapshot has another line at the same version.
    return isFurther || !isDeepStrictEqual(lines, told.lines) ? wholeOf(state) : undefined
  }
  const whole = { payload: lines, version }
  if (version !== told.version + 1) return { type: 'CART_UPDATED', ...whole }
  const before = new Map(told.lines.map((line) => [line.id, line]))
  const added = lines.filter((line) => !isDeepStrictEqual(before.get(line.id), line))
  const now = new Set(lines.map(({ id }) => id))
  const removed = told.lines.filter(({ id }) => !now.has(id))
  const [line] = added
  if (line && added.length === 1 && removed.length === 0) return { type: 'ITEM_ADDED', payload: line, version }
  const [gone] = removed
  if (gone && removed.length === 1 && added.length === 0)
    return { type: 'ITEM_REMOVED', payload: { itemId: gone.id }, version }
  return { type: 'CART_UPDATED', ...whole }
}

/** @returns whether the list was sent */
function sendParticipants(
  { peer, told, participantId }: ConnectedPhone,
  { participants, isAllReady }: SessionState,
): boolean {
  const known = new Set(told?.participants.map(({ id }) => id))
  for (const { id, name } of told ? participants : []) {
    if (id !== participantId && !known.has(id)) peer.send({ type: 'PARTICIPANT_JOINED', payload: { name } })
  }
  const isTakenBack = told?.isAllReady && !isAllReady
  const isNewList = isTakenBack || !isDeepStrictEqual(participants, told?.participants)
  if (isNewList) peer.send({ type: 'PARTICIPANTS_UPDATED', payload: participants })
  return isNewList
}
