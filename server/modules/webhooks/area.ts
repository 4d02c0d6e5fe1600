import { ORDER_TOPIC, ORDERS_TOPIC } from '#server/modules/orders/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { route } from '#server/platform/http/route.ts'
import { CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import { atMostOnceASecond } from '#server/platform/live/watchers.ts'
import { gaugesOf } from '#server/platform/metrics.ts'
import * as contract from '#shared/contracts/webhooks.ts'
import { createEventSender } from './sender.ts'
import * as webhooks from './service.ts'

/** Each check finds events whose announcement was missed, or whose sender ended. */
const CHECK_INTERVAL_MS = 5_000
const CLEANUP_INTERVAL_MS = 60 * 60_000

type Parts = AreaBase & { onLoopback: boolean }

/** Events for other programs, which triggers of the database write and this area sends. */
export function webhooksArea(parts: Parts): AreaWiring {
  const { db, log } = parts
  webhookRoutes(parts)
  const sender = createEventSender(parts)
  const events = atMostOnceASecond<'events'>(sender.wake)
  const wake = () => events.notify('events')
  const help = { masa_webhooks_failing: 'Addresses to which events cannot be delivered.' }
  const metrics = gaugesOf(log, help, async () => {
    const all = await webhooks.shownWebhooks(db)
    return { masa_webhooks_failing: all.filter(({ failingSince }) => failingSince !== null).length }
  })
  return {
    metrics,
    topics: { [ORDER_TOPIC]: wake, [ORDERS_TOPIC]: wake, [CHANGED_TOPIC]: wake, menu: wake },
    onMissed: wake,
    timers: [
      { everyMs: CHECK_INTERVAL_MS, run: async () => sender.wake() },
      { everyMs: CLEANUP_INTERVAL_MS, run: sender.cleanUp },
    ],
    close() {
      events.close()
      return sender.close()
    },
  }
}

function webhookRoutes({ app, db, clock, onLoopback }: Parts): void {
  const context = (by: Viewer) => ({ by, now: clock.now(), onLoopback })
  route(app, contract.listWebhooks, () => webhooks.shownWebhooks(db))
  route(app, contract.createWebhook, ({ body, owner }) => webhooks.addWebhook(db, body, context(owner)))
  route(app, contract.changeWebhook, ({ params, body, owner }) =>
    webhooks.editWebhook(db, { ...params, ...body }, context(owner)),
  )
  route(app, contract.removeWebhook, ({ params, owner }) => webhooks.dropWebhook(db, params.id, context(owner)))
  route(app, contract.testWebhook, ({ params }) => webhooks.requestTestEvent(db, params.id))
  route(app, contract.listDeliveries, ({ params }) => webhooks.shownDeliveries(db, params.id))
  route(app, contract.repeatDelivery, ({ params }) => webhooks.sendAgain(db, params.id, params.deliveryId))
}
