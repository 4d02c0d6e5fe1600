import { CALL_TOPIC } from '#server/modules/calls/index.ts'
import { ORDER_TOPIC, ORDERS_TOPIC } from '#server/modules/orders/index.ts'
import { SESSION_TOPIC } from '#server/modules/shared-sessions/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { coalesce } from '#server/platform/limits/concurrency.ts'
import { CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { atMostOnceASecond } from '#server/platform/live/watchers.ts'
import { getFloor } from '#shared/contracts/floor.ts'
import { mayUse } from '#shared/domain/access.ts'
import { readFloor } from './repo.ts'

/** The floor: all tables with their orders, sessions and calls, for those who serve. It stores nothing. */
export function floorArea({ app, db, clock, hub, timeZone }: AreaBase & { hub: Hub }): AreaWiring {
  // All pages of the floor fetch at once when something has changed.
  const read = coalesce(() => readFloor(db, timeZone, clock.now()))
  route(app, getFloor, read)
  const pages = atMostOnceASecond<'floor'>(() =>
    hub.toStaff({ type: 'FLOOR_CHANGED' }, (user) => mayUse(getFloor.access, user)),
  )
  const changed = () => pages.notify('floor')
  app.addHook('preClose', async () => pages.close())
  return {
    topics: {
      [ORDER_TOPIC]: changed,
      [ORDERS_TOPIC]: changed,
      [SESSION_TOPIC]: changed,
      [CALL_TOPIC]: changed,
      [CHANGED_TOPIC](area) {
        if (area === 'tables') changed()
      },
    },
  }
}
