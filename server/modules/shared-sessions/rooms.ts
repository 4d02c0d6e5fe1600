import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { writeSeen } from './repo.ts'
import { MAX_SOCKETS } from './rules.ts'
import { readSnapshot } from './state-repo.ts'
import { type Phone, tell } from './tell.ts'
import { stateOf } from './view.ts'

interface Room {
  phones: Map<Peer, Phone>
  /** Something may have changed since the reading that is under way began. */
  isStale: boolean
  isReading: boolean
}

/** The phones of this instance, by session, each of which is told what the database says whenever that changes. */
export interface Rooms {
  enter(peer: Peer, phone: Phone): void
  leave(peer: Peer): void
  /** A session is no longer what its phones here were told. */
  changed(sessionId: string): void
  /** Writes down who is connected, tells the time, and looks at what only time has changed. */
  keepTime(): Promise<void>
}

export function openRooms(db: Database, clock: Clock, log: Log): Rooms {
  const rooms = new Map<string, Room>()
  const whereIs = new Map<Peer, Phone>()
  /** When those who went away since the last writing were here last. */
  const gone = new Map<string, Date>()

  function leave(peer: Peer): void {
    const phone = whereIs.get(peer)
    if (!phone) return
    whereIs.delete(peer)
    gone.set(phone.participantId, clock.now())
    const room = rooms.get(phone.sessionId)
    room?.phones.delete(peer)
    if (room?.phones.size === 0) rooms.delete(phone.sessionId)
  }

  /** Of too many sockets the oldest ends: whoever reloads on a bad network comes in, whatever is still counted as open. */
  function endOldest(room: Room, { participantId }: Phone): void {
    const theirs = [...room.phones].filter(([, phone]) => phone.participantId === participantId)
    const [oldest] = theirs
    if (!oldest || theirs.length <= MAX_SOCKETS) return
    const [peer] = oldest
    leave(peer)
    peer.drop()
  }

  async function read(sessionId: string, room: Room): Promise<void> {
    room.isReading = true
    try {
      while (room.isStale && room.phones.size > 0) {
        room.isStale = false
        // Who enters while this is read is told by the next reading.
        const phones = [...room.phones]
        const snapshot = await readSnapshot(db, sessionId)
        const state = snapshot && stateOf(snapshot, clock.now())
        for (const [peer, phone] of phones) {
          if (room.phones.get(peer) === phone && !tell(phone, state)) leave(peer)
        }
      }
    } finally {
      room.isReading = false
    }
  }

  function changed(sessionId: string): void {
    const room = rooms.get(sessionId)
    if (!room) return
    room.isStale = true
    if (room.isReading) return
    read(sessionId, room).catch((error: unknown) => {
      log.error({ err: error }, 'phones could not be told of a shared session')
      // A phone that was told nothing must not look live: it opens anew and joins again.
      for (const peer of room.phones.keys()) peer.drop()
    })
  }

  return {
    enter(peer, phone) {
      // It sits there already, and only asks.
      if (whereIs.get(peer) === phone) return changed(phone.sessionId)
      leave(peer)
      // A socket may close while what it said last is being read: nobody would ever take it out again.
      if (!peer.isOpen()) return
      whereIs.set(peer, phone)
      const room = rooms.get(phone.sessionId) ?? { phones: new Map(), isStale: false, isReading: false }
      rooms.set(phone.sessionId, room)
      room.phones.set(peer, phone)
      endOldest(room, phone)
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
      // Who is connected is noted again by the next writing; who is gone has only this one.
      for (const [id, at] of noted) if (gone.get(id) === at && !passedOver.has(id)) gone.delete(id)
      for (const sessionId of rooms.keys()) changed(sessionId)
    },
  }
}
