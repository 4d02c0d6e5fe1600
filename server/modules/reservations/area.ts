import type { FastifyRequest } from 'fastify'
import type { Origin } from '#server/modules/orders/index.ts'
import { minuteCache } from '#server/modules/times/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { HEADERS_OF_LINK } from '#server/platform/http/pages.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { bounded } from '#server/platform/limits/concurrency.ts'
import { throttleTokens, type WriteThrottle } from '#server/platform/limits/throttle.ts'
import { CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import { sendPublished } from '#server/platform/published-response.ts'
import * as contract from '#shared/contracts/reservations.ts'
import { mayUse } from '#shared/domain/access.ts'
import { statusAt } from '#shared/domain/reservations/reservations.ts'
import { listBook, reservationWithHistory } from './book.ts'
import { reservePages } from './page/routes.ts'
import { listByToken } from './repo.ts'
import { contextOf, freeTimes } from './seats.ts'
import * as service from './service.ts'
import { movesOf, timesNow } from './times.ts'
import { calendarOf, guestView } from './view.ts'

type Parts = AreaBase & {
  isListening(): boolean
  isSecure: boolean
  clientDir?: string | undefined
  originOf(request: { ip: string }): Origin
  throttleGuests: WriteThrottle
}

/** How many guests' changes of one instance may wait for the lock, which one at a time takes. */
const MAX_WAITING = 500

/** Reservations of tables: the guest's pages and the house's book. */
export function reservationsArea(parts: Parts): AreaWiring {
  const { app, db, clock, timeZone } = parts
  const moment = () => ({ timeZone, now: clock.now() })
  // Orders come all the time, and change it only by the tables that they occupy, which is announced.
  const changedBy = /^\/api\/(reservations|settings|tables)/
  const times = minuteCache(parts, (settings, now) => timesNow(db, { settings, timeZone, now }), changedBy)
  route(app, contract.getReservationTimes, async ({ query: { date, party }, request, reply }) => {
    const { published } = await times.current()
    return sendPublished(await published(date, party), request, reply)
  })
  reservePages(parts, { offered: times, ...guestRoutes(parts) })

  route(app, contract.listReservations, ({ query }) => listBook(db, query, moment()))

  route(app, contract.getReservation, ({ params }) => reservationWithHistory(db, params.id, moment()))

  route(app, contract.changeReservation, async ({ params, body, user, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    return service.changeByHouse(db, { id: params.id, change: body, expectedVersion, by: user, ...moment() })
  })

  route(app, contract.seeReservation, ({ params, body }) => service.seenByHouse(db, params.id, body.version, moment()))

  route(app, contract.getFreeTimes, ({ query }) => freeTimes(db, query, moment()))

  route(app, contract.cancelReservations, async ({ body, owner }) => ({
    cancelled: await service.cancelAlike(db, { ...body, by: owner, now: clock.now() }),
  }))

  route(app, contract.eraseReservation, ({ params, owner }) => service.eraseOne(db, params.id, owner, moment()))

  return {
    topics: {
      settings: times.forget,
      [CHANGED_TOPIC](area) {
        if (area === 'reservations' || area === 'tables') times.forget()
      },
    },
    onMissed: times.forget,
    onMinute: (now, since) => service.followClock(db, since, now),
  }
}

/** @returns what the pages of guests share with them */
function guestRoutes({ app, db, clock, timeZone, originOf, throttleGuests }: Parts) {
  const waiting = bounded(1, MAX_WAITING)
  const moment = () => ({ timeZone, now: clock.now() })
  const mine = throttleTokens((hashes: string[]) => listByToken(db, hashes))
  /** A change by whoever has the link counts for the link, and not for an address that others share. */
  const countChange = async (request: FastifyRequest, token: string) => {
    const { tokenHash } = await mine(request, token)
    await throttleGuests(request, tokenHash)
  }

  route(app, contract.makeReservation, async ({ body, request, reply, attempt }) => {
    const viewer = await request.viewer()
    const by = viewer && mayUse('floor', viewer) ? viewer : null
    reply.headers(HEADERS_OF_LINK)
    const making = { input: body, by, attempt, origin: originOf(request), ...moment() }
    const make = () => service.makeReservationOnce(db, making)
    return by ? make() : throttleGuests.once(request, attempt, () => waiting(make))
  })

  route(app, contract.getMyReservation, async ({ params, request, reply }) => {
    reply.headers(HEADERS_OF_LINK)
    return guestView(await mine(request, params.token), clock.now())
  })

  route(app, contract.getMyTimes, async ({ params, query, request, reply }) => {
    reply.headers(HEADERS_OF_LINK)
    const row = await mine(request, params.token)
    service.refuseOver(row, clock.now())
    const { timesOn } = await movesOf(db, row, await contextOf(db, moment()))
    return timesOn(query.date, query.party)
  })

  route(app, contract.changeMyReservation, async ({ params, body, request, reply }) => {
    reply.headers(HEADERS_OF_LINK)
    await countChange(request, params.token)
    return waiting(() => service.changeMine(db, params.token, body, moment()))
  })

  route(app, contract.cancelMyReservation, async ({ params, request, reply }) => {
    reply.headers(HEADERS_OF_LINK)
    await countChange(request, params.token)
    await waiting(() => service.cancelMine(db, params.token, clock.now()))
  })

  route(app, contract.getMyCalendar, async ({ params, request, reply }) => {
    reply.headers(HEADERS_OF_LINK)
    const row = await mine(request, params.token)
    if (['asked', 'cancelled'].includes(statusAt(row, clock.now()))) throw new AppError('reservation_over')
    const file = await calendarOf(db, row)
    reply.header('content-disposition', 'attachment; filename="reservation.ics"')
    return reply.type('text/calendar; charset=utf-8').serializer(String).send(file)
  })
  return { mine, waiting, countChange }
}
