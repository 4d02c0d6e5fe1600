import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Log } from '#server/platform/log.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { writeSeen } from './repo.ts'
import { MAX_SOCKETS } from './session.ts'
import { readSnapshot } from './state-repo.ts'
import { type SessionState, toSessionState } from './view.ts'

interface PhoneOwner {
  readonly sessionId: string
  readonly participantId: string
}

/** A participant's phone with an open socket. */
export interface ConnectedPhone extends PhoneOwner {
  readonly peer: Pick<Peer, 'send' | 'refuse'>
  /** Whether the next update sends the whole cart: the phone requested it, or made a change without effect. */
  wantsCart: boolean
  /** The content of the last update; undefined before the first. */
  lastUpdate: LastUpdate | undefined
}

interface LastUpdate {
  /** SESSION_INFO without the time. */
  info: object
  version: number
  refs: readonly number[]
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
  const { peer, participantId, lastUpdate } = phone
  const isParticipant = state?.participants.some(({ id }) => id === participantId)
  const refs = state?.refsOf(participantId) ?? []
  // If the last known change is no longer stored, all changes are new.
  const newRefs = refs.slice(refs.lastIndexOf(lastUpdate?.refs.at(-1) ?? Number.NaN) + 1)
  if (isParticipant && state?.order) {
    peer.send({ type: 'SESSION_COMPLETED', payload: state.order, ...confirming(refs) })
    return false
  }
  // Snapshots lack participants who never connected; others have left if the session is active or they got an update.
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
  if (!isDeepStrictEqual(info, lastUpdate?.info))
    peer.send({ type: 'SESSION_INFO', payload: { timeRemaining, ...info } })
  const isListSent = sendParticipants(phone, state)
  // Sent after the participants, because the cart confirms the page's own changes, including its ready mark.
  const cart = phone.wantsCart || !lastUpdate ? wholeCart(state) : cartChange(lastUpdate, state, newRefs.length > 0)
  if (cart) peer.send({ ...cart, ...confirming(cart.type === 'CART_ITEMS' ? refs : newRefs) })
  // PARTICIPANTS_UPDATED cancels an earlier ALL_READY on the page, so ALL_READY is sent after each one.
  if (isAllReady && (isListSent || !lastUpdate?.isAllReady)) peer.send({ type: 'ALL_READY' })
  phone.wantsCart = false
  phone.lastUpdate = { info, version, refs, lines, participants, isAllReady }
  return true
}

const confirming = (refs: readonly number[]) => refs.length > 0 && { refs: [...refs] }

type CartFrame = Extract<ServerFrame, { version: number }>

const wholeCart = ({ version, lines }: SessionState): CartFrame => ({ type: 'CART_ITEMS', payload: lines, version })

/** Returns the smallest frame that brings the phone's cart up to date; undefined if there is nothing to send. */
function cartChange(last: LastUpdate, state: SessionState, hasNewRefs: boolean): CartFrame | undefined {
  const { version, lines } = state
  if (version === last.version) {
    // If a dish changes while its line is being written, the next snapshot has another line at the same version.
    return hasNewRefs || !isDeepStrictEqual(lines, last.lines) ? wholeCart(state) : undefined
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

/** Sends the list of participants if it changed, and who has joined. @returns whether the list was sent */
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

interface SessionPhones {
  phones: Map<Peer, ConnectedPhone>
  /** Reads the session again; resolves when its phones have been sent the news. */
  update: () => Promise<void>
}

/** Returns an empty registry of the phones that are connected to this instance. */
export function createConnectedPhones(db: Database, clock: Clock, log: Log, timeZone: string) {
  const bySession = new Map<string, SessionPhones>()
  /** The phone of each socket, stored beyond the end of its session so that a late frame is refused with the reason. */
  const phoneOf = new WeakMap<Peer, ConnectedPhone>()

  function put(peer: Peer, phone: ConnectedPhone): void {
    // The socket may have closed while its last frame was read; no close event would remove it any more.
    if (!peer.isOpen()) return
    const session = bySession.get(phone.sessionId) ?? newSession(phone.sessionId)
    bySession.set(phone.sessionId, session)
    session.phones.set(peer, phone)
    dropOldest(session, phone)
    void session.update()
  }

  function leave(peer: Peer): void {
    const { sessionId = '' } = phoneOf.get(peer) ?? {}
    const session = bySession.get(sessionId)
    session?.phones.delete(peer)
    if (session?.phones.size === 0) bySession.delete(sessionId)
  }

  /** Drops the oldest socket of a participant with too many: dead ones must not prevent a reload. */
  function dropOldest(session: SessionPhones, { participantId }: ConnectedPhone): void {
    const sockets = [...session.phones].filter(([, phone]) => phone.participantId === participantId)
    const [oldest] = sockets
    if (!oldest || sockets.length <= MAX_SOCKETS) return
    const [peer] = oldest
    leave(peer)
    peer.drop()
  }

  function newSession(sessionId: string): SessionPhones {
    const phones: SessionPhones['phones'] = new Map()
    async function update(): Promise<void> {
      // A phone that enters during this read is served by the next read.
      const served = [...phones]
      if (served.length === 0) return
      const snapshot = await readSnapshot(db, sessionId, clock.now(), timeZone)
      const state = snapshot && toSessionState(snapshot, clock.now())
      for (const [peer, phone] of served) {
        if (phones.get(peer) === phone && !notifyPhone(phone, state)) leave(peer)
      }
    }
    const dropAll = (error: unknown) => {
      log.error({ err: error }, 'an update of a shared session could not be sent to phones')
      // A phone that missed an update must not look live: its page reconnects and joins again.
      for (const peer of phones.keys()) peer.drop()
    }
    return { phones, update: coalesce(() => update().catch(dropAll)) }
  }

  async function allChanged(): Promise<void> {
    for (const { update } of [...bySession.values()]) await update()
  }

  return {
    /** Connects a participant's phone, which is sent everything. */
    enter(peer: Peer, { sessionId, participantId }: PhoneOwner): void {
      if (phoneOf.has(peer)) leave(peer)
      else peer.whenClosed(() => leave(peer))
      const phone = { peer, sessionId, participantId, wantsCart: true, lastUpdate: undefined }
      phoneOf.set(peer, phone)
      put(peer, phone)
    },
    /** Returns the participant of a socket, which may have left. */
    ownerOf: (peer: Peer): PhoneOwner => required(phoneOf.get(peer), 'session_not_found'),
    /** Sends a phone the whole cart, even without a change. */
    sendCart(peer: Peer): void {
      const phone = required(phoneOf.get(peer), 'session_not_found')
      phone.wantsCart = true
      put(peer, phone)
    },
    /** Reads a session again, and sends its phones the changes. */
    changed: (sessionId: string) => void bySession.get(sessionId)?.update(),
    /** Reads every session again, one after another, so that guests' changes need not wait for all of them. */
    allChanged,
    /** Records whose phones are connected, and reads every session again, because somebody may be away by now. */
    async tick(): Promise<void> {
      const connected = [...bySession.values()].flatMap(({ phones }) => [...phones.values()])
      const ids = new Set(connected.map(({ participantId }) => participantId))
      if (ids.size > 0) await writeSeen(db, [...ids], clock.now())
      await allChanged()
    },
  }
}
