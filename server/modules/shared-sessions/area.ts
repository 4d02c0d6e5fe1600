import type { Area, AreaParts } from '#server/platform/area.ts'
import { ensureGuest, guestOf } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { throttle } from '#server/platform/limits/throttle.ts'
import { atMostOnceASecond } from '#server/platform/live/batches.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'
import * as contract from '#shared/contracts/shared-sessions.ts'
import { mayUse } from '#shared/domain/access.ts'
import { readSessionBill } from './bill.ts'
import { complete, deleteEnded, endByOwner, endExpired, leave, moveToTable } from './ending.ts'
import { join } from './joining.ts'
import { createLiveSessions } from './live.ts'
import { AWAY_CHECK_INTERVAL_MS, PRESENCE_INTERVAL_MS } from './rules.ts'
import { SESSION_TOPIC } from './session.ts'
import { readOverviews } from './state-repo.ts'

export const sharedSessionsArea: Area = (parts) => {
  const { app, db, hub, clock, log } = parts
  sharedSessionRoutes(parts)
  const sessions = createLiveSessions(parts)
  // Every change of a session is already announced, so owners' pages need no announcement of their own.
  const owners = atMostOnceASecond<ChangedArea>((area) => hub.toOwners({ type: 'CHANGED', payload: { area } }))
  app.addHook('preClose', async () => owners.close())
  return {
    topics: {
      [SESSION_TOPIC](id) {
        if (typeof id !== 'string') return
        sessions.changed(id)
        owners.notify('sessions')
      },
      settings: sessions.settingsChanged,
    },
    frames: sessions.frames,
    timers: [
      { everyMs: 60 * 60_000, run: () => deleteEnded(db, clock.now()) },
      { everyMs: PRESENCE_INTERVAL_MS, run: () => endExpired(db, clock.now(), log) },
      { everyMs: PRESENCE_INTERVAL_MS, run: () => sessions.tick() },
      { everyMs: AWAY_CHECK_INTERVAL_MS, run: () => sessions.recordAway() },
    ],
  }
}

/** Body limit in bytes: fits the longest notes with every character escaped. */
const MAX_COMPLETION_BYTES = 16 * 1024

function sharedSessionRoutes({ app, db, clock, timeZone, isSecure, throttleGuests }: AreaParts): void {
  const throttleNewSessions = throttle(app, 60, 10 * 60_000)

  route(app, contract.joinSession, async ({ body, request, reply }) => {
    // Requests with a wrong table key count too, so that keys cannot be guessed faster than the limit allows.
    await throttleGuests(request)
    return join(db, {
      ...body,
      tokenHash: ensureGuest(request, reply, isSecure),
      now: clock.now(),
      needsNoKey: mayUse('floor', await request.viewer()),
      checkNewSessionLimit: () => throttleNewSessions(request),
    })
  })

  route(
    app,
    contract.completeSession,
    async ({ params, body, request, reply }) => {
      await throttleGuests(request)
      const tokenHash = guestOf(request)
      const needsNoKey = mayUse('floor', await request.viewer())
      const placed = await complete(db, {
        sessionId: params.id,
        tokenHash,
        needsNoKey,
        ...body,
        timeZone,
        now: clock.now(),
      })
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

  route(app, contract.listSessions, () => readOverviews(db, clock.now()))

  route(app, contract.endSession, ({ params }) => endByOwner(db, params.id, clock.now()))
  route(app, contract.moveSession, ({ params, body, user }) =>
    moveToTable(db, { id: params.id, tableId: body.tableId, by: user, now: clock.now() }),
  )
}
