import type { AreaBase } from '#server/platform/area.ts'
import { route, sendStored } from '#server/platform/http/route.ts'
import { attemptOf } from '#server/platform/idempotency.ts'
import * as contract from '#shared/contracts/bills.ts'
import { readBill, storeBillPrint } from './service.ts'

/** The bill of a table over all its open orders, and the record of its prints. */
export function billsArea({ app, db, clock }: AreaBase): void {
  route(app, contract.getBill, ({ params, query }) => readBill(db, params.id, query.parts, clock.now()))

  route(app, contract.recordBillPrint, async ({ params, body, user, request, reply }) => {
    const response = await storeBillPrint(db, {
      tableId: params.id,
      orderIds: body.orderIds,
      attempt: attemptOf(contract.recordBillPrint, request, { ...params, ...body }),
      by: user,
      now: clock.now(),
    })
    return sendStored(reply, 201, response)
  })
}
