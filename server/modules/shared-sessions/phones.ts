import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { forEachInSequence } from '#server/platform/limits/concurrency.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Log } from '#server/platform/log.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { Participant, SharedLine } from '#shared/contracts/shared-sessions.ts'
import { markAway } from './joining.ts'
import { writeSeen } from './repo.ts'
import { AWAY_AFTER_MS, MAX_SOCKETS } from './session.ts'
import { readSnapshot } from './state-repo.ts'
import { type SessionState, shareUnchanged, toSessionState } from './view.ts'

/** A participant's phone with an open socket. */
export interface ConnectedPhone {
  readonly peer: Pick<Peer, 'send' | 'refuse'>
  readonly sessionId: string
  readonly participantId: string
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
  // The last one known may have been forgotten meanwhile: then all are new.
  const newRefs = refs.slice(refs.lastIndexOf(lastUpdate?.refs.at(-1) ?? Number.NaN) + 1)
  if (isParticipant && state?.order) {
    peer.send({ type: 'SESSION_COMPLETED', payload: state.order, ...confirming(refs) })
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
  // After the participants, because the cart confirms the page's own changes, including its ready mark.
  const cart = phone.wantsCart || !lastUpdate ? wholeCart(state) : cartChange(lastUpdate, state, newRefs.length > 0)
  if (cart) peer.send({ ...cart, ...confirming(cart.type === 'CART_ITEMS' ? refs : newRefs) })
  // PARTICIPANTS_UPDATED cancels an earlier ALL_READY on the page, so ALL_READY is sent after each one.
  if (isAllReady && (isListSent || !lastUpdate?.isAllReady)) peer.send({ type: 'ALL_READY' })
  phone.wantsCart = false
  phone.isTimeDue = false
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
  /** Whether the session may have changed since it was last read. */
  isStale: boolean
  reading: Promise<void> | undefined
  lastState: SessionState | undefined
}

const newSession = (): SessionPhones => ({
  phones: new Map(),
  isStale: false,
  reading: undefined,
  lastState: undefined,
})

/** Returns an empty registry of connected phones. */
export function createConnectedPhones(db: Database, clock: Clock, log: Log) {
  const bySession = new Map<string, SessionPhones>()
  const phoneOf = new Map<Peer, ConnectedPhone>()
  /** Participants without a phone on this instance, with their last one and when it disconnected, until that is recorded. */
  const lost = new Map<string, { phone: ConnectedPhone; at: Date }>()
  /** Participants whose phones disconnected since the last `tick`, with the time of each. */
  const disconnected = new Map<string, Date>()

  function leave(peer: Peer): void {
    const phone = phoneOf.get(peer)
    if (!phone) return
    phoneOf.delete(peer)
    disconnected.set(phone.participantId, clock.now())
    const session = bySession.get(phone.sessionId)
    session?.phones.delete(peer)
    const hasOther = [...(session?.phones.values() ?? [])].some((other) => other.participantId === phone.participantId)
    if (!hasOther) lost.set(phone.participantId, { phone, at: clock.now() })
    if (session?.phones.size === 0) bySession.delete(phone.sessionId)
  }

  /** Drops a participant's oldest socket of too many: dead ones must not lock out a reload. */
  function dropOldest(session: SessionPhones, { participantId }: ConnectedPhone): void {
    const sockets = [...session.phones].filter(([, phone]) => phone.participantId === participantId)
    const [oldest] = sockets
    if (!oldest || sockets.length <= MAX_SOCKETS) return
    const [peer] = oldest
    leave(peer)
    peer.drop()
  }

  async function read(sessionId: string, session: SessionPhones): Promise<void> {
    while (session.isStale && session.phones.size > 0) {
      session.isStale = false
      // A phone that enters during this read is served by the next one.
      const phones = [...session.phones]
      const snapshot = await readSnapshot(db, sessionId, clock.now())
      const state = snapshot && shareUnchanged(toSessionState(snapshot, clock.now()), session.lastState)
      session.lastState = state
      // Another instance has lost a phone of a guest who has one here.
      const isAwayHere = ({ participantId: ownId }: ConnectedPhone) =>
        state?.participants.some(({ id, isAway }) => id === ownId && isAway)
      const here = phones.flatMap(([, phone]) => (isAwayHere(phone) ? [phone.participantId] : []))
      if (here.length > 0) await writeSeen(db, new Map(here.map((id) => [id, clock.now()])))
      for (const [peer, phone] of phones) {
        if (session.phones.get(peer) === phone && !notifyPhone(phone, state)) leave(peer)
      }
    }
  }

  /** Resolves when the phones of the session have been sent what is new. */
  async function changed(sessionId: string): Promise<void> {
    const session = bySession.get(sessionId)
    if (!session) return
    session.isStale = true
    session.reading ??= read(sessionId, session)
      .catch((error: unknown) => {
        log.error({ err: error }, 'an update of a shared session could not be sent to phones')
        // A phone that missed an update must not look live: its page reconnects and joins again.
        for (const peer of session.phones.keys()) peer.drop()
      })
      .finally(() => {
        session.reading = undefined
      })
    await session.reading
  }

  async function allChanged(): Promise<void> {
    for (const sessionId of [...bySession.keys()]) await changed(sessionId)
  }

  return {
    enter(peer: Peer, phone: ConnectedPhone) {
      // The phone is in the session already, and only requests the cart.
      if (phoneOf.get(peer) === phone) return void changed(phone.sessionId)
      leave(peer)
      // The socket may have closed while its last frame was being read; no close event would remove it any more.
      if (!peer.isOpen()) return
      phoneOf.set(peer, phone)
      lost.delete(phone.participantId)
      const session = bySession.get(phone.sessionId) ?? newSession()
      bySession.set(phone.sessionId, session)
      session.phones.set(peer, phone)
      dropOldest(session, phone)
      void changed(phone.sessionId)
    },
    leave,
    /** Records who has had no phone connected for `AWAY_AFTER_MS`, which tells the others. */
    async recordAway() {
      const now = clock.now()
      await forEachInSequence([...lost.keys()], log, async (id) => {
        const entry = lost.get(id)
        if (!entry || now.getTime() - entry.at.getTime() < AWAY_AFTER_MS) return
        await markAway(db, entry.phone, entry.at, now)
        if (lost.get(id) === entry) lost.delete(id)
      })
    },
    /** Reads a session again and sends its phones what is new. */
    changed: (sessionId: string) => void changed(sessionId),
    /** The same for every session, one after another, so that the changes of guests need not wait for all of them. */
    allChanged,
    /** Records whose phones are connected, sends the remaining time, and reads every session again. */
    async tick() {
      const now = clock.now()
      const disconnectTimes = [...disconnected]
      const seenAtById = new Map(disconnectTimes)
      for (const phone of phoneOf.values()) {
        phone.isTimeDue = true
        seenAtById.set(phone.participantId, now)
      }
      const skipped = seenAtById.size > 0 ? await writeSeen(db, seenAtById) : new Set()
      // Connected phones are recorded again next time; disconnected ones only if this write skipped them.
      for (const [id, at] of disconnectTimes)
        if (disconnected.get(id) === at && !skipped.has(id)) disconnected.delete(id)
      await allChanged()
    },
  }
}
