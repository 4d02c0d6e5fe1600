import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { writeSeen } from '../repo.ts'
import { MAX_SOCKETS } from '../rules.ts'
import { readSnapshot } from '../state-repo.ts'
import { type SessionState, shareUnchanged, toSessionState } from '../view.ts'
import { type ConnectedPhone, notifyPhone } from './notify-phone.ts'

interface SessionPhones {
  phones: Map<Peer, ConnectedPhone>
  /** Whether the session may have changed since it was last read. */
  isStale: boolean
  reading: Promise<void> | undefined
  lastState: SessionState | undefined
}

/** The phones connected to this instance. Whenever their session changes in the database, they are sent the change. */
export interface ConnectedPhones {
  enter(peer: Peer, phone: ConnectedPhone): void
  leave(peer: Peer): void
  /** Reads a session again and sends its phones what is new. */
  changed(sessionId: string): void
  /** The same for every session, one after another, so that the changes of guests need not wait for all of them. */
  allChanged(): Promise<void>
  /** Records whose phones are connected, sends the remaining time, and reads every session again. */
  tick(): Promise<void>
}

const newSession = (): SessionPhones => ({
  phones: new Map(),
  isStale: false,
  reading: undefined,
  lastState: undefined,
})

/** Returns an empty registry of connected phones. */
export function createConnectedPhones(db: Database, clock: Clock, log: Log): ConnectedPhones {
  const bySession = new Map<string, SessionPhones>()
  const phoneOf = new Map<Peer, ConnectedPhone>()
  /** Participants whose phones disconnected since the last `tick`, with the time of each. */
  const disconnected = new Map<string, Date>()

  function leave(peer: Peer): void {
    const phone = phoneOf.get(peer)
    if (!phone) return
    phoneOf.delete(peer)
    disconnected.set(phone.participantId, clock.now())
    const session = bySession.get(phone.sessionId)
    session?.phones.delete(peer)
    if (session?.phones.size === 0) bySession.delete(phone.sessionId)
  }

  /**
   * Drops the oldest socket of a participant with too many: dead sockets, still counted, must not lock out a reload.
   */
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
    enter(peer, phone) {
      // The phone is in the session already, and only requests the cart.
      if (phoneOf.get(peer) === phone) return void changed(phone.sessionId)
      leave(peer)
      // The socket may have closed while its last frame was being read; no close event would remove it any more.
      if (!peer.isOpen()) return
      phoneOf.set(peer, phone)
      const session = bySession.get(phone.sessionId) ?? newSession()
      bySession.set(phone.sessionId, session)
      session.phones.set(peer, phone)
      dropOldest(session, phone)
      void changed(phone.sessionId)
    },
    leave,
    changed: (sessionId) => void changed(sessionId),
    allChanged,
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
