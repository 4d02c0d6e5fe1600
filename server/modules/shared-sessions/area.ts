import type { Database } from '#server/db/index.ts'
import type { Origin } from '#server/modules/orders/index.ts'
import { readBill } from '#server/modules/payments/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { ensureGuest, guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle, type WriteThrottle } from '#server/platform/limits/throttle.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { atMostOnceASecond } from '#server/platform/live/watchers.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import * as contract from '#shared/contracts/shared-sessions.ts'
import { mayUse } from '#shared/domain/access.ts'
import { addItem, changeOnce, removeItem, type SessionChange, setItem, setReady } from './cart.ts'
import { complete, endByOwner, leave, moveToTable } from './ending.ts'
import { join, markPresent } from './joining.ts'
import { createConnectedPhones } from './phones.ts'
import { findSessionSeenBy, findTableOfOpenOrder } from './repo.ts'
import { PRESENCE_INTERVAL_MS, SESSION_TOPIC } from './session.ts'
import { readOverviews } from './state-repo.ts'

type Parts = AreaBase & {
  hub: Hub
  isSecure: boolean
  throttleGuests: WriteThrottle
  originOf(request: { ip: string }): Origin
}

/** `pricesChanged` sends phones and owners the sums that offers changed. */
export function sharedSessionsArea(parts: Parts): AreaWiring & { pricesChanged(): void } {
  const { app, hub } = parts
  sharedSessionRoutes(parts)
  const sessions = createLiveSessions(parts)
  // Every change of a session is already announced, so owners' pages need no announcement of their own.
  const owners = atMostOnceASecond<ChangedArea>((area) => hub.toOwners({ type: 'CHANGED', payload: { area } }))
  app.addHook('preClose', async () => owners.close())
  return {
    pricesChanged() {
      void sessions.allChanged()
      owners.notify('sessions')
    },
    topics: {
      [SESSION_TOPIC](id) {
        if (typeof id !== 'string') return
        sessions.changed(id)
        owners.notify('sessions')
      },
      settings: () => void sessions.allChanged(),
    },
    timers: [{ everyMs: PRESENCE_INTERVAL_MS, run: () => sessions.tick() }],
  }
}

/** Body limit in bytes: fits the longest notes with every character escaped. */
const MAX_COMPLETION_BYTES = 16 * 1024

function sharedSessionRoutes({ app, db, clock, gate, timeZone, isSecure, throttleGuests, originOf }: Parts): void {
  const throttleNewSessions = throttle(60, 10 * 60_000)

  route(app, contract.joinSession, async ({ body, request, reply }) => {
    // Requests with a wrong table key count too, so that keys cannot be guessed faster than the limit allows.
    await throttleGuests(request)
    return join(db, {
      ...body,
      tokenHash: ensureGuest(request, reply, isSecure),
      now: clock.now(),
      mayEnd: gate.isOpen(),
      needsNoKey: mayUse('floor', await request.viewer()),
      checkNewSessionLimit: () => throttleNewSessions(request),
    })
  })

  route(
    app,
    contract.completeSession,
    async ({ params, body, request, reply }) => {
      await throttleGuests(request)
      const needsNoKey = mayUse('floor', await request.viewer())
      const guest = { tokenHash: guestOf(request), needsNoKey, origin: originOf(request) }
      const placed = await complete(db, { sessionId: params.id, ...guest, ...body, timeZone, now: clock.now() })
      // Sent as stored, even if another version of Masa stored it.
      return reply.type('application/json; charset=utf-8').serializer(String).send(JSON.stringify(placed))
    },
    { bodyLimit: MAX_COMPLETION_BYTES },
  )

  route(app, contract.getSessionBill, async ({ params, request }) => {
    await throttleGuests(request)
    return readSessionBill(db, params.id, guestOf(request), clock.now())
  })

  route(app, contract.leaveSession, async ({ params, request }) => {
    await throttleGuests(request)
    await leave(db, params.id, guestOf(request), clock.now())
  })

  route(app, contract.listSessions, () => readOverviews(db, clock.now(), timeZone))

  route(app, contract.endSession, ({ params }) => endByOwner(db, params.id, clock.now()))
  route(app, contract.moveSession, ({ params, body, user }) =>
    moveToTable(db, { id: params.id, tableId: body.tableId, by: user, timeZone, now: clock.now() }),
  )
}

/** Reads the frames of phones at a shared table, and sends each phone the current cart and participants. */
function createLiveSessions({ db, hub, clock, log, timeZone }: Parts) {
  const phones = createConnectedPhones(db, clock, log, timeZone)

  function changing<Payload>(changeOf: (payload: Payload) => SessionChange) {
    return async (peer: Peer, { payload, ref }: { payload: Payload; ref?: number | undefined }) => {
      const source = { ...phones.ownerOf(peer), ref, isAwaited: peer.isOpen }
      const isAnnounced = await changeOnce(db, source, clock.now(), changeOf(payload))
      // Nothing was announced, but this page must still get the confirmation of its change.
      if (!isAnnounced) phones.sendCart(peer)
    }
  }

  hub.addFrameHandlers({
    async JOIN_SESSION(peer, { payload: { sessionId, participantId } }) {
      const tokenHash = peer.guest
      if (tokenHash === undefined) throw new AppError('session_not_found')
      await markPresent(db, { sessionId, participantId, tokenHash, isAwaited: peer.isOpen }, clock.now())
      phones.enter(peer, { sessionId, participantId })
    },
    GET_CART: (peer) => phones.sendCart(peer),
    ADD_ITEM: changing(addItem),
    SET_ITEM: changing(setItem),
    REMOVE_ITEM: changing(removeItem),
    SET_READY: changing(setReady),
  })
  return phones
}

/**
 * Returns the bill by guest (docs/product/shared-sessions.md#sessions-bill). It is empty once the session's order is
 * closed, because later orders at the table are those of other guests.
 */
async function readSessionBill(db: Database, sessionId: string, tokenHash: string | undefined, now: Date) {
  const session = tokenHash === undefined ? undefined : await findSessionSeenBy(db, sessionId, tokenHash)
  if (!session) throw new AppError('session_not_found')
  if (session.status === 'cancelled') throw new AppError('session_over')
  const tableId = session.placed ? await findTableOfOpenOrder(db, session.placed.id) : session.tableId
  if (tableId === undefined) return { guests: [], total: 0 }
  const { guests, total } = await readBill(db, tableId, undefined, now, session.createdAt)
  return { guests, total }
}
