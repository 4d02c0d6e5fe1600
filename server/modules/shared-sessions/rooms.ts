import type { Database } from '#server/db/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { type ConnectedPhone, notifyPhone } from './notify-phone.ts'
import { writeSeen } from './repo.ts'
import { MAX_SOCKETS } from './rules.ts'
import { readSnapshot } from './state-repo.ts'
import { stateOf } from './view.ts'

interface Room {
  phones: Map<Peer, ConnectedPhone>
  /** The session may have changed since the reading under way began. */
  isStale: boolean
  isReading: boolean
}

/** The connected phones of this instance, by session. Each is sent what the database says whenever that changes. */
export interface Rooms {
  enter(peer: Peer, phone: ConnectedPhone): void
  leave(peer: Peer): void
  /** Reads a session again and sends its phones what is new. */
  changed(sessionId: string): void
  /** Writes down whose phones are connected, sends the time left, and reads every session again. */
  keepTime(): Promise<void>
}

export function openRooms(db: Database, clock: Clock, log: Log): Rooms {
  const rooms = new Map<string, Room>()
  const whereIs = new Map<Peer, ConnectedPhone>()
  /** When the participants whose phones left since the last writing were last connected. */
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

  /** Ends the oldest of too many sockets of a participant: dead sockets, still counted, must not keep a reload out. */
  function endOldest(room: Room, { participantId }: ConnectedPhone): void {
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
        // A phone that enters during this reading is served by the next one.
        const phones = [...room.phones]
        const snapshot = await readSnapshot(db, sessionId)
        const state = snapshot && stateOf(snapshot, clock.now())
        for (const [peer, phone] of phones) {
          if (room.phones.get(peer) === phone && !notifyPhone(phone, state)) leave(peer)
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
      // A phone that missed an update must not look live: its page opens a new socket and joins again.
      for (const peer of room.phones.keys()) peer.drop()
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
      // A connected phone is written down again next time; one that left only if this writing passed over it.
      for (const [id, at] of noted) if (gone.get(id) === at && !passedOver.has(id)) gone.delete(id)
      for (const sessionId of rooms.keys()) changed(sessionId)
    },
  }
}
