import type { Area } from '#server/platform/area.ts'
import { completeDelivered } from './changing/change.ts'
import { createBoardNotifier, createGuestNotifier } from './live.ts'
import { orderRoutes } from './routes.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from './topic.ts'

export const ordersArea: Area = (parts) => {
  const { db, live, hub, clock, log } = parts
  orderRoutes(parts)
  const boards = createBoardNotifier(db, hub, log)
  const guests = createGuestNotifier(live, hub, log)
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
    timers: [{ everyMs: 60_000, run: () => completeDelivered(db, clock.now(), log) }],
  }
}
