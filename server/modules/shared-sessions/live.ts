import { failureKind } from '#server/db/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { FrameHandlers, Peer } from '#server/platform/live/frames.ts'
import { addItem, type ChangeSource, changeOnce, removeItem, type SessionChange, setItem, setReady } from './cart.ts'
import { markPresent } from './joining.ts'
import { type ConnectedPhone, createConnectedPhones } from './phones.ts'

/** Reads the frames of phones at a shared table, and sends each phone the current cart and participants. */
export function createLiveSessions({
  live: db,
  clock,
  log,
  place,
}: Pick<AreaParts, 'live' | 'clock' | 'log' | 'place'>) {
  const phones = createConnectedPhones(db, clock, log)
  /** The phone of each socket, stored beyond the end of its session so that a late frame is refused with the reason. */
  const joined = new WeakMap<Peer, ConnectedPhone>()

  /**
   * Runs `work`, and drops the socket if the database fails, or takes no writes because the restaurant is being moved:
   * the change may or may not have been made, and no later one may be made before it. The page reconnects, joins, and
   * sends its unconfirmed changes again in the same order.
   */
  async function orDrop<Result>(peer: Peer, work: () => Promise<Result>): Promise<Result | undefined> {
    if (!place.isWritable()) {
      peer.drop()
      return undefined
    }
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError || failureKind(error) === 'other') throw error
      peer.drop()
      return undefined
    }
  }

  async function change(peer: Peer, ref: number | undefined, sessionChange: SessionChange): Promise<void> {
    const phone = required(joined.get(peer), 'session_not_found')
    const source: ChangeSource = { ...phone, ref, isAwaited: peer.isOpen }
    const isAnnounced = await orDrop(peer, () => changeOnce(db, source, clock.now(), sessionChange))
    if (isAnnounced !== false) return
    // Nothing was announced, but this page must still get the confirmation of its change.
    phone.wantsCart = true
    phones.changed(phone.sessionId)
  }

  const frames: FrameHandlers = {
    async JOIN_SESSION(peer, { payload: { sessionId, participantId } }) {
      const tokenHash = peer.guest
      if (tokenHash === undefined) throw new AppError('session_not_found')
      await orDrop(peer, () =>
        markPresent(db, { sessionId, participantId, tokenHash, isAwaited: peer.isOpen }, clock.now()),
      )
      if (!peer.isOpen()) return
      const phone: ConnectedPhone = {
        peer,
        sessionId,
        participantId,
        wantsCart: true,
        isTimeDue: true,
        lastUpdate: undefined,
      }
      if (!joined.has(peer)) peer.whenClosed(() => phones.leave(peer))
      joined.set(peer, phone)
      phones.enter(peer, phone)
    },
    GET_CART(peer) {
      const phone = required(joined.get(peer), 'session_not_found')
      phone.wantsCart = true
      phones.enter(peer, phone)
    },
    ADD_ITEM: (peer, { payload, ref }) => change(peer, ref, addItem(payload)),
    SET_ITEM: (peer, { payload, ref }) => change(peer, ref, setItem(payload)),
    REMOVE_ITEM: (peer, { payload, ref }) => change(peer, ref, removeItem(payload)),
    SET_READY: (peer, { payload, ref }) => change(peer, ref, setReady(payload.isReady)),
  }
  const { changed, allChanged, recordAway, tick } = phones
  return { frames, changed, settingsChanged: () => void allChanged(), recordAway, tick }
}
