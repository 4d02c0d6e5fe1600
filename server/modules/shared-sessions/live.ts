import { type Database, failureKind } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { guestOf } from '#server/platform/http/guest.ts'
import type { Hub, Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { adding, readying, removing, setting } from './cart.ts'
import { type Change, type Changing, changeOnce } from './change.ts'
import { arrive } from './join.ts'
import { newKey } from './keys.ts'
import { openRooms } from './rooms.ts'
import type { Phone } from './tell.ts'

/** What the phones of one instance are told, and when. */
export interface LiveSessions {
  /** A session was announced as changed. */
  changed(sessionId: string): void
  /** To be called every `PRESENCE_EVERY_MS`. */
  keepTime(): Promise<void>
}

/** Reads what phones at a shared table say, and tells each of them what the cart and its people now are. */
export function liveSessions(db: Database, hub: Hub, clock: Clock, log: Log): LiveSessions {
  const rooms = openRooms(db, clock, log)
  /** Which participant's a socket is; a session that is over leaves it here, so that it can be said. */
  const joined = new WeakMap<Peer, Phone>()

  /**
   * A database that is away for a moment leaves open whether something was done: nothing that was said after it may be
   * done before it. The page opens anew, joins, and says again what was not confirmed, in the old order.
   */
  async function orDrop<Result>(peer: Peer, work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError || failureKind(error) === 'other') throw error
      peer.drop()
      return undefined
    }
  }

  async function change(peer: Peer, ref: number | undefined, what: Change): Promise<void> {
    const phone = joined.get(peer)
    if (!phone) throw new AppError('session_not_found')
    const who: Changing = { ...phone, ref, isAwaited: peer.isOpen }
    const isAnnounced = await orDrop(peer, () => changeOnce(db, who, clock.now(), what))
    if (isAnnounced !== false) return
    // Nobody else will be told of it, but this page must learn that it is done.
    phone.asks = true
    rooms.changed(phone.sessionId)
  }

  hub.read({
    async JOIN_SESSION(peer, { payload: { sessionId, participantId, page } }) {
      const tokenHash = guestOf(peer.request)
      if (tokenHash === undefined) throw new AppError('session_not_found')
      await orDrop(peer, () => arrive(db, { sessionId, participantId, tokenHash, isAwaited: peer.isOpen }, clock.now()))
      if (!peer.isOpen()) return
      const phone: Phone = {
        peer,
        sessionId,
        participantId,
        page: page ?? joined.get(peer)?.page ?? newKey(),
        asks: true,
        isTimeDue: true,
        told: undefined,
      }
      if (!joined.has(peer)) peer.whenClosed(() => rooms.leave(peer))
      joined.set(peer, phone)
      rooms.enter(peer, phone)
    },
    GET_CART(peer) {
      const phone = joined.get(peer)
      if (!phone) throw new AppError('session_not_found')
      phone.asks = true
      rooms.enter(peer, phone)
    },
    ADD_ITEM: (peer, { payload, ref }) => change(peer, ref, adding(payload)),
    SET_ITEM: (peer, { payload, ref }) => change(peer, ref, setting(payload)),
    REMOVE_ITEM: (peer, { payload, ref }) => change(peer, ref, removing(payload)),
    SET_READY: (peer, { payload, ref }) => change(peer, ref, readying(payload.isReady)),
  })
  return rooms
}
