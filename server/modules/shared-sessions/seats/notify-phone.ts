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
  /** The next update sends the whole cart: the phone requested it, or made a change without effect. */
  wantsCart: boolean
  /** The next update sends the remaining time. */
  isTimeDue: boolean
  /** What the last update sent; undefined before the first. */
  lastUpdate: LastUpdate | undefined
}

interface LastUpdate {
  /** SESSION_INFO without the time. */
  info: object
  version: number
  ref: number
  lines: SharedLine[]
  participants: Participant[]
  isAllReady: boolean
}

/**
 * Sends a phone what has changed since its last update; the first update sends everything. CART_UPDATED, ITEM_ADDED and
 * ITEM_REMOVED always have a new version; CART_ITEMS may repeat the last one.
 * @returns false if the session is over or the participant has left: nothing more will be sent
 */
export function notifyPhone(phone: ConnectedPhone, state: SessionState | undefined): boolean {
  const { peer, participantId, page, lastUpdate } = phone
  const isParticipant = state?.participants.some(({ id }) => id === participantId)
  const ref = Math.max(state?.refOf(participantId, page) ?? -1, lastUpdate?.ref ?? -1)
  const confirmation = ref >= 0 && { ref }
  if (isParticipant && state?.order) {
    peer.send({ type: 'SESSION_COMPLETED', payload: state.order, ...confirmation })
    return false
  }
  // The snapshot has no participant who never connected: only an active session, or a phone that was sent it, was left.
  if (state && !isParticipant && (lastUpdate || state.status === 'active')) {
    // The participant has left, perhaps in another tab; the session may continue.
    peer.refuse(new AppError('session_not_found'))
    return false
  }
  if (state?.status !== 'active') {
    peer.refuse(new AppError(isParticipant && state?.isClosed ? 'session_closed' : 'session_over'))
    return false
  }
  const { version, lines, participants, isAllReady, timeRemaining, tableId, tableNumber } = state
  const info = { tableId, tableNumber, ...state.keyNoticeFor(participantId) }
  if (phone.isTimeDue || !isDeepStrictEqual(info, lastUpdate?.info))
    peer.send({ type: 'SESSION_INFO', payload: { timeRemaining, ...info } })
  const isListSent = sendParticipants(phone, state)
  // After the participants, because the ref confirms the page's own changes, including its ready mark.
  const cart = phone.wantsCart || !lastUpdate ? wholeCart(state) : cartChange(lastUpdate, state, ref > lastUpdate.ref)
  if (cart) peer.send({ ...cart, ...confirmation })
  // PARTICIPANTS_UPDATED cancels an earlier ALL_READY on the page, so ALL_READY is sent after each one.
  if (isAllReady && (isListSent || !lastUpdate?.isAllReady)) peer.send({ type: 'ALL_READY' })
  phone.wantsCart = false
  phone.isTimeDue = false
  phone.lastUpdate = { info, version, ref, lines, participants, isAllReady }
  return true
}

type CartFrame = Extract<ServerFrame, { version: number }>

const wholeCart = ({ version, lines }: SessionState): CartFrame => ({ type: 'CART_ITEMS', payload: lines, version })

/** Returns the smallest frame that brings the phone's cart up to date; undefined if there is nothing to send. */
function cartChange(last: LastUpdate, state: SessionState, isRefNewer: boolean): CartFrame | undefined {
  const { version, lines } = state
  if (version === last.version) {
    // If a dish changes while its line is being written, the next snapshot has another line at the same version.
    return isRefNewer || !isDeepStrictEqual(lines, last.lines) ? wholeCart(state) : undefined
  }
  const content = { payload: lines, version }
  if (version !== last.version + 1) return { type: 'CART_UPDATED', ...content }
  const linesBefore = new Map(last.lines.map((line) => [line.id, line]))
  const changed = lines.filter((line) => !isDeepStrictEqual(linesBefore.get(line.id), line))
  const ids = new Set(lines.map(({ id }) => id))
  const removed = last.lines.filter(({ id }) => !ids.has(id))
  const [changedLine] = changed
  if (changedLine && changed.length === 1 && removed.length === 0)
    return { type: 'ITEM_ADDED', payload: changedLine, version }
  const [removedLine] = removed
  if (removedLine && removed.length === 1 && changed.length === 0)
    return { type: 'ITEM_REMOVED', payload: { itemId: removedLine.id }, version }
  return { type: 'CART_UPDATED', ...content }
}

/**
 * Sends the list of participants if it changed, and who has joined.
 * @returns whether the list was sent
 */
function sendParticipants(
  { peer, lastUpdate, participantId }: ConnectedPhone,
  { participants, isAllReady }: SessionState,
): boolean {
  const known = new Set(lastUpdate?.participants.map(({ id }) => id))
  for (const { id, name } of lastUpdate ? participants : []) {
    if (id !== participantId && !known.has(id)) peer.send({ type: 'PARTICIPANT_JOINED', payload: { name } })
  }
  const isNoLongerAllReady = lastUpdate?.isAllReady && !isAllReady
  const isListDue = isNoLongerAllReady || !isDeepStrictEqual(participants, lastUpdate?.participants)
  if (isListDue) peer.send({ type: 'PARTICIPANTS_UPDATED', payload: participants })
  return isListDue
}
