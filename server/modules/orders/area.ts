import type { Area } from '#server/platform/area.ts'
import { counter } from '#server/platform/metrics/metric.ts'
import { completeDelivered } from './change.ts'
import { createBoardNotifier, createGuestNotifier } from './live.ts'
import { orderAnnouncer, ordersPlaced } from './place.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from './repo.ts'
import { orderRoutes } from './routes.ts'
import { createUsualTimes } from './usual-times.ts'

const ANNOUNCE_INTERVAL_MS = 1_000

export const ordersArea: Area = (parts) => {
  const { db, reports, live, boards: forBoards, hub, clock, log } = parts
  const announce = orderAnnouncer(forBoards)
  orderRoutes(parts, () => {
    announce().catch((error: unknown) => log.warn({ err: error }, 'orders are announced later'))
  })
  const boards = createBoardNotifier(forBoards, hub, clock, log)
  const guests = createGuestNotifier(live, hub, log, createUsualTimes(reports, clock, log))
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
    frames: guests.frames,
    metrics: () => [counter('masa_orders_placed_total', 'New orders; a repeated request is none.', ordersPlaced())],
    timers: [
      { everyMs: 60_000, run: () => completeDelivered(db, clock.now(), log) },
      // Orders of an instance that ended after their commit.
      { everyMs: ANNOUNCE_INTERVAL_MS, run: announce },
    ],
    close: announce,
  }
}
