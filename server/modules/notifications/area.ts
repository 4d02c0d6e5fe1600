import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { gaugesOf } from '#server/platform/metrics.ts'
import { createOutbox } from '#server/platform/outbox.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { messageLane } from './lane.ts'
import { adoptAccount, readWhatsapp, requestTestMessage } from './queue.ts'
import { WHATSAPP_TOPIC } from './repo.ts'
import { type WhatsappAccount, whatsappApi } from './whatsapp.ts'

export function notificationsArea(parts: AreaBase & { whatsapp: WhatsappAccount | undefined }): AreaWiring {
  const { app, db, clock, log, outside, whatsapp } = parts
  route(app, contract.getWhatsapp, () => readWhatsapp(db, parts, clock.now()))
  route(app, contract.testWhatsapp, async () => {
    await outside.require()
    return requestTestMessage(db, parts, clock.now())
  })
  const start = () => adoptAccount(db, whatsapp, clock.now())
  const help = {
    masa_whatsapp_waiting: 'Messages to the owner that wait to be sent.',
    masa_whatsapp_stopped: 'Whether messages fail until somebody acts: 1 or 0.',
  }
  const metrics = gaugesOf(log, help, async () => {
    const { waiting, state } = await readWhatsapp(db, parts, clock.now())
    return { masa_whatsapp_waiting: waiting, masa_whatsapp_stopped: Number(state !== 'ok') }
  })
  if (!whatsapp) return { start, metrics }

  const outbox = createOutbox(parts, messageLane({ ...parts, whatsapp, api: whatsappApi(whatsapp) }))
  return {
    ...outbox.wiring,
    start,
    metrics,
    // The announcement of an order has its id; any other may mean that the next message is due earlier.
    topics: { [WHATSAPP_TOPIC]: (id) => (id === undefined ? outbox.wake() : outbox.announced()) },
  }
}
