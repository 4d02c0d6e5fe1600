import type { AreaParts } from '#server/platform/area.ts'
import { route } from '#server/platform/http/route.ts'
import { attemptOf } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/orders.ts'
import { changeStatus, markSeen } from './change.ts'
import { completeOlderOpen, countOlderOpen } from './complete-older.ts'
import { placeOnce } from './place.ts'
import { readBoard, search } from './read.ts'
import { readSummary } from './summary-repo.ts'

const LARGEST_ORDER_BYTES = 64 * 1024

export function orderRoutes({ app, db, reports, clock, timeZone, throttleGuests }: AreaParts): void {
  route(
    app,
    contract.placeOrder,
    async ({ body, request, reply }) => {
      // Looked up before the transaction: transactions that wait for a second connection could wait for one another.
      const viewer = await request.viewer()
      const answer = await placeOnce(db, {
        input: body,
        attempt: attemptOf(contract.placeOrder.path, request.headers['idempotency-key'], body),
        admit: async () => {
          if (!viewer?.isOwner) await throttleGuests(request)
        },
        now: clock.now(),
      })
      return reply.code(201).type('application/json; charset=utf-8').serializer(String).send(answer)
    },
    { bodyLimit: LARGEST_ORDER_BYTES },
  )

  route(app, contract.listOrders, async ({ query: { status, before, limit, q } }) => {
    const isBoard = status === undefined && before === undefined && limit === undefined && !q
    return isBoard ? readBoard(db) : search(q ? reports : db, { status, before, limit, q })
  })

  route(app, contract.changeOrder, ({ params, body, owner }) =>
    changeStatus(db, params.id, body.status, owner.userId, clock.now()),
  )

  route(app, contract.seeOrder, ({ params }) => markSeen(db, params.id, clock.now()))

  route(app, contract.completeOlder, async ({ body, query: { dryRun }, owner }) => {
    const older = { before: new Date(body.before), now: clock.now(), timeZone }
    return { completed: await (dryRun ? countOlderOpen(db, older) : completeOlderOpen(db, older, owner.userId)) }
  })

  route(app, contract.getSummary, () => readSummary(db))
}
