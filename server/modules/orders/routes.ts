import type { AreaParts } from '#server/platform/area.ts'
import { sendStored } from '#server/platform/http/answers/stored.ts'
import { versionToMatch } from '#server/platform/http/if-match.ts'
import { route } from '#server/platform/http/route.ts'
import { attemptOf } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/orders.ts'
import { applyChange, markSeen } from './changing/change.ts'
import { completeOlderOpen, countOlderOpen } from './changing/complete-older.ts'
import { takeOff } from './changing/lines.ts'
import { placeOnce } from './placing/place.ts'
import { claimTicket, storePrint } from './printing/prints.ts'
import { readBoard, search } from './reading/read.ts'
import { readSummary } from './reading/summary-repo.ts'

/** Room for a hundred lines with all the notes that an order may have. */
const LARGEST_ORDER_BYTES = 16 * 1024

export function orderRoutes({ app, db, reports, clock, timeZone, throttleGuests }: AreaParts): void {
  route(
    app,
    contract.placeOrder,
    async ({ body, request, reply }) => {
      // Looked up before the transaction: transactions that wait for a second connection could wait for one another.
      const byOwner = (await request.viewer())?.isOwner ?? false
      const answer = await placeOnce(db, {
        input: body,
        attempt: attemptOf(contract.placeOrder.path, request.headers['idempotency-key'], body),
        byOwner,
        admit: async () => {
          if (!byOwner) await throttleGuests(request, Buffer.byteLength(JSON.stringify(body)))
        },
        now: clock.now(),
      })
      return sendStored(reply, 201, answer)
    },
    { bodyLimit: LARGEST_ORDER_BYTES },
  )

  route(app, contract.listOrders, async ({ query: { q, ...page }, reply }) => {
    const isBoard = !q && Object.values(page).every((value) => value === undefined)
    const { orders, isCut } = await (isBoard ? readBoard(db) : search(q ? reports : db, { ...page, q }))
    if (isCut) reply.header(contract.LIST_CUT, '1')
    return orders
  })

  route(app, contract.changeOrder, ({ params, body, owner, request }) => {
    const since = versionToMatch(request.headers['if-match'])
    return applyChange(db, { id: params.id, ...body, by: owner, since, now: clock.now() })
  })

  route(app, contract.changeOrderLine, async ({ params, body, owner, request, reply }) => {
    const answer = await takeOff(db, {
      orderId: params.id,
      itemId: params.itemId,
      quantity: body.quantity,
      since: versionToMatch(request.headers['if-match']),
      attempt: attemptOf(contract.changeOrderLine.path, request.headers['idempotency-key'], { ...params, ...body }),
      username: owner.username,
      now: clock.now(),
    })
    return sendStored(reply, 200, answer)
  })

  route(app, contract.recordPrint, async ({ params, body, owner, request, reply }) => {
    const answer = await storePrint(db, {
      orderId: params.id,
      kind: body.kind,
      ticketId: body.ticketId,
      attempt: attemptOf(contract.recordPrint.path, request.headers['idempotency-key'], { ...params, ...body }),
      username: owner.username,
      now: clock.now(),
    })
    return sendStored(reply, 201, answer)
  })

  route(app, contract.claimPrint, ({ params, body: { ticketId } }) =>
    claimTicket(db, { orderId: params.id, ticketId, now: clock.now() }),
  )

  route(app, contract.seeOrder, ({ params }) => markSeen(db, params.id, clock.now()))

  route(app, contract.completeOlder, async ({ body, query: { dryRun }, owner }) => {
    const older = { before: new Date(body.before), now: clock.now(), timeZone }
    return { completed: await (dryRun ? countOlderOpen(db, older) : completeOlderOpen(db, older, owner)) }
  })

  route(app, contract.getSummary, () => readSummary(db))
}
