import { ORDER_TOPIC, ORDERS_TOPIC } from '#server/modules/orders/index.ts'
import { inputError } from '#server/platform/app-error.ts'
import type { AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import { createOutbox } from '#server/platform/outbox.ts'
import { resolveAllowed } from '#server/platform/outside.ts'
import * as contract from '#shared/contracts/webhooks.ts'
import { eventLane, type SenderParts } from './lane.ts'
import { hostOf } from './post.ts'
import { readWebhooks } from './repo.ts'
import * as webhooks from './service.ts'

/** Events for other programs, which triggers of the database write and this area sends. */
export function webhooksArea(parts: SenderParts): AreaWiring {
  webhookRoutes(parts)
  const { announced, wiring } = createOutbox(parts, eventLane(parts))
  return {
    ...wiring,
    topics: { [ORDER_TOPIC]: announced, [ORDERS_TOPIC]: announced, [CHANGED_TOPIC]: announced, menu: announced },
  }
}

function webhookRoutes({ app, db, clock, outside, onLoopback }: SenderParts): void {
  /** An address in the spelling in which it is called. @throws InputError for one that no program may have */
  async function called(address: string): Promise<string> {
    const url = new URL(address)
    url.hash = ''
    if (url.username || url.password || !(await resolveAllowed(hostOf(url.href), onLoopback)))
      throw inputError('url', 'validation.webhookUrl')
    return url.href
  }
  route(app, contract.listWebhooks, () => readWebhooks(db))
  route(app, contract.createWebhook, async ({ body, owner }) => {
    const url = await called(body.url)
    return webhooks.addWebhook(db, { ...body, url }, owner, clock.now())
  })
  route(app, contract.changeWebhook, async ({ params, body, owner }) => {
    const change = body.url === undefined ? body : { ...body, url: await called(body.url) }
    return webhooks.editWebhook(db, { ...params, ...change }, owner, clock.now())
  })
  route(app, contract.renewWebhookSecret, ({ params, owner }) =>
    webhooks.renewSecret(db, params.id, owner, clock.now()),
  )
  route(app, contract.removeWebhook, ({ params, owner }) => webhooks.dropWebhook(db, params.id, owner, clock.now()))
  route(app, contract.testWebhook, async ({ params }) => {
    await outside.require()
    return webhooks.requestDelivery(db, params.id)
  })
  route(app, contract.listDeliveries, ({ params }) => webhooks.shownDeliveries(db, params.id))
  route(app, contract.repeatDelivery, async ({ params }) => {
    await outside.require()
    return webhooks.requestDelivery(db, params.id, params.deliveryId)
  })
}
