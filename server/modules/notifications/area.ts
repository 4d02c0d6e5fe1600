import type { Area } from '#server/platform/area.ts'
import { whatsappApi } from '#server/platform/whatsapp/api.ts'
import { adoptAccount } from './queue-state.ts'
import { notificationRoutes } from './routes.ts'
import { forgetMessages, sendDueMessage } from './send-due.ts'
import { createSender } from './sender.ts'
import { WHATSAPP_TOPIC } from './topic.ts'

/** How soon is found what an instance left that crashed, and what no announcement told of. */
const LOOK_MS = 15_000
const FORGET_MS = 60 * 60_000

export const notificationsArea: Area = (parts) => {
  const { db, live, clock, log, timeZone, whatsapp: account } = parts
  notificationRoutes(parts)
  const start = () => adoptAccount(db, account, clock.now())
  const forgetting = { everyMs: FORGET_MS, run: () => forgetMessages(live, clock.now()) }
  if (!account) return { start, timers: [forgetting] }

  const closing = new AbortController()
  const api = whatsappApi(account)
  // The connections of the sockets: the sender must not take those of the orders.
  const telling = { db: live, clock, log, timeZone, account, api, closing: closing.signal }
  const sender = createSender(clock, log, () => sendDueMessage(telling))
  return {
    start,
    // An order's announcement has its id; any other may have brought the next message's moment nearer.
    topics: { [WHATSAPP_TOPIC]: (id) => (id === undefined ? sender.wake() : sender.newcomer()) },
    onMissed: sender.wake,
    timers: [{ everyMs: LOOK_MS, run: async () => sender.wake() }, forgetting],
    close() {
      closing.abort()
      return sender.close()
    },
  }
}
