import { readFile } from 'node:fs/promises'
import type { DeviceOf } from '#server/modules/printing/index.ts'
import type { AreaBase, AreaWiring } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { respondOnce } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/fiscal.ts'
import { createBridge } from './bridge.ts'
import { readNumbers } from './repo.ts'
import { askForZ, decideAbout, listReceipts, storeKeyedIn } from './service.ts'

/** Only owners set the bridge up, so the file is read when one asks. */
const BRIDGE = new URL('../../../deploy/masa-fiscal.mjs', import.meta.url)

/** An answer of the driver, of which each character may be written as six. */
const MAX_ANSWER_BYTES = 16 * 1024

interface Parts extends AreaBase {
  deviceOf: DeviceOf
  /** How often what is overdue is ended, in milliseconds. */
  sweepMs: number
}

/** Fiscal receipts: what people do with them, and the bridge of the device. */
export function fiscalArea(parts: Parts): AreaWiring {
  const { app, db, clock, deviceOf, sweepMs } = parts
  const bridge = createBridge(parts)
  route(app, contract.getFiscal, ({ query }) => listReceipts(db, query.orderId))
  route(app, contract.getFiscalNumbers, () => readNumbers(db))
  route(app, contract.decideReceipt, ({ params, body, user }) =>
    decideAbout(db, params.id, body.decision, { by: user, now: clock.now() }),
  )
  route(app, contract.keyInLeft, ({ body, user, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => storeKeyedIn(tx, body, { by: user, now })),
  )
  route(app, contract.printZ, ({ owner, attempt }) =>
    respondOnce(db, { attempt, now: clock.now() }, (tx, now) => askForZ(tx, { by: owner, now })),
  )
  route(app, contract.getFiscalBridge, async ({ reply }) =>
    reply
      .type('text/javascript')
      .header('content-disposition', 'attachment; filename="masa-fiscal.mjs"')
      .send(await readFile(BRIDGE)),
  )

  route(app, contract.nextReceipt, async ({ params, request, reply }) => {
    const device = await deviceOf('fiscal', request, params.token)
    return (await bridge.next(device, () => request.raw.socket.destroyed)) ?? reply.code(204).send()
  })
  route(
    app,
    contract.answerReceipt,
    async ({ params, body, request }) =>
      bridge.answer(await deviceOf('fiscal', request, params.token), body.name, body.text),
    { bodyLimit: MAX_ANSWER_BYTES },
  )
  return { timers: [{ everyMs: sweepMs, run: bridge.sweep }] }
}
