import type { Database } from '#server/db/index.ts'
import { promisedAt } from '#server/modules/reservations/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { guestOf, type Viewer } from '#server/platform/http/request.ts'
import { route, versionToMatch } from '#server/platform/http/route.ts'
import { attemptOf, respondOnce } from '#server/platform/idempotency.ts'
import { bounded, coalesce, KeyedQueue } from '#server/platform/limits/concurrency.ts'
import type { WriteThrottle } from '#server/platform/limits/throttle.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import * as contract from '#shared/contracts/orders.ts'
import { mayUse } from '#shared/domain/access.ts'
import { LIST_TRUNCATED } from '#shared/domain/orders/order.ts'
import { applyChange, cancelOrdersOf, countOrdersOf, storeSeen } from './change.ts'
import { completeOldOpenOrders, countOldOpenOrders } from './complete-older.ts'
import { removeFromLine, tickLine } from './lines.ts'
import { createBoardNotifier, createGuestNotifier, createUsualTimes } from './live.ts'
import * as place from './place.ts'
import type { Origin } from './place-repo.ts'
import { claimTicket, storePrint } from './prints.ts'
import {
  findOrders,
  jsonForUser,
  mayPrint,
  orderForUser,
  readAnnouncedOrders,
  readBoardOrders,
  readChangedOrders,
  seenSince,
  sees,
} from './read.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from './repo.ts'
import { readSummary } from './summary-repo.ts'

type Parts = AreaBase & {
  reports: Database
  hub: Hub
  originOf(request: { ip: string }): Origin
  throttleGuests: WriteThrottle
}

export function ordersArea(parts: Parts): AreaWiring {
  const { db, reports, hub, clock, log } = parts
  const boards = createBoardNotifier(db, hub, clock, log)
  orderRoutes(parts)
  const guests = createGuestNotifier(db, hub, log, createUsualTimes(reports, clock, log))
  return {
    topics: {
      [ORDER_TOPIC](id) {
        if (typeof id !== 'number') return
        boards.changed(id)
        guests.changed(id)
      },
      [ORDERS_TOPIC]() {
        boards.manyChanged()
        guests.manyChanged()
      },
    },
    metrics: [place.placedOrders],
    timers: [{ everyMs: 60 * 60_000, run: () => place.foldTotals(db) }],
  }
}

/** The number of requests that may wait for a slot. */
const MAX_TAKE_AWAY_WAITING = 500
/** Body limit in bytes: fits 100 lines with notes of the maximum length. */
const MAX_ORDER_BYTES = 16 * 1024

/** Only the floor says whose dish a line is; guests do at a shared table. */
function withoutGuestNames(order: contract.OrderInput): contract.OrderInput {
  return { ...order, items: order.items.map(({ guestName: _, ...item }) => item) }
}

function orderRoutes({ app, db, reports, originOf, clock, timeZone, throttleGuests }: Parts): void {
  // Requests with the same key share one connection.
  const byKey = new KeyedQueue()
  // Orders with a time run one after another in the database, where more of them would only wait.
  const takeAway = bounded(1, MAX_TAKE_AWAY_WAITING)
  /** Who is to come to a table, for those who serve; no guest and no other program is told. */
  const promisedFor = async (by: Viewer | null, tableId: number) =>
    mayUse('floor', by) && by?.program === undefined ? promisedAt(db, [tableId], clock.now()) : {}
  route(
    app,
    contract.placeOrder,
    async ({ body: sent, request, attempt }) => {
      // Read before the transaction opens: a transaction that needs a second connection can deadlock the pool.
      const by = await request.viewer()
      const body = mayUse('floor', by) ? sent : withoutGuestNames(sent)
      const placing = {
        input: body,
        attempt,
        by,
        guest: guestOf(request),
        origin: originOf(request),
        onPlaced: place.countPlaced,
        timeZone,
        now: clock.now(),
      }
      const placeOnce = () => place.placeOnce(db, placing, takeAway)
      const run = () => (mayUse('floor', by) ? placeOnce() : throttleGuests.once(request, attempt, placeOnce))
      const response = await (attempt.key === undefined ? run() : byKey.run(attempt.key, run))
      const json = jsonForUser(by, response)
      // Not stored with the response: it names other guests.
      const promised = body.tableId !== null ? await promisedFor(by, body.tableId) : {}
      return 'promised' in promised ? JSON.stringify({ ...JSON.parse(json), ...promised }) : json
    },
    { bodyLimit: MAX_ORDER_BYTES },
  )

  route(app, contract.withdrawOrder, async ({ request }) => {
    const by = await request.viewer()
    const key = required(attemptOf(contract.placeOrder, request, null).key, 'malformed_body')
    const isGuest = !mayUse('floor', by)
    // The limit applies before an unknown key is looked up, too.
    if (isGuest) await throttleGuests.repeat(request)
    const noLimit = async () => {}
    const limit = isGuest ? () => throttleGuests(request) : noLimit
    const withdraw = () => place.withdrawOnce(db, key, limit, clock.now())
    const response = await byKey.run(key, withdraw)
    return { placed: response === undefined ? null : JSON.parse(jsonForUser(by, response)) }
  })

  route(app, contract.listOrders, async ({ query: { q, ...filter }, user, reply }) => {
    const isSearch = Boolean(q) || filter.customerId !== undefined
    if (isSearch && !user.isOwner) throw new AppError('forbidden')
    // A search would say who ordered.
    if (isSearch && user.hidesGuests) throw new AppError('scope')
    const isBoard = !q && Object.values(filter).every((value) => value === undefined)
    const endedSince = user.isOwner ? undefined : seenSince(clock.now())
    const { orders, isTruncated } = await (isBoard
      ? readBoardOrders(db, endedSince)
      : findOrders(q ? reports : db, { ...filter, endedSince, q }))
    if (isTruncated) reply.header(LIST_TRUNCATED, '1')
    return orders.map((order) => orderForUser(user, order))
  })

  route(app, contract.changedOrders, async ({ body, user }) => {
    const changes = await readChangedOrders(db, new Map(body.known), user, clock.now())
    return changes && { ...changes, orders: changes.orders.map((order) => orderForUser(user, order)) }
  })

  route(app, contract.getOrder, async ({ params, user }) => {
    const [found] = await readAnnouncedOrders(db, [params.id])
    if (!found || !sees(user, found.row, clock.now())) throw new AppError('not_found')
    return orderForUser(user, found.order)
  })

  route(app, contract.changeOrder, async ({ params, body, user, request }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    const { pickupAt, ...change } = body
    const pickup = pickupAt === undefined ? undefined : { pickupAt: new Date(pickupAt), timeZone }
    const context = { by: user, expectedVersion, now: clock.now() }
    const order = await applyChange(db, { id: params.id, ...change, pickup, ...context })
    const promised = body.tableId === undefined ? {} : await promisedFor(user, body.tableId)
    return { ...orderForUser(user, order), ...promised }
  })

  route(app, contract.changeOrderLine, async ({ params, body, user, request, attempt }) => {
    const expectedVersion = versionToMatch(request.headers['if-match'])
    const removal = { orderId: params.id, itemId: params.itemId, quantity: body.quantity, expectedVersion, by: user }
    const response = await respondOnce(db, { attempt, now: clock.now() }, (tx, now) =>
      removeFromLine(tx, { ...removal, now }),
    )
    return jsonForUser(user, response)
  })

  route(app, contract.setLineDone, async ({ params, body, user }) => {
    const tick = { orderId: params.id, itemId: params.itemId, done: body.done, by: user, now: clock.now() }
    return orderForUser(user, await tickLine(db, tick))
  })

  route(app, contract.recordPrint, async ({ params, body, user, attempt }) => {
    if (!mayPrint(user, body.kind)) throw new AppError('forbidden')
    const print = { orderId: params.id, ...body, by: user }
    const response = await respondOnce(db, { attempt, now: clock.now() }, (tx, now) =>
      storePrint(tx, { ...print, now }),
    )
    return jsonForUser(user, response)
  })

  route(app, contract.claimPrint, ({ params, body: { ticketId, stations }, user }) =>
    claimTicket(db, { orderId: params.id, ticketId, stations, by: user, now: clock.now() }),
  )

  route(app, contract.seeOrder, async ({ params, user }) =>
    orderForUser(user, await storeSeen(db, params.id, user, clock.now())),
  )

  route(app, contract.completeOlder, async ({ body, query: { dryRun }, owner }) => {
    const { before, withoutPayment } = body
    const cutoff = { before: new Date(before), withoutPayment, now: clock.now(), timeZone }
    return { completed: await (dryRun ? countOldOpenOrders(db, cutoff) : completeOldOpenOrders(db, cutoff, owner)) }
  })

  route(app, contract.cancelOrigin, async ({ params: { id }, query: { dryRun }, owner }) => ({
    cancelled: await (dryRun ? countOrdersOf(db, id) : cancelOrdersOf(db, { id, by: owner, now: clock.now() })),
  }))

  // Every board asks for it after every order.
  const summary = coalesce(() => readSummary(db, clock.now(), timeZone))
  route(app, contract.getSummary, summary)
}
