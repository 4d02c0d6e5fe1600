import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { writeSeen } from '../repo.ts'
import { MAX_SOCKETS } from '../rules.ts'
import { readSnapshot } from '../state-repo.ts'
import { stateOf } from '../view.ts'
import { type ConnectedPhone, notifyPhone } from './notify-phone.ts'

interface SessionPhones {
  phones: Map<Peer, ConnectedPhone>
  /** The session may have changed since it was last read. */
  isStale: boolean
  isReading: boolean
}

/** The phones connected to this instance. Whenever their session changes in the database, they are sent the change. */
export interface ConnectedPhones {
  enter(peer: Peer, phone: ConnectedPhone): void
  leave(peer: Peer): void
  /** Reads a session again and sends its phones what is new. */
  changed(sessionId: string): void
  /** Writes down whose phones are connected, sends the time left, and reads every session again. */
  keepTime(): Promise<void>
}

export function connectedPhones(db: Database, clock: Clock, log: Log): ConnectedPhones {
  const bySession = new Map<string, SessionPhones>()
  const whereIs = new Map<Peer, ConnectedPhone>()
  /** Participants whose phones left since `keepTime` last ran, and when each left. */
  const gone = new Map<string, Date>()

  function leave(peer: Peer): void {
    const phone = whereIs.get(peer)
    if (!phone) return
    whereIs.delete(peer)
    gone.set(phone.participantId, clock.now())
    const here = bySession.get(phone.sessionId)
    here?.phones.delete(peer)
    if (here?.phones.size === 0) bySession.delete(phone.sessionId)
  }

  /** Ends the oldest of too many sockets of a participant: dead sockets, still counted, must not keep a reload out. */
  function endOldest(here: SessionPhones, { participantId }: ConnectedPhone): void {
    const theirs = [...here.phones].filter(([, phone]) => phone.participantId === participantId)
    const [oldest] = theirs
    if (!oldest || theirs.length <= MAX_SOCKETS) return
    const [peer] = oldest
    leave(peer)
    peer.drop()
  }

  async function read(sessionId: string, here: SessionPhones): Promise<void> {
    here.isReading = true
    try {
      while (here.isStale && here.phones.size > 0) {
        here.isStale = false
        // A phone that enters during this reading is served by the next one.
        const phones = [...here.phones]
        const snapshot = await readSnapshot(db, sessionId, clock.now())
        const state = snapshot && stateOf(snapshot, clock.now())
        for (const [peer, phone] of phones) {
          if (here.phones.get(peer) === phone && !notifyPhone(phone, state)) leave(peer)
        }
      }
    } finally {
      here.isReading = false
    }
  }

  function changed(sessionId: string): void {
    const here = bySession.get(sessionId)
    if (!here) return
    here.isStale = true
    if (here.isReading) return
    read(sessionId, here).catch((error: unknown) => {
      log.error({ err: error }, 'phones could not be told of a shared session')
      // A phone that missed an update must not look live: its page opens a new socket and joins again.
      for (const peer of here.phones.keys()) peer.drop()
    })
  }

  return {
    enter(peer, phone) {
      // The phone is in the session already, and only asks for the cart.
      if (whereIs.get(peer) === phone) return changed(phone.sessionId)
      leave(peer)
      // A socket may close while its last frame is being read: entered then, it would stay for ever.
      if (!peer.isOpen()) return
      whereIs.set(peer, phone)
      const here = bySession.get(phone.sessionId) ?? { phones: new Map(), isStale: false, isReading: false }
      bySession.set(phone.sessionId, here)
      here.phones.set(peer, phone)
      endOldest(here, phone)
      changed(phone.sessionId)
    },
    leave,
    changed,
    async keepTime() {
      const now = clock.now()
      const noted = [...gone]
      const seen = new Map(noted)
      for (const phone of whereIs.values()) {
        phone.isTimeDue = true
        seen.set(phone.participantId, now)
      }
      const passedOver = seen.size > 0 ? await writeSeen(db, seen) : new Set()
      // A connected phone is written down again next time; one that left only if this writing passed over it.
      for (const [id, at] of noted) if (gone.get(id) === at && !passedOver.has(id)) gone.delete(id)
      for (const sessionId of bySession.keys()) changed(sessionId)
    },
  }
}
