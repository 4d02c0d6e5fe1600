import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { createWorkScheduler } from '#server/platform/clock.ts'
import { route } from '#server/platform/http/route.ts'
import { gaugesOf } from '#server/platform/metrics.ts'
import * as contract from '#shared/contracts/whatsapp.ts'
import { adoptAccount, readWhatsapp, requestTestMessage } from './queue.ts'
import { WHATSAPP_TOPIC } from './repo.ts'
import { sendDueMessage } from './send-due.ts'
import { type WhatsappAccount, whatsappApi } from './whatsapp.ts'

/** How often messages are looked for that a crashed instance left, or whose announcement was missed. */
const CHECK_INTERVAL_MS = 15_000

export function notificationsArea(parts: AreaBase & { whatsapp: WhatsappAccount | undefined }): AreaWiring {
  const { app, db, clock, gate, log, timeZone, outside, whatsapp } = parts
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

  const closing = new AbortController()
  const sender = { db, clock, gate, log, timeZone, whatsapp, api: whatsappApi(whatsapp), closing: closing.signal }
  const scheduler = createWorkScheduler(parts, 'messages to the owner could not be processed', () =>
    sendDueMessage(sender),
  )
  return {
    start,
    metrics,
    // The announcement of an order has its id; any other may mean that the next message is due earlier.
    topics: { [WHATSAPP_TOPIC]: (id) => (id === undefined ? scheduler.wake() : scheduler.wakeUnlessScheduled()) },
    onMissed: scheduler.wake,
    timers: [{ everyMs: CHECK_INTERVAL_MS, run: async () => scheduler.wake() }],
    close() {
      closing.abort()
      return scheduler.close()
    },
  }
}
