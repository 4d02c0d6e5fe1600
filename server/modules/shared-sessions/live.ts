import { type Database, failureKind } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Clock } from '#server/platform/clock.ts'
import { guestOf } from '#server/platform/http/guest.ts'
import type { FrameReaders } from '#server/platform/live/frames.ts'
import type { Peer } from '#server/platform/live/hub.ts'
import type { Log } from '#server/platform/log.ts'
import { adding, readying, removing, setting } from './cart/cart.ts'
import { type Changing, changeOnce, type SessionChange } from './cart/change.ts'
import { newKey } from './keys.ts'
import { connectedPhones } from './seats/connected-phones.ts'
import { arrive } from './seats/join.ts'
import type { ConnectedPhone } from './seats/notify-phone.ts'

/** The shared sessions of one instance, as far as they are live. */
export interface LiveSessions {
  frames: FrameReaders
  /** To be called when a change of a session was announced. */
  changed(sessionId: string): void
  /** To be called every `PRESENCE_EVERY_MS`. */
  keepTime(): Promise<void>
}

/** Reads the frames of phones at a shared table, and sends each phone the current cart and participants. */
export function liveSessions(db: Database, clock: Clock, log: Log): LiveSessions {
  const phones = connectedPhones(db, clock, log)
  /** The phone behind each socket, kept after its session has ended: a late frame is then refused with the reason. */
  const joined = new WeakMap<Peer, ConnectedPhone>()

  /**
   * Drops the socket when the database fails: the change may or may not have been made, and no later one may be made
   * before it. The page opens a new socket, joins, and sends its unconfirmed changes again in the old order.
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

  async function change(peer: Peer, ref: number | undefined, what: SessionChange): Promise<void> {
    const phone = joined.get(peer)
    if (!phone) throw new AppError('session_not_found')
    const who: Changing = { ...phone, ref, isAwaited: peer.isOpen }
    const isAnnounced = await orDrop(peer, () => changeOnce(db, who, clock.now(), what))
    if (isAnnounced !== false) return
    // Nothing was announced, but this page must learn that its change is done.
    phone.asks = true
    phones.changed(phone.sessionId)
  }

  const frames: FrameReaders = {
    async JOIN_SESSION(peer, { payload: { sessionId, participantId, page } }) {
      const tokenHash = guestOf(peer.request)
      if (tokenHash === undefined) throw new AppError('session_not_found')
      await orDrop(peer, () => arrive(db, { sessionId, participantId, tokenHash, isAwaited: peer.isOpen }, clock.now()))
      if (!peer.isOpen()) return
      const phone: ConnectedPhone = {
        peer,
        sessionId,
        participantId,
        page: page ?? joined.get(peer)?.page ?? newKey(),
        asks: true,
        isTimeDue: true,
        told: undefined,
      }
      if (!joined.has(peer)) peer.whenClosed(() => phones.leave(peer))
      joined.set(peer, phone)
      phones.enter(peer, phone)
    },
    GET_CART(peer) {
      const phone = joined.get(peer)
      if (!phone) throw new AppError('session_not_found')
      phone.asks = true
      phones.enter(peer, phone)
    },
    ADD_ITEM: (peer, { payload, ref }) => change(peer, ref, adding(payload)),
    SET_ITEM: (peer, { payload, ref }) => change(peer, ref, setting(payload)),
    REMOVE_ITEM: (peer, { payload, ref }) => change(peer, ref, removing(payload)),
    SET_READY: (peer, { payload, ref }) => change(peer, ref, readying(payload.isReady)),
  }
  return { frames, changed: phones.changed, keepTime: phones.keepTime }
}
